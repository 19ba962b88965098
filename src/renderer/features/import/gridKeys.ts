import type { FailingRow, Problem } from '../../../shared/domain/importing.ts'

/** A cell of the grid: the place of its row among the failing ones, and of its column in the file. */
export type Cursor = { row: number; column: number }
export type Bounds = { rows: number; columns: number; page: number }

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean }

const within = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))

/** The cell that a key leads to, or null where the key means nothing here. */
export function nextCell({ row, column }: Cursor, pressed: Pressed, bounds: Bounds): Cursor | null {
  const far = pressed.ctrlKey || pressed.metaKey
  const to = (nextRow: number, nextColumn: number): Cursor => ({
    row: within(nextRow, bounds.rows),
    column: within(nextColumn, bounds.columns),
  })
  switch (pressed.key) {
    case 'ArrowDown':
      return to(far ? bounds.rows - 1 : row + 1, column)
    case 'ArrowUp':
      return to(far ? 0 : row - 1, column)
    case 'ArrowRight':
      return to(row, far ? bounds.columns - 1 : column + 1)
    case 'ArrowLeft':
      return to(row, far ? 0 : column - 1)
    case 'PageDown':
      return to(row + bounds.page, column)
    case 'PageUp':
      return to(row - bounds.page, column)
    case 'Home':
      return to(far ? 0 : row, 0)
    case 'End':
      return to(far ? bounds.rows - 1 : row, bounds.columns - 1)
    default:
      return null
  }
}

/** Places of columns that a row's problems name, from left to right, each once. */
export const problemColumns = ({ problems }: FailingRow, columns: readonly string[]): number[] =>
  [...new Set(problems.map(({ column }) => (column === null ? -1 : columns.indexOf(column))))]
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)

const ranks = { error: 0, warning: 1, note: 2 }

/** What a row's problems say of one cell, the gravest first. */
export const problemsAt = ({ problems }: FailingRow, column: string | null): Problem[] =>
  problems
    .filter((problem) => problem.column === column)
    .sort((a, b) => ranks[a.severity] - ranks[b.severity])

/**
 * Whether nobody can tell the cells of a record apart, or some are missing. Such a record is taken once all of its
 * cells are given in one correction.
 */
export const isBroken = ({ cells, problems }: FailingRow, columns: readonly string[]): boolean =>
  cells.length !== columns.length || problems.some(({ rule }) => structureRules.has(rule))

/** What stands in a record beyond its last column, and so in none that is shown. */
export const beyondColumns = ({ cells }: FailingRow, columns: readonly string[]): string[] =>
  cells.slice(columns.length).filter((cell) => cell.trim() !== '')

const structureRules: ReadonlySet<string> = new Set([
  'open-quote',
  'after-open-quote',
  'text-after-quote',
  'bare-quote',
  'cell-too-long',
  'missing-text',
  'ragged-row',
  'marked-row',
])
