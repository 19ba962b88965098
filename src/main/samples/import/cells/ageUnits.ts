import { type Message, message } from '../../../../shared/words/message.ts'
import {
  type AgeUnit,
  classifyAgeHeader,
  foldText,
  headerWords,
  mentionsAnimal,
  unitColumnKind,
  unitOfHeader,
  unitOfWord,
} from '../detect/headerWords.ts'
import { normalizedHeaderNames, synonyms } from '../detect/synonyms.ts'
import { error, type FileRule } from '../finding.ts'
import { addRow, emptyTally, readingNote } from '../tableRow.ts'
import { shortNumber } from './fastCheck.ts'
import { createMissingWords } from './missingWords.ts'
import { isKnownSex } from './sexes.ts'

export const ageUnitMessages: Record<AgeUnit, Message> = {
  years: message('check.years'),
  months: message('check.months'),
  weeks: message('check.weeks'),
  days: message('check.days'),
}

/**
 * The column that names the unit of the ages in another: right beside it, as SDRF's `Unit[time unit]`, or by its name, as
 * `AgeUnit`; -1 where there is none.
 */
export const findUnitColumn = (columns: readonly string[], index: number): number =>
  columns.findIndex((header, position) => {
    const kind = position === index ? null : unitColumnKind(header)
    return kind === 'age' || (kind === 'any' && position === index + 1)
  })

/** Units of time that no age of an order is counted in: hours, and times before birth or from fertilization. */
const otherTimeUnit =
  /^(?:h|hrs?|hours?|min|minutes?|s|sec|seconds?|hpf|dpf|wpf|mpf|dpc|dpa|pcw|gw|stunden?|heures?|horas?|ore|小时|時間|시간)$|embryo|gestation|post[- ]?(?:conception|fertili[sz]ation)|胚/

/** Texts that are stored with their unit. */
const maxCachedUnits = 100

/**
 * Reads the unit that the cell of a unit column names for the age beside it. `none`: the cell names no unit, so the
 * unit of the column counts; `unknown`: the cell names something that is not a unit of age.
 */
export function createUnitReader(header: string): (cell: string) => AgeUnit | 'none' | 'unknown' {
  const read = new Map<string, AgeUnit | 'none' | 'unknown'>()
  const missing = createMissingWords({ type: 'age' })
  const isOfAges = unitColumnKind(header) === 'age'
  const parse = (cell: string): AgeUnit | 'none' | 'unknown' => {
    const text = foldText(cell.trim())
    if (text === '' || missing.has(text)) return 'none'
    if (otherTimeUnit.test(text)) return 'unknown'
    return unitOfHeader(text) ?? (isOfAges ? 'unknown' : 'none')
  }
  return (cell) => {
    const known = read.get(cell)
    if (known !== undefined) return known
    const unit = parse(cell)
    if (read.size < maxCachedUnits) read.set(cell, unit)
    return unit
  }
}

/** Words between an age and its unit in a sentence that names the unit for a whole file: “all ages are given in months”. */
const statementWords = new Set(
  foldText(
    `is are in given measured expressed reported recorded listed shown counted stated unit units as all the of at values value column
    was were be note notes ist sind angegeben in wird werden en sont exprime exprimes donne est esta estan expresada expresadas in
    sono espressa espresse em sao expressa zijn w podano podany w указан указан указаны в единицы olarak 单位 為 为 以 計 单位为 は です`,
  ).split(/\s+/),
)
/** A longer text is no comment on one column. */
const maxStatementLength = 200

/** The unit that a comment names for the ages of the file, as “# age is in days”; null for any other text. */
export function statedAgeUnit(comment: string): AgeUnit | null {
  if (comment.length > maxStatementLength || /\d/.test(comment)) return null
  const parts = headerWords(comment)
  const age = parts.findIndex((part) => classifyAgeHeader(part) === 'sample')
  if (age < 0) return unitOfIdeographicStatement(comment)
  const units = parts.flatMap((part, index) => (unitOfWord(part) && part.length > 1 ? [index] : []))
  const [at, ...others] = units
  if (at === undefined || others.length > 0) return null
  const between = parts.slice(Math.min(age, at) + 1, Math.max(age, at))
  return between.every((part) => statementWords.has(part)) ? (unitOfWord(parts[at] ?? '') ?? null) : null
}

