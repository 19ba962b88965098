import type { Input } from '../../../shared/contract/contract.ts'
import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { GroupPairing } from '../../../shared/domain/results/cohortQuality.ts'
import { type SuggestedTest, suggestTest } from '../../../shared/domain/studies/suggestions.ts'
import { useCall } from '../../client/useCall.ts'

export type Suggestion = { how: SuggestedTest; pairing: GroupPairing | null }

const size = (groups: Input<'results.pairing'>['groups']): number =>
  'by' in groups ? groups.values.length : groups.sets.length

/**
 * How these groups are compared where nobody chose, as the overview compares them. `unit`: the field that pairs the samples of
 * the study; undefined: not known yet. `suggestion`: undefined until it is known, and for fewer than two groups.
 */
export function useSuggestedTest(
  of: SampleChoice,
  groups: Input<'results.pairing'>['groups'] | null,
  unit: string | null | undefined,
): { suggestion: Suggestion | undefined; failure: Failure | null; retry(): void } {
  const count = groups === null ? 0 : size(groups)
  const pairing = useCall(
    'results.pairing',
    { of, groups: groups ?? { sets: [] }, unit: unit ?? '' },
    { enabled: count > 1 && typeof unit === 'string' },
  )
  const { data, isPreviousData, failure } = pairing
  // Groups that there are not: the comparison of them says so.
  const isRefused = isFailure(failure, 'rejected')
  const suggest = (): Suggestion | undefined => {
    if (groups === null || count < 2 || unit === undefined) return undefined
    if (unit === null || isRefused)
      return { how: suggestTest(count, null, { units: 0, inBoth: 0, repeated: 0 }), pairing: null }
    return data && !isPreviousData ? { how: suggestTest(count, unit, data), pairing: data } : undefined
  }
  return {
    suggestion: suggest(),
    failure: isRefused ? null : failure,
    retry: () => void pairing.refetch(),
  }
}
