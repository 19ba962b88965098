import { withAnalyses } from '../../../../../shared/domain/requests/paidCall.ts'
import type {
  ColumnAnswer,
  DryRun,
  ImportCheck,
  ImportDraft,
  Mapping,
  Problem,
  ReadAs,
  ReadingChoice,
  ReadingNote,
  ReadOptions,
  RowKind,
} from '../../../../../shared/domain/samples/importing.ts'
import {
  type ImportPlan,
  storedNames,
  unusedColumns,
} from '../../../../../shared/domain/samples/importPlan.ts'
import { toEnglish } from '../../../../../shared/words/message.ts'
import { counted, formatPairs, pick, shellQuoted } from '../../output/output.ts'
import { costRecord, describeCost, describeResults } from '../../paidCalls.ts'
import type { OpenedApp, Run } from '../../program/command.ts'
import { exitCodes } from '../../program/exitCodes.ts'
import { type BatchCounts, failedRows, sumCounts } from './batches.ts'

/** Returns the command-line options that answer a question about columns. */
export const columnAnswerFlags = ({ values = {}, unreadAges }: ColumnAnswer['transform']): string =>
  [
    ...Object.entries(values).flatMap(([column, map]) =>
      Object.entries(map).map(([code, value]) => `--value ${shellQuoted(`${column}:${code}=${value}`)}`),
    ),
    ...(unreadAges === undefined ? [] : ['--ages-as-notes']),
  ].join(' ')
/** A question about the file, which the user answers with one of its choices before anything is sent. */
export type Question = ReadingNote & { choices: ReadingChoice[] }

export const openQuestions = (notes: readonly ReadingNote[]): Question[] =>
  notes.flatMap((note) => (note.choices === undefined ? [] : [{ ...note, choices: note.choices }]))

export const rowKinds = {
  comments: 'comments',
  types: 'types',
  'repeated-headers': 'repeatedHeaders',
  totals: 'totals',
  excluded: 'excluded',
  controls: 'controls',
  'below-table': 'belowFooter',
} as const satisfies Record<string, RowKind>
export const rowKindNames = Object.keys(rowKinds) as (keyof typeof rowKinds)[]

const rowKindName = (kind: RowKind): string => rowKindNames.find((name) => rowKinds[name] === kind) ?? kind

/** Returns the command-line options for these read options. */
export function answerFlags({ keepRows = [], ...options }: ReadOptions): string {
  const texts = [
    ...(options.samplesBy ?? []).map((column) => `--sample-column ${shellQuoted(column)}`),
    ...(options.fillDown ?? []).map((column) => `--fill-down ${shellQuoted(column)}`),
    options.fillDown?.length === 0 && '--keep-blanks',
    options.hiddenRows && `--hidden-rows ${options.hiddenRows}`,
    options.struckRows && `--struck-rows ${options.struckRows}`,
    options.headings && `--headings ${options.headings}`,
    options.omitRows && '--omit-rows',
    keepRows.length > 0 && `--keep-rows ${keepRows.map(rowKindName).join(',')}`,
    options.plate && `--plate ${options.plate}`,
    options.headerLine !== undefined && `--header-line ${options.headerLine}`,
    options.allSheets && '--all-sheets',
    options.sheet !== undefined && `--sheet ${shellQuoted(options.sheet)}`,
  ]
  return texts.filter((text) => typeof text === 'string').join(' ')
}

const shownProblems = 20
const shownDuplicates = 5

/** Prints the findings of the check. `template` is the saved mapping in use. */
export function showCheck(
  { output }: Run,
  { draft, plan }: Reading,
  check: ImportCheck,
  template: string | null,
): void {
  output.print(
    formatPairs([
      ['File', draft.fileName],
      ['Read as', describeReading(draft.readAs)],
      ['Saved mapping', template],
      ['Rows', check.rows],
      ['Can be sent', check.orders],
      ['Why nothing', check.blocker],
      ['With errors', check.invalid],
      ['Not ordered again', check.duplicates],
      ...columnPairs(draft.columns, plan),
    ]),
  )
  showNotes({ output }, check.notes)
  if (check.problems.length === 0) return
  const rows = check.problems
    .slice(0, shownProblems)
    .map(({ row, column, value, message, severity }) => [row, column, value, severity, message])
  output.print('')
  output.table(['line', 'column', 'value', 'kind', 'finding'], rows)
  const more = check.problemCount - rows.length
  if (more > 0) output.print(`… and ${counted(more, 'more finding')}.`)
}

