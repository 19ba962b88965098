import type { Problem } from '../../shared/domain/importing.ts'
import { structureProblem } from './check/structure.ts'
import { isTooLong } from './replaceText.ts'
import { indexOfMark, toMark } from './rowMark.ts'
import type { TableRow } from './tableRow.ts'

/**
 * The places of a broken record whose cells nobody can tell from the file: these have to be given together, the others
 * stand as they are. None in a sound record.
 */
export function uncertainIndexes(record: TableRow, columns: readonly string[]): number[] {
  if (structureProblem(record, columns) === null) return []
  const { fault, cells } = record
  const markIndex = indexOfMark(cells)
  if (!fault && markIndex >= 0 && markIndex < columns.length) return [markIndex]
  const all = columns.map((_, index) => index)
  const fits =
    cells.length >= columns.length && cells.slice(columns.length).every((cell) => cell.trim() === '')
  // Too many or too few cells: which of them is which is anybody's guess.
  if (!fits || !fault || fault.rule === 'after-open-quote') return all
  const behind = all.slice(fault.cell)
  const startsQuoted = cells[fault.cell]?.startsWith('"') ?? false
  // Nobody knows where an open quote was to end; the cells before it end where they should.
  if (fault.rule === 'open-quote' || (fault.rule === 'cell-too-long' && startsQuoted)) return behind
  // An empty cell behind one whose text is missing may be another such.
  if (fault.rule === 'missing-text')
    return behind.filter((index) => index === fault.cell || (cells[index] ?? '') === '')
  // Only the first fault of a record is told: a cell further on may have one of its own.
  return behind.filter((index) => {
    const cell = cells[index] ?? ''
    return index === fault.cell || cell.includes('"') || isTooLong(cell)
  })
}

/**
 * The cells of a failed row as they are saved. What was wrong with the record itself, with a cell of a workbook, or
 * beside another row would not show in the saved file, so a cell at the end says it and keeps the row from being sent.
 */
export function toSavedCells(
  record: TableRow,
  columns: readonly string[],
  problems: readonly Problem[],
): readonly string[] {
  const { row, cells, notes } = record
  if (indexOfMark(cells) >= 0) return cells
  const broken = structureProblem(record, columns)
  const isOfNote = ({ column, rule }: Problem): boolean =>
    notes?.some(
      (note) =>
        columns[note.cell] === column &&
        (note.rule === rule || (note.rule === 'read-as-date' && rule === 'excel-date')),
    ) ?? false
  const hidden = problems.filter(
    (problem) => problem.rule === 'conflicting-row' || (problem.severity !== 'note' && isOfNote(problem)),
  )
  const unshownProblems = broken ? [broken] : hidden
  if (unshownProblems.length === 0) return cells
  const missing = columns.slice(cells.length).map(() => '')
  const messages = unshownProblems.map(({ column, message }) =>
    column === null ? message : `“${column}”: ${message}`,
  )
  return [...cells, ...missing, toMark(`line ${row}: ${messages.join(' ')}`)]
}
