import { isoDayNumber } from '../../../../shared/domain/samples/calendar.ts'
import type { Problem } from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { type Fields, type FileRule, noNotes, warning } from '../cells/finding.ts'
import { missingAnywhere } from '../cells/missingWords.ts'
import { createTextIndex } from '../cells/textIndex.ts'
import { donorColumnNames, normalizedHeaderNames } from '../detect/synonyms.ts'
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
  // Donors have numbers, and lists rather than objects of their own, since a file may have as many of them as rows.
  const donors = createTextIndex()
  /** The row that gives a donor's sex: positive for F, negative for M, 0 for none so far. */
  const sexRows: number[] = []
  /** The age in a donor's first row, or NaN. */
  const ages: number[] = []
  const isRepeated: boolean[] = []
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
  const visits = createDonorVisits()
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

  const addConflict = (watched: WatchedColumn, known: number, conflict: Conflict): void => {
    if (watched.donors.has(known)) return
    watched.donors.add(known)
    watched.conflicts.push({ ...conflict, donor: detachText(conflict.donor) })
  }

  const compareRepeat = (
    known: number,
    donor: string,
    row: number,
    fields: Fields,
    cells: readonly string[],
  ): void => {
    const firstAge = ages[known] ?? Number.NaN
    if (!isRepeated[known]) {
      isRepeated[known] = true
      repeatedDonors += 1
      if (!Number.isNaN(firstAge) && distinctAges.size < minDistinctAges) distinctAges.add(firstAge)
    }
    const currentAge = toAge(fields)
    agesDiffer ||= Math.abs(currentAge - firstAge) > 0
    const firstSex = sexRows[known] ?? 0
    const currentSex = toSexRow(row, fields)
    if (firstSex === 0) sexRows[known] = currentSex
    else if (currentSex !== 0 && firstSex > 0 !== currentSex > 0)
      addConflict(sexes, known, { donor, first: toSex(firstSex), second: toSex(currentSex) })
    for (const watched of activeColumns) {
      const first = watched.texts[known]
      const text = (cells[watched.index] ?? '').trim()
      if (text === first?.text) continue
      const second = toLocatedText(row, text)
      if (!first) watched.texts[known] = second
      else if (second) addConflict(watched, known, { donor, first, second })
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
      const known = donors.find(donor)
      const number = known < 0 ? donors.size() : known
      if (number === maxDonors) {
        uncompared ??= { row, text: detachText(donor) }
        return true
      }
      const currentAge = toAge(fields)
      if (!Number.isNaN(currentAge)) visits.observe(number, donor, row, currentAge, fields['collected_at'])
      if (known >= 0) {
        compareRepeat(known, donor, row, fields, cells)
        return true
      }
      donors.addSearched()
      if (isShort) classifyId(donor, cells)
      sexRows.push(toSexRow(row, fields))
      ages.push(currentAge)
      isRepeated.push(false)
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
      const toProblem = (
        rule: string,
        text: Message,
        { donor: value, second: { row } }: Conflict,
      ): Problem => ({
        row,
        column,
        value,
        ...warning(rule, text),
      })
      if (renumbered) {
        const names = sources.map((index) => columns[index] ?? '')
        return [toProblem('donor-numbers', renumberedMessage(renumbered, names), renumbered)]
      }
      const compared = [
        sexes,
        ...watchedColumns.filter(({ kind }) => kind === 'birth' || (isShort && kind !== 'design')),
      ]
      return [
        ...compared.flatMap((watched) =>
          watched.conflicts.map((one) =>
            toProblem('donor-conflict', conflictMessage(watched.column, one), one),
          ),
        ),
        ...visits.problems(column, repeatedDonors),
        ...(uncompared ? [uncomparedProblem(column, uncompared)] : []),
      ]
    },
    notes: noNotes,
  }
}

const uncomparedProblem = (column: string, { row, text }: LocatedText): Problem => ({
  row,
  column,
  value: text,
  ...warning(
    'donors-uncompared',
    message`The file has more than ${maxDonors} donors. The rows of the first ${maxDonors} were compared with each other, and those of later donors were not.`,
  ),
})

const conflictMessage = (column: string, { donor, first, second }: Conflict): Message =>
  message`Donor “${donor}” has “${shorten(first.text)}” as “${column}” on line ${first.row} and “${shorten(second.text)}” on line ${second.row}. Correct one of the rows, or give two donors two ids.`

function renumberedMessage(
  { column, kind, donor, first, second }: RenumberedDonors,
  idColumns: readonly string[],
): Message {
  const names = idColumns.map((name) => `“${name}”`).join(', ')
  const [one, other] = [shorten(first.text), shorten(second.text)]
  return isNumberingScope(kind)
    ? message`Donors seem to be numbered anew in each “${column}”: “${donor}” stands beside “${one}” on line ${first.row} and “${other}” on line ${second.row}, and is sent as one donor. If these are two, join “${column}” and ${names} for the donor.`
    : message`Donors seem to be numbered anew: “${donor}” has “${one}” as “${column}” on line ${first.row} and “${other}” on line ${second.row}, and is sent as one donor. If these are two, join the column in which they are numbered, such as a cage, and ${names} for the donor.`
}

