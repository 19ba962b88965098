import type { Clock } from '../ports.ts'
import { emptyQuota, type QuotaBook, type QuotaState } from '../store/quotaBook.ts'
import { asOf, moveBy, type QuotaSetting, rulesOf } from './quotaPlaces.ts'

type Edit<T> = (state: QuotaState, nowMs: number, setting: QuotaSetting) => { state: QuotaState; result: T }

type Parts = { book: QuotaBook; clock: Clock; setting: () => QuotaSetting }

/** Edits kept for a disk that works again; by then older ones have left the window, or the service has said so. */
const mostMissed = 1000

/**
 * The quota's state, as last seen and to be changed. A book that fails does not fail the requests it counts: the
 * edit holds for this process at once and is made up for in the book with the next one that works.
 */
export function createKeeper({ book, clock, setting }: Parts) {
  let latest = emptyQuota
  let missed: { edit: Edit<unknown>; atMs: number }[] = []

  const settle = (state: QuotaState, nowMs: number): QuotaState =>
    asOf(state, nowMs, rulesOf(state, setting()))

  const changeHere = <T>(edit: Edit<T>): T => {
    const nowMs = clock.now()
    const { state, result } = edit(settle(latest, nowMs), nowMs, setting())
    latest = state
    missed = [...missed, { edit, atMs: nowMs }].slice(-mostMissed)
    return result
  }

  const change = async <T>(edit: Edit<T>): Promise<T> => {
    const madeUp = missed
    let changed: { state: QuotaState; result: T }
    try {
      changed = await book.change((kept) => {
        const nowMs = clock.now()
        const state = madeUp.reduce(
          (before, one) => one.edit(before, one.atMs, setting()).state,
          settle(kept, nowMs),
        )
        const after = edit(state, nowMs, setting())
        return { state: after.state, result: after }
      })
    } catch {
      return changeHere(edit)
    }
    missed = missed.filter((one) => !madeUp.includes(one))
    latest = changed.state
    return changed.result
  }

  const settleBook = (): Promise<null> => change((state) => ({ state, result: null }))

  return {
    change,

    /** As last seen, at this moment. */
    view(): QuotaState {
      const nowMs = clock.now()
      const seen = settle(latest, nowMs)
      if (latest.atMs > nowMs) {
        // The clock was set back. Kept at once, here and in the book: otherwise time would stand still in it.
        latest = seen
        void settleBook()
      }
      return seen
    },

    /** The clock was set back by `backMs` during a wait: what was received has aged by that wait all the same. */
    async wasSetBack(backMs: number): Promise<void> {
      const nowMs = clock.now()
      const moved = (state: QuotaState): QuotaState => (state.atMs > nowMs ? moveBy(state, -backMs) : state)
      latest = await book
        .change((kept) => ({ state: moved(kept), result: moved(kept) }))
        .catch(() => moved(latest))
    },

    /** Sees what other processes did; what was seen last stays where the book cannot be read. */
    async refresh(): Promise<void> {
      const kept = await book.change((state) => ({ state, result: state })).catch(() => latest)
      if (missed.length > 0 || kept.atMs > clock.now()) await settleBook()
      else latest = kept
    },
  }
}
