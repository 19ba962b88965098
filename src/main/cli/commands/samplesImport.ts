import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import type { Input, Output as Result } from '../../../shared/contract/contract.ts'
import type {
  Batch,
  ImportCheck,
  ImportDraft,
  Mapping,
  ReadAs,
  ReadOptions,
} from '../../../shared/domain/importing.ts'
import { withApp } from '../app.ts'
import { type BatchCounts, batchCounts, failedRows, sendBatch, unfinishedBatches } from '../batches.ts'
import type { Command, OpenedApp, Run } from '../command.ts'
import { exitCodes, Interrupted, jobOf, UsageError } from '../endings.ts'
import { applyMapping, parseMapEntry, parseMappingFile } from '../mapping.ts'
import { counted, formatDuration, formatPairs, formatTable } from '../text.ts'
import { isSet, oneOf, parseDelimiter, textOf, textsOf, wholeOf } from '../values.ts'

const shownProblems = 20

export const samplesImport: Command = {
  words: ['samples', 'import'],
  usage:
    "FILE [--mapping FILE] [--map 'Column=field']… [--delimiter C] [--encoding E] [--decimal ,|.] [--sheet NAME] [--header-line N] [--dry-run] [--yes] [--failed-rows FILE]",
  about: 'check a table of samples and place an order for each row',
  operands: { least: 1, most: 1 },
  options: {
    mapping: {
      type: 'string',
      value: 'FILE',
      about: 'JSON object: column -> field, or null to leave it out',
    },
    map: { type: 'string', value: "'Column=field'", multiple: true, about: 'one column; may be repeated' },
    delimiter: { type: 'string', value: 'C', about: 'comma, semicolon, tab or pipe; detected otherwise' },
    encoding: { type: 'string', value: 'E', about: 'such as utf-8 or windows-1252; detected otherwise' },
    decimal: { type: 'string', value: ',|.', about: 'decimal sign; detected otherwise' },
    sheet: { type: 'string', value: 'NAME', about: 'sheet of a workbook; its first visible one otherwise' },
    'header-line': { type: 'string', value: 'N', about: 'line or row of the header; detected otherwise' },
    'dry-run': { type: 'boolean', about: 'check only, send nothing' },
    yes: { type: 'boolean', about: 'send without asking' },
    'failed-rows': {
      type: 'string',
      value: 'FILE',
      about: 'write the rows that were not sent to a CSV file',
    },
  },
  async run(run) {
    const { values, streams } = run
    const dryRun = isSet(values, 'dry-run')
    const asks = !dryRun && !isSet(values, 'yes')
    if (asks && !streams.stdin.isTTY)
      throw new UsageError(
        'There is no terminal to ask at: give --yes to send, or --dry-run to check and send nothing.',
      )
    const options = readOptions(run)
    const changes = await mappingChanges(run)
    return withApp(run, async (app) => {
      const { draft, check } = await readAndCheck(app, options, changes)
      showCheck(run, draft, check)
      const sent = await send(app, draft, check, { dryRun, asks })
      const waiting = sent === null && check.requests === 0 ? await waitingOrders(app, draft) : null
      const code = await report(app, check, sent ?? waiting)
      await saveFailedRows(app, draft)
      return code
    })
  },
}

function readOptions({ values }: Run): ReadOptions {
  const delimiter = textOf(values, 'delimiter')
  const encoding = textOf(values, 'encoding')
  const decimal = oneOf(values, 'decimal', [',', '.'])
  const sheet = textOf(values, 'sheet')
  const headerLine = wholeOf(values, 'header-line', 1, 1_048_576)
  return {
    ...(delimiter === undefined ? {} : { delimiter: parseDelimiter(delimiter) }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(headerLine === undefined ? {} : { headerLine }),
  }
}

async function mappingChanges({ values }: Run): Promise<Mapping> {
  const file = textOf(values, 'mapping')
  const fromFile = file === undefined ? {} : parseMappingFile(await readText(file))
  return { ...fromFile, ...Object.fromEntries(textsOf(values, 'map').map(parseMapEntry)) }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`The file "${file}" cannot be read.`, { cause: error })
  }
}

async function readAndCheck(app: OpenedApp, options: Input<'imports.read'>['options'], changes: Mapping) {
  const path = app.run.operands[0] ?? ''
  const { fileId } = await app.call('files.adopt', { path })
  const draft = await app.call('imports.read', { fileId, options })
  const mapping = applyMapping(draft, changes)
  const checked = await app.call('imports.check', { draftId: draft.draftId, mapping })
  return { draft, check: withHeader(draft, checked) }
}

/** The check is of the rows; what was guessed of the file, or done to its header, comes before. */
function withHeader({ problems, readAs }: ImportDraft, check: ImportCheck): ImportCheck {
  const ofHeader = problems.filter(({ row }) => row <= readAs.headerLine)
  return {
    ...check,
    problemCount: check.problemCount + ofHeader.length,
    problems: [...ofHeader, ...check.problems],
  }
}

