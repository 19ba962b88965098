import type { Problem } from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { warning } from '../cells/finding.ts'
import { missingAnywhere } from '../cells/missingWords.ts'
import { donorColumnNames, normalizedHeaderNames } from '../detect/synonyms.ts'
import { shorten } from '../tableRow.ts'
import { createDonorAges } from './donorAges.ts'

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
/** Longer texts are parts of a piece of the file to the engine, and would hold all of it in memory. */
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
type WatchedColumn = { column: string; kind: ColumnKind; donors: Set<Donor>; conflicts: Conflict[] }
type Donor = {
  sex: LocatedText | null
  age: unknown
  repeats: boolean
  /** By the place of the column among those watched. */
  texts: (LocatedText | null)[]
}

/** The fields sent with an order. */
type Fields = Readonly<Record<string, string | number | undefined>>

/** A group in which donors seem to be numbered separately, with one donor as evidence. */
export type RenumberedDonors = Conflict & { column: string; kind: ColumnKind }

/** `sources`: indexes of the columns that form the ids. `sex`, `age`: the fields that hold them. */
export type DonorColumns = {
  columns: readonly string[]
  sources: readonly number[]
  sex: { field: string; column: string | null } | null
  age: string | null
}

const createWatchedColumn = (column: string, kind: ColumnKind): WatchedColumn => ({
  column,
  kind,
  donors: new Set(),
  conflicts: [],
})

/** A column in each of whose values donors may be numbered from 1. */
const isNumberingScope = (kind: ColumnKind): boolean => kind === 'home' || kind === 'design'

/** As many different ages, one for each donor of several rows, show that the numbers are the donors' own. */
const minDistinctAges = 3

/**
 * Watches the donors of a file for one id used for two donors: with two sexes or birth dates or, if the ids are plain
 * numbers, in two cages, strains or groups.
 */
