import { Failure, type FailureCode, isFailure } from '../../shared/contract/failures.ts'
import { isFinal } from '../../shared/domain/sample.ts'
import type { JobProgress } from '../jobs/jobs.ts'
import type { Clock, Database, Emit, RemoteService } from '../ports.ts'
import { among } from '../store/among.ts'
import type { JournalSchema, SampleRow } from '../store/journal.ts'
import { type AnalysisKind, type Answers, coverKey } from './answers.ts'
import { inFlight } from './inFlight.ts'
import { createRunReport, type RunReport } from './runReport.ts'

/** Polls the samples until their states are final or a deadline has passed; the register holds them after. */
export type WaitUntilFinal = (
  sampleIds: string[],
  signal: AbortSignal,
  progress: (final: number) => void,
) => Promise<unknown>

export type RunParts = {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock'>
  answers: Answers
  waitUntilFinal: WaitUntilFinal
  clock: Clock
  emit: Emit
}

export type RunRequest = { sampleIds: string[]; pathways: string[]; clock: boolean; again: boolean }

type RegisterRow = Pick<SampleRow, 'sample_id' | 'client_reference' | 'state' | 'status'>
type Todo = { sample: RegisterRow; kinds: AnalysisKind[] }

const maxInFlight = 4
/** Pages read their tables again on each `results.changed`; once a second is enough to watch it fill. */
const announceEveryMs = 1000

/** Nothing more can come of these until a person acts, so they stop the run; any other failure is one sample's. */
const stoppingCodes: ReadonlySet<FailureCode> = new Set([
  'offline',
  'notSignedIn',
  'rateLimited',
  'forbidden',
  'keychain',
  'file',
])

/** The service itself fails, which is no fault of one sample; so many in a row, and the rest would only fail too. */
const failingCodes: ReadonlySet<FailureCode> = new Set(['serviceFailed', 'timeout'])
const maxFailingInRow = 3

/**
 * Waits for the samples' states, then fetches what is missing. Every answer is kept as it arrives, so a run that
 * stopped for whatever reason goes on where it stopped when it is started again.
 */
export async function runAnalyses(
  parts: RunParts,
  request: RunRequest,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<string> {
  const report = createRunReport()
  const samples = await awaitStates(parts, request.sampleIds, signal)
  const ready = samples.filter((sample) => sample.state === 'succeeded')
  for (const sample of samples)
    if (sample.state !== 'succeeded') {
      report.failed(sample.client_reference, whyNotReady(sample))
      progress.advance({ failed: 1 })
    }
  const todo = await missing(parts.answers, ready, request)
  for (let known = todo.length; known < ready.length; known += 1) {
    report.alreadyHere()
    progress.advance({ done: 1 })
  }
  await fetchAll(parts, request, todo, report, progress, signal)
  return report.text()
}

async function awaitStates(
  { journal, waitUntilFinal }: RunParts,
  sampleIds: string[],
  signal: AbortSignal,
): Promise<RegisterRow[]> {
  const open = (await register(journal, sampleIds)).filter((sample) => !isFinal(sample.state))
  if (open.length > 0)
    await waitUntilFinal(
      open.map((sample) => sample.sample_id),
      signal,
      () => undefined,
    )
  return register(journal, sampleIds)
}

const register = (journal: Database<JournalSchema>, sampleIds: string[]): Promise<RegisterRow[]> =>
  journal.query
    .selectFrom('samples')
    .select(['sample_id', 'client_reference', 'state', 'status'])
    .where('sample_id', 'in', among(sampleIds))
    .orderBy('place')
    .orderBy('created_at')
    .orderBy('sample_id')
    .execute()

const whyNotReady = ({ state, status }: RegisterRow): string =>
  isFinal(state)
    ? `the service says “${status}”, so there is nothing to analyse`
    : `the service still says “${status}”; run the analysis again later`

async function missing(answers: Answers, ready: RegisterRow[], request: RunRequest): Promise<Todo[]> {
  const kinds: AnalysisKind[] = request.clock ? ['activity', 'clock'] : ['activity']
  const covered = request.again
    ? new Set<string>()
    : await answers.covered(
        ready.map((sample) => sample.sample_id),
        request.pathways,
      )
  return ready
    .map((sample) => ({
      sample,
      kinds: kinds.filter((kind) => !covered.has(coverKey(sample.sample_id, kind))),
    }))
    .filter((todo) => todo.kinds.length > 0)
}

async function fetchAll(
  parts: RunParts,
  request: RunRequest,
  todo: Todo[],
  report: RunReport,
  progress: JobProgress,
  signal: AbortSignal,
): Promise<void> {
  let announcedAtMs = Number.NEGATIVE_INFINITY
  let failingInRow = 0
  const announce = (): void => {
    if (parts.clock.now() - announcedAtMs < announceEveryMs) return
    announcedAtMs = parts.clock.now()
    parts.emit('results.changed', {})
  }
  try {
    await inFlight(todo, maxInFlight, signal, async ({ sample, kinds }, either) => {
      try {
        for (const kind of kinds) {
          const note = await fetchOne(parts, request, sample.sample_id, kind, either)
          if (note !== undefined) report.noted(note)
        }
        failingInRow = 0
        report.analysed()
        progress.advance({ done: 1 })
      } catch (error) {
        if (either.aborted || !isFailure(error) || stoppingCodes.has(error.code)) throw error
        failingInRow = failingCodes.has(error.code) ? failingInRow + 1 : 0
        if (failingInRow >= maxFailingInRow) throw error
        report.failed(sample.client_reference, error.message)
        progress.advance({ failed: 1 })
      }
      announce()
    })
  } catch (error) {
    throw isFailure(error) && error.code !== 'cancelled' ? stopped(error, report) : error
  } finally {
    parts.emit('results.changed', {})
  }
}

const stopped = (failure: Failure, report: RunReport): Failure =>
  new Failure(
    failure.code,
    `${failure.message} ${report.kept()} of the samples have their answers, which are kept. Run the analysis again to go on.`,
    failure.details,
    { cause: failure },
  )

/** Gives what a person should know of the answer, if anything. */
async function fetchOne(
  { remote, answers }: RunParts,
  { pathways }: RunRequest,
  sampleId: string,
  kind: AnalysisKind,
  signal: AbortSignal,
): Promise<string | undefined> {
  const body = { sampleId, ...(pathways.length > 0 ? { pathways } : {}) }
  const options = { signal, priority: 'batch' } as const
  if (kind === 'activity') {
    const answer = await remote.pathwayAnalysis(body, options)
    await answers.keep({ sampleId, pathways, kind, answer })
    return answer.value.note
  }
  const answer = await remote.pathwayClock(body, options)
  await answers.keep({ sampleId, pathways, kind, answer })
  return answer.value.note
}
