import { idsOfSamples } from '../../../samples/register/search/sampleSearch.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { createSampleChooser } from '../../chooseSamples.ts'
import { type Cohorts, createCohorts } from '../cohort.ts'
import { type CohortWorker, createCohortWorker } from '../cohortWorker.ts'
import type { PathwayNames } from '../joinNames.ts'
import { addCohort, type MadeSample } from './addCohort.ts'

/** Creates the cohort service on real files in a folder of the test. Without `worker`, it runs on this thread. */
export async function openCohort({
  worker,
  names = [],
}: {
  worker?: (folder: string) => CohortWorker
  names?: PathwayNames
} = {}) {
  const { journal, answers, folder, close } = await openStores()
  const files = { journal: journal.reader, answers: answers.reader }
  const cohorts: Cohorts = createCohorts({
    chooseSamples: createSampleChooser({
      journal,
      findSamples: (text, filter) => idsOfSamples(journal.query, { text, filter }),
    }),
    worker: worker?.(folder) ?? createCohortWorker((work) => work(files)),
    pathwayNames: async () => names,
  })
  return {
    cohorts,
    journal,
    answers,
    folder,
    close,
    add: (made: readonly MadeSample[]) => addCohort({ journal, answers }, made),
  }
}
