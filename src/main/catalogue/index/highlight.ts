import type { TextRange } from '../../../shared/domain/drug.ts'
import { fold } from '../fold.ts'
import { keyOf, type QueryWord } from './tokens.ts'
import { forgivesTypos, typoCost } from './typos.ts'

/** The parts of a name to mark, in UTF-16 units of the name as it is written, in order and apart. */
export function rangesIn(name: string, words: readonly QueryWord[]): TextRange[] {
  const { letters, places } = unfold(name)
  const found = words.flatMap(({ text }) => placeOf(text, letters) ?? nearest(text, name) ?? [])
  const ranges = found.map(
    ({ start, end, exact }): TextRange =>
      exact ? { start: places[start]?.[0] ?? 0, end: places[end - 1]?.[1] ?? name.length } : { start, end },
  )
  return merge(ranges)
}

/** The name as its search key, with the place in the name that each of its letters comes from. */
function unfold(name: string): { letters: string; places: [start: number, end: number][] } {
  let letters = ''
  const places: [number, number][] = []
  let at = 0
  for (const character of name) {
    const end = at + character.length
    const folded = fold(character)
    const kept = /^[\s\-_.,;:()[\]{}/\\'"`|<>!?]*$/.test(folded) ? '' : keyOf(folded)
    for (let index = 0; index < kept.length; index++) places.push([at, end])
    letters += kept
    // A mark that stands for itself belongs to the letter before it.
    const last = places.at(-1)
    if (kept === '' && last && /\p{M}/u.test(character)) last[1] = end
    at = end
  }
  return { letters, places }
}

type Found = { start: number; end: number; exact: boolean }

function placeOf(text: string, letters: string): Found[] | null {
  const start = text === '' ? -1 : letters.indexOf(text)
  return start < 0 ? null : [{ start, end: start + text.length, exact: true }]
}

/** For a typo the whole word that was meant. */
function nearest(text: string, name: string): Found[] | null {
  if (!forgivesTypos(text)) return null
  for (const match of name.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    if (typoCost(text, fold(match[0])) <= 2)
      return [{ start: match.index, end: match.index + match[0].length, exact: false }]
  return null
}

function merge(ranges: TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}
