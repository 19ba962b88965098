import type { FileChange, Problem, Replacement } from '../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { hasAllCells, indexOfMark, structureProblem, type TableRow, toMark } from '../tableRow.ts'

export type Corrections = {
  /** The record as it is now; the very same one where nothing of it was changed. */
  apply(record: TableRow): TableRow
}

/** `order`: the place of the change among all, since a later one sees what the earlier ones left. */
type Edit = { order: number; values: Map<number, string> }
type Step = Edit | { order: number; index: number; replace: ReplaceText }

/** The cells of a file as they were corrected. A column that the file does not have is passed over. */
export function createCorrections(columns: readonly string[], changes: readonly FileChange[]): Corrections {
  if (changes.length === 0) return { apply: (record) => record }
  const columnIndexes = new Map(columns.map((column, index) => [column, index]))
  const edits = new Map<number, Edit[]>()
  const replaces: Step[] = []
  changes.forEach((change, order) => {
    if (change.kind === 'cells') addEdits(edits, change.edits, columnIndexes, order)
    else {
      const index = columnIndexes.get(change.column)
      if (index !== undefined) replaces.push({ order, index, replace: createReplace(change) })
    }
  })
  const stepsOf = (row: number): readonly Step[] => {
    const rowEdits = edits.get(row)
    if (!rowEdits) return replaces
    return replaces.length > 0 ? [...rowEdits, ...replaces].sort((a, b) => a.order - b.order) : rowEdits
  }
  return {
    apply(record) {
      const { row, fault } = record
      const steps = stepsOf(row)
      if (fault?.rule !== 'after-open-quote')
        return steps.length > 0 ? applySteps(record, steps, columns) : record
      const doubtEnd = doubtEndOrder(edits.get(fault.line))
      if (doubtEnd === null) return applySteps(record, steps, columns)
      const later = steps.filter(({ order }) => order > doubtEnd)
      return applySteps({ ...record, fault: null }, later, columns)
    },
  }
}

function addEdits(
  edits: Map<number, Edit[]>,
  cells: Extract<FileChange, { kind: 'cells' }>['edits'],
  columnIndexes: ReadonlyMap<string, number>,
  order: number,
): void {
  const valuesByRow = new Map<number, Map<number, string>>()
  for (const { row, column, value } of cells) {
    const index = columnIndexes.get(column)
    if (index === undefined) continue
    const values = valuesByRow.get(row) ?? new Map<number, string>()
    valuesByRow.set(row, values.set(index, value))
  }
  for (const [row, values] of valuesByRow) {
    const rowEdits = edits.get(row)
    if (rowEdits) rowEdits.push({ order, values })
    else edits.set(row, [{ order, values }])
  }
}

/**
 * Returns the order of the change that confirms the rows below an open quote as rows of their own: the change that
 * gives the text of the quoted cell. Returns null if that text has several lines, since these may be those rows.
 */
function doubtEndOrder(edits: readonly Edit[] | undefined): number | null {
  const [first] = edits ?? []
  const hasLines = edits?.some(({ values }) => [...values.values()].some((value) => /[\r\n]/.test(value)))
  return first && !hasLines ? first.order : null
}

/** A broken record is passed over until one change gives all of its cells that are not certain; then it is sound. */
function applySteps(record: TableRow, steps: readonly Step[], columns: readonly string[]): TableRow {
  let cells: string[] | null = null
  let uncertain = uncertainIndexes(record, columns)
  for (const step of steps) {
    if ('values' in step) {
      if (uncertain.some((index) => !step.values.has(index))) continue
      cells ??= columns.map((_, index) => record.cells[index] ?? '')
      uncertain = []
      for (const [index, value] of step.values) cells[index] = value
    } else if (uncertain.length === 0) {
      const before = (cells ?? record.cells)[step.index] ?? ''
      const after = step.replace(before)
      if (after === before) continue
      cells ??= [...record.cells]
      cells[step.index] = after
    }
  }
  if (cells === null) return record
  const edited = new Set(editedIndexes(record, cells, columns))
  // The reader's notes on an edited cell concern its old text.
  const notes = record.notes?.filter(({ cell }) => !edited.has(cell)) ?? null
  return { row: record.row, cells, fault: null, notes }
}

export const editedIndexes = (
  record: TableRow,
  cells: readonly string[],
  columns: readonly string[],
): number[] =>
  cells === record.cells
    ? []
    : columns.flatMap((_, index) => (cells[index] !== record.cells[index] ? [index] : []))

/**
 * Returns the indexes of a broken record whose cells cannot be read reliably from the file. The user must enter these
 * together; the other cells are used as read. Returns an empty list for a sound record.
 */
export function uncertainIndexes(record: TableRow, columns: readonly string[]): number[] {
  if (structureProblem(record, columns) === null) return []
  const { fault, cells } = record
  const markIndex = indexOfMark(cells)
  if (!fault && markIndex >= 0 && markIndex < columns.length) return [markIndex]
  const all = columns.map((_, index) => index)
  // With too many or too few cells, any cell may belong to any column.
  if (!hasAllCells(cells, columns) || !fault || fault.rule === 'after-open-quote') return all
  const behind = all.slice(fault.cell)
  const startsQuoted = cells[fault.cell]?.startsWith('"') ?? false
  // The end of an open quote cannot be found, but the cells before it are complete.
  if (fault.rule === 'open-quote' || (fault.rule === 'cell-too-long' && startsQuoted)) return behind
  // An empty cell after one whose text is missing may have lost its text too.
  if (fault.rule === 'missing-text')
    return behind.filter((index) => index === fault.cell || (cells[index] ?? '') === '')
  // Only the first fault of a record is reported, so later cells may have faults of their own.
  return behind.filter((index) => {
    const cell = cells[index] ?? ''
    return index === fault.cell || cell.includes('"') || isTooLong(cell)
  })
}

/**
 * Returns the cells of a failed row for the saved file. A fault of the record itself, of a workbook cell, or relative
 * to another row would not be visible there, so an extra cell at the end describes it and keeps the row from being
 * sent.
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
    column === null ? toEnglish(message) : `“${column}”: ${toEnglish(message)}`,
  )
  return [...cells, ...missing, toMark(`line ${row}: ${messages.join(' ')}`)]
}

/** The longest text of a cell, as in a spreadsheet. */
const maxCellLength = 32_767

export const isTooLong = (cell: string): boolean => cell.length > maxCellLength

/** The text with every match replaced, or the text itself. */
type ReplaceText = (cell: string) => string

export function createReplace({ find, replaceBy, whole, matchCase }: Replacement): ReplaceText {
  if (find === '' && !whole) return (cell) => cell
  if (matchCase && whole) return (cell) => (cell === find ? replaceBy : cell)
  if (matchCase) return (cell) => (cell.includes(find) ? cell.replaceAll(find, () => replaceBy) : cell)
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const pattern = new RegExp(whole ? `^${literal}$` : literal, 'giu')
  return (cell) => cell.replace(pattern, () => replaceBy)
}
