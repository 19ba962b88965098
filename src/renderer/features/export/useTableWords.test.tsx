import { renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, it } from 'vitest'
import { tableChoiceSchema } from '../../../shared/domain/studies/exporting.ts'
import { chinese } from '../../../shared/words/chinese.ts'
import stateEn from '../../../shared/words/en/screens/shared/state.json' with { type: 'json' }
import uiEn from '../../../shared/words/en/screens/shared/ui.json' with { type: 'json' }
import localeEn from '../../../shared/words/en/screens/study/export.json' with { type: 'json' }
import { english } from '../../../shared/words/english.ts'
import { translate } from '../../../shared/words/message.ts'
import stateZh from '../../../shared/words/zh-CN/screens/shared/state.json' with { type: 'json' }
import uiZh from '../../../shared/words/zh-CN/screens/shared/ui.json' with { type: 'json' }
import localeZh from '../../../shared/words/zh-CN/screens/study/export.json' with { type: 'json' }
import { TranslatorContext } from '../../ui/text/formats.tsx'
import { useTableWords } from './useTableWords.ts'

const state = { en: stateEn, 'zh-CN': stateZh }
const ui = { en: uiEn, 'zh-CN': uiZh }
const locale = { en: localeEn, 'zh-CN': localeZh }

const comparison = tableChoiceSchema.parse({
  kind: 'compare',
  request: { groups: { by: 'sex', values: ['f', 'm'] }, test: 'welch' },
})
const drugs = tableChoiceSchema.parse({
  kind: 'drugs',
  of: { search: { text: '', pathway: 'mTOR', direction: 'inhibits' } },
})

function wordsIn(language: 'en' | 'zh-CN') {
  const i18n = i18next.createInstance()
  void i18n
    .use(initReactI18next)
    .init({
      lng: language,
      resources: { [language]: { export: locale[language], state: state[language], ui: ui[language] } },
      fallbackNS: 'ui',
      interpolation: { escapeValue: false },
      initAsync: false,
    })
  const { result } = renderHook(() => useTableWords(), {
    wrapper: ({ children }) => (
      <I18nextProvider i18n={i18n}>
        <TranslatorContext value={(message) => translate(message, language === 'en' ? english : chinese)}>
          {children}
        </TranslatorContext>
      </I18nextProvider>
    ),
  })
  return result.current
}

it('names the test of a comparison in the language of the app', () => {
  expect(wordsIn('en')(comparison)).toBe('sex: f − m · Welch’s t-test')
  expect(wordsIn('zh-CN')(comparison)).toBe('sex：f − m · Welch t 检验')
})

it('shows how many samples are left out', () => {
  const some = tableChoiceSchema.parse({ kind: 'samples', of: { filter: {}, except: ['S1', 'S2'] } })
  expect(wordsIn('en')(some)).toBe('All samples · without 2 samples')
  expect(wordsIn('zh-CN')(some)).toBe('所有样本 · 不含 2 个样本')
})

it('names the direction of a drug search in the language of the app', () => {
  expect(wordsIn('en')(drugs)).toBe('mTOR · inhibits')
  expect(wordsIn('zh-CN')(drugs)).toBe('mTOR · 抑制')
})
