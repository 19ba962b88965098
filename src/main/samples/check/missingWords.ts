import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { noWords, placeOfWord, type WordLengths } from './firstSight.ts'
import { isKnownSex } from './sexes.ts'
import { missingAnywhere, missingOutsideOfText } from './vocabulary.ts'

/** INSDC gives a reason after it: “missing: control sample”. */
const insdcReason = /^missing: ?\S/i

function toLengths(words: Iterable<string>): WordLengths {
  const lengths = new Int32Array(noWords.length)
  // In a column of + and −, the minus is perhaps no missing value: both are looked at.
  for (const word of [...words, '+']) {
    const place = placeOfWord(word.charCodeAt(0), word.charCodeAt(word.length - 1))
    lengths[place] = (lengths[place] ?? 0) | (1 << word.length)
  }
  // A reason may end in any letter and have any length.
  const reasons = placeOfWord('m'.charCodeAt(0), 0)
  return lengths.fill(-1, reasons, reasons + 32)
}

/** Whether a cell may be a word for a missing value. */
function mayBeMissing(cell: string, lengths: WordLengths): boolean {
  const first = cell.charCodeAt(0)
  if (first > 127 || cell.trim() !== cell) return true
  const place = placeOfWord(first, cell.charCodeAt(cell.length - 1))
  return ((lengths[place] ?? 0) & (1 << cell.length)) !== 0
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
export function createMissingWords({ type, oneOf = [] }: Pick<FieldRule, 'type' | 'oneOf'>): MissingWords {
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
export const noMissingWords: MissingWords = { lengths: noWords, has: () => false }
