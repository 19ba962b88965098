import { structureProblem } from './check/structure.ts'
import { isTooLong } from './replacing.ts'
import type { TableRow } from './tableRow.ts'

/**
 * The places of a broken record whose cells nobody can tell from the file: these have to be given together, the others
 * stand as they are. None in a sound record.
 */
export function uncertainPlaces(record: TableRow, columns: readonly string[]): number[] {
  if (structureProblem(record, columns) === null) return []
  const { fault, cells } = record
  const all = columns.map((_, index) => index)
  const fits =
    cells.length >= columns.length && cells.slice(columns.length).every((cell) => cell.trim() === '')
  // Too many or too few cells: which of them is which is anybody's guess.
  if (!fits || !fault || fault.rule === 'after-open-quote') return all
  const behind = all.slice(fault.cell)
  const startsQuoted = cells[fault.cell]?.startsWith('"') ?? false
  // Nobody knows where an open quote was to end; the cells before it end where they should.
  if (fault.rule === 'open-quote' || (fault.rule === 'cell-too-long' && startsQuoted)) return behind
  // Only the first fault of a record is told: a cell further on may have one of its own.
  return behind.filter((index) => {
    const cell = cells[index] ?? ''
    return index === fault.cell || cell.includes('"') || isTooLong(cell)
  })
}
