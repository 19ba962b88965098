import type { ImportDraft } from '../../../shared/domain/importing.ts'

const perCharacter = 7
const narrowest = 92
const widest = 260
const mark = 34

const known = new WeakMap<ImportDraft, number[]>()

/** Pixels for each column of a file, by its name and its first values; room for a mark is left. */
export function columnWidths(draft: ImportDraft): number[] {
  const before = known.get(draft)
  if (before) return before
  const widths = draft.columns.map((name, index) => {
    const longest = draft.preview.reduce(
      (most, { cells }) => Math.max(most, cells[index]?.length ?? 0),
      name.length,
    )
    return Math.max(narrowest, Math.min(widest, longest * perCharacter + mark))
  })
  known.set(draft, widths)
  return widths
}
