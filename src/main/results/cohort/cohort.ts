import type { Services } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import type { SampleChoice, ValueView } from '../../../shared/domain/results/cohort.ts'
import type { CohortQuality, QualityRequest } from '../../../shared/domain/results/cohortQuality.ts'
import {
  type ComparedMeasure,
  type ComparisonRequest,
  isAgeMeasure,
} from '../../../shared/domain/results/comparison.ts'
import { message } from '../../../shared/words/message.ts'
import { createSerialQueue } from '../../concurrency/serialQueue.ts'
import {
  createWorkerClient,
  profileClosedFailure,
  toMethods,
  type WorkerHandle,
} from '../../concurrency/workerRpc.ts'
import type { ChooseSamples } from '../chooseSamples.ts'
import type { CohortTask, CohortWorker } from './cohortWorker.ts'
import type { GroupSelection } from './comparison/compareGroups.ts'
import type { PathwayNames } from './joinNames.ts'

export type Cohorts = ReturnType<typeof createCohorts>

type GroupsOf = ComparisonRequest['groups']

/** Creates the results of many samples. It resolves the chosen samples here; the worker does the rest. */
export function createCohorts(options: {
  chooseSamples: ChooseSamples
  worker: CohortWorker
  /** Returns the names of pathways that have several, from the alias table. */
  pathwayNames(): Promise<PathwayNames>
}) {
  const { chooseSamples, worker, pathwayNames } = options
  /** Resolves the samples and reads the alias table. Meanwhile the worker already reads the results. */
  const chosen = async (measure: Measure, of: SampleChoice, view: ValueView = { kind: 'raw' }) => {
    const sampleIds = await chooseSamples(of)
    const controls = view.kind === 'zControls' ? await chooseSamples(view.controls) : []
    const all = [...new Set([...sampleIds, ...controls])]
    const names = pathwayNames()
    // An error here occurs again, and is reported, in the actual call.
    void worker.prepare({ measure, sampleIds: all }).catch(() => {})
    return { measure, sampleIds, controls, pathwayNames: await names }
  }
  const chosenOutcome = async (measure: ComparedMeasure, of: SampleChoice) => {
    if (isAgeMeasure(measure)) return { sampleIds: await chooseSamples(of), pathwayNames: [] }
    const [sampleIds, names] = await Promise.all([chooseSamples(of), pathwayNames()])
    return { sampleIds, pathwayNames: names }
  }
  const members = async (groups: GroupsOf): Promise<GroupSelection> => {
    if ('by' in groups) return groups
    const sets = groups.sets.map(async ({ name, of }) => ({ name, sampleIds: await chooseSamples(of) }))
    return { sets: await Promise.all(sets) }
  }
  return {
    async values({ of, snapshot, measure, view, ...page }) {
      // A further page costs as much as its own samples, not as much as the whole cohort.
      const further = snapshot === undefined ? null : await worker.furtherValues({ ...page, snapshot })
      return further ?? worker.values({ ...page, view, ...(await chosen(measure, of, view)) })
    },
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
    compareClock: async ({ of, groups, ...params }) =>
      worker.compareClock({ ...params, sampleIds: await chooseSamples(of), groups: await members(groups) }),
    pairing: async ({ of, groups, unit }) =>
      worker.pairing({ sampleIds: await chooseSamples(of), groups: await members(groups), unit }),
    model: async ({ of, ...params }) =>
      worker.model({ ...params, ...(await chosenOutcome(params.measure, of)) }),
    modelDiagnostics: async ({ of, ...params }) =>
      worker.modelDiagnostics({ ...params, ...(await chosenOutcome(params.measure, of)) }),
    agreement: async ({ of, ...params }) =>
      worker.agreement({ ...params, ...(await chosenOutcome(params.measure, of)) }),
    /** Checks a cohort before its comparisons are read. For other services, not for screens. */
    async quality({ of, groups, ...params }) {
      const { sampleIds, pathwayNames } = await chosen('activity', of)
      return worker.quality({ ...params, sampleIds, pathwayNames, groups: groups && (await members(groups)) })
    },
  } satisfies Partial<Services['results']> & { quality: (of: QualityRequest) => Promise<CohortQuality> }
}

export type CohortWorkerClient = {
  worker: CohortWorker
  /** Closes the threads. Calls in progress fail. */
  close(): Promise<void>
}

/** A thread keeps the last data for this long after the last call, then its memory is released. */
const idleMs = 60_000
const endWithinMs = 200

/** Trees may take seconds, so they run on their own thread, and tables do not wait for them. */
const methods = {
  prepare: 'quick',
  values: 'quick',
  furtherValues: 'quick',
  covariates: 'quick',
  covariateValues: 'quick',
  compare: 'quick',
  cluster: 'slow',
  pca: 'quick',
  clock: 'quick',
  compareClock: 'quick',
  pairing: 'quick',
  model: 'slow',
  modelDiagnostics: 'slow',
  agreement: 'quick',
  plan: 'slow',
  quality: 'quick',
} as const satisfies Record<keyof CohortWorker, 'quick' | 'slow'>

type Options = {
  /** Starts the entry `analysesWorker`. */
  launch(): WorkerHandle
  task: CohortTask
}

/** Creates the worker on its own threads, so that this thread waits neither for the disk nor for the statistics. */
export function createCohortWorkerClient({ launch, task }: Options): CohortWorkerClient {
  let closed = false
  const open = () => {
    const thread = createWorkerClient({
      launch,
      init: task,
      idleMs,
      toEndedError: (cause) => (closed ? profileClosedFailure() : crashedFailure(cause)),
    })
    const queue = createSerialQueue()
    const call = (method: string, args: unknown[]): Promise<unknown> =>
      queue.runShared([method, args], async () => {
        if (closed) throw profileClosedFailure()
        return thread.call(method, args)
      })
    return { call, end: () => thread.close(endWithinMs) }
  }
  const threads = { quick: open(), slow: open() }
  return {
    worker: toMethods<CohortWorker, 'quick' | 'slow'>(methods, (which, method, args) =>
      threads[which].call(method, args),
    ),
    async close() {
      closed = true
      await Promise.all([threads.quick.end(), threads.slow.end()])
    },
  }
}

const crashedFailure = (cause: unknown): Failure =>
  new Failure('file', message('analyses.resultsCouldNotAnalyzed'), { name: 'answers.db' }, { cause })
