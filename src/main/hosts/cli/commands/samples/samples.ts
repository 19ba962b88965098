import { extname, resolve } from 'node:path'
import type { Input } from '../../../../../shared/contract/contract.ts'
import { toFailure } from '../../../../../shared/contract/failures.ts'
import { type Sample, sampleStateSchema } from '../../../../../shared/domain/samples/sample.ts'
import { sampleColumns } from '../../../../../shared/tables/samples.ts'
import { toEnglish } from '../../../../../shared/words/message.ts'
import { followJob, inApp, withApp } from '../../app.ts'
import { studyFilter, type UnknownWords, warnOfUnknownStates } from '../../lookups.ts'
import { counted, type ListColumn, pick } from '../../output/output.ts'
import { refuseLarger } from '../../paidCalls.ts'
import type { CommandSpec, OpenedApp, Run } from '../../program/command.ts'
import { exitCodeOf, exitCodes, jobOf, UsageError } from '../../program/exitCodes.ts'
import { defined, isSet, oneOf, someOf, textOf } from '../../program/values.ts'
import {
  allPages,
  type BatchCounts,
  type BatchInDoubt,
  batchCounts,
  batchesInDoubt,
  sendBatch,
  sumCounts,
} from './batches.ts'

const orders = ['asc', 'desc'] as const
const sorts = ['created_at', 'client_reference', 'sample_id', 'status'] as const

export const samplesResume: CommandSpec = {
  name: 'samples resume',
  takes: '[BATCH]',
  group: 'Samples',
  options: () => ['--max-orders <N>', '--max-requests <N>'],
  examples: ['samples resume', 'samples resume 01JD6Z4Q3M'],
  run: inApp(async (app) => {
    const [params] = app.run.operands
    const batches = await app.call('batches.list', {})
    const batchIds =
      params === undefined
        ? batches.filter(({ resumable }) => resumable > 0).map(({ batchId }) => batchId)
        : [params]
    const action = 'resume' as const
    refuseLarger(
      app.run,
      await Promise.all(batchIds.map((batchId) => app.call('batches.estimate', { batchId, action }))),
    )
    const done: BatchCounts[] = []
    try {
      for (const batchId of batchIds) done.push(await resumeWhatWaits(app, batchId))
    } catch (error) {
      const batchId = jobOf(error)?.batchId
      if (batchId) {
        done.push(await batchCounts(app.callAnyway, batchId))
        reportResumed(app, done, await batchesInDoubt(app.callAnyway, params))
      }
      throw error
    }
    return reportResumed(app, done, await batchesInDoubt(app.call, params))
  }),
}

export const resumeBatch = (app: OpenedApp, batchId: string): Promise<BatchCounts> =>
  sendBatch(app, async () => ({ batchId, ...(await app.call('batches.resume', { batchId })) }))

/** Resumes a batch. If nothing can be sent, returns its counts, which is not an error. */
async function resumeWhatWaits(app: OpenedApp, batchId: string): Promise<BatchCounts> {
  const found = (await app.call('batches.list', {})).find((batch) => batch.batchId === batchId)
  return found?.resumable === 0 ? found : resumeBatch(app, batchId)
}

const shownInDoubt = 20

function printInDoubt({ output }: Run, inDoubt: readonly BatchInDoubt[]): void {
  for (const { batch, rows } of inDoubt) {
    const { batchId, fileName, unknown } = batch
    const lines = rows
      .slice(0, shownInDoubt)
      .map(
        ({ row, clientReference, sentAt }) =>
          `  line ${row}: “${clientReference}”${sentAt === null ? '' : `, sent ${sentAt}`}`,
      )
    if (rows.length > shownInDoubt) lines.push(`  … and ${counted(rows.length - shownInDoubt, 'more line')}`)
    output.warn(
      [
        `${counted(unknown, 'order')} of “${fileName}” (batch ${batchId}) ${unknown === 1 ? 'has' : 'have'} an unknown outcome:`,
        ...lines,
        'They may have been placed. Look for each at the service, then settle it: ' +
          `pathclock samples settle ${batchId} LINE --as ID (or --not-placed)`,
      ].join('\n'),
    )
  }
}

