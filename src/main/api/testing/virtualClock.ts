import type { Clock } from '../../ports.ts'

type Sleeper = { at: number; order: number; wake(): void }

const isSooner = (a: Sleeper, b: Sleeper): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** The number of turns of 5 ms without a sleeper before `finish` fails. Loading a module takes real time. */
const idleTurns = 10_000

/**
 * Creates a clock that moves only when a test advances it. Sleepers wake in order, each after the work of the previous
 * ones has settled. Like a real clock, it shows whole milliseconds and never wakes a sleeper early.
 */
export function createVirtualClock(startMs = Date.UTC(2026, 0, 1)) {
  let now = startMs
  let count = 0
  const sleepers: Sleeper[] = []
  const remove = (sleeper: Sleeper): void => void sleepers.splice(sleepers.indexOf(sleeper), 1)

  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const abort = (): void => {
          remove(sleeper)
          reject(signal?.reason)
        }
        const wake = (): void => {
          // Thousands may sleep with the same signal, one after another, so the listener must be removed.
          signal?.removeEventListener('abort', abort)
          resolve()
        }
        const sleeper: Sleeper = { at: now + Math.ceil(Math.max(0, ms)), order: count++, wake }
        sleepers.push(sleeper)
        signal?.addEventListener('abort', abort)
      }),
  }

  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  const step = async (untilMs: number): Promise<boolean> => {
    await settle()
    let next = sleepers[0]
    for (const other of sleepers) if (next && isSooner(other, next)) next = other
    if (!next || next.at > untilMs) return false
    remove(next)
    now = Math.max(now, next.at)
    next.wake()
    return true
  }

  /** Advances the clock by `ms`. */
  const advance = async (ms: number): Promise<void> => {
    const until = now + Math.ceil(ms)
    while (await step(until));
    now = until
    await settle()
  }

  /** Advances the clock until the promise settles. Fails if no sleeper is left to wake it. */
  const finish = async <T>(promise: Promise<T>): Promise<T> => {
    let done = false
    const settled = promise.finally(() => {
      done = true
    })
    settled.catch(() => undefined)
    let turnsLeft = idleTurns
    for (;;) {
      const woke = await step(Number.POSITIVE_INFINITY)
      if (done) return settled
      if (woke || sleepers.length > 0) turnsLeft = idleTurns
      else if (turnsLeft-- > 0) await new Promise((resolve) => setTimeout(resolve, 5))
      else throw new Error('nothing is left that could settle the promise')
    }
  }

  return { clock, settle, advance, finish }
}
