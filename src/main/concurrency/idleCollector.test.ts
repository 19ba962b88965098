import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectGarbage, createIdleCollector } from './idleCollector.ts'

describe('an idle thread', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('collects once after a pause, again after later work, and not while work keeps coming', () => {
    const collect = vi.fn()
    const noteWork = createIdleCollector(100, collect)
    noteWork()
    vi.advanceTimersByTime(90)
    noteWork()
    vi.advanceTimersByTime(90)
    expect(collect).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(collect).toHaveBeenCalledTimes(1)
    noteWork()
    vi.advanceTimersByTime(1000)
    expect(collect).toHaveBeenCalledTimes(2)
  })
})

describe('collectGarbage', () => {
  it('frees an object without references', async () => {
    const garbage = new WeakRef({ rows: Array.from({ length: 1000 }, (_, row) => ({ row })) })
    // WeakRef targets created in this turn stay alive until it ends.
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    expect(garbage.deref()).toBeUndefined()
  })
})
