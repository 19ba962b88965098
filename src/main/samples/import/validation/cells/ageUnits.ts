import type { Problem, ReadingNote, Transform } from '../../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../../shared/messages/message.ts'
import type { RowPlan } from '../../mapping/rowPlan.ts'
import { type ColumnDetector, error } from '../finding.ts'
import { shortNumber } from './fastCheck.ts'
import { wordList } from './text.ts'

/** The units as they stand within a sentence. */
export const ageUnitMessages: Record<AgeUnit, Message> = {
  years: message`years`,
  months: message`months`,
  weeks: message`weeks`,
  days: message`days`,
}

export type AgeUnit = Transform['ageUnit']

/** In small letters, without accents. */
const ageUnitWords: Readonly<Record<AgeUnit, readonly string[]>> = {
  years:
    wordList(`year, years, yr, yrs, y, yo, jahr, jahre, jahren, an, ans, annee, annees, ano, anos, anni, anno, jaar, 年, 岁,
    歳, 歲, 才, 세, 살, 년`),
  months:
    wordList(`month, months, mo, mos, mth, mths, m, monat, monate, monaten, mois, mes, meses, mese, mesi, maand, maanden, 月,
    月龄, 个月, 個月, 月齡, 月齢, か月, ヶ月, カ月, 개월, 달, 월`),
  weeks:
    wordList(`week, weeks, wk, wks, w, woche, wochen, semaine, semaines, semana, semanas, settimana, settimane, weken, 周, 周龄,
    週, 週齡, 週齢, 週間, 星期, 주, 주령`),
  days: wordList(`day, days, d, tag, tage, tagen, jour, jours, dia, dias, giorno, giorni, dag, dagen, 天, 日, 日龄, 日齡, 日齢, 일,
    일령`),
}

const unitByWord = new Map(
  Object.entries(ageUnitWords).flatMap(([unit, names]) =>
    names.map((name) => [name, unit as AgeUnit] as const),
  ),
)

const stripAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()

const agePrefix =
  /^(?:年龄|年齡|年齢|나이|연령|age(?:in)?|alter(?:in)?|edad(?:en)?|idade(?:em)?|eta(?:in)?|leeftijd(?:in)?)/

/** The unit that the header of a column of ages names, as “Age (weeks)” or “age_in_months” do; null for none. */
export function unitOfHeader(header: string): AgeUnit | null {
  const named = stripAccents(header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}]+/u)
    .flatMap((word) => unitByWord.get(word) ?? unitByWord.get(word.replace(agePrefix, '')) ?? [])
  return new Set(named).size === 1 ? (named[0] ?? null) : null
}

const unitName = /^(?:units?|einheit(?:en)?|unite|unidad|unita)$|(?:单位|單位|単位|단위)$/
const agePrefixWord = /^(?:time|zeit|年龄|年齡|年齢|나이|연령|age|alter|edad|idade|eta|leeftijd)/

/**
 * The column that names the unit of the ages in another: right beside it, as SDRF's `Unit[time unit]`, or by its name, as
 * `AgeUnit`; -1 where there is none.
 */
export const findUnitColumn = (columns: readonly string[], index: number): number =>
  columns.findIndex((header, position) => {
    const spaced = header.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    const words = stripAccents(spaced)
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
    return (
      position !== index &&
      words.some((word) => unitName.test(word)) &&
      (position === index + 1 || words.some((word) => agePrefixWord.test(word)))
    )
  })

/**
 * Watches the cells that name the unit of the ages beside them. One unit is read for a whole column: an age whose cell
 * names another one, and which does not name its own, holds all orders back. What a person reads as another value is theirs.
 */
