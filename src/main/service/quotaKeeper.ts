import type { Clock } from '../ports.ts'
import { emptyQuota, type QuotaBook, type QuotaState } from '../store/quotaBook.ts'
import { asOf, moveBy, type QuotaSetting, rulesOf } from './quotaPlaces.ts'

type Edit<T> = (state: QuotaState, nowMs: number, setting: QuotaSetting) => { state: QuotaState; result: T }

type Parts = { book: QuotaBook; clock: Clock; setting: () => QuotaSetting }

/** Edits kept for a disk that works again; by then older ones have left the window, or the service has said so. */
const mostMissed = 1000
/** A clock that shows this much less than it should was set back; less is the unsteadiness of timers. */
const setBackMs = 1_000

/**
 * The quota's state, as last seen and to be changed. A book that fails does not fail the requests it counts: the
 * edit holds for this process at once and is made up for in the book with the next one that works.
 */
export function createKeeper({ book, clock, setting }: Parts) {
  let latest = emptyQuota
  let missed: { edit: Edit<unknown>; atMs: number }[] = []
  let seenMs = clock.now()
  /** How far the clock was set back since the book was changed. */
  let backMs = 0

  /** Reads the clock. All that is remembered moves with a clock that was set back, and so keeps its age. */
  const now = (): number => {
    const nowMs = clock.now()
    if (nowMs < seenMs - setBackMs) {
      backMs += seenMs - nowMs
      latest = moveBy(latest, nowMs - seenMs)
    }
    seenMs = nowMs
    return nowMs
  }
  const settle = (state: QuotaState, nowMs: number): QuotaState =>
    asOf(state, nowMs, rulesOf(state, setting()))

  const changeHere = <T>(edit: Edit<T>): T => {
    const nowMs = now()
    const { state, result } = edit(settle(latest, nowMs), nowMs, setting())
    latest = state
    missed = [...missed, { edit, atMs: nowMs }].slice(-mostMissed)
    return result
  }

  const change = async <T>(edit: Edit<T>): Promise<T> => {
    let madeUp = missed
    let changed: { state: QuotaState; result: T }
    try {
      changed = await book.change((kept) => {
        const nowMs = now()
        // As it is by now: a change that was in turn before this one may have made up for them.
        madeUp = missed
        // Unless another process has moved it already.
        const moved = kept.atMs > nowMs ? moveBy(kept, -backMs) : kept
        const state = madeUp.reduce(
          (before, one) => one.edit(before, one.atMs, setting()).state,
          settle(moved, nowMs),
        )
        const after = edit(state, nowMs, setting())
        return { state: after.state, result: after }
      })
    } catch {
      return changeHere(edit)
    }
    missed = missed.filter((one) => !madeUp.includes(one))
    backMs = 0
    latest = changed.state
    return changed.result
  }
  const settleBook = (): Promise<null> => change((state) => ({ state, result: null }))

  return {
    change,

    /** As last seen, at this moment. */
    view(): QuotaState {
      const nowMs = now()
      const seen = settle(latest, nowMs)
      // In the book the clock has to be put right at once: time would stand still in it until then.
      if (backMs > 0 || latest.atMs > nowMs) {
        latest = seen
        void settleBook()
      }
      return seen
    },

    /** A wait has ended at which the clock should show `dueMs`: how its being set back is told from time that passed. */
    waited(dueMs: number): void {
      seenMs = Math.max(seenMs, dueMs)
    },

    /** Sees what other processes did; what was seen last stays where the book cannot be read. */
    async refresh(): Promise<void> {
      const kept = await book.change((state) => ({ state, result: state })).catch(() => latest)
      if (missed.length > 0 || kept.atMs > now()) await settleBook()
      else latest = kept
    },
  }
}
