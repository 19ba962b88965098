import type { Clock } from '../../ports.ts'

type Sleeper = { at: number; order: number; wake(): void }

/**
 * A clock that stands still until a test lets it run; sleepers wake in order, each after all its forerunners settled.
 * It shows whole milliseconds, as a real one does, and nobody wakes before the time.
 */
export function createVirtualClock(startMs = Date.UTC(2026, 0, 1)) {
  let now = startMs
  let count = 0
  let sleepers: Sleeper[] = []

  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper: Sleeper = { at: now + Math.ceil(Math.max(0, ms)), order: count++, wake: resolve }
        sleepers.push(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper)
          reject(signal.reason)
        })
      }),
  }

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  const step = async (untilMs: number): Promise<boolean> => {
    await settle()
    const next = sleepers.toSorted((a, b) => a.at - b.at || a.order - b.order)[0]
    if (!next || next.at > untilMs) return false
    sleepers = sleepers.filter((other) => other !== next)
    now = Math.max(now, next.at)
    next.wake()
    return true
  }

  /** Lets `ms` pass. */
  const advance = async (ms: number): Promise<void> => {
    const until = now + Math.ceil(ms)
    while (await step(until));
    now = until
    await settle()
  }

  /** Lets time pass until the promise settles; fails when nobody is left to wake it. */
  const finish = async <T>(promise: Promise<T>): Promise<T> => {
    let done = false
    const settled = promise.finally(() => {
      done = true
    })
    settled.catch(() => undefined)
    for (;;) {
      const woke = await step(Number.POSITIVE_INFINITY)
      if (done) return settled
      if (!woke && sleepers.length === 0) throw new Error('nothing is left that could settle the promise')
    }
  }

  return { clock, settle, advance, finish }
}
