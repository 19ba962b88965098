import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { isCredential } from '../../shared/domain/profile.ts'
import { NotSent } from '../../shared/notSent.ts'
import { startDeadline } from '../jobs/deadline.ts'
import {
  type CallOptions,
  type Clock,
  type Credential,
  CutOff,
  type Transport,
  type TransportInit,
} from '../ports.ts'
import { unreadable } from './answers.ts'
import { BodyTooLarge, readBody } from './body.ts'
import { defaultConventions } from './conventions.ts'
import { maxJsonBytes, parseJson, toUtf8 } from './json.ts'
import { explainNetworkError } from './networkErrors.ts'
import { NoAnswer } from './noAnswer.ts'
import { addressAt } from './origin.ts'
import type { Slot } from './quota.ts'
import { hideToken, withoutToken } from './redaction.ts'

/** One request as it goes out. `path` is from the origin on, its parts already encoded. */
export type Outgoing = {
  /** Method and path template, for messages. */
  endpoint: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  query?: Record<string, string | number | undefined>
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  /** Any content type is welcome; only JSON is parsed. */
  anyContent?: true
  /** Goes without the credential. */
  anonymous?: true
  /** Never repeated by the client. */
  once?: true
  /** The credential was just renewed after a 401: another one is final. */
  renewed?: true
}

/** One request and its whole answer, as it came. */
export type Exchange = {
  endpoint: string
  path: string
  status: number
  headers: Headers
  contentType: string
  bytes: Uint8Array
  /** Parsed JSON; undefined where it is none. */
  body: unknown
  requestId: string | null
  /** From sending to the last byte. */
  ms: number
  /** ISO 8601, when the answer had been read. */
  fetchedAt: string
}

/** With the token it was signed with; '' for none. Stays in this room. */
export type Raw = Exchange & { token: string }

export type ExchangeParts = {
  transport: Transport
  clock: Clock
  credential: Credential
  /** The origin of the service; every request goes there. */
  origin: string
  offlineSwitch: () => boolean
  reachable: (online: boolean) => void
}

const timeoutMs = 30_000

/**
 * Sends one request that has its place in the quota, within one time limit for the whole answer. Throws `NoAnswer`
 * once it was handed to the network, and before that, when nothing has left, whatever stood in its way.
 */
