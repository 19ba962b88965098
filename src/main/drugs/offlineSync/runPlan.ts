import { type Failure, isFailure, notFound } from '../../../shared/contract/failures.ts'
import { joinMessages, joinNotices, type Message, message, toEnglish } from '../../../shared/words/message.ts'
import { isClosing, type JobProgress } from '../../concurrency/jobs.ts'
import { holdLease } from '../../concurrency/lease.ts'
import { fetchDrugs, fetchList, type Run } from './fetchDrugs.ts'
import { isoBefore, type Plan, type Plans, type Requirements, toRequirements } from './plans.ts'
import { itemsToDo } from './planView.ts'
import { createRetrier } from './retrier.ts'
import { countAll, type OfflineSyncDeps, type RunningPlan, toCallOptions } from './runningPlan.ts'
import type { Pass } from './store/listPass.ts'

type PlanJob = {
  deps: OfflineSyncDeps
  plans: Plans
  owner: string
  live: RunningPlan
  progress: JobProgress
  signal: AbortSignal
}

/** Works on a leased plan until all is cached; returns a message. Throws errors that waiting does not fix. */
async function runPlan(
  { deps, plans, owner, live, progress }: PlanJob,
  signal: AbortSignal,
): Promise<Message> {
  for (;;) {
    const { planId } = live.plan
    const plan = await plans.require(planId)
    live.plan = plan
    const ended = new AbortController()
    const run = createRun(deps, live, progress, AbortSignal.any([signal, ended.signal]), (error) =>
      ended.abort(error),
    )
    const isRead = (await readAll(run)) && (await deps.syncStore.endPass(planId))
    signal.throwIfAborted()
    // The settings may have changed during the run, or the file may have been lost and created again.
    if (isRead && (await plans.finish(plan, owner, doneMessage(live)))) return summary(live)
    const now = await plans.require(planId)
    if (now.state !== 'running' || now.owner !== owner) return endedElsewhereMessage(now)
  }
}

function createRun(
  deps: OfflineSyncDeps,
  live: RunningPlan,
  progress: JobProgress,
  signal: AbortSignal,
  stop: (error: unknown) => void,
): Run {
  const options = toCallOptions(deps, live, signal)
  const retrier = createRetrier({
    clock: deps.clock,
    signal,
    perHour: () => live.plan.perHour,
    retriesIndefinitely: deps.retriesIndefinitely,
    probe: () => deps.remote.searchDrugs({ page: 1, limit: 1 }, options),
    onPause: (reason) => live.setPauseReason(reason),
  })
  return { deps, live, plan: live.plan, retrier, progress, options, signal, stop }
}

/** Returns false if the stored progress of the plan is gone. */
async function readAll(run: Run): Promise<boolean> {
  const { deps, live, plan } = run
  const { syncStore } = deps
  live.failed = 0
  live.note = null
  let pass = await openPass(deps, plan)
  if (plan.scope.kind === 'list') {
    const list = await deps.findDrugList(plan.scope.listId)
    if (!list) throw notFound(message('catalogue.drugListPlanNo'), message('shared.list'))
    await syncStore.setMembers(plan.planId, list.drugIds)
    pass = { ...pass, listEnded: true }
  }
  if (plan.scope.kind === 'cached') {
    await syncStore.setMembers(plan.planId, 'cached')
    pass = { ...pass, listEnded: true }
  }
  live.pass = pass
  const requirements = await showCounts(run, plan)
  if (!(await fetchList(run, pass))) return false
  await fetchDrugs(run, requirements)
  return true
}

/** Shows what is cached by now of what the plan needs. */
async function showCounts(
  { deps, live, progress }: Pick<Run, 'deps' | 'live' | 'progress'>,
  plan: Plan,
): Promise<Requirements> {
  const nowIso = new Date(deps.clock.now()).toISOString()
  const requirements = toRequirements(plan, live.pass?.beganAt ?? plan.createdAt, nowIso)
  live.counts = await countAll(deps.syncStore, plan.planId, requirements)
  progress.total(itemsToDo(live.counts, live.pass))
  // Drugs that others have cached count as done, but not for the rate of this run.
  const done = requirements.pathways ? live.counts.detailed : live.counts.listed
  progress.addDoneBefore(done - live.done)
  live.done = done
  live.notifyChanged()
  return requirements
}

