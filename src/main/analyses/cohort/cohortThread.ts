import { Failure } from '../../../shared/contract/failures.ts'
import { createThread, type Launched } from '../../jobs/thread.ts'
import type { CohortDesk } from './desk.ts'
import { createLine } from './line.ts'

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
} as const satisfies Record<keyof CohortDesk, 'quick' | 'slow'>

type Options = {
  /** Starts the entry analysesWorker, `.js` when built and `.ts` from source. */
  launch(task: CohortTask): Launched
  task: CohortTask
}

/** The desk behind threads of its own, so that this one waits neither for the disk nor for the statistics. */
export function createCohortThread({ launch, task }: Options): CohortThread {
  let closed = false
  const open = () => {
    const thread = createThread({
      launch: () => launch(task),
      idleMs,
      told: () => {},
      ended: (cause) => (closed ? closedMeanwhile() : endedEarly(cause)),
    })
    const ask = createLine(async (method, asked) => {
      if (closed) throw closedMeanwhile()
      return thread.call('cohort', method, [asked])
    })
    return { ask, end: () => thread.end(endWithinMs) }
  }
  const threads = { quick: open(), slow: open() }
  const desk = Object.fromEntries(
    Object.entries(methods).map(([method, which]) => [
      method,
      (asked: unknown) => threads[which].ask(method, asked),
    ]),
  ) as CohortDesk
  return {
    desk,
    async close() {
      closed = true
      await Promise.all([threads.quick.end(), threads.slow.end()])
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
