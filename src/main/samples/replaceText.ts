import type { Replacement } from '../../shared/domain/importing.ts'

/** What a cell can hold at most, as in a spreadsheet. */
const maxCellLength = 32_767

export const isTooLong = (cell: string): boolean => cell.length > maxCellLength

/** The text with every match replaced, or the text itself. */
export type ReplaceText = (cell: string) => string

/** What is sought and what is put in its place are plain text. */
export function createReplace({ find, replaceBy, whole, matchCase }: Replacement): ReplaceText {
  if (find === '' && !whole) return (cell) => cell
  if (matchCase && whole) return (cell) => (cell === find ? replaceBy : cell)
  if (matchCase) return (cell) => (cell.includes(find) ? cell.replaceAll(find, () => replaceBy) : cell)
  const literal = find.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const pattern = new RegExp(whole ? `^${literal}$` : literal, 'giu')
  return (cell) => cell.replace(pattern, () => replaceBy)
}