/** Continues the unfinished reading of an earlier run unless its pages are old by now. */
async function openPass({ syncStore, clock }: OfflineSyncDeps, plan: Plan): Promise<Pass> {
  const atIso = new Date(clock.now()).toISOString()
  const namesOnly = plan.detail === 'names'
  const former = await syncStore.pass(plan.planId)
  // At least a day, so that a reading can finish even if responses become old sooner.
  const isOld = former !== null && isOutdated(former.beganAt, atIso, Math.max(1, plan.refreshDays))
  if (former && !former.over && !isOld && (namesOnly || !former.namesOnly)) return former
  return syncStore.begin(plan.planId, { atIso, listsAfter: isoBefore(atIso, plan.refreshDays), namesOnly })
}

/** True for times that are too old, and for times after now, which a clock set ahead produced. */
export const isOutdated = (iso: string, nowIso: string, days: number): boolean =>
  iso > nowIso || iso <= isoBefore(nowIso, days)

/** Returns the reason why the work ended here without an action in this process. */
function endedElsewhereMessage(plan: Plan | null): Message {
  if (!plan) return message('catalogue.planRemovedCachedDrugs')
  if (plan.state === 'paused') return message('catalogue.paused')
  if (plan.state === 'done') return message('catalogue.anotherPathclockMadeDrugs')
  return message('catalogue.anotherPathclockTookOver')
}

const doneMessage = ({ failed, note }: RunningPlan): Message | null =>
  joinNotices(failed > 0 ? message('catalogue.drugsCouldNotFetched', { count: failed }) : null, note)

const summary = (live: RunningPlan): Message =>
  joinMessages([message('catalogue.drugsAvailableOffline', { count: live.counts.listed }), doneMessage(live)])

const pollIntervalMs = 2000

/** Does the work of a plan's job under its lease. Follows another process that has it, and takes over if that ends. */
export async function runPlanJob(job: PlanJob): Promise<Message> {
  const { live } = job
  try {
    return (await acquireOrFollow(job)) ?? (await runLeased(job))
  } finally {
    live.flush()
  }
}

/** Returns null once the lease is acquired, or a message about how the plan ended elsewhere. */
async function acquireOrFollow(job: PlanJob): Promise<Message | null> {
  const { deps, plans, owner, live, signal } = job
  const { planId } = live.plan
  for (;;) {
    const plan = await plans.find(planId)
    if (plan?.state !== 'running') return endedElsewhereMessage(plan)
    if (await plans.acquireLease(planId, owner)) {
      live.setPauseReason(null)
      return null
    }
    live.setPauseReason({ kind: 'elsewhere', message: message('catalogue.anotherPathclockWorkingPlan') })
    live.pass = await deps.syncStore.pass(planId)
    await showCounts(job, plan)
    await deps.clock.sleep(pollIntervalMs, signal)
  }
}

async function runLeased(job: PlanJob): Promise<Message> {
  const { deps, plans, owner, live, signal } = job
  const { planId } = live.plan
  const lease = {
    clock: deps.clock,
    /** Adopts changes made in another window or process. */
    async renew() {
      const plan = await plans.renewLease(planId, owner)
      if (plan?.state !== 'running')
        throw new EndedElsewhere(endedElsewhereMessage(plan ?? (await plans.find(planId))))
      live.plan = { ...live.plan, perHour: plan.perHour }
    },
    release: () => plans.releaseLease(planId, owner),
  }
  return holdLease(lease, signal, async (leaseSignal) => {
    try {
      return await runPlan(job, leaseSignal)
    } catch (thrown) {
      const error: unknown = leaseSignal.aborted ? leaseSignal.reason : thrown
      if (error instanceof EndedElsewhere) return error.userMessage
      await recordEnd(job, error)
      throw error
    }
  })
}

/** Another process has paused, finished, removed or taken over the plan. */
class EndedElsewhere extends Error {
  override readonly name = 'EndedElsewhere'
  readonly userMessage: Message
  constructor(userMessage: Message) {
    super(toEnglish(userMessage))
    this.userMessage = userMessage
  }
}

/** Stores the state of a plan after an error. Ignores a failure to store it, which must not hide the error. */
async function recordEnd({ deps, plans, live, signal }: PlanJob, error: unknown): Promise<void> {
  const { planId } = live.plan
  if (signal.aborted && isClosing(signal)) return
  const recorded =
    deps.retriesIndefinitely && !signal.aborted && isAboutSignIn(error)
      ? // The plan resumes automatically after the next sign-in.
        plans.note(planId, error.userMessage)
      : plans.pause(planId, signal.aborted ? null : isFailure(error) ? error.userMessage : unforeseen)
  await recorded.catch(() => undefined)
}

const isAboutSignIn = (error: unknown): error is Failure =>
  isFailure(error, 'notSignedIn') || isFailure(error, 'keychain')

const unforeseen = message('app.somethingWentWrongPathclock')
