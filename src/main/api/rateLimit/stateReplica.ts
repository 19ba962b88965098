import type { Clock } from '../../ports.ts'
import { emptyRateLimitState, type RateLimitState, type RateLimitStore } from '../../store/rateLimitStore.ts'
import { effectiveRules, pruneState, type RateLimitSettings, shiftState } from './window.ts'

type Edit<T> = (
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
) => { state: RateLimitState; result: T }

type StateReplicaDeps = { store: RateLimitStore; clock: Clock; settings: () => RateLimitSettings }

/** Edits stored for a disk that works again; by then older ones have left the window, or the service has said so. */
const maxPendingEdits = 1000
/** A clock that shows this much less than it should was set back; less is the unsteadiness of timers. */
const clockRollbackToleranceMs = 1_000

/**
 * The quota's state, as last seen and to be changed. A store that fails does not fail the requests it counts: the
 * edit holds for this process at once and is made up for in the store with the next one that works.
 */
export function createStateReplica({ store, clock, settings }: StateReplicaDeps) {
  let latest = emptyRateLimitState
  let pendingEdits: { edit: Edit<unknown>; atMs: number }[] = []
  let lastClockMs = clock.now()
  /** How far the clock was set back since the store was changed. */
  let rollbackMs = 0

  /** Reads the clock. All that is remembered moves with a clock that was set back, and so keeps its age. */
  const now = (): number => {
    const nowMs = clock.now()
    if (nowMs < lastClockMs - clockRollbackToleranceMs) {
      rollbackMs += lastClockMs - nowMs
      latest = shiftState(latest, nowMs - lastClockMs)
    }
    lastClockMs = nowMs
    return nowMs
  }
  const prune = (state: RateLimitState, nowMs: number): RateLimitState =>
    pruneState(state, nowMs, effectiveRules(state, settings()))

  const changeLocally = <T>(edit: Edit<T>): T => {
    const nowMs = now()
    const { state, result } = edit(prune(latest, nowMs), nowMs, settings())
    latest = state
    pendingEdits = [...pendingEdits, { edit, atMs: nowMs }].slice(-maxPendingEdits)
    return result
  }

  const change = async <T>(edit: Edit<T>): Promise<T> => {
    let appliedEdits = pendingEdits
    let changed: { state: RateLimitState; result: T }
    try {
      changed = await store.change((stored) => {
        const nowMs = now()
        // As it is by now: a change that was in turn before this one may have made up for them.
        appliedEdits = pendingEdits
        // Unless another process has moved it already.
        const shifted = stored.atMs > nowMs ? shiftState(stored, -rollbackMs) : stored
        const state = appliedEdits.reduce(
          (before, one) => one.edit(before, one.atMs, settings()).state,
          prune(shifted, nowMs),
        )
        const after = edit(state, nowMs, settings())
        return { state: after.state, result: after }
      })
    } catch {
      return changeLocally(edit)
    }
    pendingEdits = pendingEdits.filter((one) => !appliedEdits.includes(one))
    rollbackMs = 0
    latest = changed.state
    return changed.result
  }
  const syncStore = (): Promise<null> => change((state) => ({ state, result: null }))

  return {
    change,

    /** As last seen, at this moment. */
    view(): RateLimitState {
      const nowMs = now()
      const pruned = prune(latest, nowMs)
      // The stored time has to be corrected at once: it would stand still until then.
      if (rollbackMs > 0 || latest.atMs > nowMs) {
        latest = pruned
        void syncStore()
      }
      return pruned
    },

    /** A wait has ended at which the clock should show `dueMs`: this tells its being set back from time that passed. */
    waitEnded(dueMs: number): void {
      lastClockMs = Math.max(lastClockMs, dueMs)
    },

    /** Sees what other processes did; what was seen last stays where the store cannot be read. */
    async refresh(): Promise<void> {
      const stored = await store.change((state) => ({ state, result: state })).catch(() => latest)
      if (pendingEdits.length > 0 || stored.atMs > now()) await syncStore()
      else latest = stored
    },
  }
}