function showCheck({ output }: Run, draft: ImportDraft, check: ImportCheck): void {
  const { readAs } = draft
  output.say(
    formatPairs([
      ['File', draft.fileName],
      ['Read as', describeReading(readAs)],
      ['Rows', check.rows],
      ['Can be sent', check.requests],
      ['With errors', check.invalid],
      ['Already ordered or repeated', check.duplicates],
    ]),
  )
  if (check.problems.length === 0) return
  const rows = check.problems
    .slice(0, shownProblems)
    .map(({ row, column, value, message, severity }) => [row, column, value, severity, message])
  output.say(`\n${formatTable(['line', 'column', 'value', 'kind', 'problem'], rows)}`)
  const more = check.problemCount - rows.length
  if (more > 0) output.say(`… and ${counted(more, 'more problem')}.`)
}

const describeReading = (readAs: ReadAs): string =>
  readAs.format === 'xlsx'
    ? `sheet "${readAs.sheet}", decimal "${readAs.decimal}", header in row ${readAs.headerLine}`
    : `${readAs.encoding}, cells between ${JSON.stringify(readAs.delimiter)}, decimal "${readAs.decimal}", header on line ${readAs.headerLine}`

type Choice = { dryRun: boolean; asks: boolean }

/** The batch's counts; null when nothing was to be sent, or the answer was no. */
async function send(
  app: OpenedApp,
  draft: ImportDraft,
  check: ImportCheck,
  { dryRun, asks }: Choice,
): Promise<BatchCounts | null> {
  if (dryRun || check.requests === 0) return null
  const question =
    `Place ${counted(check.requests, 'order')} with the service ` +
    `(about ${formatDuration(check.estimateS)})? [y/N] `
  if (asks && !(await isYes(app.run, question))) return null
  let sent: Result<'imports.send'> | undefined
  try {
    return await sendBatch(app, async () => {
      sent = await app.call('imports.send', { draftId: draft.draftId })
      return sent
    })
  } catch (error) {
    if (jobOf(error) && sent) await report(app, check, await batchCounts(app.callAnyway, sent.batchId))
    throw error
  }
}

/**
 * The batch of this file that another run left unfinished, which holds it for 15 s after it was killed; null when there
 * is none. Without a word of it the same command, run again, would look as if all had been ordered.
 */
async function waitingOrders({ call, run }: OpenedApp, { fileName }: ImportDraft): Promise<Batch | null> {
  const waiting = (await unfinishedBatches(call)).find((batch) => batch.fileName === fileName)
  if (!waiting) return null
  const { batchId, queued } = waiting
  run.output.warn(
    `${counted(queued, 'order')} of this file wait in the batch of another run, which is at work or was ended. ` +
      `Go on, at the latest in 15 s, with: pathclock samples resume ${batchId}`,
  )
  return waiting
}

async function isYes({ streams, signal }: Run, question: string): Promise<boolean> {
  const terminal = createInterface({ input: streams.stdin, output: streams.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question, { signal })).trim())
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    throw error
  } finally {
    terminal.close()
  }
}

async function saveFailedRows(app: OpenedApp, { draftId }: ImportDraft): Promise<void> {
  const path = textOf(app.run.values, 'failed-rows')
  if (path === undefined) return
  const { fileId } = await app.saveAt(path)
  const { rows } = await app.call('imports.saveFailedRows', { draftId, fileId })
  app.run.output.say(`${counted(rows, 'row')} that could not be sent: ${path}`)
}

/** The summary. Rows that failed at the service stand among the problems, after those of the check. */
async function report(app: OpenedApp, check: ImportCheck, batch: BatchCounts | null): Promise<number> {
  const { output } = app.run
  const counts = batch ?? { batchId: null, created: 0, failed: 0, unknown: 0, queued: 0 }
  const problems = [
    ...check.problems.map(({ row, column, value, rule, message, severity }) => ({
      row,
      column,
      value,
      rule,
      message,
      severity,
    })),
    ...(batch ? await failedRows(app.callAnyway, batch.batchId) : []),
  ]
  const { rows, valid, invalid, duplicates } = check
  const { created, failed, unknown } = counts
  output.record({
    type: 'summary',
    rows,
    valid,
    invalid,
    created,
    failed,
    unknown,
    duplicates,
    batch: counts.batchId,
    queued: counts.queued,
    problem_count: check.problemCount,
    problems,
  })
  if (batch)
    output.say(`${counted(created, 'order')} placed, ${failed} failed, ${unknown} of unknown outcome.`)
  return invalid + failed + unknown + counts.queued > 0 ? exitCodes.someRowsFailed : exitCodes.done
}