const ideographicStatement =
  /(?:年龄|年齡|年齢|나이|연령)(?:的)?(?:单位|單位|単位|단위)?(?:为|為|是|は|는|[:：])?\s*(\p{L}{1,2})/u
const unitOfIdeographicStatement = (comment: string): AgeUnit | null =>
  unitOfWord(foldText(ideographicStatement.exec(comment)?.[1] ?? '')) ?? null

/** An age as a cell may name it: `52w`, `12_months`, `34 years old`, `P56`, `1 year 6 months`. */
export type WrittenAge = { kind: 'age'; parts: AgePart[] } | { kind: 'unborn' | 'range' | 'several' }
type AgePart = { value: string; unit: AgeUnit }
const toAge = (...parts: AgePart[]): WrittenAge => ({ kind: 'age', parts })

const number = '\\d+(?:[.,]\\d+)?'
const agePart = new RegExp(`^(${number})[\\s_-]*([\\p{L}]+)\\.?[\\s_,-]*`, 'u')
const ageSuffix = /[\s_-]*(?:old|of age|alt|alte|de edad|d'age|de idade)$/
const embryonic =
  /^(?:e|ed|ga|gw|gd|dpc|dpf|hpf|hh)[\s_-]*\d|\d\s*(?:dpc|pcw|gw|gd|hpf|dpf|wpf|mpf|somites?)\b|embryo|gestation|f(?:o)?etal|f(?:o)?etus|post[- ]?(?:conception|fertili[sz]ation)|\bpcw\b|胚胎|孕/
const postnatal = /^(?:p|pn|pnd|dol|day)[\s_-]*(\d+(?:[.,]\d+)?)$/
const isoDuration = /^p(\d+(?:[.,]\d+)?)([ymwd])$/
const range = new RegExp(
  `^(?:[<>≤≥~≈=]+|under |over |above |below |about |around |older than |younger than |more than |less than |at least |up to |approx\\.? |circa |ca?\\.? |uber |unter |bis |etwa |> ?=)\\s*${number}|${number}\\s*(?:[-–—~]|to|bis|à|a|至|から)\\s*${number}|^${number}\\s*(?:\\+|-)$|^${number}\\s*(?:\\+|plus|and (?:over|above|older|up)|or (?:over|above|older|more)|(?:岁|歳|歲|세)?(?:以上|以下|이상|이하)|s$|代)`,
)

/** The longest text parsed as an age. Real ages are shorter, and longer texts take longer to search. */
const maxAgeLength = 100

/** Parses an age with words around its number, such as "34 years". Returns null if the text contains no age. */
export function parseWrittenAge(text: string): WrittenAge | null {
  if (text.length > maxAgeLength) return null
  const plain = foldText(text)
    .replaceAll(/[()[\]]/g, ' ')
    .replace(/^\s*aged?\s*:?\s*(?=\d)/, '')
    .trim()
    .replace(/\by\.? ?o\.?$/, 'yo')
  if (embryonic.test(plain)) return { kind: 'unborn' }
  const postnatalMatch = postnatal.exec(plain)
  if (postnatalMatch) return toAge({ value: postnatalMatch[1] ?? '', unit: 'days' })
  const duration = isoDuration.exec(plain)
  const durationUnit = unitOfWord(duration?.[2] ?? '')
  if (duration && durationUnit) return toAge({ value: duration[1] ?? '', unit: durationUnit })
  const [, years, months] = yearsAndMonths.exec(plain) ?? []
  if (years !== undefined && months !== undefined && Number(months) < 12)
    return toAge({ value: years, unit: 'years' }, { value: months, unit: 'months' })
  const parts: AgePart[] = []
  for (let rest = withoutSubject(plain).replace(ageSuffix, ''); rest !== ''; ) {
    const found = agePart.exec(rest)
    const unit = found && unitOfWord(found[2] ?? '')
    if (!found || !unit) return range.test(plain) ? { kind: 'range' } : null
    parts.push({ value: found[1] ?? '', unit })
    rest = rest.slice(found[0].length)
  }
  // “1 year 6 months” is one age; “10 w, 12 w” and “10 wk (70 d)” are two.
  const isOne = parts.every(({ value, unit }, index) => {
    const before = parts[index - 1]
    return before === undefined || Number(value.replace(',', '.')) < (fitsInto[before.unit][unit] ?? 0)
  })
  return parts.length === 0 ? null : isOne ? toAge(...parts) : { kind: 'several' }
}

/** Number of smaller units in a larger one, rounded up. A larger number would be a different age. */
const fitsInto: Readonly<Record<AgeUnit, Partial<Record<AgeUnit, number>>>> = {
  years: { months: 12, weeks: 53, days: 366 },
  months: { weeks: 5, days: 31 },
  weeks: { days: 7 },
  days: {},
}

/** `2;6`, as studies of children write two years and six months. */
const yearsAndMonths = /^(\d{1,2});(\d{1,2})$/
const lastWord = /(?<=\d.*)[\s_,-]+(\p{L}{3,})$/u

/** Removes the subject of an age: “10 wk old males”, “12 weeks, female mice”. */
function withoutSubject(age: string): string {
  const [all = '', word = ''] = lastWord.exec(age) ?? []
  const isSubject =
    isKnownSex(word) || mentionsAnimal(word) || /^(?:adults?|persons?|patients?|child(?:ren)?)$/.test(word)
  return isSubject ? withoutSubject(age.slice(0, -all.length)) : age
}

/** Ages of more than these are seldom written in months. */
const maxPlausibleMonths = 30

/**
 * Watches a column of ages for an M after a number. It may be the sex (male) if other numbers have an F, or if most
 * ages would be implausibly many months. `values`: the user's replacements for texts of the column.
 */
export function createAgeLetterRule(
  column: string,
  index: number,
  values: ReadonlyMap<string, string>,
): FileRule {
  let first: { row: number; value: string } | null = null
  let female: string | null = null
  let [count, implausible] = [0, 0]
  return {
    observe(row, cells) {
      const cell = cells[index] ?? ''
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
    problems() {
      if (first === null || (female === null && implausible * 2 <= count)) return []
      const text =
        female === null
          ? message('check.ageSexManMonths', { value: first.value, column, maxPlausibleMonths })
          : message('check.standsBesideLettersSex', { value: first.value, female, column })
      return [{ ...first, column, ...error('ambiguous-age', text) }]
    },
  }
}

/** Names of animals and of their strains in a cell. */
const animalCell = new RegExp(
  `(?:^|[^a-zа-я])(?:${[
    'mouse|mice|mus musculus|m\\. ?musculus|murine|maus|maeuse|mause|souris|raton(?:es)?|camundongos?|muizen|mysz|myszy',
    'c57bl|bl ?/?6[jn]?|b6[jn]|b6;129|b6\\.|balb/?c|dba/?[12]|c3h(?:/hej)?|fvb(?:/n)?|129s\\d?|cd-?1 mice|nsg|nod/scid|swiss webster|um-?het3|5xfad|app/ps1|ob/ob|db/db',
    'rats?|rattus|ratten?|sprague|wistar|long[- ]evans|fischer 344|f344|brown norway',
    'zebrafish|danio|killifish|nothobranchius|medaka|xenopus|drosophila|d\\. ?melanogaster|w1118|canton-?s|c\\. ?elegans|caenorhabditis|apis mellifera',
    'macaca|macaques?|rhesus|marmosets?|callithrix|chimpanzees?|pan troglodytes|vervet|baboons?',
    'oryctolagus|hamsters?|guinea pigs?|cavia porcellus|naked mole[- ]rats?|heterocephalus',
    'canis|felis catus|equus|sus scrofa|bos taurus|ovis aries|capra hircus|gallus gallus',
    'мышь|мыши|крыса|крысы',
  ].join('|')})(?:[^a-zа-я]|$)|c57bl|小鼠|大鼠|マウス|ラット|생쥐|마우스|斑马鱼|果蝇|猕猴|食蟹猴`,
)
/** Animals whose names have other meanings too, and count only as a whole cell: CAT is a gene, and a bat a test. */
const animalWord =
  /^(?:dogs?|hund|cats?|katze|horses?|pferd|cheval|pigs?|schwein|swine|cattle|cows?|bovine|sheep|goats?|rabbits?|monkeys?|chickens?|ferrets?|bats?|fish|fly|flies|worms?|topo|fare|sican)$/
/** Knockouts and floxed genes, written as of mice: `Atg5-/-`, `Sirt1 fl/fl; Alb-Cre`. */
const animalGenotype =
  /(?:^|[^A-Za-z])[A-Z][a-z][A-Za-z0-9]{1,8}[\s_^-]*(?:-\/-|\+\/-|\+\/\+|[Ff][Ll]?\/[Ff][Ll]?|[Ff]lox|KO\b)|\b(?:fl\/fl|f\/f|flox(?:ed)?)\b|-?[Cc]re(?:ERT2?)?\b|\bTg\(/
const genotypeHeader = /genotyp|génotyp|genotip|zygosity|transgen|基因型|遺伝子型|유전자형|генотип/i
/** In a column of genotypes. Those of people are letters of bases or numbers of alleles. */
const animalAllele =
  /^(?:wt|wild[- ]?type|ko|knock-?out|cko|het(?:erozygous|erozygote)?|hom(?:o|ozygous|ozygote)?|hemi|tg|non-?tg|mut(?:ant)?|[-+]\/[-+]|野生型|敲除)(?:[^a-z]|$)/i
const humanCell = /homo sapiens|(?:^|[^a-z])human|^(?:mensch|humano?|umano|人|人类|ヒト|사람|인간|человек)$/
const speciesNames = new Set((synonyms.species ?? []).flatMap(normalizedHeaderNames))
const antibody = /anti-/
/** Columns that divide samples by age; elsewhere an old one may be an old kit. */
const groupHeader = /age|alter|edad|group|gruppe|grup|condition|cohort|\barm\b|年|组|組|群/
const oldCell =
  /(?:^|[^a-z])(?:old|aged|elderly|geriatric|senescent|vieux|vieille|viejo|anziano|velho)(?:[^a-z]|$)|老|高齢|노령|고령/
const yearsText = /years?|\byr|\byo\b|岁|歳|歲|세/
/** Donors described as old are at least this many years old. */
const minOldAge = 40
const maxOldTextLength = 25
const maxAnimalTextLength = 60
const maxSearchedRows = 50
const maxTextsRead = 1000
const maxAge = 200
/**
 * Very few people live longer than this. A higher number counts days, weeks or months, or is a code for a missing
 * value.
 */
const oldestPlausible = 110
const missingCodes: ReadonlySet<number> = new Set([777, 888, 997, 998, 999, 7777, 8888, 9999])
/** Hardly a cohort of people has a higher one. */
const maxPlausibleMedian = 100
/** Ages up to these are of infants, or of animals in years, months or weeks. */
const maxInfantAge = 3
/** A few whole ages that begin among children and end early are rather those of groups of animals, in months or weeks. */
const groupAgeLimits = { youngest: 12, oldest: 36, different: 4, rowsEach: 2 }

/**
 * Watches the numbers of a column of ages that names no unit, which are read in the unit assumed, and the columns beside
 * for animals, whose ages are hardly given in years.
 */
export function createAgeUnitRule(
  column: string,
  index: number,
  columns: readonly string[],
  { decimal, ageUnit }: { decimal: ',' | '.'; ageUnit: AgeUnit },
  namesUnit: ((cells: readonly string[]) => boolean) | null,
): FileRule {
  const decimalCode = decimal.charCodeAt(0)
  const counts = new Uint32Array(maxAge + 1)
  const tally = emptyTally()
  let seen = 0
  let firstValue = ''
  let highest = 0
  let isWhole = true
  let oldAge: { age: string; word: string } | null = null
  let withUnit = 0
  /** An age with another unit than that of the numbers alone. */
  let otherUnit: string | null = null
  let textsRead = 0
  let isHuman = false
  const speciesColumns = columns.flatMap((name, position) =>
    normalizedHeaderNames(name).some((one) => speciesNames.has(one)) ? [position] : [],
  )
  const genotypeColumns = columns.map((name) => genotypeHeader.test(name))
  /** The first text that names an animal: a header, or a cell of a column. */
  const header = columns.find((name, position) => position !== index && mentionsAnimal(name))
  let animal: string | null = header ?? null
  const findAnimal = (cells: readonly string[]): void => {
    isHuman ||= speciesColumns.some((position) => humanCell.test(foldText(cells[position] ?? '').trim()))
    const found = cells.find((cell, position) => {
      if (position === index || cell.length > maxAnimalTextLength) return false
      if (animalGenotype.test(cell) || (genotypeColumns[position] && animalAllele.test(cell.trim())))
        return true
      const text = foldText(cell)
      return animalWord.test(text.trim()) || (animalCell.test(text) && !antibody.test(text))
    })
    animal ??= found?.trim() ?? null
  }
  const groupColumns = columns.flatMap((name, position) =>
    position !== index && groupHeader.test(foldText(name)) ? [position] : [],
  )
  /** Finds a donor described as old whose age is that of a child or young adult. */
  const detectOldAge = (value: number, cells: readonly string[]): void => {
    const found = groupColumns.find((position) => {
      const text = foldText(cells[position] ?? '')
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
      tally.count >= all.length * rowsEach
    )
  }
  /** Explains why these ages may not be years. Returns null if there is no reason for doubt. */
  const describeDoubt = (): Message | null => {
    const middle = median()
    if (withUnit > 0) return message('check.agesUnitColumnBeside', { column })
    if (otherUnit !== null) return message('check.agesUnitOthersWithout', { column, otherUnit })
    if (animal !== null && !isHuman) return message('check.namesNoUnitStands', { column, animal })
    if (middle > maxPlausibleMedian) return message('check.namesNoUnitHalf', { column, middle })
    if (highest > oldestPlausible) return message('check.namesNoUnitHighest', { column, highest })
    if (oldAge !== null)
      return message('check.namesNoUnitStandsBeside', { column, word: oldAge.word, age: oldAge.age })
    if (highest <= maxInfantAge || areGroupAges()) return message('check.namesNoUnitNo', { column, highest })
    return null
  }
  const median = (): number => {
    let below = 0
    for (let age = 0; age <= maxAge; age++) {
      below += counts[age] ?? 0
      if (below * 2 >= tally.count) return age
    }
    return maxAge
  }
  return {
    observe(row, cells) {
      const value = shortNumber((cells[index] ?? '').trim(), decimalCode)
      if (value >= 0 && namesUnit?.(cells)) withUnit += 1
      else if (value >= 0) {
        const bin = Math.min(maxAge, Math.floor(value))
        counts[bin] = (counts[bin] ?? 0) + 1
        if (tally.count === 0) firstValue = cells[index] ?? ''
        addRow(tally, row)
        if (value > highest && !missingCodes.has(value)) highest = value
        if (bin !== value) isWhole = false
      } else if (otherUnit === null && textsRead < maxTextsRead) {
        textsRead += 1
        const age = parseWrittenAge((cells[index] ?? '').trim())
        if (age?.kind === 'age' && age.parts.every(({ unit }) => unit !== ageUnit))
          otherUnit = (cells[index] ?? '').trim()
      }
      if (seen < maxSearchedRows) {
        seen += 1
        if (animal === null || speciesColumns.length > 0) findAnimal(cells)
        if (oldAge === null) detectOldAge(value, cells)
      }
      return true
    },
    problems() {
      const [row] = tally.rows
      const doubt = row === undefined || ageUnit !== 'years' ? null : describeDoubt()
      if (row === undefined || doubt === null) return []
      return [{ row, value: firstValue, column, ...error('age-unit-assumed', doubt) }]
    },
    notes() {
      if (tally.count === 0) return []
      const doubt = ageUnit === 'years' ? describeDoubt() : null
      const text = doubt ?? message('check.namesNoUnitAges', { column, ageUnit: ageUnitMessages[ageUnit] })
      const severity = doubt === null ? 'note' : 'warning'
      return [readingNote('age-unit-assumed', text, { column, ...tally, severity })]
    },
  }
}
