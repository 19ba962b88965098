import type { ValueMap } from '../../../../shared/domain/samples/importing.ts'
import { joinMessages, type Message, message } from '../../../../shared/words/message.ts'
import { type Checked, error, type FileRule, note, refusedCell } from '../finding.ts'
import { readingNote } from '../tableRow.ts'
import { checkText, wordList } from './text.ts'

/** The value sent for each spelling, in lower case. A file's own F and M stay as they are. */
const sexSpellings: Readonly<Record<string, readonly string[]>> = {
  F: wordList(`f, female, females, fem, w, woman, women, girl, ♀, weiblich, frau, weibchen, femme, femelle, féminin, feminin,
    femenino, femenina, hembra, mujer, donna, femmina, femminile, mulher, fêmea, femea, feminino, feminina, vrouw, vrouwelijk,
    kvinna, kvinde, kvinne, kobieta, żeńska, žena, kadın, kız, dişi, женский, жен, женщина, ж, самка, xx, 女, 女性, 女生, 雌, 雌性, 母, メス, 여, 여성, 여자, 암컷, 암`),
  M: wordList(`m, male, males, man, men, boy, ♂, männlich, maennlich, mann, männchen, homme, mâle, masculin, masculino, masculina,
    macho, hombre, varón, varon, uomo, maschio, maschile, homem, mannelijk, mężczyzna, męska, muž, erkek, мужской, муж, мужчина, м, самец, xy, 男, 男性, 男生, 雄, 雄性, 公,
    オス, 남, 남성, 남자, 수컷, 수`),
  other: wordList('other, intersex, x, d, divers, 其他'),
  unknown: wordList('unknown, u, unk, not known, 未知'),
}

const sexByWord = new Map(
  Object.entries(sexSpellings).flatMap(([sex, all]) => all.map((word) => [word, sex])),
)

/** In small letters. */
export const isKnownSex = (word: string): boolean => sexByWord.has(word)

/** Normalizes the spelling of a sex. Reports a changed spelling, so the user sees the value that is sent. */
export function checkSex(cell: string): Checked {
  const text = checkText(cell)
  if (typeof text.value !== 'string') return text
  const written = text.value
  const value = sexByWord.get(written.toLowerCase())
  if (value === undefined) return refusedCell('sex', notASex(written))
  if (value === written) return text
  if (value.toLowerCase() === written.toLowerCase()) return { value, findings: text.findings }
  const normalisedNote = note('normalised', message('check.sentRowAllOthers', { written, value }))
  return { value, findings: [...text.findings, normalisedNote] }
}

const notASex = (written: string): Message =>
  isCode(written)
    ? message('check.standEitherSexLanguages', { written })
    : message('check.pathclockNotRecognizeSex', { written })

/** A letter or number that means a sex only by convention. */
const isCode = (text: string): boolean =>
  /^(?:\p{L}|\d)$/u.test(text) && !/\p{Script=Han}|\p{Script=Hangul}/u.test(text)

/** `header`: counts only under such a header, and then alone. `isDoubt`: is here only to raise a question. */
type Convention = { letters: Readonly<Record<string, string>>; header?: RegExp; isDoubt?: true }

/**
 * Meanings of single letters in the languages of labs: a column is read without a question only if all sets that have all
 * its letters agree.
 */
const conventions: readonly Convention[] = [
  { letters: { f: 'F', m: 'M', x: 'other', o: 'other', u: 'unknown', d: 'other' } },
  { letters: { w: 'F', m: 'M', d: 'other', x: 'other', u: 'unknown' } }, // weiblich
  { letters: { f: 'F', h: 'M', x: 'other', i: 'unknown' } }, // femme, homme
  { letters: { m: 'F', h: 'M' } }, // mujer or mulher, hombre or homem
  { letters: { h: 'F', m: 'M' } }, // hembra, macho
  { letters: { m: 'F', v: 'M' } }, // mujer, varón
  { letters: { f: 'F', v: 'M' } }, // femenino, varón
  { letters: { v: 'F', m: 'M', x: 'other' } }, // vrouw, man
  { letters: { v: 'F', m: 'M', x: 'other' }, header: /geslacht|sekse/i },
  { letters: { k: 'F', m: 'M' } }, // kobieta, kvinna
  { letters: { k: 'F', e: 'M' } }, // kadın, erkek
  { letters: { ж: 'F', м: 'M' } },
  { letters: { d: 'F', u: 'M' } }, // donna, uomo
  { letters: { f: 'F', u: 'M' } }, // femmina, uomo
  { letters: { z: 'F', m: 'M' } }, // žena, muž
  { letters: { n: 'F', f: 'M' }, isDoubt: true }, // nő, férfi
  { letters: { n: 'unknown', f: 'F', m: 'M' }, isDoubt: true },
  { letters: { n: 'F', m: 'M' } }, // nainen, mies
  { letters: { s: 'F', h: 'M', w: 'M' }, isDoubt: true }, // Stute, Hengst, Wallach
]
/** Letters that everybody reads alike beside each other. */
const usual = new Set(['f', 'm', 'x', 'o', 'u', 'd'])

/** Parses the legend of codes in a header, such as “Sex (1=male, 2=female)” or “Gender: M=männlich/W=weiblich”. */
function parseLegend(header: string): Map<string, string> {
  const found = [
    ...header.matchAll(/(?<![\p{L}\d])(\p{L}|\d)\s*[=:]\s*(\p{L}+)|(?<!\p{L})(\p{L}+)\s*[=:]\s*(\d)(?!\d)/gu),
  ]
  return new Map(
    found.flatMap(([, code, word, otherWord, otherCode]) => {
      const sex = sexByWord.get((word ?? otherWord ?? '').toLowerCase())
      return sex === undefined ? [] : [[(code ?? otherCode ?? '').toLowerCase(), sex] as const]
    }),
  )
}

