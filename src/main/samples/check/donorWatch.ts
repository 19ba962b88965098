import type { Problem } from '../../../shared/domain/importing.ts'
import { besideDonors, foldedNames } from '../synonyms.ts'
import { warning } from './finding.ts'
import { shorten } from './structure.ts'
import { missingAnywhere } from './vocabulary.ts'

type Kind = keyof typeof besideDonors

/** Days of birth come first, since they go on being compared where the other columns do not. */
const kinds = ['birth', 'home', 'trait', 'design'] as const
const kindOf: ReadonlyMap<string, Kind> = new Map(
  kinds
    .toReversed()
    .flatMap((kind) =>
      besideDonors[kind].flatMap((name) => foldedNames(name).map((folded) => [folded, kind] as const)),
    ),
)

/** Of a file with more, the first are watched, so that neither memory nor time grows with it. */
const mostDonors = 20_000
const mostFound = 100
/** Longer texts are parts of a piece of the file to the engine, and would hold all of it in memory. */
const longestShared = 12
const copied = (text: string): string => (text.length > longestShared ? Buffer.from(text).toString() : text)

/** `7`, `007`: numbers that a lab gives anew in every cage or group. */
const bareNumber = /^\d{1,3}$/
/** `M7`, `mouse 7`, `A`: too short to be an id that is given once. */
const shortLabel =
  /^(?:(?:\p{L}{1,2}|mouse|rat|animal|maus|ratte|donor|subject)[ _.#-]?)?\d{1,2}$|^\d{3}$|^\p{L}$/iu

const missing: ReadonlySet<string> = new Set(missingAnywhere)
const isMissing = (text: string): boolean => text === '' || missing.has(text.toLowerCase())

type Place = { row: number; text: string }
/** A donor beside two texts of one column. */
type Conflict = { donor: string; first: Place; second: Place }
type Beside = { column: string; kind: Kind; donors: Set<Donor>; conflicts: Conflict[] }
type Donor = {
  sex: Place | null
  age: unknown
  repeats: boolean
  /** By the place of the column among those watched. */
  texts: (Place | null)[]
}

/** What an order is sent with. */
type Fields = Readonly<Record<string, string | number | undefined>>

/** Where donors seem to be numbered anew, and one of them that shows it. */
export type NumberedAnew = Conflict & { column: string; kind: Kind }

/** `sources`: places of the columns that the ids come from. `sex`, `age`: the fields that hold them. */
export type DonorColumns = {
  columns: readonly string[]
  sources: readonly number[]
  sex: { field: string; column: string | null } | null
  age: string | null
}

const toBeside = (column: string, kind: Kind): Beside => ({ column, kind, donors: new Set(), conflicts: [] })

/** A column in each of whose values donors may be numbered from 1. */
const isCounter = (kind: Kind): boolean => kind === 'home' || kind === 'design'

/** As many different ages, one for each donor of several rows, show that the numbers are the donors' own. */
const agesOfOwn = 3

/**
 * Watches the donors of a file for one id that stands for two: of two sexes or days of birth or, where the ids are mere
 * numbers, in two cages, strains or groups.
 */
export function createDonorWatch({ columns, sources, sex, age }: DonorColumns) {
  const donors = new Map<string, Donor>()
  const besides = columns
    .flatMap((column, index) => {
      const kind = sources.includes(index)
        ? undefined
        : foldedNames(column).flatMap((name) => kindOf.get(name) ?? [])[0]
      return kind ? [{ index, ...toBeside(column, kind) }] : []
    })
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  const sexes = toBeside(sex?.column ?? 'sex', 'trait')
  let watched = besides
  let isBare = true
  let isShort = true
  let isFull = false
  /** Donors that stand in several rows. */
  let repeating = 0
  let agesDiffer = false
  const ages = new Set<unknown>()

  const seeForm = (donor: string, cells: readonly string[]): void => {
    const texts = sources.length > 1 ? sources.map((index) => (cells[index] ?? '').trim()) : [donor]
    isBare &&= texts.every((text) => bareNumber.test(text))
    isShort &&= texts.every((text) => shortLabel.test(text))
    if (!isShort) watched = besides.filter(({ kind }) => kind === 'birth')
  }

  const toPlace = (row: number, cell: string): Place | null => {
    const text = cell.trim()
    return isMissing(text) ? null : { row, text: copied(text) }
  }

  const sexOf = (row: number, fields: Fields): Place | null => {
    const text = sex ? fields[sex.field] : null
    return text === 'F' || text === 'M' ? { row, text } : null
  }

  const compare = (beside: Beside, known: Donor, conflict: Conflict): void => {
    if (beside.donors.has(known)) return
    beside.donors.add(known)
    if (beside.conflicts.length < mostFound) beside.conflicts.push(conflict)
  }

  const seeAgain = (known: Donor, donor: string, row: number, fields: Fields, cells: readonly string[]) => {
    if (!known.repeats) {
      known.repeats = true
      repeating += 1
      if (known.age !== undefined && ages.size < agesOfOwn) ages.add(known.age)
    }
    const ageNow = age ? fields[age] : undefined
    agesDiffer ||= ageNow !== undefined && known.age !== undefined && ageNow !== known.age
    const sexNow = sexOf(row, fields)
    known.sex ??= sexNow
    if (sexNow && known.sex && known.sex.text !== sexNow.text)
      compare(sexes, known, { donor, first: known.sex, second: sexNow })
    for (const [place, beside] of watched.entries()) {
      const first = known.texts[place]
      const text = (cells[beside.index] ?? '').trim()
      if (text === first?.text) continue
      const second = toPlace(row, text)
      if (!first) known.texts[place] = second
      else if (second) compare(beside, known, { donor, first, second })
    }
  }

  /** One odd donor may be a slip. */
  const isAnew = ({ donors: { size }, kind }: Beside): boolean =>
    size > 0 && (size * 2 >= repeating || (size > 1 && isCounter(kind)))

  const numberedAnew = (ofKinds: readonly Kind[]): NumberedAnew | null => {
    const ofDonors = isBare ? [...besides, sexes] : isShort ? besides : []
    const found = ofKinds
      .flatMap((kind) => ofDonors.filter((beside) => beside.kind === kind))
      .find((beside) => isAnew(beside))
    const [conflict] = found?.conflicts ?? []
    return found && conflict ? { ...conflict, column: found.column, kind: found.kind } : null
  }

  return {
    see(row: number, fields: Fields, cells: readonly string[]): void {
      const value = fields['donor_id']
      if (isFull || value === undefined) return
      const donor = String(value)
      const known = donors.get(donor)
      if (known) return seeAgain(known, donor, row, fields, cells)
      if (donors.size === mostDonors) {
        isFull = true
        donors.clear()
        return
      }
      if (isShort) seeForm(donor, cells)
      donors.set(copied(donor), {
        sex: sexOf(row, fields),
        age: age ? fields[age] : undefined,
        repeats: false,
        texts: watched.map(({ index }) => toPlace(row, cells[index] ?? '')),
      })
    },
    /** Where mere numbers were surely given anew: an animal is in one cage and of one strain and sex. */
    numbersAnew: (): NumberedAnew | null => (isBare ? numberedAnew(['home', 'trait', 'birth']) : null),
    findings(column: string): Problem[] {
      const isOwnAge = !agesDiffer && ages.size >= agesOfOwn
      const anew = numberedAnew([
        'home',
        'trait',
        ...(isBare ? (['birth'] as const) : []),
        ...(isBare && !isOwnAge ? (['design'] as const) : []),
      ])
      const toProblem = (message: string, { donor: value, second: { row } }: Conflict): Problem => ({
        row,
        column,
        value,
        ...warning(anew ? 'donor-numbers' : 'donor-conflict', message),
      })
      if (anew)
        return [
          toProblem(
            anewMessage(
              anew,
              sources.map((index) => columns[index] ?? ''),
            ),
            anew,
          ),
        ]
      const compared = [
        sexes,
        ...besides.filter(({ kind }) => kind === 'birth' || (isShort && kind !== 'design')),
      ]
      return compared.flatMap((beside) =>
        beside.conflicts.map((conflict) => toProblem(conflictMessage(beside.column, conflict), conflict)),
      )
    },
  }
}

const conflictMessage = (column: string, { donor, first, second }: Conflict): string =>
  `Donor “${donor}” has “${shorten(first.text)}” as “${column}” on line ${first.row} and “${shorten(second.text)}” on line ${second.row}. Correct one of the rows, or give two donors two ids.`

function anewMessage({ column, kind, donor, first, second }: NumberedAnew, own: readonly string[]): string {
  const names = own.map((name) => `“${name}”`).join(', ')
  const [one, other] = [shorten(first.text), shorten(second.text)]
  return isCounter(kind)
    ? `Donors seem to be numbered anew in each “${column}”: “${donor}” stands beside “${one}” on line ${first.row} and “${other}” on line ${second.row}, and is sent as one donor. If these are two, join “${column}” and ${names} for the donor.`
    : `Donors seem to be numbered anew: “${donor}” has “${one}” as “${column}” on line ${first.row} and “${other}” on line ${second.row}, and is sent as one donor. If these are two, join the column in which they are numbered, such as a cage, and ${names} for the donor.`
}

/** Why a column of numbers whose name fits is not suggested as the donor. */
export function notUsedMessage(own: string, { column, kind, donor, first, second }: NumberedAnew): string {
  const [one, other] = [shorten(first.text), shorten(second.text)]
  return isCounter(kind)
    ? `“${own}” is not used for the donor, though its name fits: donors seem to be numbered anew in each “${column}”, since “${donor}” stands beside “${one}” on line ${first.row} and “${other}” on line ${second.row}. Join “${column}” and “${own}” for the donor.`
    : `“${own}” is not used for the donor, though its name fits: donors seem to be numbered anew, since “${donor}” has “${one}” as “${column}” on line ${first.row} and “${other}” on line ${second.row}. Join the column in which they are numbered, such as a cage, and “${own}” for the donor.`
}
