import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Input, Output } from '../../shared/contract/contract.ts'
import type { Failure } from '../../shared/contract/failures.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import { call } from './call.ts'

type Options = {
  enabled?: boolean
  /** A value whose change asks again. */
  again?: unknown
}

/** The answer of a reading method, kept while the next one is on its way. Main owns the online state, so it is always asked. */
export function useCall<M extends MethodName>(
  name: M,
  input: Input<M>,
  { enabled = true, again }: Options = {},
) {
  const query = useQuery<Output<M>, Failure>({
    queryKey: [name, input, again],
    queryFn: () => call(name, input),
    enabled,
    placeholderData: keepPreviousData,
  })
  return { data: query.data, failure: query.error, loading: query.isFetching, refetch: query.refetch }
}