/** A parsed file with the current plan. */
export type Reading = { draft: ImportDraft; plan: ImportPlan }

/** Returns the columns that are not sent, for the printed check. */
export function columnPairs(columns: readonly string[], plan: ImportPlan): [string, string | null][] {
  const stored = [...storedNames(plan)].map(([column, name]) =>
    column === name ? column : `${column} as ${name}`,
  )
  const left = unusedColumns(columns, plan)
  return [
    ['Kept here, not sent', stored.join(', ') || null],
    ['Left out', left.join(', ') || null],
  ]
}

/** Returns the same for JSON. `stored_as` has the names that differ from their columns. */
export function columnRecord(columns: readonly string[], plan: ImportPlan) {
  const names = [...storedNames(plan)]
  return {
    stored_columns: names.map(([column]) => column),
    stored_as: Object.fromEntries(names.filter(([column, name]) => column !== name)),
    left_out_columns: unusedColumns(columns, plan),
  }
}

type AnyReading = { readAs: ReadAs; columns: readonly string[]; problems: readonly Problem[] }

/** Describes for JSON how a file was read. `confident` is false if a guess needs the user's attention. */
export function readingRecord(
  { readAs, columns, problems }: AnyReading,
  mapping: Mapping,
  notes: readonly ReadingNote[],
) {
  const isCsv = readAs.format === 'csv'
  return {
    read_as: {
      format: readAs.format,
      delimiter: isCsv ? readAs.delimiter : null,
      encoding: isCsv ? readAs.encoding : null,
      sheet: isCsv ? null : readAs.sheet,
      confident: !problems.some(({ rule }) => rule === 'encoding-guessed'),
      header_line: readAs.noHeader ? null : readAs.headerLine,
      end_line: readAs.endLine ?? null,
      decimal: readAs.decimal,
      plain_quotes: isCsv && readAs.plainQuotes === true,
    },
    columns,
    mapping: Object.fromEntries(columns.map((column) => [column, mapping[column] ?? null])),
    notes: notes.map((note) => pick(note, 'column', 'rule', 'count', 'rows', 'severity', 'message')),
    questions: notes.flatMap(({ rule, message, choices = [], answers = [] }) => {
      const options = [
        ...choices.map((one) => ({ label: one.label, option: answerFlags(one.options) })),
        ...answers.map(({ label, transform }) => ({ label, option: columnAnswerFlags(transform) })),
      ]
      return options.length === 0 ? [] : [{ rule, message, choices: options }]
    }),
  }
}

/** Prints the notes about reading. Warnings go to stderr. */
export function showNotes({ output }: Pick<Run, 'output'>, notes: readonly ReadingNote[]): void {
  for (const { column, message, severity } of notes) {
    const text = `${column === null ? '' : `${column}: `}${toEnglish(message)}`
    if (severity === 'warning') output.warn(text)
    else output.print(`Note: ${text}`)
  }
}

export function describeReading(readAs: ReadAs): string {
  const what = readAs.noHeader ? 'no header, first sample' : 'header'
  return readAs.format === 'xlsx'
    ? `sheet "${readAs.sheet}", decimal "${readAs.decimal}", ${what} in row ${readAs.headerLine}`
    : `${readAs.encoding}, cells between ${JSON.stringify(readAs.delimiter)}, decimal "${readAs.decimal}", ${what} on line ${readAs.headerLine}`
}

