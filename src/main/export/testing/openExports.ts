import { Failure } from '../../../shared/contract/failures.ts'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import type { StudyQuestion } from '../../../shared/domain/results/model.ts'
import { allSamplesId, type StudyDesign } from '../../../shared/domain/studies/study.ts'
import { suggestDesign } from '../../../shared/domain/studies/suggestions.ts'
import { message } from '../../../shared/words/message.ts'
import type { PathwayNames } from '../../results/cohort/joinNames.ts'
import type { MadeSample } from '../../results/cohort/testing/addCohort.ts'
import { openCohort } from '../../results/cohort/testing/openCohort.ts'
import { readCautions } from '../../studies/overview/overview.ts'
import type { StudySources } from '../documents/collectStudy.ts'
import type { Units } from '../tables/tableContents.ts'
import { exportsOf } from './exportsOf.ts'

export type GivenSamples = {
  made: readonly MadeSample[]
  names?: PathwayNames
  units?: Units
  /** The user's choices for the groups of all samples. */
  design?: Partial<StudyDesign>
  questions?: StudyQuestion[]
}

const noStudy = () =>
  Promise.reject(new Failure('notFound', message('studies.noSuchStudy'), { what: message('studies.study') }))

const allSamples = {
  studyId: allSamplesId,
  name: 'All samples',
  question: '',
  notes: '',
  chosen: [],
  comparisons: [],
  createdAt: '',
  changedAt: '',
  archivedAt: null,
}

/** Opens exports on real stores with these samples, and the sources of documents. */
export async function openExports({
  made,
  names = [],
  units = {},
  design = {},
  questions = [],
}: GivenSamples) {
  const stores = await openCohort({ names })
  const { cohorts, journal, answers, folder } = stores
  await stores.add(made)
  const { values, compare, model, clock: clockOf } = cohorts
  const { sources, ...exports } = exportsOf(
    { journal, answers, folder },
    {
      values,
      compare,
      model,
      clock: clockOf,
      pathwayGroups: async () => names.map((some) => ({ names: some })),
      units: () => units,
    },
  )
  const studies: StudySources['studies'] = {
    show: async () => ({
      ...allSamples,
      design: { ...suggestDesign(await cohorts.covariates({ of: everySample })), ...design },
    }),
    overview: noStudy,
    cautions: ({ studyId: _studyId, ...request }) =>
      readCautions(cohorts, request, { independent: [], unfinished: null }),
    boards: async () => [],
    ofSample: async () => [],
    questions: async () => questions,
  }
  return { ...stores, ...exports, sources: { ...sources, ...cohorts, studies, tableOf: exports.tableOf } }
}
