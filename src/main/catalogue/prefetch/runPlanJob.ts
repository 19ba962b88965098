import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import { isClosing } from '../../jobs/jobs.ts'
import { countAll } from './countAll.ts'
import { reportDoneBefore } from './livePlan.ts'
import { renewEveryMs } from './plans.ts'
import { itemsToDo } from './planView.ts'
import { toRequirements } from './requirements.ts'
import { endedElsewhereMessage, isoBefore, type PlanJob, runPlan } from './runPlan.ts'

const pollIntervalMs = 2000

/**
 * The work of a plan's job, from taking the lease to giving it back. While another process has the lease, its
 * progress is followed, and when it is gone the work goes on here. Gives a sentence for a person.
 */
export async function runPlanJob(job: PlanJob): Promise<string> {
  const { live } = job
  try {
    const outcome = await acquireOrFollow(job)
    return outcome ?? (await runLeased(job))
  } finally {
    live.flush()
  }
}

/** Null as soon as the lease is ours; else how it ended elsewhere. */
async function acquireOrFollow({
  deps,
  plans,
  owner,
  live,
  progress,
  signal,
}: PlanJob): Promise<string | null> {
  const { planId } = live.plan
  for (;;) {
    const plan = await plans.find(planId)
    if (plan?.state !== 'running') return endedElsewhereMessage(plan)
    if (await plans.acquireLease(planId, owner)) {
      live.setPauseReason(null)
      return null
    }
    live.setPauseReason({
      kind: 'elsewhere',
      message: 'Another Pathclock is working on this. It is followed here.',
    })
    live.pass = await deps.syncStore.pass(planId)
    const requirements = toRequirements(
      plan.scope,
      plan.detail,
      isoBefore(live.pass?.beganAt ?? plan.createdAt, plan.refreshDays),
      new Date(deps.clock.now()).toISOString(),
    )
    live.counts = await countAll(deps.syncStore, planId, requirements)
    progress.total(itemsToDo(live.counts, live.pass))
    reportDoneBefore(live, requirements, progress)
    live.notifyChanged()
    await deps.clock.sleep(pollIntervalMs, signal)
  }
}

async function runLeased(job: PlanJob): Promise<string> {
  const { plans, owner, live, signal } = job
  const { planId } = live.plan
  const halted = new AbortController()
  const ended = new AbortController()
  const renewal = maintainLease(job, ended.signal, (message) =>
    halted.abort(new Failure('cancelled', message, {})),
  )
  try {
    return await runPlan(job, AbortSignal.any([signal, halted.signal]))
  } catch (error) {
    if (signal.aborted) {
      if (!isClosing(signal)) await tryPause(job, null)
      throw error
    }
    if (isFailure(halted.signal.reason)) return halted.signal.reason.message
    if (job.deps.retriesIndefinitely !== false && isAboutSignIn(error))
      // It goes on by itself once somebody has signed in.
      await plans.note(planId, error.message).catch(() => undefined)
    else await tryPause(job, isFailure(error) ? error.message : unforeseen)
    throw error
  } finally {
    ended.abort()
    await renewal
    // A disk that takes nothing now: the lease runs out by itself.
    await plans.releaseLease(planId, owner).catch(() => undefined)
  }
}

const isAboutSignIn = (error: unknown): error is Failure =>
  isFailure(error, 'notSignedIn') || isFailure(error, 'keychain')

/** What ended the work is told before a disk that refuses this. */
async function tryPause({ plans, live }: PlanJob, message: string | null): Promise<void> {
  await plans.pause(live.plan.planId, message).catch(() => undefined)
}

/** Renews the lease, and takes over what was changed meanwhile in another window or process. */
async function maintainLease(
  { deps, plans, owner, live }: PlanJob,
  ended: AbortSignal,
  halt: (message: string) => void,
): Promise<void> {
  const { planId } = live.plan
  for (;;) {
    const isOver = await deps.clock.sleep(renewEveryMs, ended).then(
      () => false,
      () => true,
    )
    if (isOver) return
    try {
      const plan = await plans.renewLease(planId, owner)
      if (plan?.state !== 'running') return halt(endedElsewhereMessage(plan ?? (await plans.find(planId))))
      live.plan = { ...live.plan, perHour: plan.perHour }
    } catch (error) {
      return halt(isFailure(error) ? error.message : unforeseen)
    }
  }
}

const unforeseen = 'Something went wrong inside the app. Try again.'
