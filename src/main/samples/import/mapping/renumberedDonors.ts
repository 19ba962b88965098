import { isoDayNumber } from '../../../../shared/domain/samples/calendar.ts'
import type { Problem } from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import { missingAnywhere } from '../cells/missingWords.ts'
import { createTextIndex } from '../cells/textIndex.ts'
import { donorColumnNames, normalizedHeaderNames } from '../detect/synonyms.ts'
import { type Fields, type FileRule, warning } from '../finding.ts'
import { shorten } from '../tableRow.ts'

type ColumnKind = keyof typeof donorColumnNames

/** Days of birth come first, since they go on being compared where the other columns do not. */
const kinds = ['birth', 'home', 'trait', 'design'] as const
const kindByName: ReadonlyMap<string, ColumnKind> = new Map(
  kinds
    .toReversed()
    .flatMap((kind) =>
      donorColumnNames[kind].flatMap((name) =>
        normalizedHeaderNames(name).map((normalized) => [normalized, kind] as const),
      ),
    ),
)

/** Donors that are compared. The limit bounds the memory; a file with more gets a warning. */
const maxDonors = 200_000
/** The engine stores longer texts as parts of a piece of the file, and would hold all of it in memory. */
const maxSharedLength = 12
const detachText = (text: string): string =>
  text.length > maxSharedLength ? Buffer.from(text).toString() : text