/** Prints what would be sent. */
export function showDryRun({ output }: Run, dry: DryRun): void {
  output.print(
    `\n${formatPairs([
      ['Would be sent', `${counted(dry.orders, 'order')} in ${describeCost(dry.cost)}`],
      ['Results', dry.orders > 0 ? describeResults(dry.cost) : null],
      ['Why nothing', dry.blocker],
      ['To', `POST ${dry.service}${dry.path}`],
      ...dry.examples.map(({ row, body }) => [`Line ${row}`, JSON.stringify(body)] as const),
    ])}`,
  )
  const known = dry.duplicates.slice(0, shownDuplicates)
  for (const duplicate of known) output.print(describeDuplicate(duplicate))
  const more = dry.duplicateCount - known.length
  if (more > 0)
    output.print(`… and ${counted(more, 'more row')} with an order that was or may have been placed.`)
  output.print('Nothing was sent.')
}

function describeDuplicate({ row, clientReference, state, sampleId, batchId }: DryRun['duplicates'][number]) {
  const where = batchId === null ? '' : ` in batch ${batchId}`
  const what = {
    ordered: `was ordered before as sample ${sampleId}${where}`,
    underWay: `is being ordered${where}`,
    inDoubt: `may have been ordered${where}: the response to its order was lost`,
  }
  return `Line ${row}: "${clientReference}" ${what[state]}.`
}

const dryRunRecord = (dry: DryRun) => ({
  hindrance: dry.blocker,
  ...costRecord(dry.cost),
  with_results: costRecord(withAnalyses(dry.cost)),
  service: dry.service,
  path: dry.path,
  examples: dry.examples,
  duplicate_count: dry.duplicateCount,
  duplicates: dry.duplicates.map((one) => ({
    ...pick(one, 'row', 'clientReference', 'state', 'sampleId'),
    batch: one.batchId,
  })),
})

/** Returns a problem of a file for JSON. */
export const problemRecord = (problem: Problem) =>
  pick(problem, 'row', 'column', 'value', 'rule', 'message', 'severity')

async function studySentence({ callAnyway }: OpenedApp, studyId: string | undefined): Promise<string> {
  const study = (await callAnyway('studies.names', {})).find((one) => one.studyId === studyId)
  return study ? ` The samples are in the study “${study.name}”.` : ''
}

/** Counts the rows whose order an earlier batch may have placed. */
export const ordersInDoubt = ({ rules }: ImportCheck): number =>
  rules.find(({ rule }) => rule === 'order-in-doubt')?.count ?? 0

/** Reports the summary and returns its exit code. Rows that failed at the service follow the problems of the check. */
export async function report(
  app: OpenedApp,
  check: ImportCheck,
  batch: (BatchCounts & { studyId?: string }) | null,
  { reading, dry = null }: { reading: Reading; dry?: DryRun | null },
): Promise<number> {
  const { output } = app.run
  const counts = sumCounts(batch ? [batch] : [])
  const problems = [
    ...check.problems.map(problemRecord),
    ...(batch ? await failedRows(app.callAnyway, batch.batchId) : []),
  ]
  const { invalid, blocker } = check
  const { created, failed, unknown } = counts
  output.summary({
    ...pick(check, 'rows', 'valid', 'invalid', 'duplicates', 'problemCount'),
    ...counts,
    hindrance: blocker,
    batch: batch?.batchId ?? null,
    study: batch?.studyId ?? null,
    problems,
    ...readingRecord(reading.draft, reading.plan.mapping, check.notes),
    ...columnRecord(reading.draft.columns, reading.plan),
    ...(dry ? { dry_run: dryRunRecord(dry) } : {}),
  })
  if (batch)
    output.print(
      `${counted(created, 'order')} placed, ${failed} failed, ${unknown} of unknown outcome.${await studySentence(app, batch.studyId)}`,
    )
  if (openQuestions(check.notes).length > 0 || blocker !== null) return exitCodes.wrongUsage
  const unsent = invalid + failed + unknown + counts.queued + ordersInDoubt(check)
  return unsent > 0 ? exitCodes.someRowsFailed : exitCodes.done
}
