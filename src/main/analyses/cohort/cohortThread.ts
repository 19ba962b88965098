import { Failure } from '../../../shared/contract/failures.ts'
import { createThread, type Launched } from '../../jobs/thread.ts'
import type { CohortDesk } from './desk.ts'

/** What the thread is started with: the paths of the two files. */
export type CohortTask = { journal: string; answers: string }

export type CohortThread = {
  desk: CohortDesk
  /** Calls under way fail. */
  close(): Promise<void>
}

/** What was read last is at hand so long after the last call; then its memory is given back. */
const idleMs = 60_000
const endWithinMs = 200

const methods = {
  prepare: true,
  values: true,
  covariates: true,
  covariateValues: true,
  compare: true,
  cluster: true,
  pca: true,
  clock: true,
} as const satisfies Record<keyof CohortDesk, true>

/** The desk behind a thread of its own, so that this one waits neither for the disk nor for the statistics. */
export function createCohortThread({
  launch,
  task,
}: {
  /** Starts the entry analysesWorker, `.js` when built and `.ts` from source. */
  launch(task: CohortTask): Launched
  task: CohortTask
}): CohortThread {
  const thread = createThread({
    launch: () => launch(task),
    idleMs,
    told: () => {},
    ended: (cause) => (closed ? closedMeanwhile() : endedEarly(cause)),
  })
  let closed = false
  const call = async (method: string, asked: unknown) => {
    if (closed) throw closedMeanwhile()
    return thread.call('cohort', method, [asked])
  }
  const desk = Object.fromEntries(
    Object.keys(methods).map((method) => [method, (asked: unknown) => call(method, asked)]),
  ) as CohortDesk
  return {
    desk,
    async close() {
      closed = true
      await thread.end(endWithinMs)
    },
  }
}

const closedMeanwhile = (): Failure =>
  new Failure('cancelled', 'This was given up, as the profile was closed meanwhile. Try again.', {})

const endedEarly = (cause: unknown): Failure =>
  new Failure(
    'file',
    'The results could not be worked on: their part of the app has ended. It starts again with the next try; choose fewer samples if it ends again.',
    { name: 'answers.db' },
    { cause },
  )
