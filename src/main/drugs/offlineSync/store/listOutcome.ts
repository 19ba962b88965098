import { joinMessages } from '../../messages.ts'

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

/** What is known after a page of a list. `fresh`: drugs it named that no page of this reading did before. */
export type PageStats = {
  page: number
  limit: number
  items: number
  fresh: number
  /** Items of the first page: the size that the service gives, whatever was asked for. */
  size: number
  /** Items of all pages that repeat no earlier page. */
  seen: number
  /** As this page says; null where it does not, or cannot mean all of the list. */
  reportedTotal: number | null
  /** Pages in a row, up to this one, with no new drug, and with one at most. */
  barren: number
  scant: number
  /** This page names the address of the next one, or only says that there is one. */
  next: boolean
  more: boolean
  /** This page stood at an address that the one before named. */
  followed: boolean
  /** It names an address that an earlier page has named. */
  loops: boolean
}

/** So many pages in a row without a new drug end a list, though its total says there are more. */
const maxBarrenPages = 3
/** So many pages in a row with one new drug at most: this list never ends. */
const maxScantPages = 20

/** Sizes that services give whatever is asked for: such a page, and a total like it, need not be the whole list. */
const ownSizes: ReadonlySet<number> = new Set([10, 20, 25, 30, 40, 50])

/** Whether a list is given up, since it would go on for ever. */
const isEndless = ({ scant }: Pick<PageStats, 'scant'>): boolean => scant >= maxScantPages

/**
 * A list that names its next page ends where it names none. Any other ends at its total, and where none is told at a page that is empty, short or repeated (service-conventions,
 * "list shape"). Below its total it ends after a few pages in vain. The size of the first page may be what the service
 * gives whatever is asked for, and the total that of this one page: a second page tells.
 */
export function isLastPage(stats: PageStats): boolean {
  if (isEndless(stats)) return true
  const { page, limit, items, fresh, size, reportedTotal } = stats
  const isBelow = reportedTotal !== null && stats.seen < reportedTotal
  if (stats.next) return stats.loops || stats.barren >= maxBarrenPages
  if (stats.followed) return true
  if (stats.more && stats.seen !== reportedTotal) return stats.barren >= maxBarrenPages
  if (fresh === 0) return !isBelow || stats.barren >= maxBarrenPages
  if (isBelow) return false
  if (page === 1 && items <= limit)
    return items < limit && stats.seen === reportedTotal && !ownSizes.has(items)
  return stats.seen === reportedTotal || (items < limit && size >= limit)
}
