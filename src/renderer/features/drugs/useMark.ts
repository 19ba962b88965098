import { useMutation } from '@tanstack/react-query'
import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { Failure } from '../../../shared/contract/failures.ts'
import { call } from '../../client/call.ts'
import { useCall, useSetCached } from '../../client/useCall.ts'
import type { Chosen } from './useChosen.ts'

type Change = Omit<Input<'drugs.mark'>, 'drugId' | 'name'>

/**
 * What the person noted of a drug, with what is being saved of it as if it were. Changes are saved one after another,
 * and go on when the page is left.
 */
export function useMark({ drugId, name }: Chosen) {
  const keep = useSetCached()
  const marks = useCall('drugs.marks', { drugIds: [drugId] })
  const kept = marks.data?.find((mark) => mark.drugId === drugId)
  const saving = useMutation<Output<'drugs.mark'>, Failure, Change>({
    scope: { id: 'drugs.mark' },
    networkMode: 'always',
    mutationFn: (change) => call('drugs.mark', { drugId, name, ...change }),
    onSuccess: (mark) => keep('drugs.marks', { drugIds: [drugId] }, [mark]),
  })
  const underWay = saving.isPending ? saving.variables : {}
  return {
    favourite: underWay.favourite ?? kept?.favourite ?? false,
    tags: underWay.tags ?? kept?.tags ?? [],
    note: kept?.note ?? '',
    /** Nothing may be changed before it is known what would be replaced. */
    ready: marks.data !== undefined,
    change: saving.mutate,
    /** Adds tags to those that the drug has by then; throws `Failure`. */
    putTagsBack: async (gone: readonly string[]) => {
      const [now] = await call('drugs.marks', { drugIds: [drugId] })
      const tags = [...new Set([...(now?.tags ?? []), ...gone])]
      keep('drugs.marks', { drugIds: [drugId] }, [await call('drugs.mark', { drugId, name, tags })])
    },
    saving: saving.isPending,
    saved: saving.isSuccess,
    failure: saving.error ?? marks.failure,
    retry: () => (saving.variables === undefined ? void marks.refetch() : saving.mutate(saving.variables)),
  }
}

export type Marking = ReturnType<typeof useMark>
