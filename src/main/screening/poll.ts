import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { toTypedWord } from '../../shared/domain/convention.ts'
import { isFinal } from '../../shared/domain/sample.ts'
import type { Clock, Random, ScreeningResponse, ServiceResponse } from '../ports.ts'

const initialWaitMs = 2000
const maxWaitMs = 60_000
const backoffFactor = 1.5
/** Long after any screening we know of; a task that outlasts it is asked for again at the next start. */
const deadlineMs = 2 * 60 * 60_000
/** A word that nobody knows, and that has not changed for so long, may be the last one. */
const maxUnknownMs = 2 * 60_000

/**
 * Asks until the task's state is final: after 2 s, then ever longer up to 60 s, up to a tenth later so that many
 * tasks do not ask at once. A wait that the service asks for goes first. Being offline is waited out.
 * Throws `timeout` after two hours, and after two minutes with a word that nobody knows where not `waitsForUnknownStates`; and what stands in the way of any answer (`forbidden`, `notFound`, …).
 */
export async function pollUntilFinal(options: {
  fetchTask: (signal: AbortSignal) => Promise<ServiceResponse<ScreeningResponse>>
  /** Called with every answer, the last one included. */
  onAnswer: (answer: ServiceResponse<ScreeningResponse>) => Promise<void>
  clock: Clock
  random: Random
  signal: AbortSignal
  /** False: nobody can say what an unknown word means while this waits, so it is not waited for. */
  waitsForUnknownStates: boolean
  /** Aborted when the words for states mean something else: the task is asked for at once. */
  wake: () => AbortSignal
}): Promise<ScreeningResponse> {
  const { fetchTask, onAnswer, clock, random, signal, waitsForUnknownStates, wake } = options
  const startMs = clock.now()
  const untilMs = startMs + deadlineMs
  let waitMs = initialWaitMs
  let status = ''
  let unknownSinceMs: number | null = null
  while (clock.now() + waitMs <= untilMs) {
    const wakeSignal = wake()
    try {
      await clock.sleep(waitMs * (1 + random.next() / 10), AbortSignal.any([signal, wakeSignal]))
    } catch (error) {
      if (!wakeSignal.aborted || signal.aborted) throw error
    }
    waitMs = Math.min(maxWaitMs, waitMs * backoffFactor)
    try {
      const answer = await fetchTask(signal)
      await onAnswer(answer)
      const { state } = answer.value
      if (isFinal(state)) return answer.value
      const isSame = answer.value.status === status
      status = answer.value.status
      if (state !== 'unknown') unknownSinceMs = null
      else if (unknownSinceMs === null || !isSame) unknownSinceMs = clock.now()
    } catch (error) {
      waitMs = Math.max(waitMs, retryDelayMs(error))
    }
    if (!waitsForUnknownStates && unknownSinceMs !== null && clock.now() - unknownSinceMs >= maxUnknownMs)
      throw unknownStatusFailure(status, clock.now() - startMs)
  }
  throw new Failure(
    'timeout',
    `The service still says “${status}” after two hours. It will be asked again when the app starts next.`,
    { endpoint: 'GET /screening/{task_id}', afterMs: deadlineMs },
  )
}

const unknownStatusFailure = (status: string, afterMs: number): Failure =>
  new Failure(
    'timeout',
    `The service says “${status}”, and it is not known what that means. Say so with login … --convention "state_words=${toTypedWord(status)}=succeeded" (or queued, running, failed, cancelled).`,
    { endpoint: 'GET /screening/{task_id}', afterMs },
  )

/** How long to wait after an answer that did not come; throws the error when waiting would not help. */
function retryDelayMs(error: unknown): number {
  if (isFailure(error, 'rateLimited')) return error.details.retryAfterMs
  if (isFailure(error, 'offline') || isFailure(error, 'timeout') || isFailure(error, 'serviceFailed'))
    return 0
  throw error
}
