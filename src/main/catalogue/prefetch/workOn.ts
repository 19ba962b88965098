import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import { isClosing, type JobProgress } from '../../jobs/jobs.ts'
import { type Live, tellDoneBefore } from './live.ts'
import type { PrefetchParts } from './parts.ts'
import { type Plans, renewEveryMs } from './plans.ts'
import { itemsToDo } from './planView.ts'
import { isoBefore, runPlan } from './runPlan.ts'
import { toWanted } from './wanted.ts'

type Work = {
  parts: PrefetchParts
  plans: Plans
  owner: string
  live: Live
  progress: JobProgress
  signal: AbortSignal
}

const lookEveryMs = 5000

/**
 * The work of a plan's job, from taking the lease to giving it back. While another process has the lease, its
 * progress is followed, and when it is gone the work goes on here. Gives a sentence for a person.
 */
export async function workOn(work: Work): Promise<string> {
  const { live } = work
  try {
    const elsewhere = await takeOrFollow(work)
    return elsewhere ?? (await runHeld(work))
  } finally {
    live.flush()
  }
}

/** Null as soon as the lease is ours; else how it ended elsewhere. */
async function takeOrFollow({ parts, plans, owner, live, progress, signal }: Work): Promise<string | null> {
  const { planId } = live.plan
  for (;;) {
    const plan = await plans.find(planId)
    if (!plan) return forgotten
    if (plan.state === 'paused') return pausedElsewhere
    if (plan.state === 'done') return 'Another Pathclock has made these drugs available offline.'
    if (await plans.take(planId, owner)) {
      live.setHold(null)
      return null
    }
    live.setHold({ kind: 'elsewhere', message: 'Another Pathclock is working on this. It is followed here.' })
    live.pass = await parts.book.pass(planId)
    const wanted = toWanted(
      plan.scope,
      plan.detail,
      isoBefore(live.pass?.beganAt ?? plan.createdAt, plan.refreshDays),
    )
    live.counts = await parts.book.counts(planId, wanted)
    progress.total(itemsToDo(live.counts, live.pass))
    tellDoneBefore(live, wanted, progress)
    live.changed()
    await parts.clock.sleep(lookEveryMs, signal)
  }
}

async function runHeld(work: Work): Promise<string> {
  const { parts, plans, owner, live, progress, signal } = work
  const { planId } = live.plan
  const halted = new AbortController()
  const ended = new AbortController()
  const beat = keepLease(work, ended.signal, (message) => halted.abort(new Failure('cancelled', message, {})))
  try {
    return await runPlan(parts, plans, live, progress, AbortSignal.any([signal, halted.signal]))
  } catch (error) {
    if (signal.aborted) {
      if (!isClosing(signal)) await pauseUnlessGone(work, null)
      throw error
    }
    if (isFailure(halted.signal.reason)) return halted.signal.reason.message
    await pauseUnlessGone(work, isFailure(error) ? error.message : unforeseen)
    throw error
  } finally {
    ended.abort()
    await beat
    // A disk that takes nothing now: the lease runs out by itself.
    await plans.release(planId, owner).catch(() => undefined)
  }
}

/** What ended the work is told before a disk that refuses this. */
async function pauseUnlessGone({ plans, live }: Work, message: string | null): Promise<void> {
  await plans.pause(live.plan.planId, message).catch(() => undefined)
}

/** Renews the lease, and takes over what was changed meanwhile in another window or process. */
async function keepLease(
  { parts, plans, owner, live }: Work,
  ended: AbortSignal,
  halt: (message: string) => void,
): Promise<void> {
  const { planId } = live.plan
  for (;;) {
    const isOver = await parts.clock.sleep(renewEveryMs, ended).then(
      () => false,
      () => true,
    )
    if (isOver) return
    try {
      const plan = await plans.renew(planId, owner)
      if (!plan) return halt((await plans.find(planId)) ? takenOver : forgotten)
      if (plan.state === 'paused') return halt(pausedElsewhere)
      live.plan = { ...live.plan, perHour: plan.perHour }
    } catch (error) {
      return halt(isFailure(error) ? error.message : unforeseen)
    }
  }
}

const forgotten = 'This plan was removed. The drugs that were kept stay.'
const pausedElsewhere = 'This was paused.'
const takenOver = 'Another Pathclock has taken over and goes on with this.'
const unforeseen = 'Something went wrong inside the app. Try again.'
