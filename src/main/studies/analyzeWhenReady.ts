import { isFailure } from '../../shared/contract/failures.ts'
import { isFinal, type SampleState } from '../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../shared/domain/studies/study.ts'
import { parseJson } from '../../shared/json.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import { createSerialQueue, type SerialQueue } from '../concurrency/serialQueue.ts'
import type { Database } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'

export type AnalyzeWhenReady = {
  /** Records that the signed-in user confirmed the batch and its analysis, if the service reports no user name. */
  confirmed(batchId: string): void
  /** Forgets the confirmed batches: another user may have signed in. */
  userChanged(): void
  /** Starts the analysis of a batch after its samples were placed and sending has ended. */
  samplesPlaced(batchId: string): Promise<void>
  /** Starts the analyses that an earlier run left or that waited for a user to sign in. */
  resume(): Promise<void>
  /** True while the samples of the batch are being analyzed. */
  isAnalyzing(batchId: string): boolean
  close(): Promise<void>
}

export type AnalyzeWhenReadyDeps = {
  journal: Database<JournalSchema>
  jobs: Pick<Jobs, 'finished' | 'closing' | 'cancel' | 'close'>
  /** Starts the job that fetches results never requested for these samples of a study. Returns its id. */
  run(sampleIds: readonly string[], studyId: string): string
  /** Returns the state of the requests for each sample. Samples without requests are absent. */
  requested(
    sampleIds: readonly string[],
  ): Promise<ReadonlyMap<string, 'answered' | 'underWay' | 'lost' | 'refused'>>
  /** Returns the signed-in user as the service reports it now. */
  userName(): Promise<string | null>
  /** True for the built-in demo service, which is free. */
  isDemo: boolean
  notice(text: Message): void
}

type WaitingBatch = { batchId: string; studyId: string; fileName: string; madeBy: string | null }

/**
 * Fetches the results of batches imported with “Analyze when ready”. Samples are due if they are in a study that is
 * not archived and were never requested. A batch is `done` when none is due; registering a sample later reopens it.
 * Canceling the analysis withdraws the consent. Failures become notices.
 */
