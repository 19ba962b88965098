import type { ByteWriter, SchemaElement } from 'hyparquet-writer'
import type { ColumnType, TableColumn } from '../../../shared/domain/exporting.ts'
import type { Cell, Table, WriteTable } from '../table.ts'
import { assertDistinct, assertFinite, cannotHold } from './columns.ts'

/**
 * A group of rows is encoded at one go: so many cells take well under half a second. A very wide table has groups of
 * `leastRows` all the same, since each group costs an entry a column in the file's index.
 */
const cellsAGroup = 80_000
const leastRows = 250
/** Long texts end a group sooner. */
const charactersAGroup = 8 * 1024 * 1024

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const
const physical: Record<ColumnType, Omit<SchemaElement, 'name'>> = {
  text,
  // As they came: a time of day, a day and a time zone have no one type that gives back what was written.
  time: text,
  mixed: text,
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
}

type Value = string | number | bigint | boolean | null
type ToValue = (cell: Exclude<Cell, null>, row: number) => Value

/** How a cell of a column is stored; what its type cannot hold is refused, never bent. */
function toValueOf({ name, type }: TableColumn): ToValue {
  const fits = physical[type].type
  return (cell, row) => {
    if (typeof cell === 'number') assertFinite(cell)
    if (fits === 'BYTE_ARRAY') return String(cell)
    if (fits === 'DOUBLE' && typeof cell === 'number') return cell
    if (fits === 'BOOLEAN' && typeof cell === 'boolean') return cell
    if (fits === 'INT64' && typeof cell === 'number' && Number.isSafeInteger(cell)) return BigInt(cell)
    throw cannotHold(
      `Row ${row} of the column “${name}” holds ${JSON.stringify(cell).slice(0, 60)}, which is no ${type} that Parquet can keep exactly.`,
      { field: name, row, instead: 'Export the table as CSV or JSON Lines, or leave the column out.' },
    )
  }
}

/** The rows of a group, column by column. */
function createGroup(columns: readonly TableColumn[]) {
  const toValues = columns.map(toValueOf)
  const most = Math.min(100_000, Math.max(leastRows, Math.floor(cellsAGroup / columns.length)))
  let data: Value[][] = columns.map(() => [])
  let rows = 0
  let characters = 0
  let before = 0
  return {
    add(row: readonly Cell[]): void {
      rows += 1
      for (const [index, toValue] of toValues.entries()) {
        const cell = row[index] ?? null
        if (typeof cell === 'string') characters += cell.length
        data[index]?.push(cell === null ? null : toValue(cell, before + rows))
      }
    },
    isEmpty: () => rows === 0,
    isFull: () => rows >= most || characters >= charactersAGroup,
    take(): Value[][] {
      const taken = data
      data = columns.map(() => [])
      before += rows
      rows = 0
      characters = 0
      return taken
    },
  }
}

/** The data dictionary and the provenance as JSON, under names of our own as the format asks. */
const notesOf = ({ name, columns, provenance }: Table) =>
  Object.entries({ name, columns, provenance }).map(([key, value]) => ({
    key: `pathclock.${key}`,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))

function taken(bytes: ByteWriter): Uint8Array {
  const chunk = bytes.getBytes().slice()
  // Its offset goes on counting; only the memory is used again.
  bytes.index = 0
  return chunk
}

/**
 * Text, time and mixed columns are STRING, numbers DOUBLE, integers INT64, booleans BOOLEAN; missing values are null.
 * Numbers are stored plainly: a dictionary of them would make 0 of -0. Throws `rejected` for a cell that is not of its
 * column's type, and for integers beyond 2^53.
 */
export const writeParquet: WriteTable = async function* (table) {
  const { columns, pages } = table
  assertDistinct(columns)
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const bytes = new ByteWriter()
  const root: SchemaElement = { name: 'root', num_children: columns.length }
  const leaves = columns.map(
    ({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...physical[type] }),
  )
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [root, ...leaves],
    kvMetadata: notesOf(table),
    createdBy: 'Pathclock',
  })
  const group = createGroup(columns)
  const writeGroup = (): Uint8Array => {
    const columnData = group.take().map((data, index) => {
      const { name, type } = columns[index] ?? { name: '', type: 'text' }
      return type === 'number' ? { name, data, encoding: 'PLAIN' as const } : { name, data }
    })
    void writer.write({ columnData, rowGroupSize: 100_000 })
    return taken(bytes)
  }
  for await (const page of pages)
    for (const row of page) {
      group.add(row)
      if (group.isFull()) yield writeGroup()
    }
  if (!group.isEmpty()) yield writeGroup()
  void writer.finish()
  yield taken(bytes)
}
