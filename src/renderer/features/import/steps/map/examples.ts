import { toYears } from '../../../../../shared/domain/samples/calendar.ts'
import type { ImportDraft, Transform } from '../../../../../shared/domain/samples/importing.ts'

/** An age of the file in years, to the four places that are sent; null where the text is no number. */
export function readAge(text: string, unit: Transform['ageUnit'], decimal: ',' | '.'): number | null {
  const shape = decimal === ',' ? /^\d+(,\d+)?$/ : /^\d+(\.\d+)?$/
  if (!shape.test(text.trim())) return null
  const value = Number(text.trim().replace(',', '.'))
  return unit === 'years' ? value : toYears(value, unit)
}

/** Some texts of a column that differ, in the order of the file; empty ones say nothing. */
export function samplesOf(draft: ImportDraft, index: number, most = 3): string[] {
  const seen = new Set<string>()
  for (const { cells } of draft.preview) {
    const text = (cells[index] ?? '').trim()
    if (text !== '') seen.add(text)
    if (seen.size === most) break
  }
  return [...seen]
}