function reportResumed(
  { run }: OpenedApp,
  batches: readonly BatchCounts[],
  inDoubt: readonly BatchInDoubt[],
): number {
  const counts = sumCounts(batches)
  const { created, failed, unknown } = counts
  const ids = batches.map((batch) => batch.batchId)
  run.output.summary({
    ...counts,
    batch: ids[0] ?? null,
    batches: ids,
    in_doubt: inDoubt.map(({ batch, rows }) => ({
      batch: batch.batchId,
      file: batch.fileName,
      unknown: batch.unknown,
      rows: rows.map((row) => pick(row, 'row', 'clientReference', 'sentAt', 'message')),
    })),
  })
  if (batches.length > 0)
    run.output.print(
      `${counted(created, 'order')} placed in ${counted(ids.length, 'batch', 'batches')}, ` +
        `${failed} failed, ${unknown} of unknown outcome.`,
    )
  else run.output.print(inDoubt.length > 0 ? 'No order is waiting to be sent.' : 'All batches are complete.')
  printInDoubt(run, inDoubt)
  return failed + unknown > 0 || inDoubt.length > 0 ? exitCodes.someRowsFailed : exitCodes.done
}

export const samplesList: CommandSpec = {
  name: 'samples list',
  takes: '[TEXT]',
  group: 'Samples',
  options: () => [
    { flags: '--state <STATE,...>', choices: sampleStateSchema.options },
    '--study <NAME>',
    '--group <GROUP>',
    '--tag <TAG>',
    '--batch <BATCH>',
    '--without-result',
    { flags: '--sort <FIELD>', choices: sorts },
    { flags: '--order <ORDER>', choices: orders },
  ],
  examples: ['samples list --state queued,running', 'samples list HLS --study Pilot --json'],
  async run(run) {
    const params = readListParams(run)
    return withApp(run, async (app) => {
      const filter = { ...params.filter, ...(await studyFilter(app)) }
      showSamples(app, await allSamples(app.call, { ...params, filter }))
    })
  },
}

function readListParams({ values, operands: [text] }: Run): ListParams {
  const states = someOf(values, 'state', sampleStateSchema.options)
  return defined({
    text,
    sort: [
      { by: oneOf(values, 'sort', sorts) ?? 'created_at', order: oneOf(values, 'order', orders) ?? 'asc' },
    ],
    filter: defined({
      states: states.length > 0 ? states : undefined,
      group: textOf(values, 'group'),
      tag: textOf(values, 'tag'),
      batchId: textOf(values, 'batch'),
      hasResult: isSet(values, 'without-result') ? false : undefined,
    }),
  })
}

export const samplesStatus: CommandSpec = {
  name: 'samples status',
  takes: '[ID...]',
  group: 'Samples',
  examples: ['samples status', 'samples status S-1042 S-1043 --json'],
  run: inApp(async (app) => {
    const sampleIds = app.run.operands
    const unreachedCount = await refresh(app, sampleIds)
    const samples =
      sampleIds.length === 0
        ? await allSamples(app.call)
        : await Promise.all(sampleIds.map((sampleId) => app.call('samples.get', { sampleId })))
    const words = await warnOfUnknownStates(app, 'sample')
    showSamples(app, samples, words)
    const someFailed =
      unreachedCount > 0 ||
      (!app.run.globals.offline && samples.some(({ state }) => state === 'unknown')) ||
      samples.some(({ state }) => state === 'failed')
    return someFailed ? exitCodes.someRowsFailed : exitCodes.done
  }),
}

