import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Input, Output } from '../../../../shared/contract/contract.ts'
import type { Failure } from '../../../../shared/contract/failures.ts'
import { countAddedByService, type DrugHit, mergeHits } from '../../../../shared/domain/drugs/drug.ts'
import { type Message, toEnglish } from '../../../../shared/words/message.ts'
import { call } from '../../../client/call.ts'
import { orderOf, type Question } from './view.ts'

type Shown = {
  key: string
  cache: Page[] | undefined
  service: Page[] | undefined
  hits: DrugHit[]
  added: number
}

/** `settled`: the query has not changed for a while. `reachable`: the service responded to the last call. */
type Options = { settled: boolean; mayCallService: boolean; reachable: boolean }

/**
 * Returns the drugs for a query, first from the cache, then joined by the service's response once the query is
 * settled. The hits of the last query stay until the first response.
 */
export function useDrugSearch(question: Question, { settled, mayCallService, reachable }: Options) {
  const key = JSON.stringify(question)
  const [cache, readToEnd] = usePages(question, 'cache', true)
  const [service] = usePages(question, 'service', settled && mayCallService)
  const [shown, setShown] = useState<Shown | null>(null)

  // The order follows the cached drugs, even if the service responds first.
  const answered = cache.data ?? (cache.isPending && !cache.error ? undefined : service.data)
  const changed = shown?.key !== key || shown.cache !== cache.data || shown.service !== service.data
  if (answered && changed) {
    const before = shown?.key === key ? shown.hits : []
    const [cached, found] = [hitsOf(cache.data), hitsOf(service.data)]
    const hits = mergeHits(before, cached, found)
    // If the cache has more pages, the service's drugs may be on one of them and are not counted as added.
    setShown({
      key,
      cache: cache.data,
      service: service.data,
      hits,
      added: cache.hasNextPage ? 0 : countAddedByService(cached, found),
    })
  }

  const { refetch } = service
  const fellBack = service.data?.at(-1)?.source === 'cache'
  const wasReachable = useRef(reachable)
  useEffect(() => {
    // Refetches when the service becomes reachable again, and not after each failure.
    if (reachable && !wasReachable.current && fellBack) void refetch()
    wasReachable.current = reachable
  }, [reachable, fellBack, refetch])

  const hits = shown?.hits ?? []
  const waits = mayCallService && !settled
  const complete = cache.data !== undefined && (service.data !== undefined || !mayCallService)
  const failure = service.error ?? cache.error
  const found = totalOf(hits.length, cache.data?.at(-1), service.data?.at(-1))
  return {
    hits,
    /** The query of the hits; null before any response. */
    shownKey: shown?.key ?? null,
    isCurrent: shown?.key === key,
    ...found,
    // Zero is not shown as a total while the service may still find some.
    total: found.total === 0 && !complete && !failure ? null : found.total,
    /** True if the service did not respond and cached drugs were returned instead. */
    fellBack,
    /** The number of drugs that the service added below the cached ones. */
    added: shown?.added ?? 0,
    notices: noticesOf(cache.data?.at(-1), service.data?.at(-1)),
    /** True once every source has responded. */
    complete,
    failure,
    loading: cache.isFetching || service.isFetching || waits,
    /** True if more pages load automatically: cached pages, then service pages with drugs that are not shown yet. */
    hasMore: cache.hasNextPage || (service.hasNextPage && (service.data?.at(-1)?.total ?? 0) > hits.length),
    /** True if the service has more pages. They may hold nothing new, and each costs a request. */
    mayAskMore: !cache.hasNextPage && service.hasNextPage,
    showMore: useShowMore(cache, service),
    /** Loads all cached pages. Returns the id of the last drug, or null if nothing was loaded. */
    toEnd: async () => {
      const pages = await readToEnd()
      return pages && (mergeHits(hits, hitsOf(pages)).at(-1)?.drugId ?? null)
    },
    again: () => {
      void cache.refetch()
      if (mayCallService) void service.refetch()
    },
  }
}

type Pages = { hasNextPage: boolean; fetchNextPage(options: { cancelRefetch: false }): Promise<unknown> }

/**
 * Returns a stable function that loads the next page: cached pages first, which cost no request, then the service's.
 */
function useShowMore(cache: Pages, service: Pages): () => void {
  const place = cache.hasNextPage ? cache : service.hasNextPage ? service : undefined
  const fetchNextPage = place?.fetchNextPage
  // A page that is already loading is not requested twice.
  return useCallback(() => void fetchNextPage?.({ cancelRefetch: false }), [fetchNextPage])
}

