import type { Checked } from '../../shared/contract/contract.ts'
import { isFailure } from '../../shared/contract/failures.ts'
import { drugFieldNames } from '../../shared/domain/drugs/drug.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { CallOptions, DrugPage, RemoteService, ServiceResponse } from '../ports.ts'
import { maxQueryLength } from './search/index/tokens.ts'

type Query = Parameters<RemoteService['searchDrugs']>[0] & { page: number; limit: number }

/** `notReached`: the page is too far after the pages that were read. */
type FoundPage = Pick<DrugPage, 'items' | 'raws' | 'skipped' | 'total'> & {
  totalIsLeast: boolean
  notReached: boolean
  fetchedAt: string
  synthetic: boolean
}

/** A page of the service. `address`: null for the first. `from`: the number of drugs on earlier pages. */
type Link = { address: string | null; from: number }

/** The maximum number of pages that one user request follows. */
export const maxFollowedPages = 20
const maxRememberedSearches = 20

/** Fetches pages of the online search by number. Follows addresses of next pages, whose sizes a service may choose. */
export function createServicePages(
  remote: Pick<RemoteService, 'searchDrugs'>,
  options: CallOptions,
): (query: Query) => Promise<FoundPage> {
  const searches = new Map<string, Link[]>()
  /** True once the service returned its first page for another page number. */
  let ignoresNumbers = false
  const fetchPage = (query: Query) => remote.searchDrugs(query, options)

  const linksOf = (query: Query): Link[] => {
    const key = JSON.stringify({ ...query, page: undefined })
    const links = searches.get(key) ?? [{ address: null, from: 0 }]
    searches.delete(key)
    searches.set(key, links)
    for (const oldest of [...searches.keys()].slice(0, -maxRememberedSearches)) searches.delete(oldest)
    return links
  }

  return async (query) => {
    const { page, limit } = query
    const links = linksOf(query)
    if ((links.at(-1)?.from ?? 0) >= (page - 1) * limit) {
      if (page > 1) return followLinks(fetchPage, query, links)
      const first = await fetchPage(query)
      return hasNextAddress(first, query) ? followLinks(fetchPage, query, links, first) : toFoundPage(first)
    }
    if (ignoresNumbers) return followLinks(fetchPage, query, links)
    const numbered = await fetchPage(query)
    if (!hasNextAddress(numbered, query)) return toFoundPage(numbered)
    const first = await fetchPage({ ...query, page: 1 })
    if (first.value.items[0]?.drugId !== numbered.value.items[0]?.drugId) return toFoundPage(numbered)
    ignoresNumbers = true
    return followLinks(fetchPage, query, links, first)
  }
}

/** True if the next page can be reached only by its address; an address with the page number is not needed. */
function hasNextAddress({ value: { next } }: ServiceResponse<DrugPage>, { page, limit }: Query): boolean {
  if (next === null) return false
  const searchParams = new URLSearchParams(next.slice(next.indexOf('?') + 1))
  const numbers = new Set([page, page + 1, page * limit].map(String))
  return !['page', 'offset'].some((name) => numbers.has(searchParams.get(name) ?? ''))
}

const toFoundPage = ({ value, fetchedAt, synthetic }: ServiceResponse<DrugPage>): FoundPage => {
  const { items, raws, skipped, total, page, limit, reportedTotal = null } = value
  // If the service reports no total, more pages may follow even a short one.
  const isCounted = reportedTotal !== null && reportedTotal >= (page - 1) * limit + items.length
  const totalIsLeast = !isCounted && items.length + skipped > 0
  return { items, raws, skipped, total, totalIsLeast, notReached: false, fetchedAt, synthetic }
}

/** `links`: the known pages, to which newly found pages are added. `first`: the first page, if it was just read. */
async function followLinks(
  fetchPage: (query: Query) => Promise<ServiceResponse<DrugPage>>,
  query: Query,
  links: Link[],
  first?: ServiceResponse<DrugPage>,
): Promise<FoundPage> {
  const from = (query.page - 1) * query.limit
  const to = from + query.limit
  const items: DrugPage['items'] = []
  const raws: unknown[] = []
  let skipped = 0
  let isSynthetic = false
  let at = first ? 0 : links.findLastIndex((link) => link.from <= from)
  const read = async (isRemembered: boolean): Promise<ServiceResponse<DrugPage>> => {
    const address = links[at]?.address ?? null
    try {
      return await fetchPage({ ...query, page: at + 1, ...(address === null ? {} : { next: address }) })
    } catch (error) {
      const isRefused = isFailure(error, 'rejected') || isFailure(error, 'notFound')
      if (!isRemembered || address === null || !isRefused) throw error
      // The address was valid for a limited time only, so all pages are requested again.
      links.length = 1
      at = 0
      return fetchPage({ ...query, page: 1 })
    }
  }
  for (let count = 1; ; count++) {
    const { value, fetchedAt, synthetic } = count === 1 && first ? first : await read(count === 1)
    const start = links[at]?.from ?? 0
    const end = start + value.items.length
    for (const [index, item] of value.items.entries()) {
      if (start + index < from || start + index >= to) continue
      items.push(item)
      raws.push(value.raws[index] ?? item)
    }
    if (end > from) skipped += value.skipped
    isSynthetic ||= synthetic
    const isRepeated = links.slice(0, at + 1).some(({ address }) => address === value.next)
    const next = isRepeated ? null : value.next
    const behind = links[at + 1]
    if (next === null) links.length = at + 1
    else if (behind?.address !== next || behind.from !== end)
      links.splice(at + 1, links.length, { address: next, from: end })
    if (end < to && next !== null && count < maxFollowedPages) {
      at += 1
      continue
    }
    const { reportedTotal = null } = value
    const isTotalReported = reportedTotal !== null && reportedTotal >= end
    const isLast = next === null && !value.more
    return {
      items,
      raws,
      skipped,
      total: isTotalReported ? reportedTotal : isLast ? end : end + 1,
      totalIsLeast: !isTotalReported && !isLast,
      notReached: end < to && next !== null,
      fetchedAt,
      synthetic: isSynthetic,
    }
  }
}

/** Values that only this computer has: the time a drug was cached. */
const localSorts: readonly string[] = ['age', 'fetched_at']

/** Returns the parameters for the service: only documented ones, and only those the user chose. */
export function toServiceQuery(
  params: Omit<Checked<'drugs.search'>, 'from'>,
): Parameters<RemoteService['searchDrugs']>[0] {
  const { text, category, page, limit, sort, order, fields = [] } = params
  const isLocalSort = sort !== undefined && localSorts.includes(sort)
  return {
    page,
    limit,
    ...(text.trim() === '' ? {} : { q: toServiceText(text) }),
    ...(category === undefined ? {} : { category }),
    ...(sort === undefined || isLocalSort ? {} : { sort }),
    ...(order === undefined || isLocalSort ? {} : { order }),
    ...(fields.length === 0 ? {} : { fields: withIdentifier(fields).join(',') }),
  }
}

/** Cuts the text to the length used for cached drugs: 10,000 Chinese characters would make an address of 90 kB. */
const toServiceText = (text: string): string => text.trim().slice(0, maxQueryLength).toWellFormed().trim()

export const truncationNotice = (text: string): Message | null =>
  text.trim().length > maxQueryLength ? message('catalogue.searchTextVeryLong', { maxQueryLength }) : null

/** Adds the identifier, because a drug without it can be neither shown nor cached. */
const withIdentifier = (fields: readonly string[]): readonly string[] =>
  fields.some((field) => drugFieldNames.drugId.includes(field)) ? fields : ['drug_id', ...fields]
