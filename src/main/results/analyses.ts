import { createHash } from 'node:crypto'
import type { Checked, Services } from '../../shared/contract/contract.ts'
import { notFound } from '../../shared/contract/failures.ts'
import type { CostContext } from '../../shared/domain/requests/paidCall.ts'
import { isEverySample, type SampleChoice } from '../../shared/domain/results/cohort.ts'
import { message } from '../../shared/words/message.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import type { Clock, Database, Emit, LeaseOwners, Random, RemoteService } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnswersSchema } from '../store/resultTables.ts'
import type { ChooseSamples } from './chooseSamples.ts'
import { createRequestLeases } from './fetch/requestLeases.ts'
import { coverKey, createResultStore, type EarlierRequest } from './fetch/resultStore.ts'
import { estimateRequests, type RunRequest, runAnalyses, type WaitUntilFinal } from './fetch/runAnalyses.ts'
import { createHistory, sampleResult } from './sampleResults.ts'

export type Analyses = Services['analyses'] &
  Pick<Services['results'], 'sample' | 'history' | 'answer' | 'drift'> & { automatic: AutomaticAnalyses }

/** Analyses that start without the user. They never repeat an earlier request. */
type AutomaticAnalyses = {
  /** Starts the job that fetches the never requested results of a study's samples. Returns its ID. */
  run(sampleIds: readonly string[], studyId: string): string
  /**
   * Returns the outcome of the earlier requests for each sample. Samples with a request that was never sent are absent.
   * `lost`: a response never arrived, and no run waits for it. `refused`: the service refused one request, so the other
   * is not sent either.
   */
  requested(sampleIds: readonly string[]): Promise<Map<string, Exclude<EarlierRequest, 'empty'>>>
  /** Returns true if a running job of this process analyzes the sample. */
  isUnderWay(sampleId: string): boolean
}

const automaticKinds = ['activity', 'clock'] as const

/** Creates the analyses service: it fetches pathway analyses and clocks in jobs, and reads them for the screens. */
export function createAnalyses(options: {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  remote: Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock'>
  jobs: Jobs
  chooseSamples: ChooseSamples
  waitUntilFinal: WaitUntilFinal
  clock: Clock
  random: Random
  leaseOwners: LeaseOwners
  emit: Emit
  costContext: () => Promise<CostContext>
}): Analyses {
  const { jobs } = options
  const resultStore = createResultStore(options)
  /** The samples of the running jobs. */
  const underWay = new Set<ReadonlySet<string>>()

  const start = (request: RunRequest, studyId: string | undefined): string => {
    const { sampleIds } = request
    const spec = {
      kind: 'analysis' as const,
      title: message('analyses.pathwayAnalysisSamples', { count: sampleIds.length }),
      total: sampleIds.length,
      requestsPerItem: request.clock ? 2 : 1,
      ...(studyId === undefined ? {} : { studyId }),
    }
    const own = new Set(sampleIds)
    underWay.add(own)
    const jobId: string = jobs.start(spec, (progress, signal) =>
      runAnalyses(
        {
          ...options,
          resultStore,
          leases: createRequestLeases(options.answers, options.clock, options.leaseOwners.newOwner()),
        },
        request,
        progress,
        signal,
      ).finally(() => underWay.delete(own)),
    )
    return jobId
  }

  return {
    async estimate(request) {
      const sampleIds = await options.chooseSamples(request.of)
      return estimateRequests(
        { ...options, resultStore },
        { ...request, choice: hashChoice(request), sampleIds },
        await options.costContext(),
      )
    },
    async run(request) {
      const sampleIds = await options.chooseSamples(request.of)
      if (sampleIds.length === 0) throw noSamplesFailure(request.of)
      const studyId = 'filter' in request.of ? request.of.filter.study : undefined
      return { jobId: start({ ...request, choice: hashChoice(request), sampleIds }, studyId) }
    },
    automatic: {
      run(sampleIds, studyId) {
        const choice = { choice: '', sampleIds: [...sampleIds], pathways: [], clock: true, again: false }
        return start({ ...choice, onlyNew: true }, studyId)
      },
      isUnderWay: (sampleId) => [...underWay].some((samples) => samples.has(sampleId)),
      async requested(sampleIds) {
        const requests = await resultStore.requested(
          { sampleIds, kinds: automaticKinds },
          options.clock.now(),
        )
        return new Map(
          sampleIds.flatMap((sampleId) => {
            const states = automaticKinds.map((kind) => requests.get(coverKey(sampleId, kind)))
            if (states.includes(undefined) && !states.includes('refused')) return []
            const state = (['underWay', 'refused', 'lost'] as const).find((one) => states.includes(one))
            return [[sampleId, state ?? 'answered']]
          }),
        )
      },
    },
    sample: ({ sampleId }) => sampleResult(options, sampleId),
    ...createHistory(options),
  }
}

/** Returns the same hash for the same choice, regardless of the order of its samples and pathways. */
function hashChoice({ of, pathways, clock }: Checked<'analyses.run'>): string {
  const samples =
    'sampleIds' in of
      ? { sampleIds: of.sampleIds.toSorted() }
      : { ...of, ...(of.except && { except: of.except.toSorted() }) }
  const choice = JSON.stringify([samples, pathways.toSorted(), clock])
  return createHash('sha256').update(choice).digest('hex')
}

const noSamplesFailure = (of: SampleChoice) =>
  notFound(
    isEverySample(of)
      ? message('analyses.noSamplesAnalyzeImport')
      : message('analyses.noSampleRegisterMatches'),
    message('shared.sample'),
  )
