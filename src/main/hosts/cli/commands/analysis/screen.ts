import type {
  ScreeningHit,
  ScreeningResult,
  ScreeningTask,
} from '../../../../../shared/domain/drugs/screening.ts'
import { toScreeningCall } from '../../../../../shared/domain/requests/paidCall.ts'
import { isFinal } from '../../../../../shared/domain/samples/sample.ts'
import { followJob, inApp, untilStopped, withApp } from '../../app.ts'
import { warnOfUnknownStates } from '../../lookups.ts'
import { counted, formatPairs, pick, properties, toMembers } from '../../output/output.ts'
import { confirmPaid, costRecord, refuseLarger } from '../../paidCalls.ts'
import type { CommandSpec, OpenedApp } from '../../program/command.ts'
import { CommandFailed, exitCodes, Interrupted, jobOf } from '../../program/exitCodes.ts'
import { isSet, oneOf } from '../../program/values.ts'

const endpoints = ['screening', 'virtual-screening'] as const

export const screenCreate: CommandSpec = {
  name: 'screen create',
  takes: '<SAMPLE>',
  group: 'Results',
  options: () => [
    { flags: '--endpoint <NAME>', choices: endpoints },
    '--wait',
    '--yes',
    '--max-requests <N>',
  ],
  examples: ['screen create S-1042 --wait', 'screen create S-1042 --endpoint virtual-screening'],
  async run(run) {
    const endpoint = oneOf(run.values, 'endpoint', endpoints)
    return withApp(run, async (app) => {
      const sampleId = run.operands[0] ?? ''
      const estimate = await app.call('screening.estimate', { sampleId })
      const waits = isSet(run.values, 'wait')
      const cost = toScreeningCall(estimate, waits)
      refuseLarger(run, [cost])
      if (!(await confirmPaid(run, `Start a screening for sample ${sampleId}`, cost))) {
        run.output.summary({ task_id: null, estimate: costRecord(cost) })
        run.output.print('Nothing was sent.')
        return exitCodes.done
      }
      const create = untilStopped(app.callAnyway, run.signal, { graceMs, message: withoutAnswer })
      const { taskId, jobId } = await create('screening.create', { sampleId, endpoint })
      return waitAndShow(app, taskId, waits ? jobId : null)
    })
  },
}

/** The time that a stopped run waits for a response, so that it ends within 3 s. */
const graceMs = 1500

const withoutAnswer =
  'Stopped before the service answered. If the request for the screening has left, "screen list" shows it as without an answer: look for it at the service before you start another one.'

/** Waits for the task and shows it, even if the wait was stopped or failed, since the task was paid for. */
async function waitAndShow(app: OpenedApp, taskId: string, jobId: string | null): Promise<number> {
  let ended: unknown = null
  try {
    if (jobId !== null && !app.run.signal.aborted) await followJob(app, async () => ({ jobId }))
  } catch (error) {
    ended = error
  }
  const result = await app.callAnyway('screening.show', { taskId })
  const code = showResult(app, result)
  const goesOn = `The screening goes on at the service. To wait for it: pathclock screen show ${taskId} --wait`
  if (app.run.signal.aborted && !isFinal(result.state))
    throw new Interrupted(jobOf(ended), `Stopped. ${goesOn}`)
  if (ended instanceof CommandFailed)
    throw new CommandFailed(`${ended.message}\n${goesOn}`, ended.exitCode, ended.job)
  if (ended !== null) throw ended
  return code
}

export const screenList: CommandSpec = {
  name: 'screen list',
  group: 'Results',
  examples: ['screen list', 'screen list --json'],
  run: inApp(async (app) => {
    const tasks = await app.call('screening.list', {})
    const unknown = await warnOfUnknownStates(app, 'screening')
    app.output.summary({ total: tasks.length, unknown_states: unknown })
    app.output.list('task', tasks, taskColumns)
    app.output.print(`${counted(tasks.length, 'screening')}.`)
  }),
}

export const screenShow: CommandSpec = {
  name: 'screen show',
  takes: '<ID>',
  group: 'Results',
  options: () => ['--wait'],
  examples: ['screen show T-77', 'screen show T-77 --wait --json'],
  run(run) {
    const waits = isSet(run.values, 'wait') && !run.globals.offline
    const show = async (app: OpenedApp): Promise<number> => {
      const taskId = run.operands[0] ?? ''
      const now = await app.call('screening.show', { taskId })
      const { jobId } = now
      if (isFinal(now.state) || jobId === null) {
        if (now.unanswered) run.output.warn(unanswered)
        else if (!isFinal(now.state)) run.output.warn(lastKnown)
        if (now.state === 'unknown') await warnOfUnknownStates(app, 'screening')
        return showResult(app, now)
      }
      return waitAndShow(app, taskId, jobId)
    }
    return withApp(run, show, { resumesWork: waits })
  },
}

const lastKnown = 'This state may be out of date; --wait refreshes it.'
const unanswered =
  'The response to this screening was lost, and it may have started. Look for it at the service before you start another one.'

const taskColumns = properties<ScreeningTask>({
  taskId: 'task',
  sampleId: 'sample',
  status: 'status',
  state: null,
  progress: null,
  createdAt: 'started',
  endpoint: null,
  service: null,
  synthetic: null,
  unanswered: null,
})

function showResult({ run: { output } }: OpenedApp, result: ScreeningResult): number {
  output.record({ type: 'task', ...toMembers(taskColumns, result) })
  output.summary({
    ...pick(result, 'taskId', 'state', 'fetchedAt'),
    hits: result.hits.length,
    ...(result.whyNoHits === undefined ? {} : { why_no_hits: result.whyNoHits }),
  })
  output.print(
    formatPairs([
      ['Task', result.taskId],
      ['Sample', result.sampleId],
      ['Status', result.status],
      ['Results from', result.fetchedAt],
      ['No results', result.whyNoHits],
      ['Data', result.synthetic ? 'synthetic' : null],
    ]),
  )
  if (result.hits.length > 0) output.print('')
  output.list('hit', result.hits, [
    { name: 'task_id', of: () => result.taskId },
    ...properties<ScreeningHit>({ rank: 'rank', drugId: 'drug', name: 'name', score: 'score', raw: null }),
  ])
  const isDone = result.state === 'succeeded' || (!isFinal(result.state) && !result.unanswered)
  return isDone ? exitCodes.done : exitCodes.someRowsFailed
}
