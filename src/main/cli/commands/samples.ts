import { type Sample, type SampleState, sampleStateSchema } from '../../../shared/domain/sample.ts'
import { withApp } from '../app.ts'
import { askForWords, type UnknownWords } from '../askForWords.ts'
import { type BatchCounts, type BatchInDoubt, batchCounts, batchesInDoubt, sendBatch } from '../batches.ts'
import type { Command, OpenedApp, Run } from '../command.ts'
import { exitCodes, jobOf, UsageError } from '../endings.ts'
import { followJob } from '../followJob.ts'
import { type Asked, allSamples } from '../register.ts'
import { counted } from '../text.ts'
import { isSet, listOf, oneOf, textOf } from '../values.ts'

const sorts = ['created_at', 'client_reference', 'sample_id', 'status'] as const

export const samplesResume: Command = {
  words: ['samples', 'resume'],
  usage: '[BATCH]',
  about:
    'go on with a batch that was stopped; without a name, with all of them. Orders of unknown outcome are sent again only where the service is known to honour their keys; the rest is listed',
  operands: { least: 0, most: 1 },
  options: {},
  run: (run) =>
    withApp(run, async (app) => {
      const [asked] = run.operands
      const batches = await app.call('batches.list', {})
      const batchIds =
        asked === undefined
          ? batches.filter(({ resumable }) => resumable > 0).map(({ batchId }) => batchId)
          : [asked]
      const done: BatchCounts[] = []
      try {
        for (const batchId of batchIds) done.push(await resumeWhatWaits(app, batchId))
      } catch (error) {
        const batchId = jobOf(error)?.batchId
        if (batchId) {
          done.push(await batchCounts(app.callAnyway, batchId))
          reportResumed(app, done, await batchesInDoubt(app.callAnyway, asked))
        }
        throw error
      }
      return reportResumed(app, done, await batchesInDoubt(app.call, asked))
    }),
}

export const resumeBatch = (app: OpenedApp, batchId: string): Promise<BatchCounts> =>
  sendBatch(app, async () => ({ batchId, ...(await app.call('batches.resume', { batchId })) }))

/** A batch of which nothing can be sent is no mistake: its counts are the answer. */
async function resumeWhatWaits(app: OpenedApp, batchId: string): Promise<BatchCounts> {
  const found = (await app.call('batches.list', {})).find((batch) => batch.batchId === batchId)
  return found?.resumable === 0 ? found : resumeBatch(app, batchId)
}

const shownInDoubt = 20

function sayInDoubt({ output }: Run, inDoubt: readonly BatchInDoubt[]): void {
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
        `${counted(unknown, 'order')} of “${fileName}” (batch ${batchId}) ${unknown === 1 ? 'is' : 'are'} of unknown outcome:`,
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
  const sum = (count: (batch: BatchCounts) => number): number =>
    batches.reduce((total, batch) => total + count(batch), 0)
  const created = sum((batch) => batch.created)
  const failed = sum((batch) => batch.failed)
  const unknown = sum((batch) => batch.unknown)
  const queued = sum((batch) => batch.queued)
  const ids = batches.map((batch) => batch.batchId)
  run.output.record({
    type: 'summary',
    created,
    failed,
    unknown,
    queued,
    batch: ids[0] ?? null,
    batches: ids,
    in_doubt: inDoubt.map(({ batch, rows }) => ({
      batch: batch.batchId,
      file: batch.fileName,
      unknown: batch.unknown,
      rows: rows.map(({ row, clientReference, sentAt, message }) => ({
        row,
        client_reference: clientReference,
        sent_at: sentAt,
        message,
      })),
    })),
  })
  if (batches.length > 0)
    run.output.say(
      `${counted(created, 'order')} placed in ${counted(ids.length, 'batch', 'batches')}, ` +
        `${failed} failed, ${unknown} of unknown outcome.`,
    )
  else
    run.output.say(
      inDoubt.length > 0 ? 'No order waits to be sent.' : 'Every batch has been sent to its end.',
    )
  sayInDoubt(run, inDoubt)
  return failed + unknown > 0 || inDoubt.length > 0 ? exitCodes.someRowsFailed : exitCodes.done
}

