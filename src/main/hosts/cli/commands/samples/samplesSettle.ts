import type { Output as Result } from '../../../../../shared/contract/contract.ts'
import { type FailureCode, isFailure } from '../../../../../shared/contract/failures.ts'
import type { Job } from '../../../../../shared/contract/state.ts'
import type { SettleCheck } from '../../../../../shared/domain/samples/importing.ts'
import { mostSettlements, parseSettlements } from '../../../../../shared/domain/samples/settlementFile.ts'
import { type Message, toEnglish } from '../../../../../shared/words/message.ts'
import { followAndReport, inApp, withApp } from '../../app.ts'
import { counted } from '../../output/output.ts'
import type { CommandSpec, OpenedApp, Run } from '../../program/command.ts'
import { CommandFailed, exitCodes, UsageError } from '../../program/exitCodes.ts'
import { isSet, textOf } from '../../program/values.ts'

export const samplesSettle: CommandSpec = {
  name: 'samples settle',
  takes: '[BATCH] [ROW]',
  group: 'Samples',
  options: () => ['--as <ID>', '--not-placed', '--undo', '--file <FILE>', '--no-check', '--dry-run'],
  examples: [
    'samples settle 01JD6Z4Q3M 12 --as S-1042',
    'samples settle 01JD6Z4Q3M 12 --not-placed',
    'samples settle 01JD6Z4Q3M 12 --undo',
    'samples settle --file found.csv --dry-run',
  ],
  async run(run) {
    const { values, operands } = run
    const [batchId, line] = operands
    const check = !isSet(values, 'no-check')
    const sampleId = textOf(values, 'as')
    const isUndo = isSet(values, 'undo')
    const isNotPlaced = isSet(values, 'not-placed')
    const ways = [sampleId !== undefined, isNotPlaced, isUndo].filter(Boolean).length
    const path = textOf(values, 'file')
    if (path !== undefined) {
      if (line !== undefined || sampleId !== undefined || isNotPlaced)
        throw new UsageError('With --file, the table names the rows and what became of them.')
      return withApp(run, (app) =>
        settleFile(app, { path, batchId, check, undo: isUndo, dryRun: isSet(values, 'dry-run') }),
      )
    }
    if (batchId === undefined || line === undefined)
      throw new UsageError(
        `${batchId === undefined ? 'BATCH' : 'ROW'} is missing. Give BATCH and ROW, or --file FILE.`,
      )
    if (isSet(values, 'dry-run')) throw new UsageError('--dry-run goes with --file.')
    if (ways !== 1) throw new UsageError('Give either --as ID, --not-placed or --undo.')
    if (sampleId?.trim() === '') throw new UsageError('Name the sample: --as ID.')
    const row = parseLine(line)
    return withApp(run, async (app) => {
      const as =
        sampleId === undefined ? ({ kind: 'notPlaced' } as const) : ({ kind: 'placed', sampleId } as const)
      const { batch, serviceSays } = isUndo
        ? { ...(await app.call('batches.undoSettlement', { batchId, rows: [row] })), serviceSays: null }
        : await app.call('batches.settleUnknown', { batchId, rows: [row], as, check })
      const { rows } = await app.call('batches.rows', { batchId, row, page: 1, limit: 1 })
      const [settled] = rows
      const { clientReference = null, state = null } = settled ?? {}
      run.output.summary({
        batch: batchId,
        row,
        client_reference: clientReference,
        state,
        sample_id: settled?.sampleId ?? null,
        unknown: batch.unknown,
        queued: batch.queued,
        ...(isUndo ? {} : { service_says: serviceRecord(serviceSays) }),
      })
      const order = `Line ${row} of “${batch.fileName}”, “${clientReference}”,`
      if (state === 'created') run.output.print(`${order} is sample ${settled?.sampleId} of the register.`)
      else if (state === 'queued')
        run.output.print(`${order} waits. Send it with: pathclock samples resume ${batchId}`)
      else if (state === 'unknown') run.output.print(`${order} is of unknown outcome again.`)
      else run.output.print(`${order} is left to another import that orders the same sample.`)
      warnOf(run, serviceSays)
      return exitCodes.done
    })
  },
}

