import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import { notDocumented, type TableColumn } from '../../../shared/domain/studies/exporting.ts'
import { type Message, message } from '../../../shared/messages/message.ts'

/** null: nobody gave a value, which is never 0 and never an empty text. */
export type Cell = string | number | boolean | null

/**
 * A table read in pages of rows, so that it may have any length. `provenance`: what a reviewer has to know of it, such
 * as service, versions, times, view, test; name and value, in the order they are written.
 */
export type Table = {
  /** Plain letters, digits and `-`; no profile and no path. */
  name: string
  columns: TableColumn[]
  pages: AsyncIterable<Cell[][]>
  provenance: { name: string; value: string }[]
}

/** A table as the bytes of a file, page by page; throws RangeError for NaN and infinities, which have no place in one. */
export type WriteTable = (table: Table) => AsyncIterable<string | Uint8Array>

/** A column with what stands in it for a row. */
export type Field<Row> = TableColumn & { of(row: Row): Cell }

type MakeField = <Row>(name: string, about: Message, of: (row: Row) => Cell) => Field<Row>

const fieldMaker =
  (type: TableColumn['type'], unit: string | null = null): MakeField =>
  (name, about, of) => ({ name, type, unit, about, of })

export const textField = fieldMaker('text')
export const timeField = fieldMaker('time')
/** A time that the service or a list named, so that older ones may be no full time. */
export const foreignTimeField: MakeField = (name, about, of) => ({
  ...timeField(name, about, of),
  parsedType: 'time',
})
export const countField = fieldMaker('integer')
export const yesNoField = fieldMaker('boolean')
/** A number whose unit the service does not tell. */
export const numberField = fieldMaker('number', notDocumented)
/** A number without a unit, such as a p or a place among others. */
export const plainNumberField = fieldMaker('number')

export const toColumns = (fields: readonly TableColumn[]): TableColumn[] =>
  fields.map(({ name, type, unit, about, parsedType }) => ({
    name,
    type,
    unit,
    about,
    ...(parsedType && { parsedType }),
  }))

/** The columns as a data dictionary says them. */
export const toDictionary = (columns: readonly TableColumn[]) =>
  columns.map(({ name, type, unit, about }) => ({ name, type, unit, about }))

export const toCells = <Row>(fields: readonly Field<Row>[], row: Row): Cell[] =>
  fields.map((field) => field.of(row))

/**
 * The columns under names of their own: one called as a column before it gets `prefix` in front, and so does one
 * without a name. `taken` gains the names.
 */
export function withDistinctNames<Column extends TableColumn>(
  columns: readonly Column[],
  taken: Set<string>,
  prefix: string,
): Column[] {
  return columns.map((column) => {
    let { name } = column
    while (name === '' || taken.has(name)) name = `${prefix}${name}`
    taken.add(name)
    return { ...column, name }
  })
}

/** A text that is a number to the letter as a number. */
export function toNumberOfSameLetters(value: string | number): string | number {
  if (typeof value === 'number') return value
  const number = Number(value)
  return Number.isFinite(number) && String(number) === value ? number : value
}

/** What the cells of a column are, learned from one after another. */
export function typeAfter(type: 'number' | 'text' | 'mixed' | undefined, value: string | number) {
  const here = typeof value === 'number' ? 'number' : 'text'
  return type === undefined || type === here ? here : 'mixed'
}

/** A table that names two columns alike would lose one of them in a reader that goes by names. */
export function assertDistinct(columns: readonly TableColumn[]): void {
  const names = new Set<string>()
  for (const { name } of columns) {
    if (names.has(name)) throw new TypeError(`Two columns are called “${name}”`)
    names.add(name)
  }
}

/** NaN and infinities have no place in a file; throws RangeError. */
export function assertFinite(value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written to a file`)
}

/** What a format cannot hold is reported before anything is lost; `row` counts from 1 below the header. */
export const cannotHold = (
  what: Message,
  { field, instead, row }: { field: string; instead: Message; row?: number },
): Failure<'rejected'> =>
  rejected(message`${what} ${instead}`, [
    { field, message: row === undefined ? what : message`row ${row}: ${what}` },
  ])