/** `7`, `007`: numbers that labs assign separately in every cage or group. */
const bareNumber = /^\d{1,3}$/
/** `M7`, `mouse 7`, `A`: too short to be a unique id. */
const shortLabel =
  /^(?:(?:\p{L}{1,2}|mouse|rat|animal|maus|ratte|donor|subject)[ _.#-]?)?\d{1,2}$|^\d{3}$|^\p{L}$/iu

const missing: ReadonlySet<string> = new Set(missingAnywhere)
const isMissing = (text: string): boolean => text === '' || missing.has(text.toLowerCase())

type LocatedText = { row: number; text: string }
/** A donor beside two texts of one column. */
type Conflict = { donor: string; first: LocatedText; second: LocatedText }
/** `texts`: the first text of each donor, by the donor's number. */
type WatchedColumn = {
  column: string
  index: number
  kind: ColumnKind
  texts: (LocatedText | null)[]
  donors: Set<number>
  conflicts: Conflict[]
}

/** A group in which donors seem to be numbered separately, with one donor as evidence. */
export type RenumberedDonors = Conflict & { column: string; kind: ColumnKind }

/**
 * `column`: the one that problems name; `sources`: the indexes of the columns that form the ids; `sex`, `age`: the fields
 * that hold them.
 */
export type DonorColumns = {
  column: string
  columns: readonly string[]
  sources: readonly number[]
  sex: { field: string; column: string | null } | null
  age: string | null
}

const createWatchedColumn = (column: string, index: number, kind: ColumnKind): WatchedColumn => ({
  column,
  index,
  kind,
  texts: [],
  donors: new Set(),
  conflicts: [],
})

/** A column in each of whose values donors may be numbered from 1. */
const isNumberingScope = (kind: ColumnKind): boolean => kind === 'home' || kind === 'design'

/** As many different ages, one for each donor of several rows, show that the numbers are the donors' own. */
const minDistinctAges = 3

/**
 * Watches the donors of a file for one id used for two donors: with two sexes, birth dates or ages or, if the ids are
 * plain numbers, in two cages, strains or groups.
 */
export function createDonorRule({
  column,
  columns,
  sources,
  sex,
  age,
}: DonorColumns): FileRule & { findRenumbered(): RenumberedDonors | null } {
  const donors = createTextIndex()
  const known = createDonorRecords()
  const watchedColumns = columns
    .flatMap((name, index) => {
      const kind = sources.includes(index)
        ? undefined
        : normalizedHeaderNames(name).flatMap((one) => kindByName.get(one) ?? [])[0]
      return kind ? [createWatchedColumn(name, index, kind)] : []
    })
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  const sexes = createWatchedColumn(sex?.column ?? 'sex', -1, 'trait')
  let activeColumns = watchedColumns
  let isBare = true
  let isShort = true
  /** The first row whose donor is not compared with the others. */
  let uncompared: LocatedText | null = null
  const contradicted: DonorVisits[] = []
  const unexplained: DonorVisits[] = []
  /** The number of donors with several rows. */
  let repeatedDonors = 0
  let agesDiffer = false
  /** The ages of donors with several rows, up to the number that matters. */
  const distinctAges = new Set<number>()

  const classifyId = (donor: string, cells: readonly string[]): void => {
    const texts = sources.length > 1 ? sources.map((index) => (cells[index] ?? '').trim()) : [donor]
    isBare &&= texts.every((text) => bareNumber.test(text))
    isShort &&= texts.every((text) => shortLabel.test(text))
    if (!isShort) activeColumns = watchedColumns.filter(({ kind }) => kind === 'birth')
  }

  const toLocatedText = (row: number, text: string): LocatedText | null =>
    isMissing(text) ? null : { row, text: detachText(text) }

  const toSexRow = (row: number, fields: Fields): number => {
    const text = sex ? fields[sex.field] : null
    return text === 'F' ? row : text === 'M' ? -row : 0
  }
  const toSex = (row: number): LocatedText => ({ row: Math.abs(row), text: row > 0 ? 'F' : 'M' })

  const toAge = (fields: Fields): number => {
    const value = age ? fields[age] : undefined
    return typeof value === 'number' ? value : Number.NaN
  }

  const addConflict = (watched: WatchedColumn, number: number, conflict: Conflict): void => {
    if (watched.donors.has(number)) return
    watched.donors.add(number)
    watched.conflicts.push({ ...conflict, donor: detachText(conflict.donor) })
  }

  /** Compares the ages of a donor that repeats: later ages need later days. */
  const compareVisits = (
    number: number,
    donor: string,
    row: number,
    age: number,
    collected: unknown,
  ): void => {
    if (known.get(number, offsets.areAgesReported) === 1) return
    const day = typeof collected === 'string' ? isoDayNumber(collected) : Number.NaN
    const firstRow = known.get(number, offsets.visitRow)
    if (firstRow === 0) {
      known.set(number, offsets.visitRow, row)
      known.set(number, offsets.visitAge, age)
      known.set(number, offsets.visitDay, day)
      return
    }
    const firstAge = known.get(number, offsets.visitAge)
    const firstDay = known.get(number, offsets.visitDay)
    const elapsed = yearsBetween(firstDay, day)
    if (Math.abs(age - firstAge - (Number.isNaN(elapsed) ? 0 : elapsed)) <= toleranceYears) return
    known.set(number, offsets.areAgesReported, 1)
    const first = { row: firstRow, age: firstAge, day: firstDay }
    const list = Number.isNaN(elapsed) ? unexplained : contradicted
    list.push({ donor: detachText(donor), first, second: { row, age, day } })
  }

  const compareRepeat = (
    number: number,
    donor: string,
    row: number,
    fields: Fields,
    cells: readonly string[],
  ): void => {
    const firstAge = known.get(number, offsets.age)
    if (known.get(number, offsets.isRepeated) === 0) {
      known.set(number, offsets.isRepeated, 1)
      repeatedDonors += 1
      if (!Number.isNaN(firstAge) && distinctAges.size < minDistinctAges) distinctAges.add(firstAge)
    }
    const currentAge = toAge(fields)
    agesDiffer ||= Math.abs(currentAge - firstAge) > 0
    const firstSex = known.get(number, offsets.sexRow)
    const currentSex = toSexRow(row, fields)
    if (firstSex === 0) known.set(number, offsets.sexRow, currentSex)
    else if (currentSex !== 0 && firstSex > 0 !== currentSex > 0 && !sexes.donors.has(number))
      addConflict(sexes, number, { donor, first: toSex(firstSex), second: toSex(currentSex) })
    for (const watched of activeColumns) {
      const first = watched.texts[number]
      const text = (cells[watched.index] ?? '').trim()
      if (text === first?.text) continue
      const second = toLocatedText(row, text)
      if (!first) watched.texts[number] = second
      else if (second) addConflict(watched, number, { donor, first, second })
    }
  }

  /** One odd donor may be a slip. */
  const isRenumbered = ({ donors: { size }, kind }: WatchedColumn): boolean =>
    size > 0 && (size * 2 >= repeatedDonors || (size > 1 && isNumberingScope(kind)))

  const findRenumberedAmong = (columnKinds: readonly ColumnKind[]): RenumberedDonors | null => {
    const comparable = isBare ? [...watchedColumns, sexes] : isShort ? watchedColumns : []
    const found = columnKinds
      .flatMap((kind) => comparable.filter((watched) => watched.kind === kind))
      .find((watched) => isRenumbered(watched))
    const [conflict] = found?.conflicts ?? []
    return found && conflict ? { ...conflict, column: found.column, kind: found.kind } : null
  }

  return {
    observe(row, cells, fields) {
      const value = fields['donor_id']
      if (value === undefined) return true
      const donor = String(value)
      const found = donors.find(donor)
      const number = found < 0 ? donors.size() : found
      if (number === maxDonors) {
        uncompared ??= { row, text: detachText(donor) }
        return true
      }
      const currentAge = toAge(fields)
      if (found < 0) {
        donors.addSearched()
        known.add(number)
        known.set(number, offsets.sexRow, toSexRow(row, fields))
        known.set(number, offsets.age, currentAge)
      }
      if (!Number.isNaN(currentAge)) compareVisits(number, donor, row, currentAge, fields['collected_at'])
      if (found >= 0) {
        compareRepeat(number, donor, row, fields, cells)
        return true
      }
      if (isShort) classifyId(donor, cells)
      for (const { texts, index } of activeColumns)
        texts[number] = toLocatedText(row, (cells[index] ?? '').trim())
      return true
    },
    /** Returns the group in which plain numbers certainly start over: an animal has one cage, strain and sex. */
    findRenumbered: () => (isBare ? findRenumberedAmong(['home', 'trait', 'birth']) : null),
    problems() {
      const isOwnAge = !agesDiffer && distinctAges.size >= minDistinctAges
      const renumbered = findRenumberedAmong([
        'home',
        'trait',
        ...(isBare ? (['birth'] as const) : []),
        ...(isBare && !isOwnAge ? (['design'] as const) : []),
      ])
      if (renumbered) {
        const names = sources.map((index) => columns[index] ?? '')
        return [toProblem(column, renumbered, 'donor-numbers', renumberedMessage(renumbered, names))]
      }
      const compared = [
        sexes,
        ...watchedColumns.filter(({ kind }) => kind === 'birth' || (isShort && kind !== 'design')),
      ]
      return [
        ...compared.flatMap((watched) =>
          watched.conflicts.map((one) => {
            const text = message('check.donorLineLineCorrect', conflictValues(watched.column, one))
            return toProblem(column, one, 'donor-conflict', text)
          }),
        ),
        ...visitProblems(column, repeatedDonors, contradicted, unexplained),
        ...(uncompared
          ? [
              toProblem(
                column,
                { donor: uncompared.text, second: uncompared },
                'donors-uncompared',
                message('check.fileMoreDonorsRows', { maxDonors }),
              ),
            ]
          : []),
      ]
    },
  }
}

/** Returns a warning at the second of two rows of a donor. */
const toProblem = (
  column: string,
  { donor: value, second: { row } }: { donor: string; second: { row: number } },
  rule: string,
  text: Message,
): Problem => ({ row, column, value, ...warning(rule, text) })

/** A donor with two texts of a column, for a message. */
const conflictValues = (column: string, { donor, first, second }: Conflict) => ({
  column,
  donor,
  one: shorten(first.text),
  row: first.row,
  other: shorten(second.text),
  row2: second.row,
})

function renumberedMessage(renumbered: RenumberedDonors, idColumns: readonly string[]): Message {
  const names = idColumns.map((name) => `“${name}”`).join(', ')
  const values = { ...conflictValues(renumbered.column, renumbered), names }
  return isNumberingScope(renumbered.kind)
    ? message('check.donorsSeemNumberedAnew', values)
    : message('check.donorsSeemNumberedAnewLine', values)
}

/** Explains why a column of numbers with a fitting name is not suggested as the donor. */
export function notSuggestedMessage(own: string, renumbered: RenumberedDonors): Message {
  const values = { ...conflictValues(renumbered.column, renumbered), own }
  return isNumberingScope(renumbered.kind)
    ? message('check.notUsedDonorThough', values)
    : message('check.notUsedDonorThoughName', values)
}

/** A donor's age in years and day of collection (YYYYMMDD, or NaN) in one row. */
type Visit = { row: number; age: number; day: number }
type DonorVisits = { donor: string; first: Visit; second: Visit }

/** Ages are often rounded down to years, so that two rows of one donor may differ by one more than their days do. */
const toleranceYears = 1.1
const msPerYear = 365.25 * 86_400_000
/** With more donors like this, and at least half of all repeated ones, the file most likely holds repeated visits. */
const maxListedVisits = 5

/** Reports donors whose ages contradict their days, or differ without days. `repeatedDonors`: those with several rows. */
function visitProblems(
  column: string,
  repeatedDonors: number,
  contradicted: readonly DonorVisits[],
  unexplained: readonly DonorVisits[],
): Problem[] {
  const [example] = unexplained
  const isFollowUp =
    example !== undefined && unexplained.length > maxListedVisits && unexplained.length * 2 >= repeatedDonors
  const agesProblem = (visits: DonorVisits, text: Message) => toProblem(column, visits, 'donor-ages', text)
  const ofDays = contradicted.map((one) => {
    const days = { day: isoDay(one.first.day), day2: isoDay(one.second.day) }
    return agesProblem(one, message('check.donorYearsOldLine', { ...visitValues(one), ...days }))
  })
  if (isFollowUp) {
    const values = { ...visitValues(example), count: unexplained.length }
    return [...ofDays, agesProblem(example, message('check.donorsAgesMoreYear', values))]
  }
  const withoutDays = unexplained.map((one) =>
    agesProblem(one, message('check.donorYearsOldLineLine', visitValues(one))),
  )
  return [...ofDays, ...withoutDays]
}

/**
 * The offsets of the numbers in a donor's record. `sexRow`: the row with the donor's sex, positive for F, negative for M, 0
 * for none so far. `age`: that of the first row, or NaN. `visitRow`, `visitAge`, `visitDay`: the first row with an age.
 */
const offsets = {
  sexRow: 0,
  age: 1,
  visitRow: 2,
  visitAge: 3,
  visitDay: 4,
  isRepeated: 5,
  areAgesReported: 6,
} as const
const recordLength = 8

/** Stores a few numbers for each donor side by side, since a file may have as many donors as rows. */
function createDonorRecords() {
  let values = new Float64Array(recordLength * 512)
  return {
    /** Makes room for the next donor. */
    add(number: number): void {
      if ((number + 1) * recordLength <= values.length) return
      const grown = new Float64Array(values.length * 2)
      grown.set(values)
      values = grown
    },
    get: (number: number, offset: number): number => values[number * recordLength + offset] ?? 0,
    set(number: number, offset: number, value: number): void {
      values[number * recordLength + offset] = value
    },
  }
}

/** Converts YYYYMMDD to milliseconds. */
const toTime = (day: number): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)

/** NaN if one of the days is unknown. */
const yearsBetween = (first: number, second: number): number => (toTime(second) - toTime(first)) / msPerYear

/** Converts YYYYMMDD to YYYY-MM-DD. */
function isoDay(day: number): string {
  const digits = String(day).padStart(8, '0')
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}

const visitValues = ({ donor, first, second }: DonorVisits) => ({
  donor,
  age: first.age,
  row: first.row,
  age2: second.age,
  row2: second.row,
})
