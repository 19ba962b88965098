import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import type { DrugChoice, ExportSettings, TableChoice } from '../../../shared/domain/studies/exporting.ts'
import type { TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import { describeColumns, textColumn, toCells } from '../../../shared/tables/column.ts'
import { message, shortList, toEnglish } from '../../../shared/words/message.ts'
import type { Clock } from '../../ports.ts'
import { answersTable } from './answersTable.ts'
import { clockTable } from './clockTable.ts'
import { compareTable, modelTable } from './compareTable.ts'
import { drugsTable } from './drugsTable.ts'
import { historyTable } from './historyTable.ts'
import { matchTable } from './matchTable.ts'
import { resultsLong } from './resultsLong.ts'
import { resultsWide } from './resultsWide.ts'
import { samplesTable } from './samplesTable.ts'
import { screeningTable } from './screeningTable.ts'
import type { Table } from './table.ts'
import { type Contents, describeSamples, type ProvenanceLine, type Sources } from './tableContents.ts'

/** `rows`: null if counting takes long. `close` releases the data of the pages, for a consumer that stops early. */
export type OpenTable = Table & Pick<Contents, 'rows' | 'synthetic'> & { close(): Promise<void> }

/** Opens a table. Throws `notFound` for an unknown sample, batch, list or screening. */
export type TableOf = (choice: TableChoice) => Promise<OpenTable>

/** Creates all tables of local data. They send no requests to the service. */
export function createTables({
  sources,
  version,
  clock,
}: {
  sources: Sources
  version: string
  clock: Clock
}): TableOf {
  const toTable = (choice: TableChoice, contents: Contents, close: () => Promise<void>): OpenTable => {
    const { columns, rows, synthetic } = contents
    const provenance = [
      { name: 'application', value: `Pathclock ${version}` },
      { name: 'made_at', value: new Date(clock.now()).toISOString() },
      ...selectionLines(choice),
      ...contents.provenance,
      { name: 'synthetic', value: synthetic ? 'yes' : notSynthetic(choice) },
      { name: 'use', value: 'research use only' },
    ]
    const pages = closeAfter(contents.pages, close)
    return { name: names[choice.kind], columns, pages, provenance, rows, synthetic, close }
  }
  return async (choice) => {
    const { sources: snapshotSources, close } = await atSnapshot(sources, choice)
    try {
      return toTable(choice, await contentsOf(snapshotSources, choice), close)
    } catch (error) {
      await close()
      throw error
    }
  }
}

async function* closeAfter(pages: Table['pages'], close: () => Promise<void>) {
  try {
    yield* pages
  } finally {
    await close()
  }
}

/** Drugs are not read in advance, so their marks are in the rows. */
const notSynthetic = ({ kind }: TableChoice): string => (kind === 'drugs' ? 'said in each row' : 'no')

const names: Record<TableChoice['kind'], string> = {
  resultsLong: 'results',
  resultsWide: 'results-wide',
  samples: 'samples',
  clock: 'clock',
  drugs: 'drugs',
  compare: 'comparison',
  model: 'model',
  match: 'matching-drugs',
  screening: 'screening',
  history: 'history',
  answers: 'answers',
}

function contentsOf(sources: Sources, choice: TableChoice): Promise<Contents> {
  switch (choice.kind) {
    case 'resultsLong':
      return resultsLong(sources, choice)
    case 'resultsWide':
      return resultsWide(sources, choice)
    case 'samples':
      return samplesTable(sources, choice)
    case 'clock':
      return clockTable(sources, choice)
    case 'drugs':
      return drugsTable(sources, choice)
    case 'compare':
      return compareTable(sources, choice)
    case 'model':
      return modelTable(sources, choice)
    case 'match':
      return matchTable(sources, choice)
    case 'screening':
      return screeningTable(sources, choice)
    case 'history':
      return historyTable(sources, choice)
    case 'answers':
      return answersTable(sources, choice)
  }
}

function selectionLines(choice: TableChoice): ProvenanceLine[] {
  switch (choice.kind) {
    case 'resultsLong':
    case 'resultsWide':
    case 'samples':
    case 'clock':
    case 'answers':
      return [{ name: 'samples', value: describeSamples(choice.of) }]
    case 'drugs':
      return [{ name: 'drugs', value: describeDrugs(choice.of) }]
    case 'screening':
      return [{ name: 'screening', value: choice.taskId ?? 'all' }]
    case 'history':
      return [{ name: 'batch', value: choice.batchId ?? 'all' }]
    case 'compare':
    case 'model':
    case 'match':
      return []
  }
}

function describeDrugs(of: DrugChoice): string {
  if ('listId' in of) return `those of the list ${of.listId}`
  if ('drugIds' in of) return `${of.drugIds.length} drugs, named by their ids`
  const { text, ...others } = of.search
  const conditions = Object.entries({ ...(text === '' ? {} : { text }), ...others })
  if (conditions.length === 0) return 'all cached drugs'
  return `cached drugs with ${conditions.map(([name, value]) => `${name}: ${value}`).join(', ')}`
}

/** Returns the table with these columns, all by default. Synthetic data keeps its mark. Throws `rejected`. */
export function withColumns(
  table: OpenTable,
  { columns: chosen, table: { kind } }: Pick<ExportSettings, 'columns' | 'table'>,
): OpenTable {
  if (chosen === undefined) return table
  // Drugs are not read in advance.
  const isMarked = table.synthetic || kind === 'drugs'
  const required = table.columns.filter(({ name }) => isMarked && name === 'synthetic')
  const names = [...new Set([...chosen, ...required.map(({ name }) => name)])]
  const indexes = names.map((name) => table.columns.findIndex((column) => column.name === name))
  const unknown = names.filter((_, index) => indexes[index] === -1)
  if (unknown.length > 0) throw noColumn(unknown, table.columns)
  async function* pages() {
    for await (const page of table.pages) yield page.map((row) => indexes.map((index) => row[index] ?? null))
  }
  return { ...table, columns: indexes.flatMap((index) => table.columns[index] ?? []), pages: pages() }
}

const maxShownColumns = 50

function noColumn(unknown: readonly string[], columns: readonly TableColumn[]): Failure<'rejected'> {
  const names = shortList(
    columns.map(({ name }) => name),
    maxShownColumns,
  )
  return rejected(
    message('export.tableNoColumn', { unknown: unknown.join('”, “'), names }),
    unknown.map((name) => ({ field: 'columns', message: message('export.noColumn', { name }) })),
  )
}

/** Returns the data dictionary of a table as a table with one row per column. */
export function dictionaryOf({ name, columns, provenance, synthetic, close }: OpenTable): OpenTable {
  return {
    name: `${name}-columns`,
    columns: describeColumns(dictionaryFields),
    pages: onePage(columns),
    provenance,
    rows: columns.length,
    synthetic,
    close,
  }
}

async function* onePage(columns: readonly TableColumn[]) {
  yield columns.map((column) => toCells(dictionaryFields, column))
}

const dictionaryFields = [
  textColumn('column', message('export.nameColumn'), (column: TableColumn) => column.name),
  textColumn('type', message('export.textNumberIntegerBoolean'), (column: TableColumn) => column.type),
  textColumn('unit', message('export.unitNumbersEmptyNone'), (column: TableColumn) => column.unit),
  textColumn('about', message('export.whatColumnHolds'), (column: TableColumn) => toEnglish(column.about)),
]

/** Tables that are read in many steps, whose provenance is read before their rows. */
const chunkedTables: readonly TableChoice['kind'][] = [
  'resultsLong',
  'samples',
  'screening',
  'history',
  'answers',
]

/** Returns the sources, at one moment if rows and provenance must agree. `close` may be called repeatedly. */
async function atSnapshot(
  sources: Sources,
  choice: TableChoice,
): Promise<{ sources: Sources; close(): Promise<void> }> {
  if (!chunkedTables.includes(choice.kind)) return { sources, close: async () => {} }
  // Chosen before the snapshot, so that it contains all of them.
  const sampleIds = 'of' in choice && choice.kind !== 'drugs' ? await sources.chooseSamples(choice.of) : []
  const { journal, answers, close } = await sources.openSnapshot()
  let closing: Promise<void> | null = null
  return {
    sources: { ...sources, journal, answers, chooseSamples: async () => sampleIds },
    close: () => (closing ??= close()),
  }
}
