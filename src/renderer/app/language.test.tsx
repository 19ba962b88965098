import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { jobOf } from '../../shared/contract/testing/jobOf.ts'
import { defaultSettings } from '../../shared/domain/app/settings.ts'
import { joinMessages, message } from '../../shared/words/message.ts'
import { answerWith, demoStatus, push } from './testing/fakeHost.ts'
import { openApp } from './testing/openApp.tsx'

const user = userEvent.setup()

const ended = jobOf({
  title: message('samples.orderSamples', { count: 48 }),
  state: 'failed',
  done: 46,
  failed: 2,
  total: 48,
  endedAt: '2026-01-01T00:01:00Z',
  message: message('shared.sentence', {
    text: joinMessages(
      [message('samples.ordersPlaced', { count: 46 }), message('samples.refusedService', { failed: 2 })],
      ', ',
    ),
  }),
})

describe('the language of the screen', () => {
  it('changes everything on the screen without a reload, including earlier messages from the main process', async () => {
    let language: 'en' | 'zh-CN' = 'en'
    const notices = [message('app.cacheDamagedSavedNew', { quarantinedFile: 'cache-1.db' })]
    const status = { ...demoStatus, notices }
    answerWith({
      'app.status': () => status,
      'settings.get': () => ({ ...defaultSettings, language }),
      'jobs.list': () => [ended],
      'drugs.search': () => {
        throw new Failure('offline', message('adapters.offlineSwitchNoRequest'), { reason: 'switch' })
      },
    })
    openApp('/library/drugs')
    await screen.findByText(/^The cache was damaged/)
    act(() => push('job.ended', ended))
    await user.click(await screen.findByRole('button', { name: '1 task failed' }))
    const sentence = '46 orders placed, 2 refused by the service.'
    // In the task tray and in the toast, which appears later.
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
    expect(await screen.findByText('Failed: Order 48 samples')).toBeTruthy()
    expect(document.documentElement.lang).toBe('en')

    language = 'zh-CN'
    act(() => push('status.changed', status))
    expect(await screen.findByText('缓存已损坏。已另存为 cache-1.db，内容会重新从服务获取。')).toBeTruthy()
    expect(await screen.findAllByText('46 个订单已下单，2 个被服务拒绝。')).toHaveLength(2)
    expect(screen.getByText('失败：订购 48 个样本')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: '任务' })).getByText('订购 48 个样本')).toBeTruthy()
    expect(await screen.findByText(/^离线开关已打开：不会发出任何请求。/)).toBeTruthy()
    expect(document.documentElement.lang).toBe('zh-CN')

    language = 'en'
    act(() => push('status.changed', status))
    await waitFor(() => expect(screen.queryByText(/[\p{Script=Han}]/u)).toBeNull())
    expect(document.documentElement.lang).toBe('en')
  })
})