const serviceRecord = (says: SettleCheck | null) =>
  says && { client_reference: says.reference, status: says.status, created_at: says.createdAt }

/** Warns about what the check could not verify. */
function warnOf({ output }: Run, says: SettleCheck | null): void {
  if (says?.reference === null)
    output.warn(`The service does not name sample ${says.sampleId}, so only that it exists was checked.`)
  if (says?.isOlder)
    output.warn(
      `Sample ${says.sampleId} was created before this order was sent (${says.createdAt}). It may be that of an earlier order.`,
    )
}

type FileRequest = {
  path: string
  batchId: string | undefined
  check: boolean
  undo: boolean
  dryRun: boolean
}

/** Settles or undoes the rows of a table one by one, so that a stopped run can be repeated. */
async function settleFile(app: OpenedApp, { path, batchId, ...request }: FileRequest): Promise<number> {
  const { call, run } = app
  const { fileId } = await call('files.adopt', { path })
  const table = await call('files.preview', { fileId, rows: mostSettlements })
  const file = parseSettlements(table, batchId)
  if ('refused' in file) throw new CommandFailed(toEnglish(file.refused), exitCodes.wrongUsage)
  const problems: { line: number; row: number | null; message: Message }[] = file.problems.map(
    ({ line, message }) => ({ line, row: null, message }),
  )
  const counts = { placed: 0, notPlaced: 0, undone: 0, already: 0 }
  let stopped: unknown = null
  for (const { line, ...settlement } of file.settlements) {
    try {
      const { outcome, serviceSays } = await call('batches.settleListed', { ...settlement, ...request })
      counts[outcome] += 1
      warnOf(run, serviceSays)
    } catch (error) {
      if (!isFailure(error) || !rowFailures.has(error.code)) {
        stopped = error
        break
      }
      problems.push({ line, row: settlement.row, message: error.userMessage })
    }
  }
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0)
  run.output.summary({
    rows: file.settlements.length + file.undecided + file.problems.length,
    placed: counts.placed,
    not_placed: counts.notPlaced,
    undone: counts.undone,
    already: counts.already,
    undecided: file.undecided,
    failed: problems.length,
    not_reached: file.settlements.length + file.problems.length - done - problems.length,
    dry_run: request.dryRun,
    problems,
  })
  const verb = request.dryRun ? 'can be settled' : 'settled'
  run.output.print(
    `${counts.placed} placed and ${counts.notPlaced} not placed ${verb}, ${counts.undone} undone, ` +
      `${counts.already} settled before, ${file.undecided} without an outcome, ${problems.length} with a problem.`,
  )
  for (const { line, message } of problems) run.output.warn(`Line ${line}: ${toEnglish(message)}`)
  if (request.dryRun) run.output.print('Nothing was changed.')
  if (stopped !== null) throw stopped
  return problems.length > 0 ? exitCodes.someRowsFailed : exitCodes.done
}

/** Failures that affect one row. Any other failure stops the command. */
const rowFailures: ReadonlySet<FailureCode> = new Set<FailureCode>(['rejected', 'notFound', 'unreadable'])

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
  options: () => ['--keep-unknown'],
  examples: ['samples adopt ids.csv', 'samples adopt ids.csv --keep-unknown'],
  run: inApp(async (app) => {
    const { fileId } = await app.call('files.adopt', { path: app.run.operands[0] ?? '' })
    const keepUnknown = isSet(app.run.values, 'keep-unknown')
    const adoption = await app.call('samples.adopt', { from: { fileId }, keepUnknown })
    const { jobId } = adoption
    if (jobId === null) return report(app.run, adoption, null)
    return followAndReport(
      app,
      async () => ({ jobId }),
      (job) => report(app.run, adoption, job),
    )
  }),
}

/** Reports an adoption. `job` is the finished job, or null if no request was needed. */
function report(run: Run, adoption: Result<'samples.adopt'>, job: Job | null): number {
  const { requested, already, repeated, empty, broken } = adoption
  const adopted = job?.done ?? 0
  const unknown = (job?.failed ?? 0) - (job?.notRequested ?? 0)
  const notRequested = requested - adopted - unknown
  const isDone = job === null || job.state === 'done'
  run.output.summary({
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
