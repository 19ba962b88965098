/** What is known after a page of a list. `fresh`: drugs it named that no page before did; `seen`: items of all pages. */
export type PageSeen = {
  page: number
  limit: number
  items: number
  fresh: number
  seen: number
  /** As the service says; where it does not, what was seen, and one more where the page is full. */
  total: number
}

/** Sizes that services give whatever is asked for; 20 is the documented default. */
const ownSizes: ReadonlySet<number> = new Set([10, 20, 25, 50])

/**
 * A list ends at an empty page, at one that repeats what was there, and at the total (service-conventions, "list
 * shape"). A first page of just such a size may come from a service that knows no `limit`: one more page tells.
 */
export function isLastPage({ page, limit, items, fresh, seen, total }: PageSeen): boolean {
  if (items === 0 || fresh === 0) return true
  if (seen < total) return false
  return !(page === 1 && items < limit && ownSizes.has(items))
}
