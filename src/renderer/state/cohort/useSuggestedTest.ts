import type { Input } from '../../../shared/contract/contract.ts'
import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { GroupPairing } from '../../../shared/domain/results/cohortQuality.ts'
import { type SuggestedTest, suggestTest } from '../../../shared/domain/studies/suggestions.ts'
import { useCall } from '../../client/call.ts'

export type Suggestion = { how: SuggestedTest; pairing: GroupPairing | null }

const size = (groups: Input<'results.pairing'>['groups']): number =>
  'by' in groups ? groups.values.length : groups.sets.length

/**
 * Returns the default test for these groups, the same as in the overview. `unit`: the field that pairs the samples of
 * the study, undefined while unknown. `suggestion` is undefined while it is unknown, and for fewer than two groups.
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
  // The groups do not exist; their comparison reports that.
  const isRefused = isFailure(failure, 'rejected')
  const suggest = (): Suggestion | undefined => {
    if (groups === null || count < 2 || unit === undefined) return undefined
    if (unit === null || isRefused)
      return { how: suggestTest(count, null, { units: 0, inBoth: 0, repeated: 0 }), pairing: null }
    return data && !isPreviousData ? { how: suggestTest(count, unit, data), pairing: data } : undefined
  }
  return { suggestion: suggest(), failure: isRefused ? null : failure, retry: () => void pairing.refetch() }
}
