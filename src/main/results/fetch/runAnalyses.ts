import { type CostContext, type PaidCall, toAnalysesCall } from '../../../shared/domain/requests/paidCall.ts'
import { isFinal } from '../../../shared/domain/samples/sample.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import type { JobProgress } from '../../concurrency/jobs.ts'
import type { Clock, Database } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { JournalSchema, SampleRow } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import {
  createRunReport,
  type FetchDeps,
  type FetchOutcome,
  fetchResults,
  type PendingSample,
  reportSettled,
} from './fetchResults.ts'
import { type AnalysisKind, coverKey, type EarlierRequest, type ResultStore } from './resultStore.ts'

/** Polls the samples until they are final or a deadline passes. Calls `onFinal` with each that becomes final. */
export type WaitUntilFinal = (
  sampleIds: string[],
  signal: AbortSignal,
  onFinal: (sampleId: string) => void,
) => Promise<void>

export type RunDeps = Omit<FetchDeps, 'report' | 'progress' | 'signal' | 'since' | 'onlyNew'> & {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  waitUntilFinal: WaitUntilFinal
}

/** `choice`: identifies the request, so that an interrupted re-analysis can be resumed. */
export type RunRequest = {
  choice: string
  sampleIds: string[]
  pathways: string[]
  clock: boolean
  again: boolean
  /** True: nothing is requested a second time, whatever the outcome. */
  onlyNew?: boolean
}

type RegisterRow = Pick<SampleRow, 'sample_id' | 'client_reference' | 'state' | 'status'>

