import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import localeEn from '../../../shared/words/en/screens/shared/ui.json' with { type: 'json' }
import localeZh from '../../../shared/words/zh-CN/screens/shared/ui.json' with { type: 'json' }
import { PageStateProvider } from '../pageState.ts'
import { testPage } from '../testing/testPage.ts'
import { Timestamp } from './formats.tsx'

const locale = { en: localeEn, 'zh-CN': localeZh }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

async function textsOf(language: 'en' | 'zh-CN', times: readonly string[]) {
  const i18n = i18next.createInstance()
  const resources = { [language]: { ui: locale[language] } }
  await i18n.use(initReactI18next).init({ lng: language, fallbackLng: false, resources })
  render(
    <I18nextProvider i18n={i18n}>
      <PageStateProvider value={testPage}>
        {times.map((at) => (
          <Timestamp key={at} at={at} />
        ))}
      </PageStateProvider>
    </I18nextProvider>,
  )
  return screen.getAllByRole('time').map(({ textContent }) => textContent)
}

it('shows an age in the largest whole unit, and "now" under a minute or ahead of this clock', async () => {
  const times = [
    '2026-11-21T12:00:30Z',
    '2026-11-21T11:59:30Z',
    '2026-11-21T11:57:40Z',
    '2026-11-20T11:00:00Z',
    '2026-11-18T11:00:00Z',
  ]
  expect(await textsOf('en', times)).toEqual(['now', 'now', '2 min. ago', 'yesterday', '3 days ago'])
})

it('shows an age in Chinese, including yesterday', async () => {
  expect(await textsOf('zh-CN', ['2026-11-21T11:57:40Z', '2026-11-20T11:00:00Z'])).toEqual([
    '2 分钟前',
    '1 天前',
  ])
})

it('creates no date format until the pointer is over it, and then shows the exact time', async () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  await textsOf('en', ['2026-11-21T11:57:40Z'])
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
  await userEvent.hover(screen.getByRole('time'))
  expect(screen.getByRole('time').title).toContain('Nov 21, 2026')
})
