import type { CohortSample } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { useCohort } from '../../state/useCohort.ts'

/** A list to choose from by name; of more samples the table is the way. */
const mostListed = 500

/** The samples among which the one in front was opened, the first of them. */
export function useNeighbours(): readonly CohortSample[] {
  const { of, measure } = useCohort().selection
  return useCall('results.values', { measure, of, limit: mostListed }).data?.samples ?? []
}
