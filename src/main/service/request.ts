import ky from 'ky'
import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { type CallOptions, type Clock, type Credential, OutcomeUnknown, type Transport } from '../ports.ts'
import { type Received, unreadable } from './answers.ts'
import { BodyTooLarge, readBody } from './body.ts'
import type { Conventions } from './conventions.ts'
import { startDeadline } from './deadline.ts'
import { type Opened, openEnvelope } from './envelope.ts'
import { parseJson } from './json.ts'
import { explainNetworkError } from './networkErrors.ts'
import type { Quota, Slot } from './quota.ts'
import { type Subject, toRefusal, withoutToken } from './refusals.ts'
import { readRetryAfter } from './retryAfter.ts'

/** One call of the service. `path` is below the base path, its parts already encoded. */
export type CallSpec = Subject & {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  query?: Record<string, string | number | undefined>
  json?: unknown
  headers?: Record<string, string>
  /** Any content type is welcome; only JSON is looked into. */
  anyContent?: true
  /** Placing it twice would do harm: where its answer is lost, `OutcomeUnknown` is thrown. */
  once?: true
}

export type Send = (spec: CallSpec, options?: CallOptions) => Promise<Received>

export type RequestParts = {
  transport: Transport
  clock: Clock
  credential: Credential
  quota: Quota
  /** Origin and base path, without a slash at its end. */
  service: string
  offlineSwitch: () => boolean
  reachable: (online: boolean) => void
  conventions: Conventions
}

const timeoutMs = 30_000
/** How often a call goes back into the quota after a 429: nothing was done, so that is safe for every method. */
const maxRefusals = 5
/** Above this the caller is told at once instead of being kept waiting. */
const longWaitMs = 5 * 60_000

type Refusal = { status: number; failure: Failure; token: string; retryAfterMs: number | null }
type Outcome = { received: Received } | { refusal: Refusal }

/** The request may have arrived and no whole answer came back. */
class Lost extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message, { cause: failure })
    this.failure = failure
  }
}

/**
 * Sends calls to one service: offline switch, quota, credential, time limit, envelope and errors.
 * A 401 is repeated once with a renewed credential, a 429 after the wait the service asked for; nothing else is.
 */
export function createSend(parts: RequestParts): Send {
  const client = ky.create({
    // The deadline below covers the body too, which ky's own time limit does not; retries are the quota's.
    timeout: false,
    retry: 0,
    throwHttpErrors: false,
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    fetch: (input, init) => parts.transport(new Request(input, init)),
  })

  /** The token to sign with. Whatever is thrown here, nothing has left: it is thrown on as it came. */
  const readyToLeave = async (options: CallOptions, slot: Slot): Promise<string> => {
    try {
      const token = await parts.credential.token()
      refuseWhenOff(parts)
      options.signal?.throwIfAborted()
      await options.onLeave?.()
      options.signal?.throwIfAborted()
      return token
    } catch (error) {
      slot.unsent()
      throw error
    }
  }

  const attempt = async (spec: CallSpec, options: CallOptions, slot: Slot): Promise<Outcome> => {
    const token = await readyToLeave(options, slot)
    const deadline = startDeadline(parts.clock, timeoutMs, options.signal)
    try {
      const response = await client(`${parts.service}${spec.path}`, {
        method: spec.method,
        headers: {
          Accept: spec.anyContent ? '*/*' : 'application/json',
          Authorization: `Bearer ${token}`,
          ...spec.headers,
        },
        ...(spec.query ? { searchParams: spec.query } : {}),
        ...(spec.json === undefined ? {} : { json: spec.json }),
        signal: deadline.signal,
      })
      parts.reachable(true)
      return judge(parts, spec, token, response, await readBody(response), slot)
    } catch (error) {
      if (error instanceof Lost) throw error
      const { failure, mayHaveArrived } = explain(error, spec, {
        cancelled: options.signal?.aborted === true,
        expired: deadline.expired(),
      })
      if (isFailure(failure, 'offline') && failure.details.reason === 'network') parts.reachable(false)
      if (mayHaveArrived) throw new Lost(failure)
      slot.unsent()
      throw failure
    } finally {
      deadline.end()
    }
  }

  /** One attempt with its place in the quota. */
  const inTurn = async (spec: CallSpec, options: CallOptions): Promise<Outcome> => {
    refuseWhenOff(parts)
    try {
      return await parts.quota.run(options.priority ?? 'interactive', options.signal, (slot) =>
        attempt(spec, options, slot),
      )
    } catch (error) {
      if (isFailure(error) || error instanceof Lost || !options.signal?.aborted) throw error
      throw cancelled()
    }
  }

  const untilAnswered = async (spec: CallSpec, options: CallOptions): Promise<Received> => {
    let renewed = false
    for (let refusals = 0; ; ) {
      const outcome = await inTurn(spec, options)
      if ('received' in outcome) return outcome.received
      const { status, failure, token, retryAfterMs } = outcome.refusal
      if (status === 401 && !renewed) {
        renewed = true
        if (await parts.credential.renew(token)) continue
      }
      if (status === 429 && refusals < maxRefusals && (retryAfterMs ?? 0) <= longWaitMs) {
        refusals += 1
        continue
      }
      throw isDefinite(status) ? failure : new Lost(failure)
    }
  }

  return async (spec, options = {}) => {
    try {
      return await untilAnswered(spec, options)
    } catch (error) {
      if (!(error instanceof Lost)) throw error
      throw spec.once ? new OutcomeUnknown(error.failure) : error.failure
    }
  }
}