export function createExchange(parts: ExchangeParts) {
  /** The token to sign with. Whatever is thrown here, nothing has left: it is thrown on as it came. */
  const readyToLeave = async (out: Outgoing, options: CallOptions, slot: Slot): Promise<string> => {
    try {
      const token = out.anonymous ? '' : await parts.credential.token()
      if (!out.anonymous && !isCredential(token)) throw unusableCredential()
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

  return async (out: Outgoing, options: CallOptions, slot: Slot): Promise<Raw> => {
    const address = withQuery(addressAt(parts.origin, out.path), out.query)
    const token = await readyToLeave(out, options, slot)
    const sentAt = parts.clock.now()
    const deadline = startDeadline(parts.clock, timeoutMs, { signal: options.signal })
    try {
      const { signal } = deadline
      const response = await deadline.race(parts.transport(address, { ...toInit(out, token), signal }))
      parts.reachable(true)
      const limitBytes = out.anyContent ? undefined : maxJsonBytes
      const bytes = hideToken(await deadline.race(readBody(response, signal, limitBytes)), token)
      return toRaw(out, response, bytes, { token, sentAt, nowMs: parts.clock.now() })
    } catch (error) {
      const cancelled = options.signal?.aborted === true
      const lost = explain(error, out, { cancelled, expired: deadline.expired() })
      const isUnreachable = isFailure(lost.failure, 'offline') && lost.failure.details.reason === 'network'
      // What never left says nothing of the service.
      if (isUnreachable && !wasNotSent(error)) parts.reachable(false)
      if (!lost.mayHaveArrived) slot.unsent()
      throw lost
    } finally {
      deadline.end()
    }
  }
}

function withQuery(address: string, query: Outgoing['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`
}

function toInit(out: Outgoing, token: string): TransportInit {
  const [type, body] = out.form
    ? ['application/x-www-form-urlencoded;charset=UTF-8', new URLSearchParams(out.form).toString()]
    : ['application/json', out.json === undefined ? undefined : JSON.stringify(out.json)]
  return {
    method: out.method,
    headers: {
      Accept: out.anyContent ? '*/*' : 'application/json',
      // What is kept byte for byte has to show that it is whole, which a compressed body that is cut does not.
      ...(out.anyContent ? { 'Accept-Encoding': 'identity' } : {}),
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(out.anonymous ? {} : { Authorization: `Bearer ${token}` }),
      ...out.headers,
    },
    ...(body === undefined ? {} : { body }),
  }
}

function toRaw(
  out: Outgoing,
  response: Response,
  bytes: Uint8Array,
  { token, sentAt, nowMs }: { token: string; sentAt: number; nowMs: number },
): Raw {
  const { headers } = response
  const contentType = headers.get('Content-Type') ?? ''
  const number = headers.get(defaultConventions.requestIdHeader)
  return {
    endpoint: out.endpoint,
    path: out.path,
    status: statusOf(response),
    headers,
    contentType,
    bytes,
    body: !out.anyContent || contentType.includes('json') ? parseBody(bytes, contentType, token) : undefined,
    requestId: number === null ? null : withoutToken(number, token).slice(0, 200),
    ms: nowMs - sentAt,
    fetchedAt: new Date(nowMs).toISOString(),
    token,
  }
}

/** In another charset the token has other bytes than those that were hidden already. */
function parseBody(bytes: Uint8Array, contentType: string, token: string): unknown {
  const text = toUtf8(bytes, contentType)
  return parseJson(text === bytes ? bytes : hideToken(text, token))
}

/** Where a transport hides a redirect, or has followed one, it counts as the redirect it was. */
const statusOf = ({ type, redirected, status }: Response): number =>
  type === 'opaqueredirect' || redirected ? 302 : status

export function refuseWhenOff({ offlineSwitch }: Pick<ExchangeParts, 'offlineSwitch'>): void {
  if (!offlineSwitch()) return
  throw new Failure('offline', 'Pathclock is switched to offline: no request leaves this computer.', {
    reason: 'switch',
  })
}

/** Wherever it comes from: typed in, the environment, the keychain or a sign-in server. */
const unusableCredential = (): Failure =>
  new Failure(
    'notSignedIn',
    'The key or token of this profile holds blanks, line breaks or characters that none has, so nothing was sent. Sign in again with the whole key and nothing else.',
    {},
  )

export const cancelled = (): Failure => new Failure('cancelled', 'The request was cancelled.', {})

/**
 * What an error comes to that was thrown after the request was handed to the network. The caller's abort comes first:
 * it is thrown as the caller's own reason, which may be a `Failure` and says nothing about the request.
 */
function explain(
  error: unknown,
  { endpoint }: Outgoing,
  state: { cancelled: boolean; expired: boolean },
): NoAnswer {
  const mayHaveArrived = !wasNotSent(error)
  if (state.cancelled) return new NoAnswer(cancelled(), { mayHaveArrived, passing: false })
  if (state.expired && !mayHaveArrived) {
    const message = `Nothing was sent: the way through the network was not ready within ${timeoutMs / 1000} s. Try again.`
    return new NoAnswer(new Failure('offline', message, { reason: 'network' }), {
      mayHaveArrived,
      passing: true,
    })
  }
  if (state.expired) {
    const message = `The service gave no whole answer to ${endpoint} within ${timeoutMs / 1000} s. Try again.`
    const failure = new Failure('timeout', message, { endpoint, afterMs: timeoutMs })
    return new NoAnswer(failure, { mayHaveArrived, passing: true })
  }
  if (error instanceof BodyTooLarge) {
    const failure = unreadable(endpoint, 'it is larger than Pathclock reads')
    return new NoAnswer(failure, { mayHaveArrived: true, passing: false })
  }
  const cutOff = findCutOff(error)
  if (cutOff) return new NoAnswer(cutOff.failure, { mayHaveArrived, passing: false })
  // The door to the network refuses before anything leaves.
  if (isFailure(error)) return new NoAnswer(error, { mayHaveArrived: false, passing: false })
  const { reason, advice, passing, proxy, ...network } = explainNetworkError(error)
  const what = network.mayHaveArrived
    ? `The service gave no whole answer to ${endpoint}`
    : proxy === undefined
      ? 'The service cannot be reached'
      : 'Nothing was sent'
  const message = `${what}: ${reason}. ${advice}`
  const details = { reason: 'network' as const, ...(proxy !== undefined && { proxy }) }
  const failure = new Failure('offline', message, details, { cause: error })
  return new NoAnswer(failure, { mayHaveArrived: network.mayHaveArrived, passing })
}

function wasNotSent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof NotSent) return true
  return false
}

function findCutOff(error: unknown): CutOff | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CutOff) return cause
  return null
}
