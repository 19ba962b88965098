import { useMemo } from 'react'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import { choiceInStudy } from '../../../shared/domain/studies/study.ts'
import { suggestDesign } from '../../../shared/domain/studies/suggestions.ts'
import { useCall } from '../../client/useCall.ts'
import { useStudyId } from '../studyInFront.ts'

/**
 * How the samples of the study in front are grouped, with the fields of all of them: what every view takes the order and
 * the colors of groups from. Both undefined until both are known, so that nothing is drawn in one color and then in another.
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
