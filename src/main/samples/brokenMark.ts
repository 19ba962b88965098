/** ASCII, so that it outlives a spreadsheet that saves the file in another encoding. */
const mark = 'CORRECT THE ROW AND DELETE THIS CELL: '

/** The cell that keeps a row of a saved file from being sent until a person has looked at it. */
export const toMark = (message: string): string => mark + message

/**
 * The place of that cell, or -1: the last one with text, since a spreadsheet fills all rows up to the width of the
 * widest.
 */
export function markPlace(cells: readonly string[]): number {
  let last = cells.length - 1
  while (last > 0 && cells[last] === '') last -= 1
  return cells[last]?.startsWith(mark) ? last : -1
}
