import { Failure, type FailureCode, isFailure } from '../../shared/contract/failures.ts'
import type { JobProgress } from '../jobs/jobs.ts'
import type { AnalysisAnswer, Answer, Clock, ClockAnswer, Emit, RemoteService } from '../ports.ts'
import { type AnalysisKind, type Answers, coverKey } from './answers.ts'
import { inFlight } from './inFlight.ts'
import type { RunReport } from './runReport.ts'
import type { Question, UnderWay } from './underWay.ts'

export type FetchParts = {
  remote: Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock'>
  answers: Answers
  underWay: UnderWay
  clock: Clock
  emit: Emit
  report: RunReport
  progress: JobProgress
  signal: AbortSignal
  /** Answers from before are not those that are asked for; ISO 8601, empty: they are. */
  since: string
}

/** `reference`: what a person knows the sample by. */
export type Todo = { sampleId: string; reference: string; kinds: AnalysisKind[] }

/** What became of a sample's questions. `elsewhere`: another run asks one of them at this time. */
type Fetched = 'analysed' | 'alreadyHere' | 'empty' | 'elsewhere'

const maxInFlight = 4
/** Pages read their tables again on each `results.changed`; once a second is enough to watch it fill. */
const announceEveryMs = 1000
/** What another run asks is looked for so often. */
const lookAgainMs = 1000

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
/** As many as the client sends before it leaves a failing service alone. */
const maxFailingInRow = 5

/** Whether a request that left may have been carried out, though no answer came. */
const isOpen = (error: unknown): boolean =>
  !isFailure(error) || failingCodes.has(error.code) || ['offline', 'cancelled'].includes(error.code)

/**
 * Fetches what is to be fetched, each answer kept as it arrives. Samples at which the service failed the last time come
 * last, so that they do not keep the others from their turn; what another run asks is waited for.
 */
export async function fetchAll(
  parts: FetchParts,
  pathways: readonly string[],
  todo: readonly Todo[],
): Promise<void> {
  const ended = new AbortController()
  const holding = parts.underWay
    .holding(AbortSignal.any([parts.signal, ended.signal]))
    .catch((error: unknown) => {
      if (!ended.signal.aborted && !parts.signal.aborted) throw error
    })
  const settle = createSettling(parts)
  try {
    let left = await failingLast(parts.underWay, todo)
    while (left.length > 0) {
      const elsewhere: Todo[] = []
      await inFlight(left, maxInFlight, parts.signal, async (sample, signal) => {
        if (!(await settle(sample, () => fetchSample(parts, pathways, sample, signal), signal)))
          elsewhere.push(sample)
      })
      if (elsewhere.length > 0) await parts.clock.sleep(lookAgainMs, parts.signal)
      left = elsewhere
    }
  } catch (error) {
    throw isFailure(error) && error.code !== 'cancelled' ? stopped(error, parts.report) : error
  } finally {
    ended.abort()
    await holding
    parts.emit('results.changed', {})
  }
}

async function failingLast(underWay: UnderWay, todo: readonly Todo[]): Promise<Todo[]> {
  const failing = await underWay.failing()
  return [...todo].sort((a, b) => Number(failing.has(a.sampleId)) - Number(failing.has(b.sampleId)))
}

/** Counts and tells what became of each sample; false for one that is asked for elsewhere. */
function createSettling({ clock, emit, report, progress }: FetchParts) {
  let announcedAtMs = Number.NEGATIVE_INFINITY
  let failingInRow = 0
  const announce = (): void => {
    if (clock.now() - announcedAtMs < announceEveryMs) return
    announcedAtMs = clock.now()
    emit('results.changed', {})
  }
  return async (sample: Todo, work: () => Promise<Fetched>, signal: AbortSignal): Promise<boolean> => {
    try {
      const fetched = await work()
      if (fetched === 'elsewhere') return false
      if (fetched !== 'alreadyHere') failingInRow = 0
      if (fetched === 'empty') report.failed(sample.reference, withoutValue)
      else report[fetched]()
      progress.advance(fetched === 'empty' ? { failed: 1 } : { done: 1 })
    } catch (error) {
      if (signal.aborted || !isFailure(error) || stoppingCodes.has(error.code)) throw error
      failingInRow = failingCodes.has(error.code) ? failingInRow + 1 : 0
      if (failingInRow >= maxFailingInRow) throw error
      report.failed(sample.reference, error.message)
      progress.advance({ failed: 1 })
    }
    announce()
    return true
  }
}

