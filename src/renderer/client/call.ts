import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { Call, Input, Output } from '../../shared/contract/contract.ts'
import type { EventName, Events } from '../../shared/contract/events.ts'
import { Failure, isFailure, messageOf, type Reply, toFailure } from '../../shared/contract/failures.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import { type Message, message } from '../../shared/words/message.ts'
import { transport } from './host.ts'

/** Calls a method of the main process by the contract. Throws `Failure`. */
export const call: Call = async (name, input) =>
  (await unwrapReply(() => transport.call(name, input))) as Output<typeof name>

/** Returns the value of a reply. Throws `Failure`, also if the host failed without a reply. */
export async function unwrapReply(request: () => Promise<Reply<unknown>>): Promise<unknown> {
  const reply = await requestReply(request)
  if (reply.ok) return reply.value
  throw toFailure(reply.failure)
}

async function requestReply(request: () => Promise<Reply<unknown>>): Promise<Reply<unknown>> {
  let reply: unknown
  try {
    reply = await request()
  } catch (error) {
    if (isFailure(error)) throw error
    throw hostFailed(messageOf(error))
  }
  // A host of another version, or another server in its place, may reply in a different format.
  if (isReply(reply)) return reply
  throw hostFailed(message('shared.answerCannotRead'))
}

const isReply = (value: unknown): value is Reply<unknown> =>
  typeof value === 'object' && value !== null && 'ok' in value && (value.ok === true || 'failure' in value)

const hostFailed = (why: Message): Failure =>
  new Failure('bug', message('shared.pathclockGaveNoAnswer', { why }), { reference: 'page' })

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

type State<R> = { pending: boolean; failure: Failure | null; value: R | null }

/**
 * Runs one action at a time: while it runs, further calls do nothing (double clicks). Its failure stays for display.
 * This is the only place on the page where an error becomes a displayed failure.
 */
export function useAction<A extends unknown[], R>(work: (...args: A) => Promise<R>) {
  const [state, setState] = useState<State<R>>({ pending: false, failure: null, value: null })
  const isRunning = useRef(false)
  const latestWork = useRef(work)
  useEffect(() => {
    latestWork.current = work
  })

  const run = useCallback(async (...args: A): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setState((before) => ({ ...before, pending: true, failure: null }))
    try {
      const value = await latestWork.current(...args)
      setState({ pending: false, failure: null, value })
    } catch (error) {
      setState((before) => ({ ...before, pending: false, failure: toActionFailure(error) }))
    } finally {
      isRunning.current = false
    }
  }, [])

  /** Clears the outcome of the last run. A running action continues and stays pending. */
  const reset = useCallback(() => setState(({ pending }) => ({ pending, failure: null, value: null })), [])
  /** Returns the props of a button that runs the action and shows that it is running. */
  const buttonProps = (...args: A) => ({ loading: state.pending, onClick: () => void run(...args) })
  return { ...state, run, reset, buttonProps }
}

/** Includes the text of the page's own errors, because it may help the user. */
const toActionFailure = (error: unknown): Failure =>
  isFailure(error)
    ? error
    : new Failure(
        'bug',
        message('shared.somethingWentWrongPage', {
          reason: error instanceof Error ? error.message : String(error),
        }),
        { reference: 'page' },
      )
