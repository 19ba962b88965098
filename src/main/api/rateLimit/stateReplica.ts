import type { Clock } from '../../ports.ts'
import { emptyRateLimitState, type RateLimitState, type RateLimitStore } from '../../store/rateLimitStore.ts'
import { effectiveRules, pruneState, type RateLimitSettings, shiftState } from './window.ts'

type Edit<T> = (
  state: RateLimitState,
  nowMs: number,
  settings: RateLimitSettings,
) => { state: RateLimitState; result: T }

type StateReplicaDeps = { store: RateLimitStore; clock: Clock; settings: () => RateLimitSettings }

/** The maximum number of edits to save for a failing disk. Older ones have left the window by then. */
const maxPendingEdits = 1000
/** The tolerance for a clock that runs backward. A larger step means it was set back; a smaller one is timer jitter. */
const clockRollbackToleranceMs = 1_000

/** Creates a local copy of the quota's state. If the store fails, it gets the edit with the next successful change. */
export function createStateReplica({ store, clock, settings }: StateReplicaDeps) {
  let latest = emptyRateLimitState
  let pendingEdits: { edit: Edit<unknown>; atMs: number }[] = []
  let lastClockMs = clock.now()
  /** The amount by which the clock was set back since the last change of the store. */
  let rollbackMs = 0

  /** Reads the clock. If it was set back, all recorded times shift with it and keep their age. */
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
        // Read here, since an earlier change in the queue may already have applied them.
        appliedEdits = pendingEdits
        // Another process may already have shifted it.
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

    /** Returns the last known state, pruned to the current time. */
    view(): RateLimitState {
      const nowMs = now()
      const pruned = prune(latest, nowMs)
      // Corrects the stored time now. Otherwise entries would not age until the clock caught up.
      if (rollbackMs > 0 || latest.atMs > nowMs) {
        latest = pruned
        void syncStore()
      }
      return pruned
    },

    /** Reports the end of a wait that was due at `dueMs`, to notice a clock that was set back. */
    waitEnded(dueMs: number): void {
      lastClockMs = Math.max(lastClockMs, dueMs)
    },

    /** Reads what other processes did. If the store cannot be read, the last known state stays. */
    async refresh(): Promise<void> {
      const stored = await store.change((state) => ({ state, result: state })).catch(() => latest)
      if (pendingEdits.length > 0 || stored.atMs > now()) await syncStore()
      else latest = stored
    },
  }
}