const withoutValue =
  'the service answered without a value. The answer is kept in the history of the sample, and the next analysis asks again.'

const stopped = (failure: Failure, report: RunReport): Failure =>
  new Failure(
    failure.code,
    `${failure.message} ${report.kept()} of the samples have their answers, which are kept. Run the analysis again to go on.`,
    failure.details,
    { cause: failure },
  )

async function fetchSample(
  parts: FetchParts,
  pathways: readonly string[],
  { sampleId, kinds }: Todo,
  signal: AbortSignal,
): Promise<Fetched> {
  const ends: Fetched[] = []
  for (const kind of kinds) ends.push(await fetchOne(parts, { sampleId, kind, pathways }, signal))
  return (['elsewhere', 'empty', 'analysed'] as const).find((end) => ends.includes(end)) ?? 'alreadyHere'
}

async function fetchOne(parts: FetchParts, question: Question, signal: AbortSignal): Promise<Fetched> {
  const { underWay, report } = parts
  const { state: taken, resultAt } = await underWay.take(question)
  if (taken === 'taken') return 'elsewhere'
  if (await isCovered(parts, question)) {
    await underWay.release(question)
    return 'alreadyHere'
  }
  let left = false
  /** Nothing is sent again as long as the result of an earlier request may be fetched. */
  let isFetching = resultAt !== null
  const onLeave = async (): Promise<void> => {
    await underWay.leaving(question)
    if (taken === 'lost' && !left && !isFetching) report.askedAgain()
    left ||= !isFetching
  }
  const onResultAt = async (address: string | null): Promise<void> => {
    await underWay.resultAt(question, address)
    isFetching &&= address !== null
  }
  const options = { signal, priority: 'batch', onLeave, onResultAt } as const
  try {
    return await askAndKeep(parts, question, resultAt === null ? options : { ...options, resultAt })
  } catch (error) {
    // Another request may bring one that can be read.
    if (isFetching && isFailure(error, 'unreadable')) await underWay.resultAt(question, null)
    const isFailing = left && !signal.aborted && isFailure(error) && failingCodes.has(error.code)
    if (taken === 'lost' || isFetching || (left && isOpen(error)))
      await underWay.unanswered(question, isFailing)
    else await underWay.release(question)
    throw error
  }
}

/** Another run may have asked it since this one began. */
async function isCovered({ answers, since }: FetchParts, { sampleId, kind, pathways }: Question) {
  return (await answers.covered([sampleId], pathways, since)).has(coverKey(sampleId, kind))
}

type Options = Parameters<RemoteService['pathwayAnalysis']>[1]

async function askAndKeep(
  { remote, answers, report }: FetchParts,
  { sampleId, kind, pathways }: Question,
  options: Options,
): Promise<Fetched> {
  const body = { sampleId, ...(pathways.length > 0 ? { pathways: [...pathways] } : {}) }
  const note = (answer: Answer<AnalysisAnswer | ClockAnswer>): void => {
    if (answer.value.note !== undefined) report.noted(answer.value.note)
  }
  if (kind === 'activity') {
    const answer = await remote.pathwayAnalysis(body, options)
    await answers.keep({ sampleId, pathways, kind, answer })
    note(answer)
    return answer.value.scores.length === 0 ? 'empty' : 'analysed'
  }
  const answer = await remote.pathwayClock(body, options)
  await answers.keep({ sampleId, pathways, kind, answer })
  note(answer)
  return answer.value.offsets.length + answer.value.values.length === 0 ? 'empty' : 'analysed'
}