/** Requests the states from the service. Returns how many samples could not be requested. */
async function refresh(app: OpenedApp, sampleIds: string[]): Promise<number> {
  const { output, globals } = app.run
  if (globals.offline) {
    output.warn('Offline: these states may be out of date.')
    return 0
  }
  const { failed, message } = await followJob(app, () => app.call('samples.refresh', { sampleIds }))
  if (failed > 0 && message) output.warn(message)
  return failed
}

function showSamples({ run: { output } }: OpenedApp, samples: Sample[], unknown?: UnknownWords): void {
  output.list('sample', samples, listColumns)
  const byState = [...Map.groupBy(samples, ({ state }) => state)]
  output.summary({
    total: samples.length,
    by_state: Object.fromEntries(byState.map(([state, those]) => [state, those.length])),
    ...(unknown && { unknown_states: unknown }),
  })
  output.print(
    `${counted(samples.length, 'sample')}${samples.some(({ synthetic }) => synthetic) ? ', synthetic data' : ''}.`,
  )
}

const listColumns: ListColumn<Sample>[] = [
  { ...sampleColumns.id, heading: 'sample' },
  { ...sampleColumns.reference, heading: 'reference' },
  { ...sampleColumns.status, heading: 'status' },
  sampleColumns.state,
  { ...sampleColumns.createdAt, heading: 'ordered' },
  sampleColumns.checkedAt,
  { ...sampleColumns.analysedAt, heading: 'analyzed' },
  { name: 'batch', of: ({ batchId }) => batchId },
  sampleColumns.synthetic,
  { name: 'fields', of: ({ fields }) => fields },
  { name: 'adopted_at', of: ({ adoptedAt }) => adoptedAt ?? null },
  { name: 'group', of: ({ annotation, fields }) => annotation?.group ?? fields['group'] ?? null },
  { name: 'tags', of: ({ annotation }) => annotation?.tags ?? [] },
  { name: 'note', of: ({ annotation }) => annotation?.note ?? null },
  { name: 'annotation_fields', of: ({ annotation }) => annotation?.fields ?? {} },
]

export const samplesReport: CommandSpec = {
  name: 'samples report',
  takes: '<ID>',
  group: 'Samples',
  options: () => ['--out <FILE>'],
  examples: ['samples report S-1042 --out report.pdf', 'samples report S-1042 --out report.pdf --offline'],
  async run(run) {
    const out = textOf(run.values, 'out')
    if (!out) throw new UsageError('Say where to write: --out FILE.')
    return withApp(run, async (app) => {
      const path = resolve(out)
      const [sampleId = ''] = run.operands
      const { fileId } = app.saveAt(path)
      const saved = await app.call('samples.saveReport', { sampleId, fileId })
      const { file, contentType, extension, fetchedAt, stored } = saved
      run.output.summary({
        sample_id: sampleId,
        file: path,
        ...pick(saved, 'contentType', 'extension', 'fetchedAt'),
        bytes: file.sizeBytes,
        stored: stored !== null,
        ...(stored && { reason: stored.message }),
      })
      run.output.print(`${file.sizeBytes} bytes of ${contentType} in ${path}`)
      if (extname(path).toLowerCase() !== `.${extension}`)
        run.output.warn(`The report is ${contentType}: a name that ends in .${extension} suits it.`)
      if (stored === null) return exitCodes.done
      run.output.warn(
        `This is the report stored at ${fetchedAt}, not what the service gives now: ${toEnglish(stored.message)}`,
      )
      // With `--offline` the stored copy is what the user asked for. Otherwise it must not pass as the current one.
      return run.globals.offline ? exitCodes.done : exitCodeOf(toFailure(stored))
    })
  },
}

/** The selection and order of samples. */
type ListParams = Pick<Input<'samples.list'>, 'text' | 'filter' | 'sort'>

/** Returns all samples that match the parameters, oldest first. */
const allSamples = (call: OpenedApp['call'], params: ListParams = {}): Promise<Sample[]> =>
  allPages((page) => call('samples.list', { ...params, ...page }))
