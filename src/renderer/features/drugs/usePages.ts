import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failures.ts'
import { call } from '../../client/call.ts'
import { orderOf, type Question } from './view.ts'

type Answer = Output<'drugs.search'>
/** `end`: how many drugs there are up to the last of this page. */
export type Page = Answer & { end: number }
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
  const { text, category, pathway, direction, sort } = question
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
export function usePages(question: Question, from: Place, enabled: boolean) {
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
    // What is kept says so while it is being indexed; a sorted answer has other things to say.
    refetchInterval: ({ state }) =>
      from === 'cache' && question.sort === undefined && state.data?.pages.at(-1)?.notice
        ? indexingCheckMs
        : false,
  })
  const asked = JSON.stringify(input)
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  }, [asked])
  const { hasNextPage, fetchNextPage } = pages
  const toEnd = async (): Promise<Page[] | null> => {
    size.current = longPageSize
    let all: Page[] | null = null
    for (let read = 0, more = hasNextPage; more && read < mostPages && latest.current === asked; read++) {
      const now = await fetchNextPage({ cancelRefetch: false })
      all = now.data ?? null
      more = now.hasNextPage && !now.isError
    }
    size.current = pageSize
    return latest.current === asked ? all : null
  }
  return [pages, toEnd] as const
}
