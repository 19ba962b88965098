import { Failure } from '../../../shared/contract/failures.ts'
import { createWorkerThread, type WorkerHandle } from '../../jobs/workerThread.ts'
import type { CohortWorker } from './cohortWorker.ts'
import { createSerialQueue } from './serialQueue.ts'

/** What the thread is started with: the paths of the two files. */
export type CohortTask = { journal: string; answers: string }

export type CohortWorkerClient = {
  worker: CohortWorker
  /** Calls under way fail. */
  close(): Promise<void>
}

/** What was read last is at hand so long after the last call; then its memory is given back. */
const idleMs = 60_000
const endWithinMs = 200

/** Trees may take seconds, for which the table beside them would wait: they are made on a thread of their own. */
const methods = {
  prepare: 'quick',
  values: 'quick',
  covariates: 'quick',
  covariateValues: 'quick',
  compare: 'quick',
  cluster: 'slow',
  pca: 'quick',
  clock: 'quick',
} as const satisfies Record<keyof CohortWorker, 'quick' | 'slow'>

type Options = {
  /** Starts the entry analysesWorker, `.js` when built and `.ts` from source. */
  launch(task: CohortTask): WorkerHandle
  task: CohortTask
}

/** The desk behind threads of its own, so that this one waits neither for the disk nor for the statistics. */
export function createCohortWorkerClient({ launch, task }: Options): CohortWorkerClient {
  let closed = false
  const open = () => {
    const thread = createWorkerThread({
      launch: () => launch(task),
      idleMs,
      onMessage: () => {},
      toEndedFailure: (cause) => (closed ? closedFailure() : crashedFailure(cause)),
    })
    const enqueue = createSerialQueue(async (method, params) => {
      if (closed) throw closedFailure()
      return thread.call('cohort', method, [params])
    })
    return { enqueue, end: () => thread.close(endWithinMs) }
  }
  const threads = { quick: open(), slow: open() }
  const worker = Object.fromEntries(
    Object.entries(methods).map(([method, which]) => [
      method,
      (params: unknown) => threads[which].enqueue(method, params),
    ]),
  ) as CohortWorker
  return {
    worker,
    async close() {
      closed = true
      await Promise.all([threads.quick.end(), threads.slow.end()])
    },
  }
}

const closedFailure = (): Failure =>
  new Failure('cancelled', 'This was given up, as the profile was closed meanwhile. Try again.', {})

const crashedFailure = (cause: unknown): Failure =>
  new Failure(
    'file',
    'The results could not be worked on: their part of the app has ended. It starts again with the next try; choose fewer samples if it ends again.',
    { name: 'answers.db' },
    { cause },
  )
