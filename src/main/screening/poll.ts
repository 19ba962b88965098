import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { isFinal } from '../../shared/domain/sample.ts'
import type { Answer, Clock, Random, ScreeningAnswer } from '../ports.ts'

const firstWaitMs = 2000
const longestWaitMs = 60_000
const growth = 1.5
/** Long after any screening we know of; a task that outlasts it is asked for again at the next start. */
const deadlineMs = 2 * 60 * 60_000

/**
 * Asks until the task's state is final: after 2 s, then ever longer up to 60 s, up to a tenth later so that many
 * tasks do not ask at once. A wait that the service asks for goes first. Being offline is waited out.
 * Throws `timeout` after two hours, and what stands in the way of any answer (`forbidden`, `notFound`, …).
 */
export async function pollUntilFinal(options: {
  ask: (signal: AbortSignal) => Promise<Answer<ScreeningAnswer>>
  /** Called with every answer, the last one included. */
  answered: (answer: Answer<ScreeningAnswer>) => Promise<void>
  clock: Clock
  random: Random
  signal: AbortSignal
}): Promise<ScreeningAnswer> {
  const { ask, answered, clock, random, signal } = options
  const untilMs = clock.now() + deadlineMs
  let waitMs = firstWaitMs
  let status = ''
  while (clock.now() + waitMs <= untilMs) {
    await clock.sleep(waitMs * (1 + random.next() / 10), signal)
    waitMs = Math.min(longestWaitMs, waitMs * growth)
    try {
      const answer = await ask(signal)
      await answered(answer)
      status = answer.value.status
      if (isFinal(answer.value.state)) return answer.value
    } catch (error) {
      waitMs = Math.max(waitMs, pauseAfter(error))
    }
  }
  throw new Failure(
    'timeout',
    `The service still says “${status}” after two hours. It will be asked again when the app starts next.`,
    { endpoint: 'GET /screening/{task_id}', afterMs: deadlineMs },
  )
}

/** How long to wait after an answer that did not come; throws the error when waiting would not help. */
function pauseAfter(error: unknown): number {
  if (isFailure(error, 'rateLimited')) return error.details.retryAfterMs
  if (isFailure(error, 'offline') || isFailure(error, 'timeout') || isFailure(error, 'serviceFailed'))
    return 0
  throw error
}
