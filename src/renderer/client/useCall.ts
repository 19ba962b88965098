import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useRef } from 'react'
import type { Input, Output } from '../../shared/contract/contract.ts'
import type { EventName, Events } from '../../shared/contract/events.ts'
import type { Failure } from '../../shared/contract/failures.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import { call } from './call.ts'
import { transport } from './host.ts'

type Options = {
  enabled?: boolean
  /** A value whose change requests the response again. */
  refetchKey?: unknown
}

const keyOf = (name: MethodName, input: unknown, refetchKey?: unknown) => [name, input, refetchKey]

/** Adds a response that was requested before the first screen existed. */
export const seedQuery = (
  queryClient: QueryClient,
  { name, input, answer }: { name: MethodName; input: unknown; answer: Promise<unknown> },
): Promise<void> => queryClient.prefetchQuery({ queryKey: keyOf(name, input), queryFn: () => answer })

/**
 * Returns the response of a reading method. It stays while the next one loads; `isPreviousData` is true while it
 * belongs to the previous request. The call is made even offline, because the main process owns the online state.
 */
export function useCall<M extends MethodName>(
  name: M,
  input: Input<M>,
  { enabled = true, refetchKey }: Options = {},
) {
  const query = useQuery<Output<M>, Failure>({
    queryKey: keyOf(name, input, refetchKey),
    queryFn: () => call(name, input),
    enabled,
    placeholderData: keepPreviousData,
  })
  return toAnswer(query)
}

/**
 * Wraps a query for screens. Its getters make a component render again only when a part it reads changes: if `loading`
 * were read here, every component would render twice per refresh.
 */
export const toAnswer = <T>(query: UseQueryResult<T, Failure>) => ({
  get data() {
    return query.data
  },
  get failure() {
    return query.error
  },
  get loading() {
    return query.isFetching
  },
  get isPreviousData() {
    return query.isPlaceholderData
  },
  get refetch() {
    return query.refetch
  },
})

type Answer = { data: unknown; loading: boolean; isPreviousData: boolean }

/**
 * Delays a response about thousands of samples, even a cached one: the screen renders first, then the response in
 * slices.
 */
export function useLargeResult<A extends Answer>(answer: A): A {
  return withData(answer, useDeferredValue<A['data'] | null>(answer.data, null) ?? undefined)
}

/** Delays a response that depends on a click: the click shows first, then the next response renders in slices. */
export function useSlicedResult<A extends Answer>(answer: A): A {
  return withData(answer, useDeferredValue<A['data']>(answer.data))
}

function withData<A extends Answer>(answer: A, data: A['data']): A {
  const isBehind = data !== answer.data
  return {
    ...answer,
    data,
    loading: answer.loading || isBehind,
    isPreviousData: answer.isPreviousData || isBehind,
  }
}

/** Caches a response that arrived another way, such as from a change. */
export function useSetCached(): <M extends MethodName>(name: M, input: Input<M>, output: Output<M>) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (name, input, output) => void queryClient.setQueryData(keyOf(name, input), output),
    [queryClient],
  )
}

/** Calls `listener` with each event of this name while the component is mounted; the newest listener is used. */
export function useEvent<N extends EventName>(name: N, listener: (payload: Events[N]) => void): void {
  const latestListener = useRef(listener)
  useEffect(() => {
    latestListener.current = listener
  })
  useEffect(() => transport.listen(name, (payload) => latestListener.current(payload)), [name])
}
