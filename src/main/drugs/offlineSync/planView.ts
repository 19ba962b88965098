import { type OfflineSyncPlan, syncSeconds } from '../../../shared/domain/drugs/offlineSync.ts'
import type { RequestLimit } from '../../../shared/domain/requests/requestTime.ts'
import type { Plan, PlanSettings } from './plans.ts'
import type { RunningPlan } from './runningPlan.ts'
import type { Pass } from './store/listPass.ts'
import type { Counts } from './store/offlineSyncStore.ts'

const drugsOfPage = 100
/** The maximum for a plan whose list may lack drugs or is not proven complete. */
const maxDoubtfulCompleteness = 0.99

/** Returns the number of drugs in the plan; null while the service has not reported it. */
export function itemsToDo({ members }: Counts, pass: Pass | null): number | null {
  if (!pass) return null
  if (pass.listEnded && pass.doubt === null) return members
  if (pass.total !== null && (pass.listEnded || pass.total > pass.seen)) return Math.max(members, pass.total)
  return pass.listEnded ? members + pass.withoutId : null
}

/** Returns the requests that one drug takes: its share of a list page, and requests of its own. */
function costs({ scope, detail }: PlanSettings): { listed: number; detailed: number } {
  const detailed = detail === 'all' ? 2 : detail === 'pathways' ? 1 : 0
  if (scope.kind === 'cached') return { listed: 0, detailed }
  if (scope.kind !== 'list') return { listed: 1 / drugsOfPage, detailed }
  return { listed: detail === 'all' ? 0 : 1, detailed }
}

/** Returns 0 to 1: the requests done as a share of those needed. */
export function completeness(settings: PlanSettings, counts: Counts, total: number | null): number {
  if (total === null) return 0
  if (total === 0) return 1
  const { listed, detailed } = costs(settings)
  if (listed + detailed === 0) return 1
  const done = listed * counts.listed + detailed * counts.detailed
  return Math.min(1, done / (total * (listed + detailed)))
}

/** Returns the seconds at the slowest of the rate of this run, the limit per hour, and that of the service. */
export function secondsLeft(
  settings: PlanSettings,
  counts: Counts,
  total: number,
  speed: { requests: number; activeMs: number; sentLastHour: number },
  limit: RequestLimit | null = null,
): number {
  const { listed, detailed } = costs(settings)
  const requests = Math.ceil(
    listed * Math.max(0, total - counts.listed) + detailed * Math.max(0, total - counts.detailed),
  )
  const { perHour } = settings
  const { sentLastHour } = speed
  const measured = speed.requests > 0 ? speed.activeMs / speed.requests / 1000 : undefined
  return Math.ceil(syncSeconds(requests, { perHour, sentLastHour }, limit, measured))
}

/** The progress of a plan. `live` is null if this process does not work on it. */
type PlanProgress = {
  live: RunningPlan | null
  counts: Counts
  pass: Pass | null
  title: string | null
  sentLastHour: number
  limit: RequestLimit | null
}

/** Returns a plan as a page shows it. */
export function toPlanView(
  { owner: _owner, isLeased, ...plan }: Plan,
  { live, counts, pass, title, sentLastHour, limit }: PlanProgress,
): OfflineSyncPlan {
  const total = itemsToDo(counts, pass)
  const uncounted = pass?.listEnded === true && !pass.isProven
  const pauseReason = live?.pauseReason ?? null
  const isActive = plan.state === 'running' && (live !== null || isLeased) && pauseReason?.kind !== 'switch'
  const isRunning = isActive && live !== null && (pauseReason === null || pauseReason.kind === 'hour')
  const maxComplete = pass?.doubt || uncounted ? maxDoubtfulCompleteness : 1
  const speed = live && { requests: live.requests, activeMs: live.activeMs(), sentLastHour }
  return {
    ...plan,
    title,
    state: plan.state === 'running' && !isActive ? 'paused' : plan.state,
    message: pauseReason?.message ?? plan.message,
    jobId: live?.jobId ?? null,
    listed: counts.listed,
    detailed: counts.detailed,
    total: uncounted && pass.total === null ? null : total,
    uncounted,
    withoutId: pass?.withoutId ?? 0,
    repeatedIds: pass?.repeatedIds ?? 0,
    complete: Math.min(completeness(plan, counts, total), maxComplete),
    requestsLastHour: sentLastHour,
    ...(live ? { requestsOfRun: live.requests } : {}),
    etaS: isRunning && speed && total !== null ? secondsLeft(plan, counts, total, speed, limit) : null,
    oldestFetchedAt: counts.oldestFetchedAt,
  }
}
