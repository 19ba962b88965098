import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../shared/domain/app/dialect.ts'
import { message } from '../../shared/words/message.ts'
import { type CallOptions, OutcomeUnknown } from '../ports.ts'
import type { Breaker, BreakerPermit } from './http/breaker.ts'
import {
  cancelledFailure,
  createExchange,
  type ExchangeDeps,
  type OutgoingRequest,
  RequestError,
  type SignedExchange,
  throwIfOffline,
} from './http/exchange.ts'
import type { Retry } from './http/retry.ts'
import { readRateLimitHeaders, readRetryAfter } from './rateLimit/headers.ts'
import type { RateLimiter, Slot } from './rateLimit/rateLimiter.ts'
import type { Send } from './responses/apiResponse.ts'
import { effectiveStatus } from './responses/envelope.ts'
import { type ErrorResponse, type ParsedResponse, parseResponse } from './responses/parseResponse.ts'

export type RequestDeps = ExchangeDeps & { rateLimiter: RateLimiter; breaker: Breaker; retry: Retry }

type Parse<T> = (raw: SignedExchange) => ParsedResponse<T>

export type Requests = {
  /** Sends a request with retries and parses its response. Throws `RequestError` if its outcome stays unknown. */
  sendWithRetries<T>(out: OutgoingRequest, options: CallOptions, parse: Parse<T>): Promise<T>
  /** Sends a request, again with a renewed credential after a 401, and returns any response. */
  exchange(out: OutgoingRequest, options: CallOptions): Promise<SignedExchange>
}

/** The number of retries after a 429. The service has processed nothing, so they are safe for every method. */
const maxRateLimitRetries = 5
/** The longest wait. Above it, the caller gets an error immediately. */
const maxInteractiveWaitMs = 5 * 60_000

/**
 * Sends requests to one service, with offline switch, circuit breaker, quota, credential and time limit. A 401 is
 * retried once with a renewed credential, a 429 after the requested wait, and a lost request if that is safe.
 */
export function createRequests(deps: RequestDeps): Requests {
  const { breaker, retry } = deps
  const send = createExchange(deps)

  /** Sends one request in a quota slot, and reports its outcome to the quota and the breaker. */
  const sendOnce = async <T>(out: OutgoingRequest, options: CallOptions, parse: Parse<T>) => {
    const priority = options.priority ?? 'interactive'
    throwIfOffline(deps)
    breaker.check(priority)
    // Renewing a token inside a quota slot would occupy the slot and could miss a pause requested meanwhile.
    await deps.credential.token()
    await rejectLongWait(deps.rateLimiter, priority)
    const queueSignal = combine(options.signal, options.queueSignal)
    try {
      return await deps.rateLimiter.run(priority, queueSignal, async (slot) => {
        const permit = enterBreaker(breaker, priority, slot)
        try {
          const raw = await send(out, options, slot)
          reportRateLimit(slot, raw, deps.clock.now())
          const parsed = parse(raw)
          recordOutcome(permit, raw, parsed)
          return { raw, parsed }
        } catch (error) {
          if (error instanceof RequestError && error.isTransient) permit.failed(error.failure)
          throw error
        } finally {
          permit.end()
        }
      })
    } catch (error) {
      if (isFailure(error) || error instanceof RequestError || !queueSignal?.aborted) throw error
      throw cancelledFailure()
    }
  }

  const sendUntilAccepted = async <T>(out: OutgoingRequest, options: CallOptions, parse: Parse<T>) => {
    let renewed = out.renewed === true
    for (let rateLimitRetries = 0; ; ) {
      const { raw, parsed } = await sendOnce(out, options, parse)
      if ('value' in parsed) return parsed.value
      const { status, retryAfterMs } = parsed.refusal
      if (status === 401 && !renewed) {
        renewed = true
        if (await deps.credential.renew(raw.token)) continue
      }
      if (
        status === 429 &&
        rateLimitRetries < maxRateLimitRetries &&
        (retryAfterMs ?? 0) <= maxInteractiveWaitMs
      ) {
        rateLimitRetries += 1
        continue
      }
      throw toFinalError(parsed.refusal)
    }
  }

  return {
    async sendWithRetries(out, options, parse) {
      retry.earnBudget()
      for (let attempts = 0; ; attempts += 1)
        try {
          return await sendUntilAccepted(out, options, parse)
        } catch (error) {
          if (!(error instanceof RequestError) || breaker.isOpen() || !canRetry(out, options, error))
            throw error
          if (!(await retry.waitForRetry(attempts, error.retryAfterMs, options.signal))) throw error
        }
    },

    async exchange(out, options) {
      const asReceived: Parse<SignedExchange> = (raw) => ({ value: raw })
      try {
        const { raw } = await sendOnce(out, options, asReceived)
        const isUnauthorized = effectiveStatus(raw.status, raw.body) === 401
        const isRenewed = isUnauthorized && (await deps.credential.renew(raw.token))
        return isRenewed ? (await sendOnce(out, options, asReceived)).raw : raw
      } catch (error) {
        throw error instanceof RequestError ? error.failure : error
      }
    },
  }
}