export const samplesList: Command = {
  words: ['samples', 'list'],
  usage:
    '[TEXT] [--state S,…] [--group G] [--tag T] [--batch BATCH] [--without-result] [--sort F] [--order asc|desc]',
  about: 'the register: every sample that was ordered from here or taken in',
  operands: { least: 0, most: 1 },
  options: {
    state: {
      type: 'string',
      value: 'S,…',
      multiple: true,
      about: 'queued, running, succeeded, failed, cancelled, unknown',
    },
    group: { type: 'string', value: 'G', about: 'samples of this group' },
    tag: { type: 'string', value: 'T', about: 'samples with this tag' },
    batch: { type: 'string', value: 'BATCH', about: 'samples of this import' },
    'without-result': { type: 'boolean', about: 'samples without a pathway analysis' },
    sort: { type: 'string', value: 'F', about: sorts.join(', ') },
    order: { type: 'string', value: 'asc|desc', about: 'direction' },
  },
  async run(run) {
    const asked = listAsked(run)
    return withApp(run, async (app) => {
      showSamples(app, await allSamples(app.call, asked))
      return exitCodes.done
    })
  },
}

function listAsked({ values, operands: [text] }: Run): Asked {
  const [group, tag, batchId] = [textOf(values, 'group'), textOf(values, 'tag'), textOf(values, 'batch')]
  const states = listOf(values, 'state').map(stateOf)
  const sort = oneOf(values, 'sort', sorts)
  const order = oneOf(values, 'order', ['asc', 'desc'])
  return {
    ...(text === undefined ? {} : { text }),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
    filter: {
      ...(states.length === 0 ? {} : { states }),
      ...(group === undefined ? {} : { group }),
      ...(tag === undefined ? {} : { tag }),
      ...(batchId === undefined ? {} : { batchId }),
      ...(isSet(values, 'without-result') ? { hasResult: false } : {}),
    },
  }
}

function stateOf(word: string): SampleState {
  const found = sampleStateSchema.options.find((state) => state === word)
  if (found) return found
  throw new UsageError(`--state must be of ${sampleStateSchema.options.join(', ')}, not "${word}".`)
}

export const samplesStatus: Command = {
  words: ['samples', 'status'],
  usage: '[ID…]',
  about: "ask the service for the samples' states until they are final",
  operands: { least: 0, most: 100_000 },
  options: {},
  run: (run) =>
    withApp(run, async (app) => {
      const sampleIds = run.operands
      const notAsked = await refresh(app, sampleIds)
      const samples =
        sampleIds.length === 0
          ? await allSamples(app.call)
          : await Promise.all(sampleIds.map((sampleId) => app.call('samples.get', { sampleId })))
      const words = await askForWords(app, 'sample')
      showSamples(app, samples, words)
      const someFailed =
        notAsked > 0 ||
        (!run.globals.offline && samples.some(({ state }) => state === 'unknown')) ||
        samples.some(({ state }) => state === 'failed')
      return someFailed ? exitCodes.someRowsFailed : exitCodes.done
    }),
}

/** Asks the service for the states; gives how many samples could not be asked for. */
async function refresh(app: OpenedApp, sampleIds: string[]): Promise<number> {
  const { output, globals } = app.run
  if (globals.offline) {
    output.warn('Offline: these are the states as they were last known.')
    return 0
  }
  const { failed, message } = await followJob(app, () => app.call('samples.refresh', { sampleIds }))
  if (failed > 0 && message) output.warn(message)
  return failed
}

function showSamples({ run: { output } }: OpenedApp, samples: Sample[], unknown?: UnknownWords): void {
  for (const sample of samples)
    output.record({
      type: 'sample',
      sample_id: sample.sampleId,
      client_reference: sample.clientReference,
      status: sample.status,
      state: sample.state,
      created_at: sample.createdAt,
      checked_at: sample.checkedAt,
      analysed_at: sample.analysedAt,
      batch: sample.batchId,
      synthetic: sample.synthetic,
      fields: sample.fields,
      adopted_at: sample.adoptedAt ?? null,
      group: sample.annotation?.group ?? sample.fields['group'] ?? null,
      tags: sample.annotation?.tags ?? [],
      note: sample.annotation?.note ?? null,
      annotation_fields: sample.annotation?.fields ?? {},
    })
  const byState = Object.fromEntries(
    Object.entries(Object.groupBy(samples, ({ state }) => state)).map(([state, those]) => [
      state,
      those.length,
    ]),
  )
  output.record({
    type: 'summary',
    total: samples.length,
    by_state: byState,
    ...(unknown && { unknown_states: unknown }),
  })
  output.table(
    ['sample', 'reference', 'status', 'ordered', 'analysed'],
    samples.map((sample) => [
      sample.sampleId,
      sample.clientReference,
      sample.status,
      sample.createdAt,
      sample.analysedAt,
    ]),
  )
  output.say(
    `${counted(samples.length, 'sample')}${samples.some(({ synthetic }) => synthetic) ? ', synthetic data' : ''}.`,
  )
}