/** Explains why a column of numbers with a fitting name is not suggested as the donor. */
export function notSuggestedMessage(
  own: string,
  { column, kind, donor, first, second }: RenumberedDonors,
): Message {
  const [one, other] = [shorten(first.text), shorten(second.text)]
  return isNumberingScope(kind)
    ? message`“${own}” is not used for the donor, though its name fits: donors seem to be numbered anew in each “${column}”, since “${donor}” stands beside “${one}” on line ${first.row} and “${other}” on line ${second.row}. Join “${column}” and “${own}” for the donor.`
    : message`“${own}” is not used for the donor, though its name fits: donors seem to be numbered anew, since “${donor}” has “${one}” as “${column}” on line ${first.row} and “${other}” on line ${second.row}. Join the column in which they are numbered, such as a cage, and “${own}” for the donor.`
}

/** A donor's age in years and day of collection (YYYYMMDD, or NaN) in one row. */
type Visit = { row: number; age: number; day: number }
type DonorVisits = { donor: string; first: Visit; second: Visit }

/** Ages are often rounded down to years, so that two rows of one donor may differ by one more than their days do. */
const toleranceYears = 1.1
const msPerYear = 365.25 * 86_400_000
/** With more donors like this, and at least half of all repeated ones, the file most likely holds repeated visits. */
const maxListedVisits = 5

/** Compares the ages of donors that repeat: later ages need later days. */
function createDonorVisits() {
  // The first visit of each donor, by the donor's number. A row of 0: none so far.
  const rows: number[] = []
  const ages: number[] = []
  const days: number[] = []
  const contradicted: DonorVisits[] = []
  const unexplained: DonorVisits[] = []
  const reported = new Set<number>()
  return {
    observe(number: number, donor: string, row: number, age: number, collected: unknown): void {
      const day = typeof collected === 'string' ? isoDayNumber(collected) : Number.NaN
      // Donors without an age in their first rows leave gaps.
      while (rows.length <= number) {
        rows.push(0)
        ages.push(0)
        days.push(Number.NaN)
      }
      if (rows[number] === 0) {
        rows[number] = row
        ages[number] = age
        days[number] = day
        return
      }
      if (reported.has(number)) return
      const firstAge = ages[number] ?? 0
      const firstDay = days[number] ?? Number.NaN
      const elapsed = yearsBetween(firstDay, day)
      if (Math.abs(age - firstAge - (elapsed ?? 0)) <= toleranceYears) return
      reported.add(number)
      const first = { row: rows[number] ?? 0, age: firstAge, day: firstDay }
      const list = elapsed === null ? unexplained : contradicted
      list.push({ donor: detachText(donor), first, second: { row, age, day } })
    },
    /** `repeatedDonors`: the number of donors with more than one row. */
    problems(column: string, repeatedDonors: number): Problem[] {
      const [example] = unexplained
      const isFollowUp =
        example !== undefined &&
        unexplained.length > maxListedVisits &&
        unexplained.length * 2 >= repeatedDonors
      const toProblem = (text: Message, { donor: value, second: { row } }: DonorVisits): Problem => ({
        row,
        column,
        value,
        ...warning('donor-ages', text),
      })
      return [
        ...contradicted.map((one) => toProblem(contradictedMessage(one), one)),
        ...(isFollowUp
          ? [toProblem(followUpMessage(example, unexplained.length), example)]
          : unexplained.map((one) => toProblem(unexplainedMessage(one), one))),
      ]
    },
  }
}

const isoDay = (day: number): string =>
  String(day)
    .replace(/(\d{2})(\d{2})$/, '-$1-$2')
    .padStart(10, '0')

/** Null if one of the days is unknown. */
const yearsBetween = (first: number, second: number): number | null =>
  Number.isNaN(first) || Number.isNaN(second)
    ? null
    : (Date.parse(isoDay(second)) - Date.parse(isoDay(first))) / msPerYear

const contradictedMessage = ({ donor, first, second }: DonorVisits): Message =>
  message`Donor “${donor}” is ${first.age} years old on ${isoDay(first.day)} (line ${first.row}) and ${second.age} on ${isoDay(second.day)} (line ${second.row}). Correct one of the rows, or give two donors two ids.`

const unexplainedMessage = ({ donor, first, second }: DonorVisits): Message =>
  message`Donor “${donor}” is ${first.age} years old on line ${first.row} and ${second.age} on line ${second.row}, and no collection days explain it. Correct one of the rows, or give two donors two ids.`

const followUpMessage = ({ donor, first, second }: DonorVisits, count: number): Message =>
  message`${count} donors have ages that are more than a year apart, and no collection days explain it. For example, “${donor}” is ${first.age} on line ${first.row} and ${second.age} on line ${second.row}. If these are repeated visits, nothing is wrong.`
