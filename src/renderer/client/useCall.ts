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
  /** A value whose change asks again. */
  refetchKey?: unknown
}

const keyOf = (name: MethodName, input: unknown, refetchKey?: unknown) => [name, input, refetchKey]

/** Has the first screen begin with an answer that was requested before it was there. */
export const seedQuery = (
  queryClient: QueryClient,
  { name, input, answer }: { name: MethodName; input: unknown; answer: Promise<unknown> },
): Promise<void> => queryClient.prefetchQuery({ queryKey: keyOf(name, input), queryFn: () => answer })

/**
 * The answer of a reading method, which stays while the next one is on its way; `isPreviousData`: it answers the previous request.
 * Main owns the online state, so it is always called.
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
 * A query as screens read it. It draws whoever reads a part of it again when that part changes: read here, `loading` would
 * draw everyone twice each time that an answer is requested anew.
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

/** An answer about thousands of samples, also a cached one: the screen stands first, then the answer is drawn in slices. */
export function useLargeAnswer<A extends Answer>(answer: A): A {
  return withData(answer, useDeferredValue<A['data'] | null>(answer.data, null) ?? undefined)
}

/** An answer that changes with what is clicked: the click shows first, then the next answer is drawn in slices. */
export function useSlicedAnswer<A extends Answer>(answer: A): A {
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

/** Keeps an answer that came by another way, such as that of a change, as if it had been requested. */
export function useSetCached(): <M extends MethodName>(name: M, input: Input<M>, output: Output<M>) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (name, input, output) => void queryClient.setQueryData(keyOf(name, input), output),
    [queryClient],
  )
}

/** Calls `listener` with each push of this name for as long as the component stands; the newest listener counts. */
export function useEvent<N extends EventName>(name: N, listener: (payload: Events[N]) => void): void {
  const latestListener = useRef(listener)
  useEffect(() => {
    latestListener.current = listener
  })
  useEffect(() => transport.listen(name, (payload) => latestListener.current(payload)), [name])
}
