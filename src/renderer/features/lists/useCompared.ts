import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useEvent } from '../../client/useEvent.ts'
import type { Compared } from './comparison.ts'

const keyOf = (drugId: string) => ['drugs.show', { drugId, from: 'cache' }, undefined]
const changesSettleMs = 1000

/**
 * The drugs to compare as they are kept here, their marks, and the way to fetch those of which something is missing.
 * `setId`: the list they were chosen from.
 */
export function useCompared(drugIds: readonly string[], setId: string | undefined) {
  const queries = useQueryClient()
  const found = useQueries({
    queries: drugIds.map((drugId) => ({
      queryKey: keyOf(drugId),
      queryFn: () => call('drugs.show', { drugId, from: 'cache' as const }),
    })),
  })
  const marks = useCall('drugs.marks', { drugIds: [...drugIds] })
  const fetch = useAction(async (wanted: readonly string[]) => {
    for (const drugId of wanted) {
      const drug = await call('drugs.show', { drugId, from: 'service' })
      queries.setQueryData(keyOf(drugId), drug)
    }
  })
  useSettled('drugs.changed', () => {
    for (const drugId of drugIds) void queries.invalidateQueries({ queryKey: keyOf(drugId) })
  })
  // What is no longer kept has at least the name it was added to the list with.
  const isLacking = found.some(({ error }) => isAbsent(error))
  const list = useCall('sets.show', { setId: setId ?? '-' }, { enabled: setId !== undefined && isLacking })
  const drugs: Compared[] = drugIds.map((drugId, index) => {
    const drug = found[index]?.data ?? null
    const listed = list.data?.drugs.find((one) => one.drugId === drugId)
    const mark = marks.data?.find((one) => one.drugId === drugId)
    return { drugId, name: drug?.name || listed?.name || mark?.name || drugId, drug, mark }
  })
  const failed = found.find(({ error }) => error !== null && !isAbsent(error))
  return {
    drugs,
    loading: found.some(({ isFetching }) => isFetching) || fetch.pending,
    ready: found.every(({ data, error }) => data !== undefined || isAbsent(error)),
    failure: (failed?.error as Failure | undefined) ?? marks.failure ?? fetch.failure,
    retry: () => {
      for (const one of found) void one.refetch()
      void marks.refetch()
    },
    fetch: (wanted: readonly string[]) => void fetch.run(wanted),
  }
}

/** Not kept here: a fact of the comparison, and no failure of it. */
const isAbsent = (error: unknown): boolean => isFailure(error, 'notFound')

/** A background job pushes all day long; what is read again waits until it has been quiet, or long enough. */
function useSettled(name: 'drugs.changed', work: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEvent(name, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      work()
    }, changesSettleMs)
  })
}
