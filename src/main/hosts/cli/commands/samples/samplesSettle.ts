import type { Output as Result } from '../../../../../shared/contract/contract.ts'
import type { Job } from '../../../../../shared/contract/state.ts'
import { toEnglish } from '../../../../../shared/messages/message.ts'
import { followJob, withApp } from '../../app.ts'
import { counted } from '../../output/output.ts'
import { type CommandSpec, option, type Run } from '../../program/command.ts'
import { exitCodes, jobOf, UsageError } from '../../program/exitCodes.ts'
import { isSet, textOf } from '../../program/values.ts'

export const samplesSettle: CommandSpec = {
  name: 'samples settle',
  takes: '<BATCH> <ROW>',
  group: 'Samples',
  summary: 'Settle an order of unknown outcome',
  details: 'Take BATCH and ROW from the list of "samples resume". Give either --as or --not-placed.',
  options: () => [
    option('--as <ID>', 'The order was placed and has this sample ID'),
    option('--not-placed', 'The order was not placed; "samples resume" sends it again'),
  ],
  examples: ['samples settle 01JD6Z4Q3M 12 --as S-1042', 'samples settle 01JD6Z4Q3M 12 --not-placed'],
  async run(run) {
    const [batchId = '', line = ''] = run.operands
    const sampleId = textOf(run.values, 'as')
    if ((sampleId === undefined) !== isSet(run.values, 'not-placed'))
      throw new UsageError('Give either --as ID or --not-placed.')
    if (sampleId?.trim() === '') throw new UsageError('Name the sample: --as ID.')
    const row = parseLine(line)
    return withApp(run, async (app) => {
      const as =
        sampleId === undefined ? ({ kind: 'notPlaced' } as const) : ({ kind: 'placed', sampleId } as const)
      const { batch } = await app.call('batches.settleUnknown', { batchId, rows: [row], as })
      const { rows } = await app.call('batches.rows', { batchId, row, page: 1, limit: 1 })
      const [settled] = rows
      const { clientReference = null, state = null } = settled ?? {}
      run.output.record({
        type: 'summary',
        batch: batchId,
        row,
        client_reference: clientReference,
        state,
        sample_id: settled?.sampleId ?? null,
        unknown: batch.unknown,
        queued: batch.queued,
      })
      const order = `Line ${row} of “${batch.fileName}”, “${clientReference}”,`
      if (state === 'created') run.output.print(`${order} is sample ${settled?.sampleId} of the register.`)
      else if (state === 'queued')
        run.output.print(`${order} waits. Send it with: pathclock samples resume ${batchId}`)
      else run.output.print(`${order} is left to another import that orders the same sample.`)
      return exitCodes.done
    })
  },
}

function parseLine(text: string): number {
  const row = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (row >= 1 && row <= Number.MAX_SAFE_INTEGER) return row
  throw new UsageError(
    `ROW must be a line of the file as samples resume lists it, such as 12, not "${text}".`,
  )
}

export const samplesAdopt: CommandSpec = {
  name: 'samples adopt',
  takes: '<FILE>',
  group: 'Samples',
  summary: 'Add orders that were placed elsewhere to the register',
  details: `FILE is a table with a column of sample IDs. Samples from "export samples" come back with their groups, tags
and notes. Fetch their results again with "analyze".`,
  options: () => [option('--keep-unknown', 'Also add IDs that the service does not know')],
  examples: ['samples adopt ids.csv', 'samples adopt ids.csv --keep-unknown'],
  run: (run) =>
    withApp(run, async (app) => {
      const { fileId } = await app.call('files.adopt', { path: run.operands[0] ?? '' })
      const keepUnknown = isSet(run.values, 'keep-unknown')
      const adoption = await app.call('samples.adopt', { from: { fileId }, keepUnknown })
      try {
        const { jobId } = adoption
        const job = jobId === null ? null : await followJob(app, async () => ({ jobId }))
        return report(run, adoption, job)
      } catch (error) {
        const job = jobOf(error)
        if (job) report(run, adoption, job)
        throw error
      }
    }),
}

/** `job`: as it ended; null where nothing had to be requested. */
function report(run: Run, adoption: Result<'samples.adopt'>, job: Job | null): number {
  const { requested, already, repeated, empty, broken } = adoption
  const adopted = job?.done ?? 0
  const unknown = (job?.failed ?? 0) - (job?.notRequested ?? 0)
  const notRequested = requested - adopted - unknown
  const isDone = job === null || job.state === 'done'
  run.output.record({
    type: 'summary',
    requested,
    adopted,
    failed: unknown + notRequested,
    unknown_to_service: unknown,
    not_requested: notRequested,
    settled: job?.settled ?? 0,
    already: already.length,
    repeated: repeated.length,
    without_id: empty,
    broken: broken.length,
    message: job?.message ?? null,
  })
  if (isDone) run.output.print(job?.message ?? 'There was nothing to add.')
  if (already.length > 0) run.output.print(`${counted(already.length, 'sample')} already in the register.`)
  if (repeated.length > 0) run.output.print(`${counted(repeated.length, 'id')} named twice in the file.`)
  if (empty > 0) run.output.warn(`${counted(empty, 'row')} of the file without an id.`)
  for (const { row, message } of broken) run.output.warn(`Line ${row} was not added. ${toEnglish(message)}`)
  return unknown + notRequested > 0 || empty > 0 || broken.length > 0
    ? exitCodes.someRowsFailed
    : exitCodes.done
}
