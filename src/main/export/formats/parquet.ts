import type { ByteWriter, SchemaElement } from 'hyparquet-writer'
import type { ColumnType, TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import type { Cell } from '../../../shared/tables/column.ts'
import { message } from '../../../shared/words/message.ts'
import {
  assertDistinct,
  assertFinite,
  cannotHold,
  type Table,
  toDictionary,
  type WriteTable,
  withDistinctNames,
} from '../tables/table.ts'

/** The cells of a row group, encoded in under half a second. Wide tables have `leastRows`, to limit index entries. */
const cellsAGroup = 80_000
const leastRows = 250
/** Long texts end a group sooner. */
const charactersAGroup = 8 * 1024 * 1024

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } } as const
const physical: Record<ColumnType | 'day', Omit<SchemaElement, 'name'>> = {
  text,
  mixed: text,
  // This type means UTC, so a reader needs no time zones.
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  day: { type: 'INT32', converted_type: 'DATE' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
}

type Value = string | number | bigint | boolean | null

/** A column of the file. `from`: its place in the table. `lenient`: other values are in the text column beside it. */
type FileColumn = Omit<TableColumn, 'type' | 'parsedType'> & {
  type: ColumnType | 'day'
  from: number
  lenient: boolean
}

/** Returns the columns, typed whatever the rows: one of days, times or numbers has its original texts beside it. */
function toFileColumns(columns: readonly TableColumn[]): FileColumn[] {
  const taken = new Set(columns.map(({ name }) => name))
  return columns.flatMap(({ parsedType, ...column }, from): FileColumn[] => {
    if (!parsedType) return [{ ...column, from, lenient: false }]
    if (parsedType === 'text') return [{ ...column, type: 'text', from, lenient: false }]
    const { name, about } = column
    const asText = {
      name: `${name}_text`,
      type: 'text' as const,
      unit: null,
      about: message('export.asItCame', { about }),
    }
    return [
      {
        ...column,
        type: parsedType,
        about: message('export.emptyWhereCannotRead', { about, parsedType }),
        from,
        lenient: true,
      },
      ...withDistinctNames([asText], taken, 'field_').map((one) => ({ ...one, from, lenient: false })),
    ]
  })
}

const msOfDay = 24 * 60 * 60 * 1000
const isDecimal = /^-?\d{1,15}(\.\d{1,15})?$/
const isoDay = /^\d{4}-\d\d-\d\d$/
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/

/** Returns the milliseconds since 1970 of a day, or of a time with a zone; null for invalid dates (30 February). */
function toMs(cell: Cell, form: RegExp): number | null {
  if (typeof cell !== 'string' || !form.test(cell)) return null
  const [ms, day] = [Date.parse(cell), Date.parse(cell.slice(0, 10))]
  if (Number.isNaN(ms) || Number.isNaN(day)) return null
  // The 30th of February would be parsed as a day of March.
  return new Date(day).toISOString().startsWith(cell.slice(0, 10)) ? ms : null
}

function toTyped(cell: Exclude<Cell, null>, { type, lenient }: FileColumn): Value {
  if (type === 'text' || type === 'mixed') return String(cell)
  if (type === 'boolean') return typeof cell === 'boolean' ? cell : null
  if (type === 'day') {
    const ms = toMs(cell, isoDay)
    return ms === null ? null : ms / msOfDay
  }
  if (type === 'time') {
    const ms = toMs(cell, isoTime)
    return ms === null ? null : BigInt(ms)
  }
  if (lenient && typeof cell === 'string' && isDecimal.test(cell)) return Number(cell)
  if (typeof cell !== 'number') return null
  if (type === 'number') return cell
  return Number.isSafeInteger(cell) ? BigInt(cell) : null
}

/** Returns the conversion of a column's cells. A value that its type cannot hold is rejected, not changed. */
function toValueOf(column: FileColumn): (cell: Exclude<Cell, null>, row: number) => Value {
  const { name, type, lenient } = column
  return (cell, row) => {
    if (typeof cell === 'number') assertFinite(cell)
    const value = toTyped(cell, column)
    if (value !== null || lenient) return value
    throw cannotHold(
      message('export.rowColumnParquetCannot', { row, name, cell: JSON.stringify(cell).slice(0, 60), type }),
      { field: name, row, instead: message('export.exportTableCsvJson') },
    )
  }
}

/** Collects the rows of a group, column by column. */
function createGroup(columns: readonly FileColumn[]) {
  const toValues = columns.map((column) => ({ from: column.from, toValue: toValueOf(column) }))
  const most = Math.min(100_000, Math.max(leastRows, Math.floor(cellsAGroup / columns.length)))
  let data: Value[][] = columns.map(() => [])
  let rows = 0
  let characters = 0
  let before = 0
  return {
    add(row: readonly Cell[]): void {
      rows += 1
      for (const [index, { from, toValue }] of toValues.entries()) {
        const cell = row[from] ?? null
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

/** Returns the data dictionary and the provenance as JSON, under our own keys, as the format asks. */
const notesOf = ({ name, provenance }: Table, columns: readonly FileColumn[]) =>
  Object.entries({ name, columns: toDictionary(columns), provenance }).map(([key, value]) => ({
    key: `pathclock.${key}`,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))

function taken(bytes: ByteWriter): Uint8Array {
  const chunk = bytes.getBytes().slice()
  // Only the memory is reused; its offset continues.
  bytes.index = 0
  return chunk
}

/**
 * Writes text and mixed columns as STRING, times as TIMESTAMP in UTC, days as DATE, numbers as DOUBLE, integers as
 * INT64 and booleans as BOOLEAN; missing values are null. Numbers use plain encoding, because a dictionary would turn
 * -0 into 0. Throws `rejected` for a cell of the wrong type and for integers beyond 2^53.
 */
export const writeParquet: WriteTable = async function* (table) {
  assertDistinct(table.columns)
  const columns = toFileColumns(table.columns)
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const bytes = new ByteWriter()
  const root: SchemaElement = { name: 'root', num_children: columns.length }
  const leaves = columns.map(
    ({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...physical[type] }),
  )
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [root, ...leaves],
    kvMetadata: notesOf(table, columns),
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
  for await (const page of table.pages)
    for (const row of page) {
      group.add(row)
      if (group.isFull()) yield writeGroup()
    }
  if (!group.isEmpty()) yield writeGroup()
  void writer.finish()
  yield taken(bytes)
}
