import type { Clock, LeaseOwners } from '../../ports.ts'
import {
  type Admission,
  admit,
  clearWaiting,
  completeRequest,
  type RequestOutcome,
  waitMs,
} from './admission.ts'
import { type createRequestQueue, isAtLeastAsUrgent, type Priority } from './queue.ts'
import type { createStateReplica } from './stateReplica.ts'
import type { RateLimitSettings } from './window.ts'

/** The permission to send one request. `spacingStep`: see `recordRateLimited`. */
export type RequestGrant = { id: string; spacingStep: number }

type DispatcherDeps = {
  replica: ReturnType<typeof createStateReplica>
  queue: ReturnType<typeof createRequestQueue<RequestGrant>>
  clock: Clock
  settings: () => RateLimitSettings
  /** True if other processes use the same store. */
  isShared: boolean
  owners: LeaseOwners
}

/** Starts the queued requests in order, each as soon as the limit allows it. */
export function createDispatcher({ replica, queue, clock, settings, isShared, owners }: DispatcherDeps) {
  const { hasEnded } = owners
  /** Null before the first request: no request in flight is from this process yet. */
  let owner: string | null = null
  let requestCount = 0
  let inFlight = 0
  /** The number of interactive calls announced to other processes as waiting here. */
  let announcedWaiting = 0
  let isDispatching = false
  let isDispatchRequested = false
  let wakeTimer: AbortController | undefined

  const waitFor = (priority: Priority): number =>
    waitMs(replica.view(), clock.now(), settings(), { owner, priority, hasEnded })

  const release = async (outcome: RequestOutcome): Promise<void> => {
    await replica.change((state, nowMs, current) => ({
      state: completeRequest(state, nowMs, current, outcome),
      result: null,
    }))
    inFlight -= 1
  }

  const clearWaitingIfIdle = async (): Promise<void> => {
    if (owner === null || announcedWaiting === 0 || queue.sizeOf('interactive') > 0) return
    announcedWaiting = 0
    const own = owner
    await replica.change((state) => ({ state: clearWaiting(state, own), result: null }))
  }

  const requestAdmission = async (
    asker: { id: string; owner: string },
    priority: Priority,
  ): Promise<Admission> => {
    const calls = queue.sizeOf('interactive')
    const admission = await replica.change((state, nowMs, current) =>
      admit(state, nowMs, current, { ...asker, priority, hasEnded, calls }),
    )
    if (priority === 'interactive')
      announcedWaiting = admission.admitted ? Math.min(announcedWaiting, calls - 1) : calls
    return admission
  }

  /** Gives the grant to the first request in the queue if it is as urgent: the queue may have changed meanwhile. */
  const dispatch = async (grant: RequestGrant, requestedPriority: Priority): Promise<void> => {
    inFlight += 1
    const first = queue.peek()
    if (first && isAtLeastAsUrgent(first.priority, requestedPriority)) first.start(grant)
    else await release({ id: grant.id, isCounted: false, isRateLimited: false, observed: null })
  }

  const wakeAfter = (ms: number): void => {
    const own = new AbortController()
    wakeTimer = own
    const dueMs = clock.now() + ms
    const wake = (): void => {
      replica.waitEnded(dueMs)
      pump()
    }
    clock.sleep(ms, own.signal).then(wake, () => undefined)
  }

  const dispatchQueue = async (): Promise<void> => {
    wakeTimer?.abort()
    await clearWaitingIfIdle()
    for (let next = queue.peek(); next; next = queue.peek()) {
      const { priority } = next
      const ms = waitFor(priority)
      const isUnannounced = isShared && queue.sizeOf('interactive') > announcedWaiting
      if (ms > 0 && !isUnannounced) return Number.isFinite(ms) ? wakeAfter(ms) : undefined
      owner ??= owners.newOwner()
      const id = `${owner} ${requestCount++}`
      const admission = await requestAdmission({ id, owner }, priority)
      if (admission.admitted) await dispatch({ id, spacingStep: admission.spacingStep }, priority)
    }
  }

  const dispatchUntilIdle = async (): Promise<void> => {
    isDispatching = true
    try {
      for (isDispatchRequested = true; isDispatchRequested; ) {
        isDispatchRequested = false
        await dispatchQueue()
      }
    } catch (error) {
      queue.fail(error)
    } finally {
      // Synchronously after the last check of `isDispatchRequested`, so that no request is missed in between.
      isDispatching = false
    }
  }

  /** Call when a request joins or leaves the queue, or capacity may have become free. */
  function pump(): void {
    isDispatchRequested = true
    if (!isDispatching) void dispatchUntilIdle()
  }

  return { pump, waitFor, release, inFlight: (): number => inFlight }
}
