import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import type {
  DrugChoice,
  ExportSettings,
  TableChoice,
  TableKind,
} from '../../../shared/domain/studies/exporting.ts'
import type { TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import { type Column, describeColumns, textColumn, toCells } from '../../../shared/tables/column.ts'
import { message, shortList, toEnglish } from '../../../shared/words/message.ts'
import type { Clock } from '../../ports.ts'
import { clockTable } from './clockTable.ts'
import { compareTable, modelTable } from './compareTable.ts'
import { drugsTable, matchTable, screeningTable } from './drugsTable.ts'
import { historyTable } from './historyTable.ts'
import { resultsLong, resultsWide } from './results.ts'
import { answersTable, samplesTable } from './samplesTable.ts'
import type { Table } from './table.ts'
import {
  type ChoiceOf,
  type Contents,
  describeSamples,
  type ProvenanceLine,
  type Sources,
} from './tableContents.ts'

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
    return { name: tables[choice.kind].name, columns, pages, provenance, rows, synthetic, close }
  }
  return async (choice) => {
    const { sources: snapshotSources, close } = await atSnapshot(sources, choice)
    try {
      return toTable(choice, await contentsOf(choice.kind, snapshotSources, choice), close)
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

/** The name of each table in files, and the function that reads it. */
const tables: {
  [Kind in TableKind]: { name: string; read(sources: Sources, choice: ChoiceOf<Kind>): Promise<Contents> }
} = {
  resultsLong: { name: 'results', read: resultsLong },
  resultsWide: { name: 'results-wide', read: resultsWide },
  samples: { name: 'samples', read: samplesTable },
  clock: { name: 'clock', read: clockTable },
  drugs: { name: 'drugs', read: drugsTable },
  compare: { name: 'comparison', read: compareTable },
  model: { name: 'model', read: modelTable },
  match: { name: 'matching-drugs', read: matchTable },
  screening: { name: 'screening', read: screeningTable },
  history: { name: 'history', read: historyTable },
  answers: { name: 'answers', read: answersTable },
}

const contentsOf = <Kind extends TableKind>(
  kind: Kind,
  sources: Sources,
  choice: ChoiceOf<Kind>,
): Promise<Contents> => tables[kind].read(sources, choice)

function selectionLines(choice: TableChoice): ProvenanceLine[] {
  if (choice.kind === 'drugs') return [{ name: 'drugs', value: describeDrugs(choice.of) }]
  if (choice.kind === 'screening') return [{ name: 'screening', value: choice.taskId ?? 'all' }]
  if (choice.kind === 'history') return [{ name: 'batch', value: choice.batchId ?? 'all' }]
  return 'of' in choice ? [{ name: 'samples', value: describeSamples(choice.of) }] : []
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

const dictionaryFields: Column<TableColumn>[] = [
  textColumn('column', message('export.nameColumn'), (column) => column.name),
  textColumn('type', message('export.textNumberIntegerBoolean'), (column) => column.type),
  textColumn('unit', message('export.unitNumbersEmptyNone'), (column) => column.unit),
  textColumn('about', message('export.whatColumnHolds'), (column) => toEnglish(column.about)),
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