export function createDonorDetector({ columns, sources, sex, age }: DonorColumns) {
  const donors = new Map<string, Donor>()
  const watchedColumns = columns
    .flatMap((column, index) => {
      const kind = sources.includes(index)
        ? undefined
        : normalizedHeaderNames(column).flatMap((name) => kindByName.get(name) ?? [])[0]
      return kind ? [{ index, ...createWatchedColumn(column, kind) }] : []
    })
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  const sexes = createWatchedColumn(sex?.column ?? 'sex', 'trait')
  let activeColumns = watchedColumns
  let isBare = true
  let isShort = true
  /** The first row whose donor is not compared with the others. */
  let uncompared: LocatedText | null = null
  const visits = createDonorAges()
  /** The number of donors with several rows. */
  let repeatedDonors = 0
  let agesDiffer = false
  const ages = new Set<unknown>()

  const classifyId = (donor: string, cells: readonly string[]): void => {
    const texts = sources.length > 1 ? sources.map((index) => (cells[index] ?? '').trim()) : [donor]
    isBare &&= texts.every((text) => bareNumber.test(text))
    isShort &&= texts.every((text) => shortLabel.test(text))
    if (!isShort) activeColumns = watchedColumns.filter(({ kind }) => kind === 'birth')
  }

  const toLocatedText = (row: number, cell: string): LocatedText | null => {
    const text = cell.trim()
    return isMissing(text) ? null : { row, text: detachText(text) }
  }

  const readSex = (row: number, fields: Fields): LocatedText | null => {
    const text = sex ? fields[sex.field] : null
    return text === 'F' || text === 'M' ? { row, text } : null
  }

  const addConflict = (watchedColumn: WatchedColumn, known: Donor, conflict: Conflict): void => {
    if (watchedColumn.donors.has(known)) return
    watchedColumn.donors.add(known)
    watchedColumn.conflicts.push(conflict)
  }

  const compareRepeat = (
    known: Donor,
    donor: string,
    row: number,
    fields: Fields,
    cells: readonly string[],
  ) => {
    if (!known.repeats) {
      known.repeats = true
      repeatedDonors += 1
      if (known.age !== undefined && ages.size < minDistinctAges) ages.add(known.age)
    }
    const currentAge = age ? fields[age] : undefined
    agesDiffer ||= currentAge !== undefined && known.age !== undefined && currentAge !== known.age
    const currentSex = readSex(row, fields)
    known.sex ??= currentSex
    if (currentSex && known.sex && known.sex.text !== currentSex.text)
      addConflict(sexes, known, { donor, first: known.sex, second: currentSex })
    for (const [index, watchedColumn] of activeColumns.entries()) {
      const first = known.texts[index]
      const text = (cells[watchedColumn.index] ?? '').trim()
      if (text === first?.text) continue
      const second = toLocatedText(row, text)
      if (!first) known.texts[index] = second
      else if (second) addConflict(watchedColumn, known, { donor, first, second })
    }
  }

  /** One odd donor may be a slip. */
  const isRenumbered = ({ donors: { size }, kind }: WatchedColumn): boolean =>
    size > 0 && (size * 2 >= repeatedDonors || (size > 1 && isNumberingScope(kind)))

  const findRenumberedAmong = (columnKinds: readonly ColumnKind[]): RenumberedDonors | null => {
    const comparable = isBare ? [...watchedColumns, sexes] : isShort ? watchedColumns : []
    const found = columnKinds
      .flatMap((kind) => comparable.filter((watchedColumn) => watchedColumn.kind === kind))
      .find((watchedColumn) => isRenumbered(watchedColumn))
    const [conflict] = found?.conflicts ?? []
    return found && conflict ? { ...conflict, column: found.column, kind: found.kind } : null
  }

  return {
    observe(row: number, fields: Fields, cells: readonly string[]): void {
      const value = fields['donor_id']
      if (value === undefined) return
      const donor = detachText(String(value))
      const known = donors.get(donor)
      if (!known && donors.size === maxDonors) {
        uncompared ??= { row, text: donor }
        return
      }
      if (age) visits.observe(donor, row, fields[age], fields['collected_at'])
      if (known) return compareRepeat(known, donor, row, fields, cells)
      if (isShort) classifyId(donor, cells)
      donors.set(donor, {
        sex: readSex(row, fields),
        age: age ? fields[age] : undefined,
        repeats: false,
        texts: activeColumns.map(({ index }) => toLocatedText(row, cells[index] ?? '')),
      })
    },
    /** Returns the group in which plain numbers certainly start over: an animal has one cage, strain and sex. */
    findRenumbered: (): RenumberedDonors | null =>
      isBare ? findRenumberedAmong(['home', 'trait', 'birth']) : null,
    findings(column: string): Problem[] {
      const isOwnAge = !agesDiffer && ages.size >= minDistinctAges
      const renumbered = findRenumberedAmong([
        'home',
        'trait',
        ...(isBare ? (['birth'] as const) : []),
        ...(isBare && !isOwnAge ? (['design'] as const) : []),
      ])
      const toProblem = (message: Message, { donor: value, second: { row } }: Conflict): Problem => ({
        row,
        column,
        value,
        ...warning(renumbered ? 'donor-numbers' : 'donor-conflict', message),
      })
      if (renumbered)
        return [
          toProblem(
            renumberedMessage(
              renumbered,
              sources.map((index) => columns[index] ?? ''),
            ),
            renumbered,
          ),
        ]
      const compared = [
        sexes,
        ...watchedColumns.filter(({ kind }) => kind === 'birth' || (isShort && kind !== 'design')),
      ]
      return [
        ...compared.flatMap((watchedColumn) =>
          watchedColumn.conflicts.map((conflict) =>
            toProblem(conflictMessage(watchedColumn.column, conflict), conflict),
          ),
        ),
        ...visits.findings(column, repeatedDonors),
        ...(uncompared ? [uncomparedProblem(column, uncompared)] : []),
      ]
    },
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