export function createUnitColumnDetectors(
  columns: readonly string[],
  { fields }: RowPlan,
  { ageUnit, ageUnitAssumed, values = {} }: Pick<Transform, 'ageUnit' | 'ageUnitAssumed' | 'values'>,
) {
  return fields.flatMap(({ rule, column, from }) => {
    if (rule.type !== 'age' || from.kind !== 'column' || column === null) return []
    const { index } = from
    const unitColumn = findUnitColumn(columns, index)
    const unit = (ageUnitAssumed ? unitOfHeader(column) : null) ?? ageUnit
    const mapped = new Set(Object.keys((Object.hasOwn(values, column) ? values[column] : undefined) ?? {}))
    const units = new Map<string, AgeUnit | null>()
    let other: Problem | null = null
    const readUnit = (cell: string): AgeUnit | null => {
      const known = units.get(cell)
      if (known !== undefined) return known
      const named = unitOfHeader(cell)
      if (units.size < maxCachedUnits) units.set(cell, named)
      return named
    }
    const observe = (row: number, cells: readonly string[]): void => {
      const value = (cells[index] ?? '').trim()
      if (other !== null || mapped.has(value) || !/^\d[\d.,]*$/.test(value)) return
      const named = readUnit(cells[unitColumn] ?? '')
      if (named === null || named === unit) return
      const text = message`“${columns[unitColumn] ?? ''}” names ${ageUnitMessages[named]} on line ${row}, but the ages of “${column}” are read in ${ageUnitMessages[unit]}. Write the unit into such ages, as in “6 months”, or import these rows from a file of their own.`
      other = { row, column, value, ...error('age-unit', text) }
    }
    return unitColumn < 0 ? [] : [{ observe, problems: (): Problem[] => (other === null ? [] : [other]) }]
  })
}

/** Different texts that are stored with their unit. */
const maxCachedUnits = 100

/** An age as a cell may name it: `52w`, `12_months`, `34 years old`, `P56`, `1 year 6 months`. */
export type WrittenAge =
  | { kind: 'age'; parts: { value: string; unit: AgeUnit }[] }
  | { kind: 'unborn' | 'range' | 'several' }

