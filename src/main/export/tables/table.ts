import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import type { TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import type { Cell } from '../../../shared/tables/column.ts'
import { type Message, message, toEnglish } from '../../../shared/words/message.ts'

/** A table that is read in pages of rows. `provenance`: facts for a reviewer, as names and values in writing order. */
export type Table = {
  /** Plain letters, digits and `-`, without a profile name or a path. */
  name: string
  columns: TableColumn[]
  pages: AsyncIterable<Cell[][]>
  provenance: { name: string; value: string }[]
}

/** Writes a table as the bytes of a file, page by page. Throws RangeError for NaN and infinities. */
export type WriteTable = (table: Table) => AsyncIterable<string | Uint8Array>

/** Returns the columns for a data dictionary, in English. */
export const toDictionary = (columns: readonly (Omit<TableColumn, 'type'> & { type: string })[]) =>
  columns.map(({ name, type, unit, about }) => ({ name, type, unit, about: toEnglish(about) }))

/** Returns the columns with distinct names: `prefix` goes before an empty or taken one. Adds the names to `taken`. */
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

/** Converts a text that is written exactly like a number to that number. */
export function toNumberOfSameLetters(value: string | number): string | number {
  if (typeof value === 'number') return value
  const number = Number(value)
  return Number.isFinite(number) && String(number) === value ? number : value
}

/** Returns the type of a column's cells after one more value. */
export function typeAfter(type: 'number' | 'text' | 'mixed' | undefined, value: string | number) {
  const here = typeof value === 'number' ? 'number' : 'text'
  return type === undefined || type === here ? here : 'mixed'
}

/** Throws for two columns with the same name, because a reader that uses names would lose one of them. */
export function assertDistinct(columns: readonly TableColumn[]): void {
  const names = new Set<string>()
  for (const { name } of columns) {
    if (names.has(name)) throw new TypeError(`Two columns are called “${name}”`)
    names.add(name)
  }
}

/** Throws RangeError for NaN and infinities, which files cannot contain. */
export function assertFinite(value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written to a file`)
}

/** Returns the failure for data that a format cannot hold. `row` counts from 1 below the header. */
export const cannotHold = (
  what: Message,
  { field, instead, row }: { field: string; instead: Message; row?: number },
): Failure<'rejected'> =>
  rejected(message('shared.sideBySide', { first: what, second: instead }), [
    { field, message: row === undefined ? what : message('export.rowSays', { row, what }) },
  ])
