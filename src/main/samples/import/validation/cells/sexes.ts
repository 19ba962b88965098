import { type Message, message } from '../../../../../shared/messages/message.ts'
import { type Checked, type ColumnDetector, error, note, refusedCell } from '../finding.ts'
import { checkText, wordList } from './text.ts'

/** What is sent for each spelling, in small letters; a file's own F and M stay as they are. */
const sexSpellings: Readonly<Record<string, readonly string[]>> = {
  F: wordList(`f, female, females, fem, w, woman, women, girl, ♀, weiblich, frau, weibchen, femme, femelle, féminin, feminin,
    femenino, femenina, hembra, mujer, donna, femmina, femminile, mulher, fêmea, femea, feminino, feminina, vrouw, vrouwelijk,
    kvinna, kvinde, kvinne, kobieta, žena, 女, 女性, 女生, 雌, 雌性, 母, メス, 여, 여성, 여자, 암컷, 암`),
  M: wordList(`m, male, males, man, men, boy, ♂, männlich, maennlich, mann, männchen, homme, mâle, masculin, masculino, masculina,
    macho, hombre, varón, varon, uomo, maschio, maschile, homem, mannelijk, mężczyzna, muž, 男, 男性, 男生, 雄, 雄性, 公,
    オス, 남, 남성, 남자, 수컷, 수`),
  other: wordList('other, intersex, x, d, divers, 其他'),
  unknown: wordList('unknown, u, unk, not known, 未知'),
}

const sexByWord = new Map(
  Object.entries(sexSpellings).flatMap(([sex, all]) => all.map((word) => [word, sex])),
)

/** In small letters. */
export const isKnownSex = (word: string): boolean => sexByWord.has(word)

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
