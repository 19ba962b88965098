import type { FileChange } from '../../shared/domain/importing.ts'
import { uncertainPlaces } from './brokenRow.ts'
import { type Replace, toReplace } from './replacing.ts'
import type { TableRow } from './tableRow.ts'

export type Corrections = {
  /** The record as it is now; the very same one where nothing of it was changed. */
  apply(record: TableRow): TableRow
}

/** `order`: the place of the change among all, since a later one sees what the earlier ones left. */
type Edit = { order: number; values: Map<number, string> }
type Step = Edit | { order: number; index: number; replace: Replace }

/** The cells of a file as they were corrected. A column that the file does not have is passed over. */
export function createCorrections(columns: readonly string[], changes: readonly FileChange[]): Corrections {
  const places = new Map(columns.map((column, index) => [column, index]))
  const edits = new Map<number, Edit[]>()
  const replaces: Step[] = []
  changes.forEach((change, order) => {
    if (change.kind === 'cells') addEdits(edits, change.edits, places, order)
    else {
      const index = places.get(change.column)
      if (index !== undefined) replaces.push({ order, index, replace: toReplace(change) })
    }
  })
  const stepsOf = (row: number): readonly Step[] => {
    const own = edits.get(row)
    if (!own) return replaces
    return replaces.length > 0 ? [...own, ...replaces].sort((a, b) => a.order - b.order) : own
  }
  return {
    apply(record) {
      const { row, fault } = record
      const steps = stepsOf(row)
      if (fault?.rule !== 'after-open-quote')
        return steps.length > 0 ? corrected(record, steps, columns) : record
      const since = endOfDoubt(edits.get(fault.line))
      if (since === null) return corrected(record, steps, columns)
      const later = steps.filter(({ order }) => order > since)
      return corrected({ ...record, fault: null }, later, columns)
    },
  }
}

function addEdits(
  edits: Map<number, Edit[]>,
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
    const former = edits.get(row)
    if (former) former.push({ order, values })
    else edits.set(row, [{ order, values }])
  }
}

/**
 * With which change it was clear that the rows below an open quote are rows, and no part of its cell: the one that says
 * what stands in the cell. Not where that is several lines, which may be those rows.
 */
function endOfDoubt(edits: readonly Edit[] | undefined): number | null {
  const [first] = edits ?? []
  const hasLines = edits?.some(({ values }) => [...values.values()].some((value) => /[\r\n]/.test(value)))
  return first && !hasLines ? first.order : null
}

/** A broken record is passed over until one change gives all of its cells that are not certain; then it is sound. */
function corrected(record: TableRow, steps: readonly Step[], columns: readonly string[]): TableRow {
  let cells: string[] | null = null
  let uncertain = uncertainPlaces(record, columns)
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
  const edited = new Set(editedPlaces(record, cells, columns))
  // What the reader said of a cell was said of the text that stood there.
  const notes = record.notes?.filter(({ cell }) => !edited.has(cell)) ?? null
  return { row: record.row, cells, fault: null, notes }
}

/** The places whose cells are not those of the file any more. */
export const editedPlaces = (
  record: TableRow,
  cells: readonly string[],
  columns: readonly string[],
): number[] =>
  cells === record.cells
    ? []
    : columns.flatMap((_, index) => (cells[index] !== record.cells[index] ? [index] : []))
