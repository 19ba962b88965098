/** ASCII, so that it outlives a spreadsheet that saves the file in another encoding. */
const markPrefix = 'CORRECT THE ROW AND DELETE THIS CELL: '

/** The cell that keeps a row of a saved file from being sent until a person has looked at it. */
export const toMark = (message: string): string => markPrefix + message

const firstCode = markPrefix.charCodeAt(0)

/** The place of that cell, or -1. It need not be the last: people write beside it, and spreadsheets fill rows up. */
export function indexOfMark(cells: readonly string[]): number {
  for (let index = cells.length - 1; index >= 0; index--) {
    const cell = cells[index] ?? ''
    // Every row of every file comes by here: nearly all cells are told by their first character.
    if (cell.charCodeAt(0) === firstCode && cell.startsWith(markPrefix)) return index
  }
  return -1
}
