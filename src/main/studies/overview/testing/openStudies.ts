import type { StudyOverview } from '../../../../shared/domain/studies/overview.ts'
import type { ChosenDesign } from '../../../../shared/domain/studies/study.ts'
import { systemClock, systemRandom } from '../../../adapters/system.ts'
import { createSampleChooser } from '../../../results/chooseSamples.ts'
import type { MadeSample } from '../../../results/cohort/testing/addCohort.ts'
import { openCohort } from '../../../results/cohort/testing/openCohort.ts'
import { createDrugMatch } from '../../../results/match/drugMatch.ts'
import { createAnalysedSamples } from '../../../results/results.ts'
import { idsOfSamples } from '../../../samples/register/search/sampleSearch.ts'
import { createStudies, type Studies } from '../../studies.ts'

const counts = { matched: 0, withPathways: 0, cached: 0, withoutPathways: 0, withoutDetails: 0 }

/** Opens studies on real files in a temporary folder, with no stored drugs. */
export async function openStudies() {
  const opened = await openCohort()
  const { cohorts, journal, answers, add, close } = opened
  const { match } = createDrugMatch({
    ...cohorts,
    pathwayGroups: async () => [],
    matchCachedDrugs: async () => ({ drugs: [], counts }),
  })
  /** Outcomes of requested analyses by sample; empty at first. */
  const requested = new Map<string, 'answered' | 'underWay' | 'lost' | 'refused'>()
  const studies: Studies = createStudies({
    journal,
    chooseSamples: createSampleChooser({
      journal,
      findSamples: (text, filter) => idsOfSamples(journal.query, { text, filter }),
    }),
    isAnalyzing: () => false,
    requested: async () => requested,
    isUnderWay: () => false,
    covariates: cohorts.covariates,
    values: cohorts.values,
    results: { ...cohorts, match },
    analyzedIds: createAnalysedSamples(answers).analysedIds,
    clock: systemClock,
    random: systemRandom,
    emit: () => {},
  })
  /** Adds a study of each list of samples. Returns their overviews in the same order. */
  async function overviewsOf(
    made: readonly MadeSample[][],
    design: ChosenDesign = {},
  ): Promise<StudyOverview[]> {
    await add(made.flat())
    const overviews: StudyOverview[] = []
    for (const samples of made) {
      const sampleIds = samples.map(({ sampleId }) => sampleId)
      const name = `Study of ${sampleIds[0]}`
      const { studyId } = await studies.create({ name, question: '', of: { sampleIds } })
      await studies.change({ studyId, design })
      overviews.push(await studies.overview({ studyId }))
    }
    return overviews
  }
  return { studies, journal, requested, add, overviewsOf, close }
}
