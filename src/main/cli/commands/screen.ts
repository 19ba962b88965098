import { isFinal } from '../../../shared/domain/sample.ts'
import type { ScreeningResult, ScreeningTask } from '../../../shared/domain/screening.ts'
import { withApp } from '../app.ts'
import type { Command, OpenedApp } from '../command.ts'
import { exitCodes } from '../endings.ts'
import { followJob } from '../followJob.ts'
import { counted, formatPairs, formatTable } from '../text.ts'
import { isSet, oneOf } from '../values.ts'

const wait = { type: 'boolean', about: 'wait until the service has ended it' } as const

export const screenCreate: Command = {
  words: ['screen', 'create'],
  usage: 'SAMPLE [--endpoint screening|virtual-screening] [--wait]',
  about: 'start a virtual screening for a sample',
  operands: { least: 1, most: 1 },
  options: {
    endpoint: {
      type: 'string',
      value: 'NAME',
      about: 'screening or virtual-screening; default screening',
    },
    wait,
  },
  async run(run) {
    const endpoint = oneOf(run.values, 'endpoint', ['screening', 'virtual-screening'])
    return withApp(run, async (app) => {
      const sampleId = run.operands[0] ?? ''
      const { taskId, jobId } = await app.call('screening.create', {
        sampleId,
        ...(endpoint === undefined ? {} : { endpoint }),
      })
      if (isSet(run.values, 'wait') && jobId !== null) await followJob(app, async () => ({ jobId }))
      return showResult(app, await app.call('screening.show', { taskId }))
    })
  },
}

export const screenList: Command = {
  words: ['screen', 'list'],
  usage: '',
  about: 'every screening that was started from here',
  operands: { least: 0, most: 0 },
  options: {},
  run: (run) =>
    withApp(run, async ({ call }) => {
      const tasks = await call('screening.list', {})
      for (const task of tasks) run.output.record(taskLine(task))
      run.output.record({ type: 'summary', total: tasks.length })
      run.output.table(
        ['task', 'sample', 'status', 'started'],
        tasks.map((task) => [task.taskId, task.sampleId, task.status, task.createdAt]),
      )
      run.output.say(`${counted(tasks.length, 'screening')}.`)
      return exitCodes.done
    }),
}

export const screenShow: Command = {
  words: ['screen', 'show'],
  usage: 'ID [--wait]',
  about: 'the state of a screening, and the drugs it ranked',
  operands: { least: 1, most: 1 },
  options: { wait },
  run(run) {
    const waits = isSet(run.values, 'wait') && !run.globals.offline
    const show = async (app: OpenedApp): Promise<number> => {
      const taskId = run.operands[0] ?? ''
      const now = await app.call('screening.show', { taskId })
      const { jobId } = now
      if (isFinal(now.state) || jobId === null) {
        if (!isFinal(now.state)) run.output.warn('This is how it was last known; --wait asks the service.')
        return showResult(app, now)
      }
      await followJob(app, async () => ({ jobId }))
      return showResult(app, await app.call('screening.show', { taskId }))
    }
    return withApp(run, show, { resumesWork: waits })
  },
}

const taskLine = (task: ScreeningTask) => ({
  type: 'task',
  task_id: task.taskId,
  sample_id: task.sampleId,
  status: task.status,
  state: task.state,
  progress: task.progress,
  created_at: task.createdAt,
  endpoint: task.endpoint,
  service: task.service,
  synthetic: task.synthetic,
})

function showResult({ run: { output } }: OpenedApp, result: ScreeningResult): number {
  output.record(taskLine(result))
  for (const { rank, drugId, name, score, raw } of result.hits)
    output.record({ type: 'hit', task_id: result.taskId, rank, drug_id: drugId, name, score, raw })
  output.record({
    type: 'summary',
    task_id: result.taskId,
    state: result.state,
    hits: result.hits.length,
    fetched_at: result.fetchedAt,
    ...(result.whyNoHits === undefined ? {} : { why_no_hits: result.whyNoHits }),
  })
  output.say(
    formatPairs([
      ['Task', result.taskId],
      ['Sample', result.sampleId],
      ['Status', result.status],
      ['Results from', result.fetchedAt],
      ['No results', result.whyNoHits],
      ['Data', result.synthetic ? 'synthetic' : null],
    ]),
  )
  const rows = result.hits.map(({ rank, drugId, name, score }) => [rank, drugId, name, score])
  if (rows.length > 0) output.say(`\n${formatTable(['rank', 'drug', 'name', 'score'], rows)}`)
  return isFinal(result.state) && result.state !== 'succeeded' ? exitCodes.someRowsFailed : exitCodes.done
}
