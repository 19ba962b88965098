import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import { isClosing } from '../../jobs/jobs.ts'
import { countAll } from './countAll.ts'
import { tellDoneBefore } from './live.ts'
import { renewEveryMs } from './plans.ts'
import { itemsToDo } from './planView.ts'
import { endedElsewhere, isoBefore, runPlan, type Work } from './runPlan.ts'
import { toWanted } from './wanted.ts'

const lookEveryMs = 2000

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
    if (plan?.state !== 'running') return endedElsewhere(plan)
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
      new Date(parts.clock.now()).toISOString(),
    )
    live.counts = await countAll(parts.book, planId, wanted)
    progress.total(itemsToDo(live.counts, live.pass))
    tellDoneBefore(live, wanted, progress)
    live.changed()
    await parts.clock.sleep(lookEveryMs, signal)
  }
}

async function runHeld(work: Work): Promise<string> {
  const { plans, owner, live, signal } = work
  const { planId } = live.plan
  const halted = new AbortController()
  const ended = new AbortController()
  const beat = keepLease(work, ended.signal, (message) => halted.abort(new Failure('cancelled', message, {})))
  try {
    return await runPlan(work, AbortSignal.any([signal, halted.signal]))
  } catch (error) {
    if (signal.aborted) {
      if (!isClosing(signal)) await pauseUnlessGone(work, null)
      throw error
    }
    if (isFailure(halted.signal.reason)) return halted.signal.reason.message
    if (work.parts.patient !== false && isAboutSignIn(error))
      // It goes on by itself once somebody has signed in.
      await plans.note(planId, error.message).catch(() => undefined)
    else await pauseUnlessGone(work, isFailure(error) ? error.message : unforeseen)
    throw error
  } finally {
    ended.abort()
    await beat
    // A disk that takes nothing now: the lease runs out by itself.
    await plans.release(planId, owner).catch(() => undefined)
  }
}

const isAboutSignIn = (error: unknown): error is Failure =>
  isFailure(error, 'notSignedIn') || isFailure(error, 'keychain')

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
      if (plan?.state !== 'running') return halt(endedElsewhere(plan ?? (await plans.find(planId))))
      live.plan = { ...live.plan, perHour: plan.perHour }
    } catch (error) {
      return halt(isFailure(error) ? error.message : unforeseen)
    }
  }
}

const unforeseen = 'Something went wrong inside the app. Try again.'
