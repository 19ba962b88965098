import type { FileChange, Replacement } from '../../shared/domain/importing.ts'
import { structureProblem } from './check/rowCheck.ts'
import type { TableRow } from './tableRow.ts'

/** What a cell can hold at most, as in a spreadsheet. */
const longestCell = 32_767

export type Corrections = {
  /** The record as it is now; the very same one where nothing of it was changed. */
  apply(record: TableRow): TableRow
}

/** `order`: the place of the change among all, since a later one sees what the earlier ones left. */
type Step = { order: number } & ({ values: Map<number, string> } | { index: number; replace: Replace })

/** The text with every match replaced, or the text itself. */
export type Replace = (cell: string) => string

/** The cells of a file as they were corrected. A column that the file does not have is passed over. */
export function createCorrections(columns: readonly string[], changes: readonly FileChange[]): Corrections {
  const places = new Map(columns.map((column, index) => [column, index]))
  const edits = new Map<number, Step[]>()
  const replaces: Step[] = []
  changes.forEach((change, order) => {
    if (change.kind === 'cells') addEdits(edits, change.edits, places, order)
    else {
      const index = places.get(change.column)
      if (index !== undefined) replaces.push({ order, index, replace: toReplace(change) })
    }
  })
  const stepsOf = (row: number): Step[] | null => {
    const own = edits.get(row)
    if (!own) return replaces.length > 0 ? replaces : null
    return replaces.length > 0 ? [...own, ...replaces].sort((a, b) => a.order - b.order) : own
  }
  return {
    apply(record) {
      const steps = stepsOf(record.row)
      return steps ? corrected(record, steps, columns) : record
    },
  }
}

function addEdits(
  edits: Map<number, Step[]>,
  cells: Extract<FileChange, { kind: 'cells' }>['edits'],
  places: ReadonlyMap<string, number>,
  order: number,
): void {
  const ofRow = new Map<number, Map<number, string>>()
  for (const { row, column, value } of cells) {
    const index = places.get(column)
    if (index === undefined) continue
    const values = ofRow.get(row) ?? new Map<number, string>()
    ofRow.set(row, values.set(index, value))
  }
  for (const [row, values] of ofRow) {
    const steps = edits.get(row)
    if (steps) steps.push({ order, values })
    else edits.set(row, [{ order, values }])
  }
}

/**
 * A broken record, whose cells nobody can tell apart, is passed over until one change gives all of its cells; from then
 * on it is as good as any other.
 */
function corrected(record: TableRow, steps: readonly Step[], columns: readonly string[]): TableRow {
  let cells: string[] | null = null
  let broken = isBroken(record, columns)
  for (const step of steps) {
    if ('values' in step) {
      if (broken && step.values.size < columns.length) continue
      cells ??= broken ? Array<string>(columns.length).fill('') : [...record.cells]
      broken = false
      for (const [index, value] of step.values) cells[index] = value
    } else if (!broken) {
      const before = (cells ?? record.cells)[step.index] ?? ''
      const after = step.replace(before)
      if (after === before) continue
      cells ??= [...record.cells]
      cells[step.index] = after
    }
  }
  if (cells === null) return record
  const edited = new Set(editedPlaces(record, cells, columns))
  // What the reader said of a cell was said of the text that stood there.
  const notes = record.notes?.filter(({ cell }) => !edited.has(cell)) ?? null
  return { row: record.row, cells, fault: null, notes }
}

/** The places whose cells are not those of the file any more; all of a broken record that was given anew. */
export function editedPlaces(
  record: TableRow,
  cells: readonly string[],
  columns: readonly string[],
): number[] {
  if (cells === record.cells) return []
  const all = isBroken(record, columns)
  return columns.flatMap((_, index) => (all || cells[index] !== record.cells[index] ? [index] : []))
}

/** What is sought and what is put in its place are plain text. */
export function toReplace({ find, replaceBy, whole, matchCase }: Replacement): Replace {
  if (find === '' && !whole) return (cell) => cell
  if (matchCase && whole) return (cell) => (cell === find ? replaceBy : cell)
  if (matchCase) return (cell) => (cell.includes(find) ? cell.replaceAll(find, () => replaceBy) : cell)
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const pattern = new RegExp(whole ? `^${literal}$` : literal, 'giu')
  return (cell) => cell.replace(pattern, () => replaceBy)
}

const isBroken = (record: TableRow, columns: readonly string[]): boolean =>
  structureProblem(record, columns) !== null

export const isTooLong = (cell: string): boolean => cell.length > longestCell