/** Fetches the missing results of each sample once it is final, and stores each, so that a new run continues. */
export async function runAnalyses(
  deps: RunDeps,
  request: RunRequest,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<Message> {
  const report = createRunReport()
  const { onlyNew = false } = request
  const reruns = createReruns(deps.answers, deps.clock)
  const rerun = request.again ? await reruns.begin(request.choice) : null
  if (rerun?.isResumed)
    report.addNote(message('analyses.continuedAnalysisBeganResults', { since: rerun.since }))
  const since = rerun?.since ?? ''
  const pendingWaves = async function* (whileFetching: AbortSignal) {
    for await (const samples of finalWaves(deps, request.sampleIds, whileFetching)) {
      const ready = samples.filter((sample) => sample.state === 'succeeded')
      for (const sample of samples)
        if (sample.state !== 'succeeded') {
          report.failed(sample.client_reference, describeNotReady(sample))
          progress.advance({ failed: 1 })
        }
      const compared = await compareWithStored(deps, ready, request, since)
      for (const sample of compared.filter(isSettled)) reportSettled({ report, progress }, sample)
      yield compared.filter((sample) => !isSettled(sample))
    }
  }
  await fetchResults({ ...deps, since, onlyNew, report, progress, signal }, request.pathways, pendingWaves)
  // Failures are reported by name. The next re-analysis starts over.
  if (rerun) await reruns.end(request.choice)
  return report.text()
}

/** Estimates what a run would request now. Failed samples cannot be analyzed; others may become ready. */
export async function estimateRequests(
  { journal, answers, clock, resultStore }: Pick<RunDeps, 'journal' | 'answers' | 'clock' | 'resultStore'>,
  request: RunRequest,
  context: CostContext,
): Promise<PaidCall> {
  const samples = await readRegister(journal, request.sampleIds)
  const possible = samples.filter(({ state }) => state === 'succeeded' || !isFinal(state))
  const findPending = async (since: string | null): Promise<PendingSample[]> =>
    (await compareWithStored({ resultStore, clock }, possible, request, since)).filter(
      (sample) => !isSettled(sample),
    )
  const lacking = await findPending('')
  const analyzed = possible.length - lacking.length
  const since = request.again ? await createReruns(answers, clock).sinceOf(request.choice) : ''
  const pending = request.again ? await findPending(since) : lacking
  const unready = new Set(possible.flatMap((sample) => (isFinal(sample.state) ? [] : [sample.sample_id])))
  const before = [
    { what: 'analyzed' as const, count: analyzed, repeated: pending.length > lacking.length },
    { what: 'unanswered' as const, count: await countUnanswered(answers, pending), repeated: true },
  ].filter((one) => one.count > 0)
  const countOf = (kind: AnalysisKind): number => pending.filter(({ kinds }) => kinds.includes(kind)).length
  return toAnalysesCall(
    { ...context, count: pending.length, before },
    {
      analysis: countOf('activity'),
      clock: countOf('clock'),
      waiting: pending.filter(({ sampleId }) => unready.has(sampleId)).length,
    },
  )
}

/**
 * Counts the samples with a pending request that was sent before and may have been processed, although no usable
 * response arrived (even if the service failed). Requests whose result address is known do not count.
 */
async function countUnanswered(
  { query }: Database<AnswersSchema>,
  pending: readonly PendingSample[],
): Promise<number> {
  const kindsBySample = new Map(pending.map(({ sampleId, kinds }) => [sampleId, kinds]))
  const rows = await query
    .selectFrom('asked')
    .select(['sample_id', 'kind'])
    .where('sent', '=', 1)
    .where('result_at', 'is', null)
    .where('sample_id', 'in', boundList([...kindsBySample.keys()]))
    .execute()
  const repeated = rows.filter((row) => kindsBySample.get(row.sample_id)?.includes(row.kind))
  return new Set(repeated.map((row) => row.sample_id)).size
}

/** Yields the samples as they become final, in groups. Those that are not final when the wait ends come last. */
async function* finalWaves(
  { journal, waitUntilFinal }: Pick<RunDeps, 'journal' | 'waitUntilFinal'>,
  sampleIds: string[],
  signal: AbortSignal,
): AsyncGenerator<RegisterRow[]> {
  const samples = await readRegister(journal, sampleIds)
  const open = new Set(samples.flatMap((sample) => (isFinal(sample.state) ? [] : [sample.sample_id])))
  let ended: string[] = []
  let change = Promise.withResolvers<void>()
  const waiting = open.size > 0 ? waitUntilFinal([...open], signal, onFinal) : Promise.resolve()
  const isOver = waiting.then(() => true)
  // The error is thrown below, after the earlier samples were processed.
  isOver.catch(() => undefined)
  function onFinal(sampleId: string): void {
    ended.push(sampleId)
    change.resolve()
  }
  try {
    if (open.size < samples.length) yield samples.filter((sample) => isFinal(sample.state))
    while (!(await Promise.race([isOver, change.promise]))) {
      change = Promise.withResolvers()
      const wave = ended.filter((sampleId) => open.delete(sampleId))
      ended = []
      if (wave.length > 0) yield await readRegister(journal, wave)
    }
    if (open.size > 0) yield await readRegister(journal, [...open])
  } finally {
    // The consumer has aborted the signal before ending the waves.
    await isOver.catch(() => undefined)
  }
}

const readRegister = (journal: Database<JournalSchema>, sampleIds: string[]): Promise<RegisterRow[]> =>
  journal.query
    .selectFrom('samples')
    .select(['sample_id', 'client_reference', 'state', 'status'])
    .where('sample_id', 'in', boundList(sampleIds))
    .orderBy('place')
    .orderBy('created_at')
    .orderBy('sample_id')
    .execute()

const describeNotReady = ({ state, status }: RegisterRow): Message =>
  isFinal(state)
    ? message('analyses.serviceSaysNothingAnalyze', { status })
    : state === 'unknown'
      ? message('analyses.serviceSaysPathclockNot', { status })
      : message('analyses.serviceStillSaysRun', { status })

const outcomeOfEarlier: Record<Exclude<EarlierRequest, 'underWay'>, FetchOutcome> = {
  answered: 'alreadyHere',
  empty: 'empty',
  lost: 'lost',
  refused: 'refused',
}

/** Returns the pending requests and known outcomes. `since`: earlier results do not count; null: no result counts. */
async function compareWithStored(
  { resultStore, clock: { now } }: { resultStore: ResultStore; clock: Clock },
  ready: RegisterRow[],
  { clock, pathways, onlyNew }: RunRequest,
  since: string | null,
): Promise<PendingSample[]> {
  const kinds: AnalysisKind[] = clock ? ['activity', 'clock'] : ['activity']
  const sampleIds = ready.map((sample) => sample.sample_id)
  const readOutcomes = async (): Promise<(key: string) => FetchOutcome | null> => {
    if (onlyNew) {
      const requests = await resultStore.requested({ sampleIds, kinds }, now())
      return (key) => {
        const earlier = requests.get(key)
        return earlier === undefined || earlier === 'underWay' ? null : outcomeOfEarlier[earlier]
      }
    }
    if (since === null) return () => null
    const covered = await resultStore.covered({ sampleIds, kinds, pathways, since })
    return (key) => (covered.has(key) ? 'alreadyHere' : null)
  }
  const outcomeByKey = await readOutcomes()
  return ready.map(({ sample_id: sampleId, client_reference: reference }) => {
    const known = kinds.map((kind) => ({ kind, outcome: outcomeByKey(coverKey(sampleId, kind)) }))
    return {
      sampleId,
      reference,
      kinds: known.flatMap(({ kind, outcome }) => (outcome === null ? [kind] : [])),
      outcomes: known.flatMap(({ outcome }) => outcome ?? []),
    }
  })
}

const isSettled = ({ kinds }: PendingSample): boolean => kinds.length === 0

/** After a week, a user who requests a re-analysis wants entirely new results. */
const resumableForMs = 7 * 24 * 60 * 60_000

/** Creates the record of unfinished re-analyses. An interrupted one resumes without paying again for its results. */
function createReruns({ query, transaction }: Database<AnswersSchema>, clock: Clock) {
  const resumableSince = async (reader: Pick<typeof query, 'selectFrom'>, choice: string) => {
    const previous = await reader
      .selectFrom('reruns')
      .select('since')
      .where('choice', '=', choice)
      .executeTakeFirst()
    const ageMs = previous ? clock.now() - Date.parse(previous.since) : resumableForMs
    return previous && ageMs >= 0 && ageMs < resumableForMs ? previous.since : null
  }
  return {
    /** Returns the time after which results would count if it began now; null: it would start over. */
    sinceOf: (choice: string) => resumableSince(query, choice),
    /** `since`: results fetched after this time (ISO 8601) belong to this re-analysis. `isResumed`: it began earlier. */
    begin: (choice: string): Promise<{ since: string; isResumed: boolean }> =>
      transaction(async (trx) => {
        const previousSince = await resumableSince(trx, choice)
        if (previousSince !== null) return { since: previousSince, isResumed: true }
        const since = new Date(clock.now()).toISOString()
        await trx
          .insertInto('reruns')
          .values({ choice, since })
          .onConflict((conflict) => conflict.doUpdateSet({ since }))
          .execute()
        return { since, isResumed: false }
      }),
    async end(choice: string): Promise<void> {
      await query.deleteFrom('reruns').where('choice', '=', choice).execute()
    },
  }
}
