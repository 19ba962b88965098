import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useElapsed } from './StatusBar.tsx'

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

describe('a count of seconds', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('renders once a second while it runs, and stops at its end', () => {
    let drawn = 0
    const { result } = renderHook(() => {
      drawn += 1
      return useElapsed('a', 3000)
    })
    pass(1000)
    pass(1000)
    expect(result.current).toBe(2000)
    expect(drawn).toBe(3)
    pass(600_000)
    expect(result.current).toBe(3000)
    expect(drawn).toBe(4)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('restarts when its key changes', () => {
    const { result, rerender } = renderHook(({ key }) => useElapsed(key, 10_000), {
      initialProps: { key: 'a' },
    })
    pass(5000)
    rerender({ key: 'b' })
    expect(result.current).toBe(0)
    pass(1000)
    expect(result.current).toBe(1000)
  })

  it('starts no timer if there is nothing to count', () => {
    renderHook(() => useElapsed('a', 0))
    expect(vi.getTimerCount()).toBe(0)
  })
})
