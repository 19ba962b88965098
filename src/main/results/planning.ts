import type { Handlers } from '../../shared/contract/contract.ts'
import { type CostContext, toOrdersCall, withAnalyses } from '../../shared/domain/requests/paidCall.ts'
import type { ChooseSamples } from './chooseSamples.ts'
import type { CohortWorker } from './cohort/cohortWorker.ts'
import type { PathwayNames } from './cohort/joinNames.ts'

/** Creates the planning of studies: the samples to order, with their cost. */
export function createPlanning(options: {
  chooseSamples: ChooseSamples
  pathwayNames(): Promise<PathwayNames>
  worker: Pick<CohortWorker, 'plan'>
  costContext(): Promise<CostContext>
  follows: boolean
}): { plan: Handlers['results.plan'] } {
  return {
    async plan({ pilot, ...params }) {
      const sampleIds = pilot ? await options.chooseSamples(pilot.of) : []
      const pathwayNames = pilot ? await options.pathwayNames() : []
      const plan = await options.worker.plan({
        ...params,
        pilot: pilot ? { ...pilot, sampleIds, pathwayNames } : null,
      })
      const counted = { ...(await options.costContext()), count: plan.samples, before: [] }
      return { ...plan, cost: withAnalyses(toOrdersCall(counted, options.follows)) }
    },
  }
}
