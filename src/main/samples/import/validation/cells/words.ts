import type { FieldRule } from '../../../../../shared/domain/samples/orderForm.ts'
import { type Message, message } from '../../../../../shared/messages/message.ts'
import { type Checked, type ColumnDetector, error, note, refusedCell } from '../finding.ts'
import { noWordLengths, type WordLengths, wordLengthIndex } from './fastCheck.ts'
import { checkText } from './text.ts'

/** Words that cells and headers use, in small letters, in the languages of the labs that we know. */

const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

/** What stands for “no value” in any field: the words of R, pandas, spreadsheets, GEO, INSDC and people. */
export const missingAnywhere =
  list(`na, n/a, n.a., n.a, <na>, #na, nan, null, nil, -, --, ---, –, —, ., .., ?, ??,
  not available, not applicable, not collected, not provided, not recorded, not reported, not determined, not_available,
  not_applicable, not_collected, not_provided, restricted access, missing, keine angabe, k.a., k. a., fehlt, non disponible,
  non renseigné, no disponible, non disponibile, não disponível, 不详, 不詳, 缺失, 缺失值, 該当なし, 欠測, 해당 없음, 결측`)

/** In a free text these may be meant as they stand: no treatment, a normal diet, an unknown genotype. */
const missingOutsideOfText =
  list(`none, nd, n.d., n.d, n/d, unknown, unspecified, undetermined, undefined, unbekannt,
  inconnu, inconnue, desconocido, sconosciuto, desconhecido, 未知, 不明, 无, 無, なし, 없음`)

/** What is sent for each spelling, in small letters; a file's own F and M stay as they are. */
const sexSpellings: Readonly<Record<string, readonly string[]>> = {
  F: list(`f, female, females, fem, w, woman, women, girl, ♀, weiblich, frau, weibchen, femme, femelle, féminin, feminin,
    femenino, femenina, hembra, mujer, donna, femmina, femminile, mulher, fêmea, femea, feminino, feminina, vrouw, vrouwelijk,
    kvinna, kvinde, kvinne, kobieta, žena, 女, 女性, 女生, 雌, 雌性, 母, メス, 여, 여성, 여자, 암컷, 암`),
  M: list(`m, male, males, man, men, boy, ♂, männlich, maennlich, mann, männchen, homme, mâle, masculin, masculino, masculina,
    macho, hombre, varón, varon, uomo, maschio, maschile, homem, mannelijk, mężczyzna, muž, 男, 男性, 男生, 雄, 雄性, 公,
    オス, 남, 남성, 남자, 수컷, 수`),
  other: list('other, intersex, x, d, divers, 其他'),
  unknown: list('unknown, u, unk, not known, 未知'),
}

/** In small letters, without accents. */
export const ageUnitWords: Readonly<Record<'years' | 'months' | 'weeks' | 'days', readonly string[]>> = {
  years:
    list(`year, years, yr, yrs, y, yo, jahr, jahre, jahren, an, ans, annee, annees, ano, anos, anni, anno, jaar, 年, 岁,
    歳, 歲, 才, 세, 살, 년`),
  months:
    list(`month, months, mo, mos, mth, mths, m, monat, monate, monaten, mois, mes, meses, mese, mesi, maand, maanden, 月,
    月龄, 个月, 個月, 月齡, 月齢, か月, ヶ月, カ月, 개월, 달, 월`),
  weeks:
    list(`week, weeks, wk, wks, w, woche, wochen, semaine, semaines, semana, semanas, settimana, settimane, weken, 周, 周龄,
    週, 週齡, 週齢, 週間, 星期, 주, 주령`),
  days: list(`day, days, d, tag, tage, tagen, jour, jours, dia, dias, giorno, giorni, dag, dagen, 天, 日, 日龄, 日齡, 日齢, 일,
    일령`),
}

const sexByWord = new Map(
  Object.entries(sexSpellings).flatMap(([sex, all]) => all.map((word) => [word, sex])),
)

/** In small letters. */
const isKnownSex = (word: string): boolean => sexByWord.has(word)

/** Letters and numbers that mean one sex here and the other there: homme and hembra, varón and vrouw, samec and samica. */
const ambiguous: ReadonlySet<string> = new Set(['h', 'v', 's', 'k', '0', '1', '2'])