const combine = (signal?: AbortSignal, other?: AbortSignal): AbortSignal | undefined =>
  signal && other ? AbortSignal.any([signal, other]) : (signal ?? other)

/** Throws `rateLimited` if an interactive call would wait very long. Background work waits. */
async function rejectLongWait(rateLimiter: RateLimiter, priority: CallOptions['priority']): Promise<void> {
  if (priority !== 'interactive' || rateLimiter.status().waitMs <= maxInteractiveWaitMs) return
  await rateLimiter.refresh()
  const { waitMs } = rateLimiter.status()
  if (waitMs <= maxInteractiveWaitMs) return
  const text = message('service.serviceSaidTakesNo', { waitMs: Math.ceil(waitMs / 60_000) })
  throw new Failure('rateLimited', text, { retryAfterMs: waitMs })
}

function enterBreaker(
  breaker: Breaker,
  priority: Parameters<Breaker['enter']>[0],
  slot: Slot,
): BreakerPermit {
  try {
    return breaker.enter(priority)
  } catch (error) {
    slot.markUnsent()
    throw error
  }
}

function reportRateLimit(slot: Slot, { status, body, headers }: SignedExchange, nowMs: number): void {
  if (effectiveStatus(status, body) === 429) slot.markRateLimited(readRetryAfter(headers, nowMs))
  const observed = readRateLimitHeaders(headers, nowMs)
  if (observed) slot.reportLimit(observed)
}

const isServerError = (status: number): boolean => status >= 500 && status <= 599

/** Reports the outcome to the breaker. A refusal is a success; an unclassified server error counts neither way. */
function recordOutcome(
  permit: BreakerPermit,
  { status, body }: SignedExchange,
  parsed: ParsedResponse<unknown>,
): void {
  if ('refusal' in parsed && isServerError(parsed.refusal.status)) permit.failed(parsed.refusal.failure)
  else if (!isServerError(effectiveStatus(status, body))) permit.succeeded()
}

/** Statuses for closed connections: 408 from servers, 444 and 499 from nginx, 460 from load balancers. */
const connectionClosedStatuses: ReadonlySet<number> = new Set([408, 444, 460, 499])

/**
 * Returns the failure itself for statuses from 304 to 499, which prove that the request was not carried out. 301 to 303
 * may point to the result of a POST (RFC 9110, 15.4), and 5xx and closed connections prove nothing, so those return a
 * `RequestError`.
 */
function toFinalError({ status, failure, retryAfterMs }: ErrorResponse): Error {
  const isDefinite = status >= 304 && status < 500 && !connectionClosedStatuses.has(status)
  if (isDefinite) return failure
  return new RequestError(failure, { mayHaveArrived: true, isTransient: isServerError(status), retryAfterMs })
}

/**
 * Returns true if a retry is safe. GETs are, and so are requests that never reached the service. Orders are not: their
 * sender decides. An interactive call that timed out is not retried, since the user has waited long enough.
 */
function canRetry(
  out: OutgoingRequest,
  { priority = 'interactive' }: CallOptions,
  error: RequestError,
): boolean {
  if (!error.isTransient || (priority === 'interactive' && isFailure(error.failure, 'timeout'))) return false
  return out.method === 'GET' || (!error.mayHaveArrived && !out.once)
}

type SendDeps = {
  requests: Requests
  origin: string
  nowMs: () => number
  dialect: () => ServiceDialect
  resolveBasePath: (options: Parameters<Send>[1]) => Promise<string>
  scopesHeld: () => readonly string[] | null
}

/** Creates the function that sends calls by their specs: base path, envelope, errors and a lost response. */
export function createSend(deps: SendDeps): Send {
  const { requests, origin, nowMs, scopesHeld } = deps
  return async (spec, options = {}) => {
    const basePath = await deps.resolveBasePath(options)
    const service = `${origin}${basePath}`
    try {
      const path = spec.absolute ? spec.path : `${basePath}${spec.path}`
      return await requests.sendWithRetries({ ...spec, path }, options, (raw) =>
        parseResponse(raw, spec, {
          dialect: deps.dialect(),
          nowMs: nowMs(),
          service,
          scopesHeld: scopesHeld(),
        }),
      )
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      throw spec.once && error.mayHaveArrived ? new OutcomeUnknown(error.failure) : error.failure
    }
  }
}
