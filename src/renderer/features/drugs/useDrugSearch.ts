import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failures.ts'
import type { DrugHit } from '../../../shared/domain/drug.ts'
import { call } from '../../client/call.ts'
import { mergeHits } from './mergeHits.ts'

type Answer = Output<'drugs.search'>
export type Question = { text: string; category: string | undefined }

const pageSize = 50

/** Pages of one question's answer from one place. */
function usePages({ text, category }: Question, from: 'cache' | 'service', enabled: boolean) {
  return useInfiniteQuery<Answer, Failure, Answer[], unknown[], number>({
    queryKey: ['drugs.search', { text, category, from }],
    queryFn: ({ pageParam: page }) =>
      call('drugs.search', {
        text,
        ...(category === undefined ? {} : { category }),
        from,
        page,
        limit: pageSize,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total ? pages.length + 1 : undefined),
    select: ({ pages }) => pages,
    enabled,
  })
}

type Shown = { key: string; cache: Answer[] | undefined; service: Answer[] | undefined; hits: DrugHit[] }

/**
 * Hits for a question: at once from what is kept here, then joined by the service's answer to `settled`, the question
 * that has not changed for a while. Until a new question has any answer, the hits of the last one stay.
 */
export function useDrugSearch(question: Question, settled: Question) {
  const key = JSON.stringify([question.text, question.category])
  const isSettled = key === JSON.stringify([settled.text, settled.category])
  const cache = usePages(question, 'cache', true)
  const service = usePages(question, 'service', isSettled)
  const [shown, setShown] = useState<Shown>({ key, cache: undefined, service: undefined, hits: [] })

  const answered = cache.data ?? service.data
  const changed = shown.key !== key || shown.cache !== cache.data || shown.service !== service.data
  if (answered && changed) {
    const before = shown.key === key ? shown.hits : []
    const hits = mergeHits(before, hitsOf(cache.data), hitsOf(service.data))
    setShown({ key, cache: cache.data, service: service.data, hits })
  }
  const last = service.data?.at(-1) ?? cache.data?.at(-1)
  return {
    hits: shown.hits,
    /** How many the place that answered last has; null before any answer. */
    total: last ? Math.max(last.total, shown.hits.length) : null,
    notice: service.data?.at(-1)?.notice ?? null,
    /** The service was asked and has answered, or its place was taken by what is kept. */
    complete: service.data !== undefined,
    failure: service.error,
    loading: cache.isFetching || service.isFetching || !isSettled,
    serviceAnsweredAt: service.dataUpdatedAt,
    hasMore: cache.hasNextPage || service.hasNextPage,
    showMore: () => {
      if (cache.hasNextPage) void cache.fetchNextPage()
      if (service.hasNextPage) void service.fetchNextPage()
    },
    again: () => {
      void cache.refetch()
      void service.refetch()
    },
  }
}

const hitsOf = (pages: Answer[] | undefined): DrugHit[] => pages?.flatMap(({ hits }) => hits) ?? []