/**
 * Statuses after which the request surely was not carried out. 301 to 303 are also how servers lead on to what a POST
 * has made (RFC 9110, 15.4); 408 and 5xx say nothing.
 */
const isDefinite = (status: number): boolean => status >= 304 && status < 500 && status !== 408

function refuseWhenOff({ offlineSwitch }: RequestParts): void {
  if (!offlineSwitch()) return
  throw new Failure('offline', 'Pathclock is switched to offline: no request leaves this computer.', {
    reason: 'switch',
  })
}

const cancelled = (): Failure => new Failure('cancelled', 'The request was cancelled.', {})

/**
 * What an error comes to that was thrown after the request was handed to the network. The caller's abort comes first:
 * it is thrown as the caller's own reason, which may be a `Failure` and says nothing about the request.
 */
function explain(
  error: unknown,
  { endpoint }: CallSpec,
  state: { cancelled: boolean; expired: boolean },
): { failure: Failure; mayHaveArrived: boolean } {
  if (state.cancelled) return { failure: cancelled(), mayHaveArrived: true }
  if (state.expired) {
    const message = `The service gave no whole answer within ${timeoutMs / 1000} s. Try again.`
    return {
      failure: new Failure('timeout', message, { endpoint, afterMs: timeoutMs }),
      mayHaveArrived: true,
    }
  }
  if (error instanceof BodyTooLarge)
    return { failure: unreadable(endpoint, 'it is larger than Pathclock reads'), mayHaveArrived: true }
  // The door to the network refuses before anything leaves.
  if (isFailure(error)) return { failure: error, mayHaveArrived: false }
  const { reason, mayHaveArrived } = explainNetworkError(error)
  const message = `The service cannot be reached: ${reason}. Check the network and the address of the service.`
  return { failure: new Failure('offline', message, { reason: 'network' }, { cause: error }), mayHaveArrived }
}

/** Reads a whole answer: what it holds, or why the service refused. */
function judge(
  parts: RequestParts,
  spec: CallSpec,
  token: string,
  response: Response,
  bytes: Uint8Array,
  slot: Slot,
): Outcome {
  const { headers } = response
  const contentType = headers.get('Content-Type') ?? ''
  const number = headers.get(parts.conventions.requestIdHeader)
  const requestId = number === null ? null : withoutToken(number, token).slice(0, 200)
  const isJson = !spec.anyContent || contentType.includes('json')
  const body = isJson ? parseJson(bytes) : undefined
  const opened: Opened = openEnvelope(response.status, body, parts.conventions)
  if (!opened.ok) {
    const retryAfterMs = readRetryAfter(headers, parts.clock.now())
    if (opened.status === 429) slot.refused(retryAfterMs)
    const failure = toRefusal({ ...spec, ...opened, requestId, retryAfterMs, token })
    return { refusal: { status: opened.status, failure, token, retryAfterMs } }
  }
  if (body === undefined && !spec.anyContent)
    throw new Lost(unreadable(spec.endpoint, bytes.byteLength === 0 ? 'it is empty' : 'it is not JSON'))
  return {
    received: {
      data: opened.data,
      raw: body ?? null,
      bytes,
      contentType,
      requestId,
      fetchedAt: new Date(parts.clock.now()).toISOString(),
      synthetic: opened.synthetic || headers.get(parts.conventions.syntheticHeader) === 'true',
      service: parts.service,
    },
  }
}