/** Sex in one spelling. A spelling that is changed is reported, so that the person sees what is sent. */
export function checkSex(cell: string): Checked {
  const text = checkText(cell)
  if (typeof text.value !== 'string') return text
  const written = text.value
  const value = sexByWord.get(written.toLowerCase())
  if (value === undefined) return refusedCell('sex', notASex(written))
  if (value === written) return text
  if (value.toLowerCase() === written.toLowerCase()) return { value, findings: text.findings }
  const normalisedNote = note(
    'normalised',
    message`“${written}” is sent as “${value}”, in this row and all others like it.`,
  )
  return { value, findings: [...text.findings, normalisedNote] }
}

const notASex = (written: string): Message =>
  ambiguous.has(written.toLowerCase())
    ? message`“${written}” may stand for either sex, as languages and lists of codes differ. Say what it means among the values of its column, or write F or M.`
    : message`Pathclock does not recognize the sex “${written}”. Write F, M, other or unknown, or leave the cell empty.`

/**
 * What single letters of a column mean where they leave no doubt: H beside F is homme, V beside M under a Dutch header is
 * vrouw. Null where nothing is to be added.
 */
export function suggestSexes(header: string, cells: readonly string[]): Record<string, string> | null {
  const found = [...new Set(cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))]
  const letters = new Set(found.map((cell) => cell.toLowerCase()).filter((cell) => cell.length === 1))
  const hombreOrHomme =
    letters.has('h') && letters.has('f') && !letters.has('m') ? { letter: 'h', sex: 'M' } : null
  const dutch =
    letters.has('v') && letters.has('m') && /geslacht|sekse/i.test(header) ? { letter: 'v', sex: 'F' } : null
  const certain = hombreOrHomme ?? dutch
  if (certain === null) return null
  const matchingCells = found.filter((cell) => cell.toLowerCase() === certain.letter)
  return Object.fromEntries(matchingCells.map((cell) => [cell, certain.sex]))
}

/** With blanks around it. */
const maxLetterLength = 10

/**
 * Watches a column for H or V beside M without an F: hombre and mujer, varón and mujer, where M is a woman. Reported unless a
 * person said what M is, or that the other letter is a woman. `values`: what was said.
 */
export function createSexDetector(column: string, values: ReadonlyMap<string, string>): ColumnDetector {
  let other: string | null = null
  let first: { row: number; value: string } | null = null
  let hasF = false
  return {
    observe(row, written) {
      const cell = written.length > maxLetterLength ? '' : written.trim()
      if (cell.length !== 1) return true
      if (cell === 'F' || cell === 'f') hasF = true
      else if (cell === 'M' || cell === 'm') {
        if (first === null && !values.has(cell)) first = { row, value: cell }
      } else if (other === null && /[hv]/i.test(cell) && values.get(cell) !== 'F') other = cell
      return !hasF
    },
    findings() {
      if (other === null || first === null || hasF) return []
      const text = message`“${column}” has “${other}” beside “${first.value}”, which is a man in some languages and a woman (mujer) in others. Say what each of them means among the values of the column.`
      return [{ ...first, column, ...error('ambiguous-sex', text) }]
    },
  }
}

/** INSDC gives a reason after it: “missing: control sample”. */
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

/** Whether a cell may be a word for a missing value. */
function mayBeMissing(cell: string, lengths: WordLengths): boolean {
  const first = cell.charCodeAt(0)
  if (first > 127 || cell.trim() !== cell) return true
  const index = wordLengthIndex(first, cell.charCodeAt(cell.length - 1))
  return ((lengths[index] ?? 0) & (1 << cell.length)) !== 0
}

export type MissingWords = { lengths: WordLengths; has(cell: string): boolean }

type Words = { words: ReadonlySet<string>; lengths: WordLengths }
const toWords = (all: readonly string[]): Words => ({ words: new Set(all), lengths: toLengths(all) })

const textWords = toWords(missingAnywhere)
const otherWords = toWords([...missingAnywhere, ...missingOutsideOfText])
const sexWords = toWords([...otherWords.words].filter((word) => !isKnownSex(word)))

/**
 * Tells the cells of a field that say “no value” in words. What the field itself may hold is none: a choice of the form, a
 * known sex. Sodium is no missing treatment, so “Na” stays a text.
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
