import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { parseState } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/words/message.ts'
import { backoffMs } from '../../concurrency/backoff.ts'
import type { Clock, ResultOptions } from '../../ports.ts'
import { fields } from '../fieldNames.ts'
import { cancelledFailure } from '../http/exchange.ts'
import type { ApiResponse, CallSpec, EndpointDeps } from '../responses/apiResponse.ts'
import { findValue, readText } from '../responses/jsonFields.ts'

/** The longest wait: more than any analysis of a finished sample should take. */
const maxWaitMs = 15 * 60_000
const minIntervalMs = 500
const intervals = { initialMs: 2000, factor: 1.5, maxMs: 20_000 }

type PendingResultsDeps = Pick<EndpointDeps, 'send' | 'dialect'> & { clock: Clock }

/** The HTTP statuses that mean a result is not ready, unless the dialect has others. */
const defaultStatuses = [202, 425]

/**
 * Requests a result that may not be ready. Until it is, the address in the header Location is polled with GET. The
 * request itself is repeated only if the user has set that repeats are free (`pending` in the dialect), since it may be an
 * order. `hasResult` checks the content whatever the status: an "accepted" may contain the result, and an "OK" may only
 * report progress. An address from an earlier run is tried first; if it has no result any more, the request is sent.
 */
export function createPendingResults({ send, dialect, clock }: PendingResultsDeps) {
  return async (
    call: CallSpec,
    options: ResultOptions | undefined,
    hasResult: (answer: ApiResponse) => boolean,
  ): Promise<ApiResponse> => {
    const { statuses = defaultStatuses, repeat = false } = dialect().pending ?? {}
    const first = { ...call, pendingStatuses: statuses }
    const endMs = clock.now() + maxWaitMs
    let next: CallSpec | null = repeat ? first : null
    const { resultAddress, onResultAddress } = options ?? {}
    const sendFirst = async (): Promise<ApiResponse> => {
      if (resultAddress === undefined) return send(first, options)
      const earlierResult = toResultCall(first, resultAddress)
      try {
        const answer = await send(earlierResult, options)
        next = earlierResult
        return answer
      } catch (error) {
        if (!isFailure(error, 'notFound') && !isFailure(error, 'rejected')) throw error
        await onResultAddress?.(null)
        return send(first, options)
      }
    }
    let answer = await sendFirst()
    for (let attempt = 0; ; attempt += 1) {
      const { pending } = answer
      const isRunning = isStillRunning(answer, dialect())
      if (pending ? hasResult(answer) && !isRunning : hasResult(answer) || !isRunning) return answer
      const resultPath = resultPathOf(answer)
      if (resultPath !== null && resultPath !== next?.path) {
        next = toResultCall(first, resultPath)
        await onResultAddress?.(resultPath)
      }
      if (!next) {
        if (!pending) return answer
        throw notReadyFailure(answer, pending.failure, call)
      }
      const waitMs = Math.max(minIntervalMs, requestedPauseMs(answer) ?? backoffMs(attempt, intervals))
      if (clock.now() + waitMs > endMs) throw timeoutFailure(call)
      await pause(waitMs, options?.signal)
      answer = await send(next, options)
    }
  }

  async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await clock.sleep(ms, signal)
    } catch {
      throw cancelledFailure()
    }
  }
}

function isStillRunning(answer: ApiResponse, { status, state_words }: ServiceDialect): boolean {
  const word = readText(findValue(answer.data, answer, fields.status, status))
  return ['queued', 'running'].includes(parseState(word ?? '', state_words))
}

/** Returns the path and query of the result, so that the credential stays with the service. Null for another host. */
function resultPathOf({ headers, service }: ApiResponse): string | null {
  const location = headers.get('Location')
  const url = location === null ? null : URL.parse(location, service)
  if (!url || url.hostname !== new URL(service).hostname) return null
  return `${url.pathname}${url.search}`
}

function toResultCall({ endpoint, what, scope, pendingStatuses = [] }: CallSpec, path: string): CallSpec {
  return { endpoint, what, scope, pendingStatuses, method: 'GET', path, absolute: true }
}

/** Returns the pause in Retry-After. Rate limit headers, which replace it elsewhere, do not apply to a result. */
const requestedPauseMs = ({ headers, pending }: ApiResponse): number | null =>
  headers.has('Retry-After') ? (pending?.retryAfterMs ?? null) : null

/** Explains a 202 without a usable address. HTTP errors keep their own message. */
function notReadyFailure({ status }: ApiResponse, failure: Failure, { endpoint }: CallSpec): Failure {
  if (status >= 300) return failure
  const text = message('service.serviceNotFinishedGives', { endpoint })
  return new Failure('unreadable', text, {
    endpoint,
    reason: message('service.resultNotReady'),
    notReady: true,
  })
}

const timeoutFailure = ({ endpoint }: CallSpec): Failure =>
  new Failure(
    'timeout',
    message('service.serviceNotFinishWithin', { endpoint, maxWaitMs: maxWaitMs / 60_000 }),
    { endpoint, afterMs: maxWaitMs },
  )
