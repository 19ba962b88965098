import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AppStatus, QuotaStatus } from '../../../shared/contract/state.ts'
import { answerWith, idleQuota, inputsOf, labStatus, push } from '../testing/fakeHost.ts'
import { openApp } from '../testing/openApp.tsx'

const full: QuotaStatus = { ...idleQuota, limit: 100, left: 100 }
/** Close to the limit, so that the counter is shown. */
const low: QuotaStatus = { ...full, left: 9 }
const busy: QuotaStatus = { ...full, left: 0, waitMs: 4000, resetMs: 34_000, queued: 12, etaMs: 7000 }

const bar = () => screen.findByRole('button', { name: /requests left|^Paused by the service/ })
const statusCallCount = () => inputsOf('app.status').length

async function open(quota: QuotaStatus, change: Partial<AppStatus> = {}) {
  const status: AppStatus = { ...labStatus, ...change, quota }
  answerWith({ 'app.status': () => status })
  openApp('/library/drugs')
  await bar()
  // Other lazily loaded parts also call `app.status`.
  await act(() => vi.dynamicImportSettled())
}

/** Advances the page's timers and lets their calls return. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the quota in the status bar', () => {
  afterEach(() => vi.useRealTimers())

  it('is shown only while the limit slows requests or is close', async () => {
    await open(low)
    expect((await bar()).textContent).toBe('9/100 requests left')
    act(() => push('quota.changed', { ...full, left: 11 }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /requests left/ })).toBeNull())
    act(() => push('quota.changed', { ...full, left: 11, queued: 1 }))
    expect((await bar()).textContent).toBe('11/100 requests left · 1 waiting')
  })

  it('counts down to the reset and to the end of the queue, and again when the same state is pushed', async () => {
    await open(low)
    vi.useFakeTimers()
    act(() => push('quota.changed', busy))
    await pass(0)
    const words = () => screen.getByRole('button', { name: /requests left/ }).textContent
    expect(words()).toBe('0/100 requests left · resets in 34 s · 12 waiting, about 7 s')
    await pass(3000)
    expect(words()).toBe('0/100 requests left · resets in 31 s · 12 waiting, about 4 s')
    act(() => push('quota.changed', busy))
    await pass(0)
    expect(words()).toContain('resets in 34 s')
  })

  it.each([{ offlineSwitch: true }, { online: false }])('has no countdown while %o', async (change) => {
    await open({ ...busy, queued: 1 }, change)
    expect((await bar()).textContent).toBe('0/100 requests left · 1 waiting')
  })

  it('shows a pushed state without a call, and calls once when the countdown ends', async () => {
    await open(low)
    const before = statusCallCount()
    vi.useFakeTimers()
    act(() => push('quota.changed', { ...low, resetMs: 3000 }))
    await pass(2000)
    expect(statusCallCount()).toBe(before)
    await pass(30_000)
    expect(statusCallCount()).toBe(before + 1)
  })

  it('shows a pause requested by the service, with the exact time on focus', async () => {
    await open({ ...busy, left: 89, waitMs: 3_540_000, paused: true })
    const button = await bar()
    // The remaining requests cannot be used before the pause ends.
    expect(button.textContent).toBe('Paused by the service · resumes in 59 min · 12 waiting')
    act(() => button.focus())
    expect((await screen.findByRole('tooltip')).textContent).toMatch(
      /^89 of 100 requests are left in the current 60 s window of the limit\. All of them are free again in 3\d s, if nothing more is sent\. 12 requests wait\. The last one leaves in about \d s\. The service asked for a pause; nothing is sent before it ends\.$/,
    )
  })

  it('shows the share of the limit that is used here, and opens its setting', async () => {
    await open({ ...full, limit: 50, left: 5, share: 50 })
    const button = await bar()
    expect(button.textContent).toBe('5/50 requests left')
    act(() => button.focus())
    expect((await screen.findByRole('tooltip')).textContent).toContain('50% of what the service allows')
    await userEvent.click(button)
    expect(await screen.findByRole('tab', { name: 'Account', selected: true })).toBeTruthy()
  })
})
