import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { isKnownSex } from './sexes.ts'
import { missingAnywhere, missingOutsideOfText } from './vocabulary.ts'

/** INSDC gives a reason after it: “missing: control sample”. */
const insdcReason = /^missing: ?\S/i

/** By the code of the first character, which lengths words have, as bits. */
export type WordLengths = Int32Array

const longest = 31
const bitOf = (length: number): number => 1 << (length < longest ? length : longest)

function toLengths(words: Iterable<string>): WordLengths {
  const lengths = new Int32Array(128)
  for (const word of words)
    for (const first of [word.charCodeAt(0), word.toUpperCase().charCodeAt(0)])
      if (first < 128) lengths[first] = (lengths[first] ?? 0) | bitOf(word.length)
  // Any length that a reason may give it.
  for (const first of ['m', 'M']) {
    const code = first.charCodeAt(0)
    lengths[code] = (lengths[code] ?? 0) | ~((1 << 'missing: '.length) - 1)
  }
  // In a column of + and −, the minus is perhaps no missing value: both are looked at.
  lengths['+'.charCodeAt(0)] = bitOf(1)
  return lengths
}

/** Whether a cell may be a word for a missing value; told at no cost, since millions are looked at. */
export function mayBeMissing(cell: string, lengths: WordLengths): boolean {
  const { length } = cell
  if (length === 0) return false
  const first = cell.charCodeAt(0)
  if (first > 127 || first === 32 || cell.charCodeAt(length - 1) === 32) return true
  return ((lengths[first] ?? 0) & bitOf(length)) !== 0
}

export type MissingWords = { lengths: WordLengths; has(cell: string): boolean }

type Words = { words: ReadonlySet<string>; lengths: WordLengths }
const toWords = (all: readonly string[]): Words => ({ words: new Set(all), lengths: toLengths(all) })

const ofText = toWords(missingAnywhere)
const ofOthers = toWords([...missingAnywhere, ...missingOutsideOfText])
const ofSex = toWords([...ofOthers.words].filter((word) => !isKnownSex(word)))

/**
 * Tells the cells of a field that say “no value” in words. What the field itself may hold is none: a choice of the form, a
 * known sex. Sodium is no missing treatment, so “Na” stays a text.
 */
export function createMissingWords({ type, oneOf = [] }: FieldRule): MissingWords {
  const isText = type === 'text' || type === 'reference'
  const { words, lengths } = isText ? ofText : type === 'sex' ? ofSex : ofOthers
  const isWord = (text: string): boolean =>
    words.has(text.toLowerCase()) ? !(isText && text === 'Na') : insdcReason.test(text)
  const isChoice = (text: string): boolean =>
    oneOf.some((choice) => choice.toLowerCase() === text.toLowerCase())
  return {
    lengths,
    has(cell) {
      if (!mayBeMissing(cell, lengths)) return false
      const text = cell.trim()
      return isWord(text) && !isChoice(text)
    },
  }
}

/** Of a column whose texts are never read as missing. */
export const noMissingWords: MissingWords = { lengths: new Int32Array(128), has: () => false }
