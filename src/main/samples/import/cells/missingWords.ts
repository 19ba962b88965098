import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { noWordLengths, type WordLengths, wordLengthIndex } from './fastCheck.ts'
import { isKnownSex } from './sexes.ts'
import { wordList } from './text.ts'

/** The words for a missing value in any field: those of R, pandas, spreadsheets, GEO, INSDC and everyday use. */
export const missingAnywhere =
  wordList(`na, n/a, n.a., n.a, <na>, #na, nan, null, nil, -, --, ---, –, —, ., .., ?, ??,
  not available, not applicable, not collected, not provided, not recorded, not reported, not determined, not_available,
  not_applicable, not_collected, not_provided, restricted access, missing, keine angabe, k.a., k. a., fehlt, non disponible,
  non renseigné, no disponible, non disponibile, não disponível, 不详, 不詳, 缺失, 缺失值, 該当なし, 欠測, 해당 없음, 결측`)

/**
 * Words for a missing value except in a free text, where they may be literal: no treatment, a normal diet, an unknown
 * genotype.
 */
const missingOutsideOfText =
  wordList(`none, nd, n.d., n.d, n/d, unknown, unspecified, undetermined, undefined, unbekannt,
  inconnu, inconnue, desconocido, sconosciuto, desconhecido, 未知, 不明, 无, 無, なし, 없음`)

/** INSDC adds a reason: “missing: control sample”. */
const insdcReason = /^missing: ?\S/i

function toLengths(words: Iterable<string>): WordLengths {
  const lengths = new Int32Array(noWordLengths.length)
  // In a column of + and −, the minus is perhaps no missing value: both are looked at.
  for (const word of [...words, '+']) {
    const index = wordLengthIndex(word.charCodeAt(0), word.charCodeAt(word.length - 1))
    lengths[index] = (lengths[index] ?? 0) | (1 << word.length)
  }
  // A reason may end in any letter and have any length.
  const firstReasonIndex = wordLengthIndex('m'.charCodeAt(0), 0)
  return lengths.fill(-1, firstReasonIndex, firstReasonIndex + 32)
}

const codes = { blank: 32, tilde: 126 }

/** Whether a cell may be a word for a missing value. */
function mayBeMissing(cell: string, lengths: WordLengths): boolean {
  const first = cell.charCodeAt(0)
  const last = cell.charCodeAt(cell.length - 1)
  // Outer blanks are ignored, and there are many kinds of blanks beyond ASCII.
  if (first <= codes.blank || first > codes.tilde || last <= codes.blank || last > codes.tilde) return true
  const index = wordLengthIndex(first, last)
  return ((lengths[index] ?? 0) & (1 << cell.length)) !== 0
}

export type MissingWords = { lengths: WordLengths; has(cell: string): boolean }

type Words = { words: ReadonlySet<string>; lengths: WordLengths }
const toWords = (all: readonly string[]): Words => ({ words: new Set(all), lengths: toLengths(all) })

const textWords = toWords(missingAnywhere)
const otherWords = toWords([...missingAnywhere, ...missingOutsideOfText])
const sexWords = toWords([...otherWords.words].filter((word) => !isKnownSex(word)))

/**
 * Recognizes the cells of a field that hold a word for a missing value. A valid value of the field is never one: a
 * choice of the form, a known sex. “Na” stays a text, since it may mean sodium.
 */
export function createMissingWords({ type, oneOf = [] }: Pick<FieldRule, 'type' | 'oneOf'>): MissingWords {
  const isText = type === 'text' || type === 'reference'
  const { words, lengths } = isText ? textWords : type === 'sex' ? sexWords : otherWords
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
export const noMissingWords: MissingWords = { lengths: noWordLengths, has: () => false }
