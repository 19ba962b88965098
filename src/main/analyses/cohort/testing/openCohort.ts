import { idsOfSamples } from '../../../samples/registerSearch.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { createChooser } from '../../chosenSamples.ts'
import { type Cohorts, createCohorts } from '../cohort.ts'
import { type CohortDesk, createCohortDesk } from '../desk.ts'
import type { NamesOfPathways } from '../joinNames.ts'
import { addCohort, type MadeSample } from './addCohort.ts'

/** The service on real files in a folder of the test's own; the desk is on this thread where none is given. */
export async function openCohort({
  desk,
  names = [],
}: {
  desk?: (folder: string) => CohortDesk
  names?: NamesOfPathways
} = {}) {
  const { journal, answers, folder, close } = await openStores()
  const files = { journal: journal.reader, answers: answers.reader }
  const cohorts: Cohorts = createCohorts({
    chooseSamples: createChooser({
      journal,
      findSamples: (text, filter) => idsOfSamples(journal.query, { text, filter }),
    }),
    desk: desk?.(folder) ?? createCohortDesk((work) => work(files)),
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
