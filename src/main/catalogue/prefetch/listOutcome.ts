import { joinMessages } from '../messages.ts'
import { isEndless } from './lastPage.ts'

/** One reading of a list from its first to its last page, when it has ended. */
export type ListRead = {
  /** From 1. */
  round: number
  pages: number
  /** Items that repeat no earlier page. */
  seen: number
  /** How many the service says there are; null where it does not. */
  reportedTotal: number | null
  /** The total was another one on another page. */
  changed: boolean
  /** Pages that had new drugs, and some of earlier pages too. */
  overlaps: number
  scant: number
  /** Drugs of the plan: of all readings, those only this one found, and those it did not find. */
  members: number
  added: number
  missed: number
  /** Items that name no drug, and items under the identifier of another one of their page. */
  withoutId: number
  twice: number
  /** The last page says that there is another one; it names one that was read before. */
  more: boolean
  loops: boolean
}

/** `doubt`: why drugs may be missing, for a person; null where nothing says so. */
export type ListOutcome = { again: true } | { again: false; doubt: string | null; dropMissed: boolean }

/** A list that moved under the reader is read twice more at most. */
const maxRounds = 3

/** What to make of a list that was read: pages that overlap or lack drugs show that it moved, or lies. */
export function classifyListRead(read: ListRead): ListOutcome {
  const { round, reportedTotal, seen, members } = read
  const isGap = reportedTotal !== null && seen < reportedTotal
  const isMoved = read.changed || read.overlaps > 0
  const lasting = lastingDoubt(read)
  if (isEndless(read)) return { again: false, doubt: endless(read.pages), dropMissed: false }
  if (!isGap && !isMoved) return { again: false, doubt: lasting, dropMissed: true }
  const isSame = round > 1 && read.added === 0 && read.missed === 0
  if (round < maxRounds && !isSame) return { again: true }
  // Pages that overlap alike twice belong to this service; without order, several readings find all.
  if ((isSame && !isGap) || (members === reportedTotal && !read.changed))
    return { again: false, doubt: lasting, dropMissed: false }
  const passing = members < (reportedTotal ?? 0) ? gap(reportedTotal ?? 0, members) : moved
  return { again: false, doubt: joinMessages(lasting, passing), dropMissed: false }
}

/** What another reading would show again. */
function lastingDoubt({ reportedTotal, seen, withoutId, twice, more, loops }: ListRead): string | null {
  return joinMessages(
    withoutId > 0 ? nameless(withoutId) : null,
    twice > 0 ? underOneId(twice) : null,
    more && (reportedTotal === null || seen < reportedTotal) ? (loops ? leadsBack : cutOff) : null,
  )
}

const nameless = (count: number): string =>
  count === 1
    ? 'One drug of the list has no identifier that can be used, so it could not be stored.'
    : `${count} drugs of the list have no identifier that can be used, so they could not be stored.`
const underOneId = (count: number): string =>
  count === 1
    ? 'One entry of the list came under the identifier of another drug, and only one of the two was stored.'
    : `${count} entries of the list came under the identifier of another drug, and only one of each was stored.`
const leadsBack =
  'The list of the service leads back to a page that was read before, so drugs may be missing.'
const cutOff =
  'The service says that more drugs follow, but gives no page with them that Pathclock may ask for, so drugs may be missing.'

const goOn = 'Go on to read the list again.'
const moved = `The list changed each time it was read, so drugs may be missing. ${goOn}`
const gap = (reported: number, received: number): string =>
  `The service says ${reported} ${reported === 1 ? 'drug' : 'drugs'} and gave ${received}. ${goOn}`
const endless = (pages: number): string =>
  `The list of the service does not end: after ${pages} pages hardly one new drug came a page, so it was given up. ${goOn}`
