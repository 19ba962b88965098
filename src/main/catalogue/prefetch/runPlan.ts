import { Failure } from '../../../shared/contract/failures.ts'
import type { JobProgress } from '../../jobs/jobs.ts'
import { countAll } from './countAll.ts'
import { fetchDrugs, requirementsNow } from './fetchDrugs.ts'
import { fetchList, type Run } from './fetchList.ts'
import type { Pass } from './listPass.ts'
import { type LivePlan, reportDoneBefore, toCallOptions } from './livePlan.ts'
import type { OfflineSyncDeps } from './offlineSyncDeps.ts'
import type { Plan, Plans } from './plans.ts'
import { itemsToDo } from './planView.ts'
import { toRequirements } from './requirements.ts'
import { createRetrier } from './retrier.ts'

/** What a plan's job works with. */
export type PlanJob = {
  deps: OfflineSyncDeps
  plans: Plans
  owner: string
  live: LivePlan
  progress: JobProgress
  signal: AbortSignal
}

const dayMs = 24 * 60 * 60_000

/**
 * Works on a plan whose lease is held until all that is wished of it is here, and gives the sentence that says how it
 * went. Throws what stands in the way and does not pass by waiting.
 */
export async function runPlan(
  { deps, plans, owner, live, progress }: PlanJob,
  signal: AbortSignal,
): Promise<string> {
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
    // Something else may have been wished while this was under way, or the file was lost and begun anew.
    if (isRead && (await plans.finish(plan, owner, doneMessage(live)))) return summary(live)
    const now = await plans.require(planId)
    if (now.state !== 'running' || now.owner !== owner) return endedElsewhereMessage(now)
  }
}

function createRun(
  deps: OfflineSyncDeps,
  live: LivePlan,
  progress: JobProgress,
  signal: AbortSignal,
  stop: (error: unknown) => void,
): Run {
  const options = toCallOptions(deps, live, signal)
  const retrier = createRetrier({
    clock: deps.clock,
    signal,
    perHour: () => live.plan.perHour,
    retriesIndefinitely: deps.retriesIndefinitely ?? true,
    probe: () => deps.remote.searchDrugs({ page: 1, limit: 1 }, options),
    onPause: (reason) => live.setPauseReason(reason),
  })
  return { deps, live, plan: live.plan, retrier, progress, options, stop }
}

/** False where what was noted of it is gone by now. */
async function readAll(run: Run): Promise<boolean> {
  const { deps, live, plan, progress } = run
  const { syncStore } = deps
  live.failed = 0
  live.note = null
  let pass = await openPass(deps, plan)
  if (plan.scope.kind === 'set') {
    const list = await deps.findDrugList(plan.scope.setId)
    if (!list)
      throw new Failure('notFound', 'The list of this plan is gone. Remove the plan.', { what: 'list' })
    await syncStore.setMembers(plan.planId, list.drugIds)
    pass = { ...pass, listEnded: true }
  }
  const nowIso = new Date(deps.clock.now()).toISOString()
  const requirements = toRequirements(
    plan.scope,
    plan.detail,
    isoBefore(pass.beganAt, plan.refreshDays),
    nowIso,
  )
  live.pass = pass
  live.counts = await countAll(syncStore, plan.planId, requirements)
  progress.total(itemsToDo(live.counts, pass))
  reportDoneBefore(live, requirements, progress)
  live.notifyChanged()
  if (!(await fetchList(run, pass))) return false
  if (live.pass.round > 1) {
    // What a later reading did not find is no member any more.
    live.counts = await countAll(syncStore, plan.planId, requirementsNow(run, requirements))
    progress.total(itemsToDo(live.counts, live.pass))
    reportDoneBefore(live, requirements, progress)
  }
  await fetchDrugs(run, requirements)
  return true
}

/** The reading that an earlier run left unfinished goes on, unless what it has got is old by now. */
async function openPass({ syncStore, clock }: OfflineSyncDeps, plan: Plan): Promise<Pass> {
  const atIso = new Date(clock.now()).toISOString()
  const namesOnly = plan.detail === 'names'
  const former = await syncStore.pass(plan.planId)
  // Never younger than a day, so that a reading can end however soon its answers are old.
  const isOld = former !== null && isOutdated(former.beganAt, atIso, Math.max(1, plan.refreshDays))
  if (former && !former.over && !isOld && (namesOnly || !former.namesOnly)) return former
  return syncStore.begin(plan.planId, { atIso, listsAfter: isoBefore(atIso, plan.refreshDays), namesOnly })
}

/** Also what is from later than now: the clock was ahead then. */
export const isOutdated = (iso: string, nowIso: string, days: number): boolean =>
  iso > nowIso || iso <= isoBefore(nowIso, days)

export const isoBefore = (iso: string, days: number): string =>
  new Date(Date.parse(iso) - days * dayMs).toISOString()

/** Why the work on a plan ends here though nobody ended it here. */
export function endedElsewhereMessage(plan: Plan | null): string {
  if (!plan) return 'This plan was removed. The drugs that were kept stay.'
  if (plan.state === 'paused') return 'This was paused.'
  if (plan.state === 'done') return 'Another Pathclock has made these drugs available offline.'
  return 'Another Pathclock has taken over and goes on with this.'
}

const doneMessage = ({ failed, note }: LivePlan): string | null =>
  [failed > 0 ? `${drugs(failed)} could not be had and are asked for again by the next run.` : null, note]
    .filter((part) => part !== null)
    .join(' ') || null

const summary = (live: LivePlan): string =>
  [`${drugs(live.counts.listed)} available offline.`, doneMessage(live)].filter(Boolean).join(' ')

const drugs = (count: number): string => `${count} ${count === 1 ? 'drug' : 'drugs'}`
