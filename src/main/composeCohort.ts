import { Worker } from 'node:worker_threads'
import type { ChooseSamples } from './analyses/chooseSamples.ts'
import { createCohorts } from './analyses/cohort/cohort.ts'
import { createCohortWorkerClient } from './analyses/cohort/cohortWorkerClient.ts'
import { childEnvironment } from './childEnvironment.ts'
import { journalFile } from './composeJournal.ts'
import { resultsFile } from './composeResults.ts'
import type { Paths } from './ports.ts'

type CohortDeps = {
  /** The profile's folder. */
  folder: string
  paths: Paths
  chooseSamples: ChooseSamples
  /** The alias table of the pathways' names. */
  pathwayGroups(): Promise<readonly { names: readonly string[] }[]>
}

/** What is made of the results of many samples, on a thread of its own that reads both files. */
export function composeCohort({ folder, paths, chooseSamples, pathwayGroups }: CohortDeps) {
  const { worker, close } = createCohortWorkerClient({
    launch: (task) =>
      new Worker(paths.worker('analysesWorker'), { workerData: task, env: childEnvironment() }),
    task: { journal: journalFile(folder), answers: resultsFile(folder) },
  })
  const pathwayNames = async () =>
    (await pathwayGroups()).flatMap(({ names }) => (names.length > 1 ? [names] : []))
  return { services: createCohorts({ chooseSamples, worker, pathwayNames }), close }
}
