import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input, Output } from '../../../../../shared/contract/contract.ts'
import type { Failure } from '../../../../../shared/contract/failures.ts'
import type { FailingRow } from '../../../../../shared/domain/samples/importing.ts'
import { call } from '../../../../client/call.ts'

const pageSize = 200

type Page = Output<'imports.failing'> & { page: number }
export type Question = Pick<Input<'imports.failing'>, 'draftId' | 'rule' | 'severity'>
type Pages = ReadonlyMap<number, Page>

/** Failing rows by their place. `total`: null before the first answer. */
export type Failing = {
  total: number | null
  totalIsLeast: boolean
  /** How many corrections the rows that are shown know of. */
  edits: number
  /** null for a row that has not come yet. */
  rowAt(index: number): FailingRow | null
  failure: Failure | null
  loading: boolean
  retry(): void
}

/**
 * The failing rows in sight of a check, asked for by the page. While the rows of another check or question are on their
 * way, those of the last one stay.
 */
export function useFailing(
  question: Question,
  { number, edits }: { number: number; edits: number },
  { from, to }: { from: number; to: number },
): Failing {
  const requested = pagesOf(from, to)
  const { arrived, failed } = useQueries({
    queries: requested.map((page) => ({
      queryKey: ['imports.failing', question, number, page],
      queryFn: async (): Promise<Page> => ({
        ...(await call('imports.failing', { ...question, page, limit: pageSize })),
        page,
      }),
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
    })),
    combine,
  })
  const [former, setFormer] = useState({ pages: arrived, edits })
  const complete = requested.every((page) => arrived.has(page))
  if (complete && (former.edits !== edits || !areSame(former.pages, arrived)))
    setFormer({ pages: arrived, edits })
  const pages = complete ? arrived : new Map([...former.pages, ...arrived])
  const [any] = [...arrived.values(), ...former.pages.values()]
  return {
    total: any?.total ?? null,
    totalIsLeast: any?.totalIsLeast ?? false,
    edits: complete ? edits : former.edits,
    rowAt: (index) => pages.get(Math.floor(index / pageSize) + 1)?.rows[index % pageSize] ?? null,
    failure: failed?.error ?? null,
    loading: !complete,
    retry: () => void failed?.refetch(),
  }
}

const areSame = (a: Pages, b: Pages): boolean =>
  a.size === b.size && [...a].every(([number, page]) => b.get(number) === page)

type Result = UseQueryResult<Page, Failure>

/** Stands outside, since the answers are put together anew for every other function. */
const combine = (results: UseQueryResult<Page>[]) => ({
  arrived: new Map(results.flatMap(({ data }) => (data ? [[data.page, data] as const] : []))) as Pages,
  failed: (results as Result[]).find(({ error }) => error !== null),
})

function pagesOf(from: number, to: number): number[] {
  const first = Math.floor(Math.max(0, from) / pageSize) + 1
  const last = Math.floor(Math.max(0, to) / pageSize) + 1
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}
