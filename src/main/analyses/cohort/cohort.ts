import type { Handlers } from '../../../shared/contract/contract.ts'
import type { SampleChoice } from '../../../shared/domain/cohort.ts'
import type { ChooseSamples } from '../chosenSamples.ts'
import type { CohortDesk } from './desk.ts'
import type { GroupsAsked } from './groups.ts'
import type { NamesOfPathways } from './joinNames.ts'

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
  desk: CohortDesk
  /** The alias table of the pathways' names, as far as pathways have several. */
  pathwayNames(): Promise<NamesOfPathways>
}): Cohorts {
  const { chooseSamples, desk, pathwayNames } = options
  const chosen = async (of: SampleChoice) => {
    const [sampleIds, names] = await Promise.all([chooseSamples(of), pathwayNames()])
    return { sampleIds, pathwayNames: names }
  }
  const viewed = async ({ of, view }: Pick<Parameters<Cohorts['values']>[0], 'of' | 'view'>) => ({
    ...(await chosen(of)),
    controls: view.kind === 'zControls' ? await chooseSamples(view.controls) : [],
  })
  const members = async (groups: Parameters<Cohorts['compare']>[0]['groups']): Promise<GroupsAsked> => {
    if ('by' in groups) return groups
    const sets = groups.sets.map(async ({ name, of }) => ({ name, sampleIds: await chooseSamples(of) }))
    return { sets: await Promise.all(sets) }
  }
  return {
    values: async ({ of, ...asked }) => desk.values({ ...asked, ...(await viewed({ ...asked, of })) }),
    covariates: async ({ of }) => desk.covariates({ sampleIds: await chooseSamples(of) }),
    async covariateValues({ sampleIds, names }) {
      await chooseSamples({ sampleIds })
      return desk.covariateValues({ sampleIds, names })
    },
    compare: async ({ of, groups, ...asked }) =>
      desk.compare({ ...asked, ...(await chosen(of)), groups: await members(groups) }),
    cluster: async ({ of, ...asked }) => desk.cluster({ ...asked, ...(await viewed({ ...asked, of })) }),
    pca: async ({ of, ...asked }) => desk.pca({ ...asked, ...(await chosen(of)) }),
    clock: async ({ of, ...asked }) => desk.clock({ ...asked, sampleIds: await chooseSamples(of) }),
  }
}