/**
 * Returns the meaning of each code of a column, or null if any code is ambiguous. `given`: the user's answers so far.
 */
function readCodes(
  header: string,
  codes: ReadonlySet<string>,
  given: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> | null {
  const legend = parseLegend(header)
  if ([...codes].every((code) => legend.has(code))) return legend
  const isPair = codes.has('f') && codes.has('m')
  const [only = ''] = codes
  // A column of W alone is read as German: a whole cohort of women.
  const isUsual = isPair || (codes.size === 1 && ['f', 'm', 'w'].includes(only))
  if (isUsual && [...codes].every((code) => usual.has(code) || code === only)) return sexByWord
  const fits = ({ letters }: Convention): boolean =>
    [...codes].every(
      (code) => Object.hasOwn(letters, code) && (given.get(code) ?? letters[code]) === letters[code],
    )
  const named = conventions.filter((one) => one.header?.test(header) && fits(one))
  const [first, ...others] = named.length > 0 ? named : conventions.filter((one) => !one.header && fits(one))
  const agree = others.every((other) =>
    [...codes].every((code) => other.letters[code] === first?.letters[code]),
  )
  return first && agree && !first.isDoubt ? new Map(Object.entries(first.letters)) : null
}

/** Codes of a column in small letters, with their first spelling. More than a few are no codes of a sex. */
const maxCodes = 12

/** The values to read in place of the codes of a column where these leave no doubt; null where nothing is to be added. */
export function suggestSexes(header: string, cells: readonly string[]): Record<string, string> | null {
  const found = [...new Set(cells.map((cell) => cell.trim()).filter(isCode))]
  const meaning = found.length > 0 && found.length <= maxCodes ? readCodes(header, toCodes(found)) : null
  const changed = found.flatMap((cell) => {
    const sex = meaning?.get(cell.toLowerCase())
    return sex === undefined || sexByWord.get(cell.toLowerCase()) === sex ? [] : [[cell, sex] as const]
  })
  return changed.length > 0 ? Object.fromEntries(changed) : null
}

const toCodes = (found: Iterable<string>): Set<string> =>
  new Set([...found].map((code) => code.toLowerCase()))

/** With blanks around it. */
const maxCodeLength = 10

/**
 * Watches the codes of a column, and asks one question about all that may mean either sex, or the same sex as another
 * code. `values`: the user's answers so far.
 */
export function createSexRule(column: string, index: number, values: ReadonlyMap<string, string>): FileRule {
  const found = new Map<string, number>()
  /** One flag for each ASCII code that was seen, since nearly all cells are one of two letters. */
  const seenCodes = new Uint8Array(128)
  /** Returns the codes that the user has to explain, and the row of the first. */
  const findDoubt = (): { codes: string[]; row: number; text: Message } | null => {
    const codes = toCodes(found.keys())
    if (codes.size === 0 || codes.size > maxCodes) return null
    const given = new Map([...values].map(([code, sex]) => [code.toLowerCase(), sex] as const))
    const open = [...found.keys()].filter((code) => !values.has(code))
    const isPair = codes.has('f') && codes.has('m')
    // Beside F and M, another code is one row's matter, unless it is read as one of them.
    const doubtful = isPair
      ? open.filter(
          (code) => ['F', 'M'].includes(sexByWord.get(code.toLowerCase()) ?? '') && !/^[fm]$/i.test(code),
        )
      : open
    const meaning = readCodes(column, codes, given)
    const isSure = doubtful.every((code) => {
      const sex = sexByWord.get(code.toLowerCase())
      return sex !== undefined && meaning?.get(code.toLowerCase()) === sex
    })
    if (isSure) return null
    const list = doubtful.map((code) => `“${code}”`).join(', ')
    const text =
      doubtful.length === 1
        ? message('check.standEitherSexLanguagesLists', { list, column })
        : message('check.eachStandEitherSex', { list, column })
    return { codes: doubtful, row: found.get(doubtful[0] ?? '') ?? 0, text }
  }
  return {
    observe(row, cells) {
      const written = cells[index] ?? ''
      if (written.length === 1) {
        const code = written.charCodeAt(0)
        if (seenCodes[code] === 1) return true
        if (code < seenCodes.length) seenCodes[code] = 1
      }
      const cell = written.length > maxCodeLength ? '' : written.trim()
      if (cell.length !== 1 || !isCode(cell)) return true
      if (!found.has(cell) && found.size <= maxCodes * 2) found.set(cell, row)
      return true
    },
    problems() {
      const doubt = findDoubt()
      if (doubt === null) return []
      const { codes, row, text } = doubt
      return [{ row, value: codes[0] ?? '', column, ...error('ambiguous-sex', text) }]
    },
    notes() {
      const doubt = findDoubt()
      if (doubt === null) return []
      const { codes, row, text } = doubt
      const answers = toAnswers(codes).map((map) => ({
        label: joinMessages([
          Object.entries(map)
            .map(([code, sex]) => `${code} = ${sex}`)
            .join(', '),
        ]),
        transform: { values: { [column]: map } },
      }))
      const rows = { count: codes.length, rows: [row] }
      return [readingNote('ambiguous-sex', text, { column, ...rows, severity: 'warning', answers })]
    },
  }
}

/** Two codes can be the sexes in two ways. One, or more than two, are answered one by one. */
function toAnswers(codes: readonly string[]): ValueMap[] {
  const [one = '', other] = codes
  return codes.length === 2 && other !== undefined
    ? [
        { [one]: 'F', [other]: 'M' },
        { [one]: 'M', [other]: 'F' },
      ]
    : codes.flatMap((code) => [{ [code]: 'F' }, { [code]: 'M' }])
}
