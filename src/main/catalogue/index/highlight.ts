import type { TextRange } from '../../../shared/domain/drug.ts'
import { fold, foldings } from '../fold.ts'
import { keyOf, type QueryWord } from './tokens.ts'
import { forgivesTypos, typoCost } from './typos.ts'

/** The parts of a name to mark, in UTF-16 units of the name as it is written, in order and apart. */
export function rangesIn(name: string, words: readonly QueryWord[]): TextRange[] {
  const readings = isAscii(name) ? [unfold(name, 0)] : [unfold(name, 0), unfold(name, 1)]
  const found = words.flatMap(({ text }) => {
    for (const { letters, places } of readings) {
      const start = text === '' ? -1 : letters.indexOf(text)
      const last = places[start + text.length - 1]
      if (start >= 0 && last) return [{ start: places[start]?.[0] ?? 0, end: last[1] }]
    }
    return nearest(text, name)
  })
  return merge(found)
}

/** The name as its search key (1: Greek letters by their names), with the place that each of its letters comes from. */
function unfold(name: string, reading: 0 | 1): { letters: string; places: [start: number, end: number][] } {
  let letters = ''
  const places: [number, number][] = []
  let at = 0
  for (const character of name) {
    const end = at + character.length
    const ways = isAscii(character) ? [character.toLowerCase()] : foldings(character)
    const folded = ways[reading] ?? ways[0] ?? ''
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

const isAscii = (text: string): boolean => !/[^\u0020-\u007e]/.test(text)

/** For a typo the whole word that was meant. */
function nearest(text: string, name: string): TextRange[] {
  if (!forgivesTypos(text)) return []
  for (const match of name.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    if (typoCost(text, fold(match[0])) <= 2)
      return [{ start: match.index, end: match.index + match[0].length }]
  return []
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
