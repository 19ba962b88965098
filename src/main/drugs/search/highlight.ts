import type { SearchMatch, TextRange } from '../../../shared/domain/drugs/drug.ts'
import { fold, isAscii, spellingVariants } from '../../../shared/format/fold.ts'
import { allowsTypos, keyOf, keysOf, type QueryWord, typoCost } from './index/tokens.ts'

type Marks = { ranges: TextRange[]; missed: QueryWord[] }

/** Only this many characters of a text are highlighted. */
const maxMarkedLength = 2000
/** Only this many synonyms are searched for the explanation of a hit, because no more are indexed. */
const maxSynonyms = 200

/** Returns the ranges to highlight in a hit's name, and the synonym with the most of the words missing there. */
export function matchOf(
  { name, synonyms }: { name: string; synonyms: readonly string[] },
  kind: SearchMatch['kind'],
  words: readonly QueryWord[],
): SearchMatch {
  const inName = marksIn(name, words, kind === 'typo')
  const synonym = inName.missed.length === 0 ? null : bestSynonym(synonyms, inName.missed, words, kind)
  return { kind, name: inName.ranges, synonym }
}

function bestSynonym(
  synonyms: readonly string[],
  missed: readonly QueryWord[],
  words: readonly QueryWord[],
  kind: SearchMatch['kind'],
): SearchMatch['synonym'] {
  const joinedWords = words.map(({ text }) => text).join('')
  let best: { text: string; marks: Marks; left: number } | null = null
  for (const text of synonyms.slice(0, maxSynonyms)) {
    const marks = marksIn(text, words, kind === 'typo')
    const left = marks.missed.filter((word) => missed.includes(word)).length
    if (left >= missed.length) continue
    if (best === null || left < best.left) best = { text, marks, left }
    if (left === 0 && keysOf(text).some((key) => key === joinedWords)) {
      best = { text, marks, left }
      break
    }
  }
  return best && { text: best.text, ranges: best.marks.ranges }
}

/** Returns the ranges to highlight, sorted and disjoint, in UTF-16 units of the text, and the missing words. */
function marksIn(fullText: string, words: readonly QueryWord[], forgiving: boolean): Marks {
  const text = fullText.slice(0, maxMarkedLength)
  const readings = isAscii(text) ? [unfold(text, 0)] : [unfold(text, 0), unfold(text, 1)]
  const missed: QueryWord[] = []
  const ranges = words.flatMap((word) => {
    const found = readings.flatMap((reading) => rangeOf(reading, spellingsOf(word))).slice(0, 1)
    if (found.length > 0) return found
    const near = forgiving ? nearest(word.text, text) : []
    if (near.length === 0) missed.push(word)
    return near
  })
  return { ranges: merge(ranges), missed }
}

const spellingsOf = ({ text, spellings }: QueryWord): string[] => [
  ...new Set([
    text,
    ...spellings.filter((spelling) => spelling.length === 1).flatMap((spelling) => spelling[0]?.token ?? []),
  ]),
]

/** Returns the place where a word starts with the letters, or else their first occurrence. */
function rangeOf({ letters, positions, starts }: Reading, spellings: readonly string[]): TextRange[] {
  for (const spelling of spellings) {
    if (spelling === '') continue
    let at = letters.indexOf(spelling)
    const first = at
    while (at >= 0 && !starts.has(at)) at = letters.indexOf(spelling, at + 1)
    const from = at >= 0 ? at : first
    const last = positions[from + spelling.length - 1]
    if (from >= 0 && last) return [{ start: positions[from]?.[0] ?? 0, end: last[1] }]
  }
  return []
}

type Reading = { letters: string; positions: [start: number, end: number][]; starts: Set<number> }

/** Returns the search key of a text (reading 1: names of Greek letters), with the origin of each letter. */
function unfold(text: string, reading: 0 | 1): Reading {
  let letters = ''
  const positions: [number, number][] = []
  const starts = new Set([0])
  let at = 0
  for (const character of charactersOf(text)) {
    const end = at + character.length
    const spellings =
      isAscii(character) && character >= ' ' ? [character.toLowerCase()] : spellingVariants(character)
    const folded = spellings[reading] ?? spellings[0] ?? ''
    const key = /^[\s\-_.,;:()[\]{}/\\'"`|<>!?]*$/.test(folded) ? '' : keyOf(folded)
    for (let index = 0; index < key.length; index++) positions.push([at, end])
    letters += key
    if (key === '') starts.add(letters.length)
    at = end
  }
  return { letters, positions, starts }
}

/** Splits a text into letters with their combining marks; plain text has none. */
const charactersOf = (text: string): readonly string[] =>
  isAscii(text) ? text.split('') : (text.match(/.\p{M}*/gsu) ?? [])

/** Returns the range of the word that a typo stands for. */
function nearest(text: string, name: string): TextRange[] {
  if (!allowsTypos(text)) return []
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
