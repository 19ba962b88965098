import type { Handlers } from '../../../shared/contract/contract.ts'
import type { Measure } from '../../../shared/domain/analysis.ts'
import type { SampleChoice, ValueView } from '../../../shared/domain/cohort.ts'
import type { ChooseSamples } from '../chooseSamples.ts'
import type { CohortWorker } from './cohortWorker.ts'
import type { GroupSelection } from './groups.ts'
import type { PathwayNames } from './joinNames.ts'

export type Cohorts = {
  values: Handlers['results.values']
  covariates: Handlers['results.covariates']
  covariateValues: Handlers['results.covariateValues']
  compare: Handlers['results.compare']
  cluster: Handlers['results.cluster']
  pca: Handlers['results.pca']
  clock: Handlers['results.clock']
}

/** Results of many samples as tables, comparisons and trees. Which samples are meant is found out here, the rest there. */
export function createCohorts(options: {
  chooseSamples: ChooseSamples
  worker: CohortWorker
  /** The alias table of the pathways' names, as far as pathways have several. */
  pathwayNames(): Promise<PathwayNames>
}): Cohorts {
  const { chooseSamples, worker, pathwayNames } = options
  /** The alias table may have to be read from the drugs first: meanwhile the answers are. */
  const chosen = async (measure: Measure, of: SampleChoice, view: ValueView = { kind: 'raw' }) => {
    const sampleIds = await chooseSamples(of)
    const controls = view.kind === 'zControls' ? await chooseSamples(view.controls) : []
    const all = [...new Set([...sampleIds, ...controls])]
    const names = pathwayNames()
    // What fails here fails again, and is told, when it is asked for.
    void worker.prepare({ measure, sampleIds: all }).catch(() => {})
    return { measure, sampleIds, controls, pathwayNames: await names }
  }
  const members = async (groups: Parameters<Cohorts['compare']>[0]['groups']): Promise<GroupSelection> => {
    if ('by' in groups) return groups
    const sets = groups.sets.map(async ({ name, of }) => ({ name, sampleIds: await chooseSamples(of) }))
    return { sets: await Promise.all(sets) }
  }
  return {
    values: async ({ of, ...params }) =>
      worker.values({ ...params, ...(await chosen(params.measure, of, params.view)) }),
    covariates: async ({ of }) => worker.covariates({ sampleIds: await chooseSamples(of) }),
    async covariateValues({ sampleIds, names }) {
      await chooseSamples({ sampleIds })
      return worker.covariateValues({ sampleIds, names })
    },
    compare: async ({ of, groups, ...params }) =>
      worker.compare({ ...params, ...(await chosen(params.measure, of)), groups: await members(groups) }),
    cluster: async ({ of, ...params }) =>
      worker.cluster({ ...params, ...(await chosen(params.measure, of, params.view)) }),
    pca: async ({ of, ...params }) => worker.pca({ ...params, ...(await chosen(params.measure, of)) }),
    clock: async ({ of, ...params }) => worker.clock({ ...params, sampleIds: await chooseSamples(of) }),
  }
}