export function createAnalyzeWhenReady(deps: AnalyzeWhenReadyDeps): AnalyzeWhenReady {
  const { journal, jobs, notice } = deps
  const { query } = journal
  /** The queues by batch. Runs of one batch are serial, so two jobs never request the same samples. */
  const queues = new Map<string, SerialQueue>()
  const analyzing = new Set<string>()
  const confirmed = new Set<string>()
  const stop = new AbortController()

  const waiting = () =>
    query
      .selectFrom('study_batches')
      .innerJoin('batches', 'batches.batch_id', 'study_batches.batch_id')
      .innerJoin('studies', 'studies.study_id', 'study_batches.study_id')
      .where('analyze', '=', 'whenReady')
      .where('archived_at', 'is', null)
      .select(['batches.batch_id as batchId', 'file_name as fileName', 'made_by as madeBy'])
      .select(({ fn }) => fn.min('studies.study_id').as('studyId'))
      .groupBy('batches.batch_id')

  const setAnalyze = (batchId: string, analyze: 'no' | 'done', using = query) =>
    using
      .updateTable('study_batches')
      .set({ analyze })
      .where('batch_id', '=', batchId)
      .where('analyze', '=', 'whenReady')
      .execute()

  /** Marks the batch `done`, unless it has a sample that is new to this run or that the service has not finished. */
  const setDone = (batchId: string, settled: ReadonlySet<string>): Promise<boolean> =>
    journal.transaction(async (query) => {
      const samples = await readSamples(query, batchId)
      const isSettled = ({ sampleId, state }: BatchSample) => isFinal(state) && settled.has(sampleId)
      if (!samples.every((sample) => isSettled(sample) || isUseless(sample))) return false
      await setAnalyze(batchId, 'done', query)
      return true
    })

  const analyze = async ({ batchId, studyId, fileName }: WaitingBatch): Promise<void> => {
    const samples = (await readSamples(query, batchId)).filter((sample) => !isUseless(sample))
    const requested = await deps.requested(samples.map(({ sampleId }) => sampleId))
    const due = samples.flatMap(({ sampleId }) => (requested.has(sampleId) ? [] : [sampleId]))
    if (due.length > 0) {
      const closing = jobs.closing()
      const jobId = deps.run(due, studyId)
      if (stop.signal.aborted) jobs.cancel(jobId)
      analyzing.add(batchId)
      const { state } = await jobs.finished(jobId)
      analyzing.delete(batchId)
      if (state === 'cancelled' && !closing.aborted && !stop.signal.aborted)
        return void (await setAnalyze(batchId, 'no'))
      if (state !== 'done') return
    }
    const states = await deps.requested(samples.map(({ sampleId }) => sampleId))
    const underWay = [...states].flatMap(([sampleId, state]) => (state === 'underWay' ? [sampleId] : []))
    const settled = new Set(samples.map(({ sampleId }) => sampleId)).difference(new Set(underWay))
    const lost = [...states.values()].filter((state) => state === 'lost').length
    if ((await setDone(batchId, settled)) && lost > 0) notice(lostNotice(fileName, lost))
  }

  const startAnalysis = async (batch: WaitingBatch): Promise<void> => {
    const queue = queues.get(batch.batchId) ?? createSerialQueue()
    queues.set(batch.batchId, queue)
    const run = queue.runShared('analyze', async () => {
      if (!stop.signal.aborted) await analyze(batch)
    })
    await run.catch((error: unknown) =>
      report(error, (reason) =>
        message('studies.analysisSamplesCouldNot', { fileName: batch.fileName, reason }),
      ),
    )
  }
  const report = (error: unknown, toText: (reason: Message) => Message): void => {
    if (!stop.signal.aborted) notice(toText(reasonOf(error)))
  }
  /** Starts all batches in parallel, so one that takes hours does not hold up the others. */
  const startAll = async (find: () => Promise<WaitingBatch[]>): Promise<void> => {
    try {
      await Promise.all((await find()).map(startAnalysis))
    } catch (error) {
      report(error, (reason) => message('studies.samplesWaitAnalysisCould', { reason }))
    }
  }

  /** Keeps the batches of the signed-in user, whom the service charges. Others get a notice. */
  const onlyOwn = async (batches: WaitingBatch[]): Promise<WaitingBatch[]> => {
    if (deps.isDemo) return batches
    const ordered = batches.filter(({ madeBy }) => userOf(madeBy) !== null)
    // A failure to read the user name needs no report: each skipped batch gets a notice.
    const user = ordered.length > 0 ? await deps.userName().catch(() => null) : null
    return batches.filter((batch) => {
      const orderedBy = userOf(batch.madeBy)
      if (orderedBy === null ? confirmed.has(batch.batchId) : orderedBy === user) return true
      notice(notStartedNotice(batch.fileName, orderedBy, user))
      return false
    })
  }
  /** Selects waiting batches that are not being sent. Running batches are analyzed once they have been sent. */
  const atRest = () => waiting().where('batches.state', '!=', 'running')
  const placed = (batchId: string) => waiting().where('batches.batch_id', '=', batchId)

  return {
    confirmed: (batchId) => void confirmed.add(batchId),
    userChanged: () => confirmed.clear(),
    samplesPlaced: (batchId) => startAll(async () => onlyOwn(await placed(batchId).execute())),
    resume: () => startAll(async () => onlyOwn(await atRest().execute())),
    isAnalyzing: (batchId) => analyzing.has(batchId),
    async close() {
      stop.abort()
      await jobs.close()
      await Promise.all([...queues.values()].map((queue) => queue.ended()))
    },
  }
}

type BatchSample = { sampleId: string; state: SampleState }

/** True if the service has finished the sample without a result, so there is nothing to analyze. */
const isUseless = ({ state }: BatchSample): boolean => isFinal(state) && state !== 'succeeded'

const readSamples = (query: Database<JournalSchema>['query'], batchId: string): Promise<BatchSample[]> =>
  query
    .selectFrom('samples')
    .innerJoin('study_batches', 'study_batches.batch_id', 'samples.batch_id')
    .innerJoin('studies', 'studies.study_id', 'study_batches.study_id')
    .leftJoin('study_samples', (join) =>
      join
        .onRef('study_samples.study_id', '=', 'study_batches.study_id')
        .onRef('study_samples.sample_id', '=', 'samples.sample_id'),
    )
    .select(['samples.sample_id as sampleId', 'state'])
    .distinct()
    .where('samples.batch_id', '=', batchId)
    .where('analyze', '=', 'whenReady')
    .where('archived_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('study_batches.study_id', '=', allSamplesId), eb('study_samples.sample_id', 'is not', null)]),
    )
    .orderBy('place')
    .orderBy('samples.sample_id')
    .execute()

function userOf(madeBy: string | null): string | null {
  const person = madeBy === null ? null : parseJson(madeBy)
  const user = typeof person === 'object' && person !== null && 'user' in person ? person.user : null
  return typeof user === 'string' ? user : null
}

const lostNotice = (fileName: string, samples: number): Message =>
  message('studies.analysisRequestsSamplesSent', { count: samples, fileName })

function notStartedNotice(fileName: string, orderedBy: string | null, user: string | null): Message {
  if (orderedBy === null) return message('studies.samplesWaitAnalysisService', { fileName })
  return user === null
    ? message('studies.samplesWaitAnalysisOrdered', { fileName, orderedBy })
    : message('studies.samplesWaitAnalysisOrderedNot', { fileName, orderedBy })
}

const reasonOf = (error: unknown): Message =>
  isFailure(error) ? error.userMessage : message('samples.somethingWentWrongPathclock')
