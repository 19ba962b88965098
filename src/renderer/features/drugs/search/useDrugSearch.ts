import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Input, Output } from '../../../../shared/contract/contract.ts'
import type { Failure } from '../../../../shared/contract/failures.ts'
import { countAddedByService, type DrugHit, mergeHits } from '../../../../shared/domain/drugs/drug.ts'
import { type Message, toEnglish } from '../../../../shared/messages/message.ts'
import { call } from '../../../client/call.ts'
import { orderOf, type Question } from './view.ts'

type Shown = {
  key: string
  cache: Page[] | undefined
  service: Page[] | undefined
  hits: DrugHit[]
  added: number
}

/** `settled`: the question has not changed for a while. `reachable`: the service may be called and was there last time. */
type Options = { settled: boolean; askService: boolean; reachable: boolean }

/**
 * Hits for a question: at once from what is cached here, then joined by the service's answer once the question is
 * settled. Until a new question has an answer, the hits of the last one stay.
 */
export function useDrugSearch(question: Question, { settled, askService, reachable }: Options) {
  const key = JSON.stringify(question)
  const [cache, readToEnd] = usePages(question, 'cache', true)
  const [service] = usePages(question, 'service', settled && askService)
  const [shown, setShown] = useState<Shown | null>(null)

  // The order is that of the cached drugs, even where the service's answer is there already.
  const answered = cache.data ?? (cache.isPending && !cache.error ? undefined : service.data)
  const changed = shown?.key !== key || shown.cache !== cache.data || shown.service !== service.data
  if (answered && changed) {
    const before = shown?.key === key ? shown.hits : []
    const [cached, found] = [hitsOf(cache.data), hitsOf(service.data)]
    const hits = mergeHits(before, cached, found)
    // What the service names may be cached as well, on a page that has not been read.
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
    // Asked again when the service is back, and not whenever it did not answer.
    if (reachable && !wasReachable.current && fellBack) void refetch()
    wasReachable.current = reachable
  }, [reachable, fellBack, refetch])

  const hits = shown?.hits ?? []
  const waits = askService && !settled
  const complete = cache.data !== undefined && (service.data !== undefined || !askService)
  const failure = service.error ?? cache.error
  const found = totalOf(hits.length, cache.data?.at(-1), service.data?.at(-1))
  return {
    hits,
    /** The question that the hits belong to; null before any answer. */
    shownKey: shown?.key ?? null,
    isCurrent: shown?.key === key,
    ...found,
    // None so far is no number while the service may still know some.
    total: found.total === 0 && !complete && !failure ? null : found.total,
    /** The service did not answer, and what is cached took its place. */
    fellBack,
    added: shown?.added ?? 0,
    notices: noticesOf(cache.data?.at(-1), service.data?.at(-1)),
    /** Every source of this search has answered. */
    complete,
    failure,
    loading: cache.isFetching || service.isFetching || waits,
    /** Pages that follow by themselves: those cached, then those with drugs that are not shown yet. */
    hasMore: cache.hasNextPage || (service.hasNextPage && (service.data?.at(-1)?.total ?? 0) > hits.length),
    /** The service has pages more, which may hold nothing new, and each costs a request. */
    mayAskMore: !cache.hasNextPage && service.hasNextPage,
    showMore: useShowMore(cache, service),
    /** Reads all that is cached here; gives the id of the last drug that is then shown, or null where nothing was read. */
    toEnd: async () => {
      const pages = await readToEnd()
      return pages && (mergeHits(hits, hitsOf(pages)).at(-1)?.drugId ?? null)
    },
    again: () => {
      void cache.refetch()
      if (askService) void service.refetch()
    },
  }
}

type Pages = { hasNextPage: boolean; fetchNextPage(options: { cancelRefetch: false }): Promise<unknown> }

/** The same as long as the same place has more. What is cached costs no request; the service goes on where that ends. */
function useShowMore(cache: Pages, service: Pages): () => void {
  const place = cache.hasNextPage ? cache : service.hasNextPage ? service : undefined
  const fetchNextPage = place?.fetchNextPage
  // One that is under way already is that page.
  return useCallback(() => void fetchNextPage?.({ cancelRefetch: false }), [fetchNextPage])
}

const hitsOf = (pages: Page[] | undefined): DrugHit[] => pages?.flatMap(({ hits }) => hits) ?? []

/** The largest number that any place gave; null before any answer. */
function totalOf(shown: number, ...answers: (Page | undefined)[]) {
  const given = answers.filter((answer) => answer !== undefined)
  if (given.length === 0) return { total: null, totalIsLeast: false }
  const total = Math.max(shown, ...given.map((answer) => answer.total))
  return { total, totalIsLeast: given.some((answer) => answer.totalIsLeast && answer.total === total) }
}

/** Why the service did not answer, and what is to know of the cached drugs; a place that took over says both. */
function noticesOf(cache: Page | undefined, service: Page | undefined): Message[] {
  const ofService = service?.notice ?? null
  const ofCache = cache?.notice ?? null
  const isRepeated =
    ofService !== null && ofCache !== null && toEnglish(ofService).includes(toEnglish(ofCache))
  return [ofService, isRepeated ? null : ofCache].filter((notice) => notice !== null)
}

type Answer = Output<'drugs.search'>
/** `end`: how many drugs there are up to the last of this page. */
type Page = Answer & { end: number }
type Place = 'cache' | 'service'

const pageSize = 50
/** The way to the end is read in larger pages, and not without end. */
const longPageSize = 500
const mostPages = 40
/** An answer of the service stands for this long when the person comes back to its question. */
const serviceStaleMs = 60_000
const indexingCheckMs = 5000

/** The question as each place understands it: the service knows no pathways, and has no age to sort by. */
function toInput(question: Question, from: Place): Input<'drugs.search'> {
  const { text, category, pathway, direction } = question
  // Without words nothing matches better: by name, wherever the drugs come from, so that caching them moves none.
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
 * Pages of one question's answer from one place; a late answer stays with the question it belongs to. Beside them the
 * way to the end: it reads on as far as is reasonable at a time and gives all pages, or null where nothing was left to
 * read or another question came in between.
 */
function usePages(question: Question, from: Place, enabled: boolean) {
  const input = toInput(question, from)
  const size = useRef(pageSize)
  const pages = useInfiniteQuery<Page, Failure, Page[], unknown[], number>({
    queryKey: ['drugs.search', input],
    queryFn: async ({ pageParam: start }) => {
      const limit = size.current
      // A larger page may begin before `start`; a drug that comes twice stands once.
      const page = Math.floor(start / limit) + 1
      return { ...(await call('drugs.search', { ...input, page, limit })), end: page * limit }
    },
    initialPageParam: 0,
    getNextPageParam: ({ end, total }) => (end < total ? end : undefined),
    select: ({ pages }) => pages,
    enabled,
    // Comparing each answer with the last, drug by drug, would take longer with every page.
    structuralSharing: false,
    staleTime: ({ state }) => (state.data?.pages.at(-1)?.source === 'service' ? serviceStaleMs : 0),
    // The cache says so while it is being indexed; a sorted answer has other things to say.
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
