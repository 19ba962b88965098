import { Failure } from '../../shared/contract/failures.ts'
import type { ExportSettings, TableColumn } from '../../shared/domain/exporting.ts'
import { textField, toCells, toColumns } from './columns.ts'
import type { OpenTable } from './tables.ts'

/**
 * The table with these columns in this order, each once; left out: all. Synthetic data keep the column that says so,
 * since some formats have no other room for it. Throws `rejected` for one that it has not.
 */
export function withColumns(
  table: OpenTable,
  { columns: chosen, table: { kind } }: Pick<ExportSettings, 'columns' | 'table'>,
): OpenTable {
  if (chosen === undefined) return table
  // Drugs are not all looked at beforehand.
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

function noColumn(unknown: readonly string[], columns: readonly TableColumn[]): Failure<'rejected'> {
  const shown = columns.slice(0, 50).map(({ name }) => name)
  const named = `${shown.join(', ')}${columns.length > shown.length ? ` and ${columns.length - shown.length} more` : ''}`
  return new Failure('rejected', `The table has no column “${unknown.join('”, “')}”. It has: ${named}.`, {
    problems: unknown.map((name) => ({ field: 'columns', message: `no column “${name}”` })),
  })
}

/** The data dictionary of a table as a table of its own: a row a column. */
export function dictionaryOf({ name, columns, provenance, synthetic, close }: OpenTable): OpenTable {
  return {
    name: `${name}-columns`,
    columns: toColumns(dictionaryFields),
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
  textField('column', 'Name of the column.', (column: TableColumn) => column.name),
  textField(
    'type',
    'text, number, integer, boolean, time (ISO 8601, UTC) or mixed (numbers and texts).',
    (column: TableColumn) => column.type,
  ),
  textField(
    'unit',
    'Unit of the numbers; empty: there is none; “not documented”: the service does not say.',
    (column: TableColumn) => column.unit,
  ),
  textField('about', 'What stands in it.', (column: TableColumn) => column.about),
]
