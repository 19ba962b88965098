import { useMemo } from 'react'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import { choiceInStudy } from '../../../shared/domain/studies/study.ts'
import { suggestDesign } from '../../../shared/domain/studies/suggestions.ts'
import { useCall } from '../../client/call.ts'
import { useStudyId } from '../currentStudy.ts'

/**
 * Returns the design of the current study and the covariates of all its samples, which give every view the order and
 * colors of groups. Both are undefined until both are known, so that colors do not change after the first render.
 */
export function useStudyDesign() {
  const studyId = useStudyId()
  const study = useCall('studies.show', { studyId })
  const fields = useCall('results.covariates', { of: choiceInStudy(everySample, studyId) })
  const covariates = fields.isPreviousData ? undefined : fields.data
  const known = study.isPreviousData ? undefined : study.data?.design
  const isWaiting = known === undefined && study.failure === null
  const suggested = useMemo(() => suggestDesign(covariates ?? []), [covariates])
  return covariates === undefined || isWaiting
    ? { design: undefined, covariates: undefined, failure: fields.failure }
    : { design: known ?? suggested, covariates, failure: fields.failure }
}
