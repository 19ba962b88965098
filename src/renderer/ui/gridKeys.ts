/** A cell of a grid; row −1 is the header. */
export type GridPosition = { row: number; column: number }

type KeyPress = { key: string; ctrlKey: boolean; metaKey: boolean }

const pageRows = 20

/** The cell that a key leads to, or null where the key means nothing here. The first one leads into the grid. */
export function nextPosition(
  { key, ctrlKey, metaKey }: KeyPress,
  active: GridPosition | null,
  size: { rows: number; columns: number },
): GridPosition | null {
  const { row, column } = active ?? { row: -1, column: 0 }
  const toEdge = ctrlKey || metaKey
  const moves: Record<string, GridPosition> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + pageRows, column },
    PageUp: { row: row - pageRows, column },
    Home: { row: toEdge ? 0 : row, column: 0 },
    End: { row: toEdge ? size.rows - 1 : row, column: size.columns - 1 },
  }
  const next = moves[key]
  if (!next) return null
  return {
    row: Math.max(-1, Math.min(size.rows - 1, next.row)),
    column: Math.max(0, Math.min(size.columns - 1, next.column)),
  }
}

/** The rows from one to another, both included, whichever stands first; the second alone where the first is not shown. */
export function rowsBetween(keys: readonly string[], from: string | null, to: string): readonly string[] {
  const end = keys.indexOf(to)
  const start = from === null ? -1 : keys.indexOf(from)
  return start < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}
