import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chinese } from '../../shared/words/chinese.ts'
import { english } from '../../shared/words/english.ts'
import { message, type Texts } from '../../shared/words/message.ts'
import { useLanguageTranslator } from './i18n.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const text = message('shared.answerCannotRead')
const missing = 'no text'

/** A file of texts that fails to load `failures` times. */
function failing(texts: Texts, failures: number) {
  return vi.fn(async () => {
    failures -= 1
    if (failures >= 0) throw new Error('Failed to fetch dynamically imported module')
    return texts
  })
}

const passMs = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the texts of messages', () => {
  it('are in English until those of the language load', async () => {
    const files = { en: failing(english, 0), 'zh-CN': failing(chinese, 2) }
    const { result } = renderHook(() => useLanguageTranslator('zh-CN', missing, files))
    expect(result.current(text)).toBe('')
    await passMs(0)
    expect(result.current(text)).toBe(english.areas.shared.answerCannotRead)
    await passMs(10_000)
    expect(result.current(text)).toBe(chinese.areas.shared.answerCannotRead)
    expect(files['zh-CN']).toHaveBeenCalledTimes(3)
  })

  it('are replaced by one sentence while none can be loaded', async () => {
    const files = { en: failing(english, 2), 'zh-CN': failing(chinese, 0) }
    const { result } = renderHook(() => useLanguageTranslator('en', missing, files))
    await passMs(0)
    expect(result.current(text)).toBe(missing)
    await passMs(10_000)
    expect(result.current(text)).toBe(english.areas.shared.answerCannotRead)
  })

  it('are not loaded again after the page has closed', async () => {
    const files = { en: failing(english, 9), 'zh-CN': failing(chinese, 9) }
    const { unmount } = renderHook(() => useLanguageTranslator('en', missing, files))
    await passMs(0)
    unmount()
    const calls = files.en.mock.calls.length
    await passMs(60_000)
    expect(files.en).toHaveBeenCalledTimes(calls)
  })
})
