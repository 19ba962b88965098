import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { assumed, type ConventionSettings } from '../../shared/domain/convention.ts'
import { parseState } from '../../shared/domain/sample.ts'
import type { Clock, ResultOptions } from '../ports.ts'
import type { Received } from './answers.ts'
import type { CallSpec, Send } from './call.ts'
import { defaultConventions } from './conventions.ts'
import { cancelled } from './exchange.ts'
import { findValue, readText } from './payload.ts'

/** Longer than any analysis should take whose sample is finished. */
const longestMs = 15 * 60_000
const firstPauseMs = 2000
const leastPauseMs = 500
const longestPauseMs = 20_000

type Parts = { send: Send; settings: () => ConventionSettings; clock: Clock }

/**
 * Asks for a result that may not be ready: until it is, the address of the header Location is asked with GET. The
 * request itself is sent again only where a person has set that this costs nothing (`pending_results`), since it may be
 * an order. `hasResult`: whether an answer holds it, whatever its status: one that says "accepted" may, and one that says
 * "OK" may only tell that the work goes on. An address of before goes first; where nothing is any more, the request is
 * sent.
 */
export function createPendingResults({ send, settings, clock }: Parts) {
  return async (
    call: CallSpec,
    options: ResultOptions | undefined,
    hasResult: (answer: Received) => boolean,
  ): Promise<Received> => {
    const { pending_results, pending_statuses = assumed.pending_statuses } = settings()
    const first = { ...call, pendingStatuses: pending_statuses }
    const endMs = clock.now() + longestMs
    let next: CallSpec | null = pending_results === 'repeat' ? first : null
    let pauseMs = firstPauseMs
    const { resultAt, onResultAt } = options ?? {}
    const begin = async (): Promise<Received> => {
      if (resultAt === undefined) return send(first, options)
      const former = toResultCall(first, resultAt)
      try {
        const answer = await send(former, options)
        next = former
        return answer
      } catch (error) {
        if (!isFailure(error, 'notFound') && !isFailure(error, 'rejected')) throw error
        await onResultAt?.(null)
        return send(first, options)
      }
    }
    for (let answer = await begin(); ; answer = await send(next, options)) {
      const { pending } = answer
      const goesOn = saysItGoesOn(answer, settings())
      if (pending ? hasResult(answer) && !goesOn : hasResult(answer) || !goesOn) return answer
      const address = addressIn(answer)
      if (address !== null && address !== next?.path) {
        next = toResultCall(first, address)
        await onResultAt?.(address)
      }
      if (!next) {
        if (!pending) return answer
        throw notWaitedFor(answer, pending.failure, call)
      }
      const waitMs = Math.max(leastPauseMs, toldPause(answer) ?? pauseMs)
      if (clock.now() + waitMs > endMs) throw tooLate(call)
      await pause(waitMs, options?.signal)
      pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)
    }
  }

  async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await clock.sleep(ms, signal)
    } catch {
      throw cancelled()
    }
  }
}

function saysItGoesOn(answer: Received, { status_path, state_words }: ConventionSettings): boolean {
  const word = readText(findValue(answer.data, answer, defaultConventions.fields.status, status_path))
  return ['queued', 'running'].includes(parseState(word ?? '', state_words))
}

/** Only path and query are taken, so that the credential stays with the service; another host is not asked. */
function addressIn({ headers, service }: Received): string | null {
  const location = headers.get('Location')
  const address = location === null ? null : URL.parse(location, service)
  if (!address || address.hostname !== new URL(service).hostname) return null
  return `${address.pathname}${address.search}`
}

function toResultCall({ endpoint, what, scope, pendingStatuses = [] }: CallSpec, path: string): CallSpec {
  return { endpoint, what, scope, pendingStatuses, method: 'GET', path, absolute: true }
}

/** Headers about the rate limit, which may stand in for Retry-After elsewhere, say nothing of a result. */
const toldPause = ({ headers, pending }: Received): number | null =>
  headers.has('Retry-After') ? (pending?.retryAfterMs ?? null) : null

/** 202 says that the service has begun: an error of HTTP tells its own story. */
function notWaitedFor({ status }: Received, failure: Failure, { endpoint }: CallSpec): Failure {
  if (status >= 300) return failure
  const message = `The service has not finished ${endpoint}, and gives no address for the result. Analyze again later; if asking again costs nothing at this service, set pending_results=repeat for this profile.`
  return new Failure('unreadable', message, { endpoint, reason: 'the result is not ready', notReady: true })
}

const tooLate = ({ endpoint }: CallSpec): Failure =>
  new Failure(
    'timeout',
    `The service had not finished ${endpoint} after ${longestMs / 60_000} min. Analyze again later.`,
    { endpoint, afterMs: longestMs },
  )
