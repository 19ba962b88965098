import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../shared/domain/app/convention.ts'
import { message } from '../../shared/messages/message.ts'
import { type CallOptions, OutcomeUnknown } from '../ports.ts'
import { type Conventions, successCodes } from './conventions.ts'
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

export type RequestDeps = ExchangeDeps & {
  rateLimiter: RateLimiter
  breaker: Breaker
  retry: Retry
}

export type Requests = {
  /** Sends until it is answered, as `parse` reads the answer. Throws `RequestError` where no answer is final. */
  sendWithRetries<T>(
    out: OutgoingRequest,
    options: CallOptions,
    parse: (raw: SignedExchange) => ParsedResponse<T>,
  ): Promise<T>
  /** Sends, once more with a renewed credential after a 401, and gives whatever came. */
  exchange(out: OutgoingRequest, options: CallOptions): Promise<SignedExchange>
}

/** How often a call goes back into the quota after a 429: nothing was done, so that is safe for every method. */
const maxRateLimitRetries = 5
/** Above this the caller gets an error at once instead of waiting. */
const maxInteractiveWaitMs = 5 * 60_000

/**
 * Sends requests to one service: offline switch, breaker, quota, credential, time limit. A 401 is repeated once with
 * a renewed credential, a 429 after the wait the service requested, a lost request where that can do no harm.
 */
export function createRequests(deps: RequestDeps): Requests {
  const { breaker, retry } = deps
  const send = createExchange(deps)

  /** One request in its place of the quota, and what it comes to; quota and breaker learn from it. */
  const sendOnce = async <T>(
    out: OutgoingRequest,
    options: CallOptions,
    parse: (raw: SignedExchange) => ParsedResponse<T>,
  ) => {
    const priority = options.priority ?? 'interactive'
    throwIfOffline(deps)
    breaker.check(priority)
    // A token that has to be renewed first would hold a place meanwhile, and slip past a pause requested in that time.
    if (!out.anonymous) await deps.credential.token()
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

  const sendUntilAccepted = async <T>(
    out: OutgoingRequest,
    options: CallOptions,
    parse: (raw: SignedExchange) => ParsedResponse<T>,
  ): Promise<T> => {
    let renewed = out.renewed === true
    for (let rateLimitRetries = 0; ; ) {
      const { raw, parsed } = await sendOnce(out, options, parse)
      if ('value' in parsed) return parsed.value
      const { status, retryAfterMs } = parsed.refusal
      if (status === 401 && !renewed && !out.anonymous) {
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
      const asReceived = (raw: SignedExchange): ParsedResponse<SignedExchange> => ({ value: raw })
      try {
        const { raw } = await sendOnce(out, options, asReceived)
        const isUnauthorized = effectiveStatus(raw.status, raw.body) === 401
        const isRenewed = isUnauthorized && !out.anonymous && (await deps.credential.renew(raw.token))
        return isRenewed ? (await sendOnce(out, options, asReceived)).raw : raw
      } catch (error) {
        throw error instanceof RequestError ? error.failure : error
      }
    },
  }
}

const combine = (signal?: AbortSignal, other?: AbortSignal): AbortSignal | undefined =>
  signal && other ? AbortSignal.any([signal, other]) : (signal ?? other)

/** A pause outlasts the run that it was requested of: whoever waits at the screen is notified, long work waits by itself. */
async function rejectLongWait(rateLimiter: RateLimiter, priority: CallOptions['priority']): Promise<void> {
  if (priority !== 'interactive' || rateLimiter.status().waitMs <= maxInteractiveWaitMs) return
  await rateLimiter.refresh()
  const { waitMs } = rateLimiter.status()
  if (waitMs <= maxInteractiveWaitMs) return
  const text = message`The service said that it takes no more requests at the moment. Try again in ${Math.ceil(waitMs / 60_000)} min.`
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

/** What the quota learns from an answer. */
function reportRateLimit(slot: Slot, { status, body, headers }: SignedExchange, nowMs: number): void {
  if (effectiveStatus(status, body) === 429) slot.markRateLimited(readRetryAfter(headers, nowMs))
  const observed = readRateLimitHeaders(headers, nowMs)
  if (observed) slot.reportLimit(observed)
}

const isServerError = (status: number): boolean => status >= 500 && status <= 599

/** A refusal shows that the service is well; only its own failures count. One that nobody classified tells nothing. */
function recordOutcome(
  permit: BreakerPermit,
  { status, body }: SignedExchange,
  parsed: ParsedResponse<unknown>,
): void {
  if ('refusal' in parsed && isServerError(parsed.refusal.status)) permit.failed(parsed.refusal.failure)
  else if (!isServerError(effectiveStatus(status, body))) permit.succeeded()
}

/** 408 of a server; 444 and 499 of nginx, 460 of load balancers: the client was gone before the answer was. */
const connectionClosedStatuses: ReadonlySet<number> = new Set([408, 444, 460, 499])

/**
 * Statuses from 304 to 499 surely were not carried out. 301 to 303 are also how servers lead on to what a POST has
 * made (RFC 9110, 15.4); 5xx and those by which a server or a proxy says that the connection went say nothing.
 */
function toFinalError({ status, failure, retryAfterMs }: ErrorResponse): Error {
  const isDefinite = status >= 304 && status < 500 && !connectionClosedStatuses.has(status)
  if (isDefinite) return failure
  return new RequestError(failure, { mayHaveArrived: true, isTransient: isServerError(status), retryAfterMs })
}

/**
 * Reading twice does no harm, nor does anything that surely never arrived, but for orders: those are their sender's
 * to repeat. Who waited the whole time limit at the screen is notified, and not made to wait again.
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
  conventions: Conventions
  settings: () => ConventionSettings
  /** The base path, found out first where it is not known. */
  resolveBasePath: (options: Parameters<Send>[1]) => Promise<string>
  scopesHeld: () => readonly string[] | null
}

/** Calls of the service by their specs: where it is, its envelope, its errors, and what a lost answer comes to. */
export function createSend(deps: SendDeps): Send {
  const { requests, origin, nowMs, conventions, scopesHeld } = deps
  return async (spec, options = {}) => {
    const basePath = await deps.resolveBasePath(options)
    const service = `${origin}${basePath}`
    try {
      const path = spec.absolute ? spec.path : `${basePath}${spec.path}`
      return await requests.sendWithRetries({ ...spec, path }, options, (raw) =>
        parseResponse(raw, spec, {
          conventions,
          successCodes: successCodes(deps.settings()),
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
