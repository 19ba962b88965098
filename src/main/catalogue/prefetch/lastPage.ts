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
export const isEndless = ({ scant }: Pick<PageStats, 'scant'>): boolean => scant >= maxScantPages

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
