import { Failure } from '../../../../../shared/contract/failures.ts'
import { pagingWarning } from '../../../../../shared/domain/app/connectionReport.ts'
import {
  type OfflineSyncPlan,
  type OfflineSyncScope,
  onlyMissingDays,
} from '../../../../../shared/domain/drugs/offlineSync.ts'
import { message, toEnglish } from '../../../../../shared/words/message.ts'
import { followAndReport, withApp } from '../../app.ts'
import { findDrugList } from '../../lookups.ts'
import { counted } from '../../output/output.ts'
import type { CommandSpec, OpenedApp, Run } from '../../program/command.ts'
import { exitCodes, UsageError } from '../../program/exitCodes.ts'
import { isSet, oneOf, textOf, wholeOf } from '../../program/values.ts'

/** The completeness that counts as whole. A list that may lack drugs has at most 0.99; sums may miss 1 by rounding. */
const leastWhole = 0.995
const leastEnded = 0.99

const details = ['names', 'list', 'pathways', 'all'] as const

/** Follows another Pathclock process that syncs the same drugs, and takes over if it ends early. */
export const drugsSync: CommandSpec = {
  name: 'drugs sync',
  group: 'Drugs',
  options: () => [
    '--category <CLASS>',
    '--list <NAME>',
    '--cached',
    { flags: '--detail <DETAIL>', choices: details },
    '--per-hour <N>',
    { flags: '--refresh-days <N>', initial: `30; with --cached, ${onlyMissingDays}` },
  ],
  examples: [
    'drugs sync',
    'drugs sync --cached',
    'drugs sync --list Senolytics --detail pathways --per-hour 500',
  ],
  async run(run) {
    const { values } = run
    const cached = isSet(values, 'cached')
    if (['category', 'list', 'cached'].filter((name) => values[name] !== undefined).length > 1)
      throw new UsageError('Name only one of --category, --list and --cached.')
    const detail = oneOf(values, 'detail', details) ?? (cached ? 'pathways' : 'list')
    if (cached && (detail === 'names' || detail === 'list'))
      throw new UsageError('--cached goes with --detail pathways or --detail all: it fetches no lists.')
    const settings = {
      detail,
      perHour: wholeOf(values, 'per-hour', 1, 1_000_000) ?? 1000,
      refreshDays: wholeOf(values, 'refresh-days', 0, onlyMissingDays) ?? (cached ? onlyMissingDays : 30),
    }
    return withApp(run, async (app) => {
      await refuseOffline(app)
      return sync(app, { ...settings, scope: await chooseScope(app) })
    })
  },
}

async function refuseOffline({ call }: OpenedApp): Promise<void> {
  if (!(await call('app.status', {})).offlineSwitch) return
  throw new Failure('offline', message('cli.pathclockOfflineCannotFetch'), { reason: 'switch' })
}

async function chooseScope(app: OpenedApp): Promise<OfflineSyncScope> {
  const { values } = app.run
  if (isSet(values, 'cached')) return { kind: 'cached' }
  const category = textOf(values, 'category')
  if (category !== undefined) return { kind: 'category', category }
  const named = textOf(values, 'list')
  return named === undefined
    ? { kind: 'catalogue' }
    : { kind: 'list', listId: await findDrugList(app, named) }
}

type PlanSettings = Pick<OfflineSyncPlan, 'scope' | 'detail' | 'perHour' | 'refreshDays'>

async function sync(app: OpenedApp, settings: PlanSettings): Promise<number> {
  let planId = ''
  const unlisten = warnOfPauses(app, () => planId)
  try {
    return await followAndReport(
      app,
      async () => {
        const started = await app.call('offlineSync.start', settings)
        planId = started.planId
        return started
      },
      (job) => report(app, planId, job),
    )
  } finally {
    unlisten()
  }
}

/** Prints the reason of a pause on stderr, once for each reason. */
function warnOfPauses({ listen, callAnyway, run: { output } }: OpenedApp, planId: () => string): () => void {
  let lastReason: string | null = null
  const warnIfPaused = async () => {
    const plan = await planOf(callAnyway, planId())
    const message = plan?.jobId === null ? null : (plan?.message ?? null)
    // A change in the remaining minutes is not a new reason.
    const reason = message && toEnglish(message).replaceAll(/\d+/g, '')
    if (message !== null && reason !== lastReason) output.warn(message)
    lastReason = reason
  }
  return listen(({ name, payload }) => {
    // The plan is reported at the end in any case.
    if (name === 'offlineSync.changed' && payload.planId === planId()) warnIfPaused().catch(() => undefined)
  })
}

const planOf = async (call: OpenedApp['call'], planId: string): Promise<OfflineSyncPlan | undefined> =>
  (await call('offlineSync.list', {})).find((plan) => plan.planId === planId)

/** Prints the summary, also for a stopped run. Returns "done" only for a complete plan. */
async function report(
  { callAnyway, run: { output } }: { callAnyway: OpenedApp['call']; run: Run },
  planId: string,
  { failed }: { failed: number },
): Promise<number> {
  const plan = await planOf(callAnyway, planId)
  output.summary({
    cached: plan?.listed ?? 0,
    detailed: plan?.detailed ?? 0,
    failed,
    requests: plan?.requestsOfRun ?? 0,
    plan: planId,
    complete: plan?.complete ?? 0,
    total: plan?.total ?? null,
    uncounted: plan?.uncounted ?? false,
    without_id: plan?.withoutId ?? 0,
    repeated_ids: plan?.repeatedIds ?? 0,
    message: plan?.message ?? null,
    state: plan?.state ?? null,
    detail: plan?.detail ?? null,
  })
  if (plan?.uncounted)
    output.print(
      `${counted(plan.listed, 'drug')} available offline. The service does not say how many there are.`,
    )
  else if (plan)
    output.print(
      `${counted(plan.listed, 'drug')} available offline, ${Math.floor(plan.complete * 100)}% of the plan.`,
    )
  // A failure is reported separately.
  if (plan?.state === 'done' && plan.message) output.print(plan.message)
  const { profile } = await callAnyway('app.status', {})
  const checked = await callAnyway('connection.report', {})
  const warning = checked && pagingWarning(checked, profile?.dialect.paging)
  if (warning) output.warn(warning)
  // A list that ended without a total does not count as a failure.
  const least = plan?.uncounted && plan.message === null ? leastEnded : leastWhole
  const isWhole = plan?.state === 'done' && failed === 0 && plan.complete >= least
  return isWhole ? exitCodes.done : exitCodes.someRowsFailed
}
