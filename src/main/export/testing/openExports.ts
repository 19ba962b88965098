import { Failure } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/messages/message.ts'
import type { PathwayNames } from '../../results/cohort/joinNames.ts'
import type { MadeSample } from '../../results/cohort/testing/addCohort.ts'
import { openCohort } from '../../results/cohort/testing/openCohort.ts'
import type { StudySources } from '../documents/collectStudy.ts'
import type { Units } from '../tables/tableContents.ts'
import { exportsOf } from './exportsOf.ts'

export type GivenSamples = {
  made: readonly MadeSample[]
  names?: PathwayNames
  units?: Units
  study?: StudySources['study']
}

const noStudy = () =>
  Promise.reject(new Failure('notFound', message`There is no such study.`, { what: message`study` }))

/** The services of exports on real stores with these samples, and what documents are read from. */
export async function openExports({ made, names = [], units = {}, study = noStudy }: GivenSamples) {
  const stores = await openCohort({ names })
  const { cohorts, journal, answers, folder } = stores
  await stores.add(made)
  const { values, compare, clock: clockOf } = cohorts
  const { sources, ...exports } = exportsOf(
    { journal, answers, folder },
    {
      values,
      compare,
      clock: clockOf,
      pathwayGroups: async () => names.map((some) => ({ names: some })),
      units: () => units,
    },
  )
  return { ...stores, ...exports, sources: { ...sources, ...cohorts, study, tableOf: exports.tableOf } }
}