const hitsOf = (pages: Page[] | undefined): DrugHit[] => pages?.flatMap(({ hits }) => hits) ?? []

/** Returns the largest total of the responses; null before any. */
function totalOf(shown: number, ...answers: (Page | undefined)[]) {
  const given = answers.filter((answer) => answer !== undefined)
  if (given.length === 0) return { total: null, totalIsLeast: false }
  const total = Math.max(shown, ...given.map((answer) => answer.total))
  return { total, totalIsLeast: given.some((answer) => answer.totalIsLeast && answer.total === total) }
}

/** Returns the notices of both sources, without the one that a fallback to the cache repeats. */
function noticesOf(cache: Page | undefined, service: Page | undefined): Message[] {
  const ofService = service?.notice ?? null
  const ofCache = cache?.notice ?? null
  const isRepeated =
    ofService !== null && ofCache !== null && toEnglish(ofService).includes(toEnglish(ofCache))
  return [ofService, isRepeated ? null : ofCache].filter((notice) => notice !== null)
}

type Answer = Output<'drugs.search'>
/** `end`: the number of drugs up to the end of this page. */
type Page = Answer & { end: number }
type Place = 'cache' | 'service'

const pageSize = 50
/** Pages are larger on the way to the end, and limited in number. */
const longPageSize = 500
const mostPages = 40
/** A response of the service stays fresh for this long when the user returns to its query. */
const serviceStaleMs = 60_000
const indexingCheckMs = 5000

/** Returns the request for a source. The service cannot filter by pathway or direction, or sort by age. */
function toInput(question: Question, from: Place): Input<'drugs.search'> {
  const { text, category, pathway, direction } = question
  // Without text there is no best match, so both sources sort by name and caching a drug does not move it.
  const sort = question.sort ?? (text.trim() === '' ? 'name' : undefined)
  const order = orderOf(question)
  const filter = { text, ...(category === undefined ? {} : { category }) }
  if (from === 'service')
    return { ...filter, from, ...(sort === undefined || sort === 'age' ? {} : { sort, order }) }
  return {
    ...filter,
    from,
    ...(pathway === undefined ? {} : { pathway }),
    ...(direction === undefined ? {} : { direction }),
    ...(sort === undefined ? {} : { sort: sort === 'age' ? 'fetched_at' : sort, order }),
  }
}

/**
 * Loads pages of a query from one source. The second function loads pages up to a limit and returns all of them, or
 * null if nothing was left to load or the query changed.
 */
function usePages(question: Question, from: Place, enabled: boolean) {
  const input = toInput(question, from)
  const size = useRef(pageSize)
  const pages = useInfiniteQuery<Page, Failure, Page[], unknown[], number>({
    queryKey: ['drugs.search', input],
    queryFn: async ({ pageParam: start }) => {
      const limit = size.current
      // A larger page may begin before `start`; duplicates are merged.
      const page = Math.floor(start / limit) + 1
      return { ...(await call('drugs.search', { ...input, page, limit })), end: page * limit }
    },
    initialPageParam: 0,
    getNextPageParam: ({ end, total }) => (end < total ? end : undefined),
    select: ({ pages }) => pages,
    enabled,
    // Comparing all pages with the last response would take longer with every page.
    structuralSharing: false,
    staleTime: ({ state }) => (state.data?.pages.at(-1)?.source === 'service' ? serviceStaleMs : 0),
    // A notice of an unsorted cache response means that the cache is still being indexed.
    refetchInterval: ({ state }) =>
      from === 'cache' && question.sort === undefined && state.data?.pages.at(-1)?.notice
        ? indexingCheckMs
        : false,
  })
  const request = JSON.stringify(input)
  const latest = useRef(request)
  useEffect(() => {
    latest.current = request
  }, [request])
  const { hasNextPage, fetchNextPage } = pages
  const toEnd = async (): Promise<Page[] | null> => {
    size.current = longPageSize
    let all: Page[] | null = null
    for (let read = 0, more = hasNextPage; more && read < mostPages && latest.current === request; read++) {
      const now = await fetchNextPage({ cancelRefetch: false })
      all = now.data ?? null
      more = now.hasNextPage && !now.isError
    }
    size.current = pageSize
    return latest.current === request ? all : null
  }
  return [pages, toEnd] as const
}
