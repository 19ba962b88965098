import type { Services } from '../../shared/contract/contract.ts'
import type { ServiceDialect } from '../../shared/domain/app/dialect.ts'
import { type CostContext, toOrdersCall, withAnalyses } from '../../shared/domain/requests/paidCall.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import { launchWorker } from '../concurrency/launchWorker.ts'
import type {
  Clock,
  Database,
  DisposableDatabase,
  Emit,
  Files,
  LeaseOwners,
  Random,
  RemoteService,
} from '../ports.ts'
import type { CacheSchema } from '../store/cache.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnswersSchema } from '../store/resultTables.ts'
import { createAnalyses } from './analyses.ts'
import { createSampleChooser } from './chooseSamples.ts'
import { createCohorts, createCohortWorkerClient } from './cohort/cohort.ts'
import type { CohortTask } from './cohort/cohortWorker.ts'
import type { WaitUntilFinal } from './fetch/runAnalyses.ts'
import { createDrugMatch, type MatchCachedDrugs } from './match/drugMatch.ts'
import { createSampleReports } from './sampleReports.ts'
import { createHits, type LookUpDrugNames } from './screening/hits.ts'
import { createScreening } from './screening/screening.ts'

export { createAnalysedSamples } from './sampleResults.ts'

type ResultsDeps = {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  cache: DisposableDatabase<CacheSchema>
  remote: RemoteService
  files: Pick<Files, 'write'>
  jobs: Jobs
  clock: Clock
  random: Random
  leaseOwners: LeaseOwners
  emit: Emit
  service: string
  costContext: () => Promise<CostContext>
  /** False: a single command ends with its own work and does not poll states afterwards. */
  follows: boolean
  /** Searches the samples of the register by their contents. */
  findSamples: Parameters<typeof createSampleChooser>[0]['findSamples']
  waitUntilFinal: WaitUntilFinal
  /** The entry file of the cohort worker, and the files that it reads. */
  cohortWorker: { file: URL | string; task: CohortTask }
  /** Returns the alias table of pathway names. */
  pathwayGroups(): Promise<readonly { names: readonly string[] }[]>
  matchCachedDrugs: MatchCachedDrugs
  lookUpDrugNames: LookUpDrugNames
  /** Called after the results of a screening were stored. */
  onHitsStored(): void
  stateWords(): ServiceDialect['state_words']
  /** False: a single command waits, so the user cannot explain an unknown state meanwhile. */
  waitsForUnknownStates: boolean
}

export type Results = ReturnType<typeof createResults>

/** Creates the results of one profile: analyses, cohorts, drug matches, screenings and sample reports. */
export function createResults(deps: ResultsDeps) {
  const { journal, cohortWorker, pathwayGroups, lookUpDrugNames } = deps
  const chooseSamples = createSampleChooser({ journal, findSamples: deps.findSamples })
  // Runs on its own thread and reads both files.
  const { worker, close } = createCohortWorkerClient({
    launch: () => launchWorker(cohortWorker.file),
    task: cohortWorker.task,
  })
  const pathwayNames = async () =>
    (await pathwayGroups()).flatMap(({ names }) => (names.length > 1 ? [names] : []))
  const { quality, ...cohorts } = createCohorts({ chooseSamples, worker, pathwayNames })
  const { automatic, ...analyses } = createAnalyses({ ...deps, chooseSamples })
  return {
    analyses,
    /** For analyses that start without the user. */
    automatic,
    results: {
      ...analyses,
      ...cohorts,
      async plan({ pilot, ...params }) {
        const chosen = pilot && {
          ...pilot,
          sampleIds: await chooseSamples(pilot.of),
          pathwayNames: await pathwayNames(),
        }
        const plan = await worker.plan({ ...params, pilot: chosen ?? null })
        const counted = { ...(await deps.costContext()), count: plan.samples, before: [] }
        return { ...plan, cost: withAnalyses(toOrdersCall(counted, deps.follows)) }
      },
    } satisfies Services['results'],
    screening: createScreening(deps),
    /** Methods of `drugs.*` that need results. */
    match: createDrugMatch({ ...cohorts, pathwayGroups, matchCachedDrugs: deps.matchCachedDrugs }),
    /** Methods of `samples.*` that need reports. */
    reports: createSampleReports(deps),
    /** For the overviews of studies. */
    quality,
    /** For the export. */
    chooseSamples,
    hitsOf: (query: Database<AnswersSchema>['query'], taskId: string) =>
      createHits({ query }, lookUpDrugNames).get(taskId),
    close,
  }
}