const number = '\\d+(?:[.,]\\d+)?'
const agePart = new RegExp(`^(${number})[\\s_-]*([\\p{L}]+)\\.?[\\s_,-]*`, 'u')
const ageSuffix = /[\s_-]*(?:old|of age|alt|alte|de edad|d'age|de idade)$/
const embryonic =
  /^(?:e|ed|ga|gw|gd|dpc|hh)[\s_-]*\d|\d\s*(?:dpc|pcw|gw|gd)\b|embryo|gestation|f(?:o)?etal|f(?:o)?etus|post[- ]?conception|\bpcw\b|胚胎|孕/
const postnatal = /^(?:p|pn|pnd|dol|day)[\s_-]*(\d+(?:[.,]\d+)?)$/
const isoDuration = /^p(\d+(?:[.,]\d+)?)([ymwd])$/
const range = new RegExp(
  `^(?:[<>≤≥~≈=]+|under |over |above |below |about |ca\\.? |> ?=)\\s*${number}|${number}\\s*(?:[-–—~]|to|bis|à|a|至)\\s*${number}|^${number}\\s*(?:\\+|-)$|^${number}\\s*(?:\\+|and over|or over|or older)`,
)
const unitsByLength: readonly AgeUnit[] = ['years', 'months', 'weeks', 'days']

/** No age takes more to write, and a longer text takes the longer to look through. */
const maxAgeLength = 100

/** What a text that is no number alone says of an age; null for one that says nothing of any. */
export function parseWrittenAge(text: string): WrittenAge | null {
  if (text.length > maxAgeLength) return null
  const plain = stripAccents(text.trim()).replace(/\by\.? ?o\.?$/, 'yo')
  if (embryonic.test(plain)) return { kind: 'unborn' }
  const postnatalMatch = postnatal.exec(plain)
  if (postnatalMatch) return { kind: 'age', parts: [{ value: postnatalMatch[1] ?? '', unit: 'days' }] }
  const duration = isoDuration.exec(plain)
  const durationUnit = unitByWord.get(duration?.[2] ?? '')
  if (duration && durationUnit)
    return { kind: 'age', parts: [{ value: duration[1] ?? '', unit: durationUnit }] }
  const parts: { value: string; unit: AgeUnit }[] = []
  for (let rest = plain.replace(ageSuffix, ''); rest !== ''; ) {
    const found = agePart.exec(rest)
    const unit = found && unitByWord.get(found[2] ?? '')
    if (!found || !unit) return range.test(plain) ? { kind: 'range' } : null
    parts.push({ value: found[1] ?? '', unit })
    rest = rest.slice(found[0].length)
  }
  // “1 year 6 months” is one age; “10 w, 12 w” are two.
  const order = parts.map(({ unit }) => unitsByLength.indexOf(unit))
  const isOne = order.every((unitRank, index) => index === 0 || unitRank > (order[index - 1] ?? 0))
  return parts.length === 0 ? null : isOne ? { kind: 'age', parts } : { kind: 'several' }
}

/** Ages of more than these are seldom written in months. */
const maxPlausibleMonths = 30

/**
 * Watches a column of ages for an M behind a number, which is a man where F stands behind others, or where most of them
 * would be more months than anybody counts. `values`: what a person said that texts of the column mean.
 */
export function createAgeLetterDetector(column: string, values: ReadonlyMap<string, string>): ColumnDetector {
  let first: { row: number; value: string } | null = null
  let female: string | null = null
  let [count, implausible] = [0, 0]
  return {
    observe(row, cell) {
      const last = cell.charCodeAt(cell.length - 1) | 0x20
      if (last !== 0x6d && last !== 0x66) return true
      const [, age = '', letter = ''] = /^\s*(\d{1,3})\s?([mf])\s*$/i.exec(cell) ?? []
      if (letter === '' || values.has(cell.trim())) return true
      if (letter.toLowerCase() === 'f') female ??= cell.trim()
      else {
        first ??= { row, value: cell.trim() }
        count += 1
        if (letter === 'M' && Number(age) > maxPlausibleMonths) implausible += 1
      }
      return true
    },
    findings() {
      if (first === null || (female === null && implausible * 2 <= count)) return []
      const text =
        female === null
          ? message`“${first.value}” in “${column}” may be the age and sex of a man, or months, and at least half of such ages are over ${maxPlausibleMonths}. Write the unit out, or the age alone, or say what these values mean.`
          : message`“${first.value}” stands beside “${female}” in “${column}”, so the letters may be the sex, and not months. Write the age alone, and the sex in a column of its own, or say what these values mean.`
      return [{ ...first, column, ...error('ambiguous-age', text) }]
    },
  }
}

/** Signs of an animal in the name of a column or in a cell. */
const animalHeader =
  /(?:^|[^a-z])(?:mouse|mice|murine|rats?|strain|litter|cage|maus|souris|raton)(?:[^a-z]|$)|小鼠|大鼠|品系|マウス|ラット|系統|생쥐|마우스/
const animalCell =
  /(?:^|[^a-z])(?:mouse|mice|mus musculus|m\. ?musculus|murine|rats?|rattus|c57bl|balb\/?c|dba\/2|sprague|wistar|zebrafish|danio|drosophila|c\. ?elegans|macaca|macaques?|rhesus|maus|maeuse|mause|ratten?|souris|raton(?:es)?|killifish)(?:[^a-z]|$)|c57bl|小鼠|大鼠|マウス|ラット|생쥐|마우스/
const antibody = /anti-/
/** Columns that divide samples by age; elsewhere an old one may be an old kit. */
const groupHeader = /age|alter|edad|group|gruppe|grup|condition|cohort|\barm\b|年|组|組|群/
const oldCell =
  /(?:^|[^a-z])(?:old|aged|elderly|geriatric|senescent|vieux|vieille|viejo|anziano|velho)(?:[^a-z]|$)|老|高齢|노령|고령/
const yearsText = /years?|\byr|\byo\b|岁|歳|歲|세/
/** No person is old at fewer years than these. */
const minOldAge = 40
const maxOldTextLength = 25
const maxAnimalTextLength = 60
const maxSearchedRows = 50
const maxAge = 200
/** Hardly a cohort of people has a higher one. */
const maxPlausibleMedian = 100
/** Ages up to these are of infants, or of animals in years, months or weeks. */
const maxInfantAge = 3
/** A few whole ages that begin among children and end early are rather those of groups of animals, in months or weeks. */
const groupAgeLimits = { youngest: 12, oldest: 36, different: 4, rowsEach: 2 }
const maxListedRows = 20

/**
 * Watches the numbers of a column of ages that names no unit, which are read in the unit assumed, and the columns beside
 * for animals, whose ages are hardly given in years.
 */
export function createAgeUnitDetector(
  column: string,
  index: number,
  columns: readonly string[],
  { decimal, ageUnit }: { decimal: ',' | '.'; ageUnit: AgeUnit },
) {
  const decimalCode = decimal.charCodeAt(0)
  const counts = new Uint32Array(maxAge + 1)
  const rows: number[] = []
  let count = 0
  let seen = 0
  let firstValue = ''
  let highest = 0
  let isWhole = true
  let oldAge: { age: string; word: string } | null = null
  /** Where an animal is named: a header, or a cell of a column. */
  const header = columns.find((name, position) => position !== index && animalHeader.test(stripAccents(name)))
  let animal: string | null = header ?? null
  const findAnimal = (cells: readonly string[]): void => {
    const found = cells.find((cell, position) => {
      if (position === index || cell.length > maxAnimalTextLength) return false
      const text = stripAccents(cell)
      return animalCell.test(text) && !antibody.test(text)
    })
    animal ??= found?.trim() ?? null
  }
  const groupColumns = columns.flatMap((name, position) =>
    position !== index && groupHeader.test(stripAccents(name)) ? [position] : [],
  )
  /** Somebody old whose age is that of a child or young adult. */
  const detectOldAge = (value: number, cells: readonly string[]): void => {
    const found = groupColumns.find((position) => {
      const text = stripAccents(cells[position] ?? '')
      return (
        value < minOldAge && text.length <= maxOldTextLength && oldCell.test(text) && !yearsText.test(text)
      )
    })
    if (found !== undefined) oldAge = { age: (cells[index] ?? '').trim(), word: (cells[found] ?? '').trim() }
  }
  const areGroupAges = (): boolean => {
    const all = [...counts.entries()].flatMap(([age, times]) => (times > 0 ? [age] : []))
    const { youngest, oldest, different, rowsEach } = groupAgeLimits
    return (
      isWhole &&
      highest <= oldest &&
      (all[0] ?? 0) <= youngest &&
      all.length <= different &&
      count >= all.length * rowsEach
    )
  }
  /** Why these ages may not be years; null where nothing speaks against it. */
  const describeDoubt = (): Message | null => {
    const middle = median()
    if (animal !== null)
      return message`“${column}” names no unit, and “${animal}” stands beside it, so its ages may not be years. Say whether they are years, months, weeks or days.`
    if (middle > maxPlausibleMedian)
      return message`“${column}” names no unit, and half of its ages are ${middle} or more, so they may not be years. Say whether they are years, months, weeks or days.`
    if (oldAge !== null)
      return message`“${column}” names no unit, and “${oldAge.word}” stands beside the age ${oldAge.age}, so its ages may not be years. Say whether they are years, months, weeks or days.`
    if (highest <= maxInfantAge || areGroupAges())
      return message`“${column}” names no unit, and no age in it is above ${highest}, so they may not be years. Say whether they are years, months, weeks or days.`
    return null
  }
  const median = (): number => {
    let below = 0
    for (let age = 0; age <= maxAge; age++) {
      below += counts[age] ?? 0
      if (below * 2 >= count) return age
    }
    return maxAge
  }
  return {
    observe(row: number, cells: readonly string[]): void {
      const value = shortNumber((cells[index] ?? '').trim(), decimalCode)
      if (value >= 0) {
        const bin = Math.min(maxAge, Math.floor(value))
        counts[bin] = (counts[bin] ?? 0) + 1
        if (count === 0) firstValue = cells[index] ?? ''
        count += 1
        if (rows.length < maxListedRows) rows.push(row)
        if (value > highest) highest = value
        if (bin !== value) isWhole = false
      }
      if (seen < maxSearchedRows) {
        seen += 1
        if (animal === null) findAnimal(cells)
        if (oldAge === null) detectOldAge(value, cells)
      }
    },
    /** Null where no age had to be read in a unit that nobody named. */
    note(): (ReadingNote & { first: { row: number; value: string } }) | null {
      const [row] = rows
      if (row === undefined) return null
      const reason = ageUnit === 'years' ? describeDoubt() : null
      return {
        rule: 'age-unit-assumed',
        column,
        count,
        rows,
        message:
          reason ?? message`“${column}” names no unit. Its ages are read as ${ageUnitMessages[ageUnit]}.`,
        severity: reason === null ? 'note' : 'warning',
        undo: null,
        first: { row, value: firstValue },
      }
    },
  }
}
