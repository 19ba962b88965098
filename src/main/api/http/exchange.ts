import { Failure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import { isCredential } from '../../../shared/domain/app/profile.ts'
import { RequestNotSent } from '../../../shared/requestNotSent.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import { startDeadline } from '../../concurrency/deadline.ts'
import {
  type CallOptions,
  type Clock,
  type Credential,
  CutOff,
  type Transport,
  type TransportInit,
} from '../../ports.ts'
import { headerNames } from '../fieldNames.ts'
import type { Slot } from '../rateLimit/rateLimiter.ts'
import { maxJsonBytes, parseJsonBody, toUtf8 } from './json.ts'
import { explainNetworkError } from './networkErrors.ts'
import { hideToken, withoutToken } from './redaction.ts'

/** One outgoing request. `path` starts at the origin, with its parts already encoded. */
export type OutgoingRequest = {
  /** Method and path template, for messages. */
  endpoint: string
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  query?: Record<string, string | number | undefined>
  json?: unknown
  headers?: Record<string, string>
  /** Accepts any content type. Only JSON is parsed. */
  anyContent?: true
  /** True if the client must not repeat it. */
  once?: true
  /** The credential was just renewed after a 401, so another 401 is final. */
  renewed?: true
}

/** One request and its complete response. */
export type Exchange = {
  endpoint: string
  path: string
  status: number
  headers: Headers
  contentType: string
  bytes: Uint8Array
  /** Parsed JSON, or undefined. */
  body: unknown
  requestId: string | null
  /** The time from sending to the last byte. */
  ms: number
  /** ISO 8601 time when the response had been read. */
  fetchedAt: string
}

/** An exchange with the token used. The token must not leave this folder. */
export type SignedExchange = Exchange & { token: string }

export type ExchangeDeps = {
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
 * Creates the function that sends one request in its quota slot, with one time limit for the response. It throws
 * `RequestError` after the request was handed to the network, and other errors if nothing was sent.
 */
export function createExchange(deps: ExchangeDeps) {
  /** Returns the token. Its errors are thrown unchanged, since nothing was sent. */
  const prepareToken = async (options: CallOptions, slot: Slot): Promise<string> => {
    try {
      const token = await deps.credential.token()
      if (!isCredential(token)) throw unusableCredentialFailure()
      throwIfOffline(deps)
      options.signal?.throwIfAborted()
      await options.beforeSend?.()
      options.signal?.throwIfAborted()
      return token
    } catch (error) {
      slot.markUnsent()
      throw error
    }
  }

  return async (out: OutgoingRequest, options: CallOptions, slot: Slot): Promise<SignedExchange> => {
    const address = toUrl(urlAtOrigin(deps.origin, out.path), out.query)
    const token = await prepareToken(options, slot)
    const sentAt = deps.clock.now()
    const deadline = startDeadline(deps.clock, timeoutMs, { signal: options.signal })
    try {
      const { signal } = deadline
      const response = await deadline.race(deps.transport(address, { ...toInit(out, token), signal }))
      deps.reachable(true)
      const limitBytes = out.anyContent ? undefined : maxJsonBytes
      const bytes = hideToken(await deadline.race(readBody(response, signal, limitBytes)), token)
      return toSignedExchange(out, response, bytes, { token, sentAt, nowMs: deps.clock.now() })
    } catch (error) {
      const cancelled = options.signal?.aborted === true
      const requestError = toRequestError(error, out, { cancelled, expired: deadline.expired() })
      const isUnreachable =
        isFailure(requestError.failure, 'offline') && requestError.failure.details.reason === 'network'
      // A request that was not sent proves nothing about the service.
      if (isUnreachable && !wasNotSent(error)) deps.reachable(false)
      if (!requestError.mayHaveArrived) slot.markUnsent()
      throw requestError
    } finally {
      deadline.dispose()
    }
  }
}

function toUrl(address: string, query: OutgoingRequest['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`
}

function toInit(out: OutgoingRequest, token: string): TransportInit {
  const body = out.json === undefined ? undefined : JSON.stringify(out.json)
  return {
    method: out.method,
    headers: {
      Accept: out.anyContent ? '*/*' : 'application/json',
      // Content stored byte for byte must be verifiably complete, and a truncated compressed body would not show that.
      ...(out.anyContent ? { 'Accept-Encoding': 'identity' } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      Authorization: `Bearer ${token}`,
      ...out.headers,
    },
    ...(body === undefined ? {} : { body }),
  }
}

function toSignedExchange(
  out: OutgoingRequest,
  response: Response,
  bytes: Uint8Array,
  { token, sentAt, nowMs }: { token: string; sentAt: number; nowMs: number },
): SignedExchange {
  const { headers } = response
  const contentType = headers.get('Content-Type') ?? ''
  const requestIdHeader = headers.get(headerNames.requestId)
  return {
    endpoint: out.endpoint,
    path: out.path,
    status: httpStatusOf(response),
    headers,
    contentType,
    bytes,
    body: !out.anyContent || contentType.includes('json') ? parseBody(bytes, contentType, token) : undefined,
    requestId: requestIdHeader === null ? null : withoutToken(requestIdHeader, token).slice(0, 200),
    ms: nowMs - sentAt,
    fetchedAt: new Date(nowMs).toISOString(),
    token,
  }
}

/** Parses the body. In another charset the token has other bytes, so it is hidden again. */
function parseBody(bytes: Uint8Array, contentType: string, token: string): unknown {
  const text = toUtf8(bytes, contentType)
  return parseJsonBody(text === bytes ? bytes : hideToken(text, token))
}

/** Returns the HTTP status. If the transport hides or has followed a redirect, it counts as a redirect. */
const httpStatusOf = ({ type, redirected, status }: Response): number =>
  type === 'opaqueredirect' || redirected ? 302 : status

export function throwIfOffline({ offlineSwitch }: Pick<ExchangeDeps, 'offlineSwitch'>): void {
  if (!offlineSwitch()) return
  throw new Failure('offline', message('service.pathclockSwitchedOfflineNo'), { reason: 'switch' })
}

/** The failure for an invalid credential, typed in or from the environment, the keychain or a sign-in server. */
const unusableCredentialFailure = (): Failure =>
  new Failure('notSignedIn', message('service.keyTokenProfileContains'), {})

/** Returns the failure for a response that cannot be understood. */
export const unreadableResponse = (
  endpoint: string,
  reason: Message,
  requestId: string | null = null,
): Failure =>
  new Failure('unreadable', message('service.answerServiceCannotRead', { endpoint, reason }), {
    endpoint,
    reason,
    ...(requestId === null ? {} : { requestId }),
  })

export const cancelledFailure = (): Failure =>
  new Failure('cancelled', message('service.requestCanceled'), {})

/**
 * Converts an error that was thrown after the request was handed to the network. The caller's abort comes first: its
 * reason may be any `Failure` and proves nothing about the request.
 */
function toRequestError(
  error: unknown,
  { endpoint, once }: OutgoingRequest,
  state: { cancelled: boolean; expired: boolean },
): RequestError {
  const mayHaveArrived = !wasNotSent(error)
  if (state.cancelled) return new RequestError(cancelledFailure(), { mayHaveArrived, isTransient: false })
  if (state.expired && !mayHaveArrived) {
    const text = message('service.nothingSentWayThrough', { timeoutMs: timeoutMs / 1000 })
    return new RequestError(new Failure('offline', text, { reason: 'network' }), {
      mayHaveArrived,
      isTransient: true,
    })
  }
  if (state.expired) {
    const values = { endpoint, timeoutMs: timeoutMs / 1000 }
    const text = once
      ? message('service.serviceNotFinishResponseOnce', values)
      : message('service.serviceNotFinishResponse', values)
    const failure = new Failure('timeout', text, { endpoint, afterMs: timeoutMs })
    return new RequestError(failure, { mayHaveArrived, isTransient: true })
  }
  if (error instanceof BodyTooLarge) {
    const failure = unreadableResponse(endpoint, message('service.largerPathclockReads'))
    return new RequestError(failure, { mayHaveArrived: true, isTransient: false })
  }
  const cutOff = findCause(error, CutOff)
  if (cutOff) return new RequestError(cutOff.failure, { mayHaveArrived, isTransient: false })
  // The offline gate refuses a request before it is sent.
  if (isFailure(error)) return new RequestError(error, { mayHaveArrived: false, isTransient: false })
  const { reason, advice, isTransient, proxy, ...network } = explainNetworkError(error)
  const what = network.mayHaveArrived
    ? message('service.serviceGaveNoWhole', { endpoint, reason })
    : proxy === undefined
      ? message('service.serviceCannotReached', { reason })
      : message('service.nothingSent', { reason })
  const details = { reason: 'network' as const, ...(proxy !== undefined && { proxy }) }
  const remedy = advice ?? message('service.checkNetworkAddressService')
  const failure = new Failure('offline', joinMessages([what, remedy]), details, { cause: error })
  return new RequestError(failure, { mayHaveArrived: network.mayHaveArrived, isTransient })
}

const wasNotSent = (error: unknown): boolean => findCause(error, RequestNotSent) !== null

/** Returns the error, or the nearest of its causes, that is of this class. */
function findCause<T>(error: unknown, type: new (...args: never[]) => T): T | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof type) return cause
  return null
}

type RequestErrorOptions = {
  /** False if the request certainly never reached the service. */
  mayHaveArrived: boolean
  /** True if a retry may succeed shortly. */
  isTransient: boolean
  /** The wait that the service requested. */
  retryAfterMs?: number | null
}

/** A request without a complete, usable response. `failure` is reported to the user. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly failure: Failure
  readonly mayHaveArrived: boolean
  readonly isTransient: boolean
  readonly retryAfterMs: number

  constructor(failure: Failure, { mayHaveArrived, isTransient, retryAfterMs }: RequestErrorOptions) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.mayHaveArrived = mayHaveArrived
    this.isTransient = isTransient
    this.retryAfterMs = retryAfterMs ?? 0
  }
}

/**
 * Returns the address of a path at the origin of the service. The credential must not go elsewhere, so a path that
 * leads to another host (`@host`, `.host`, `:port`) is refused before the request is signed.
 */
export function urlAtOrigin(origin: string, path: string): string {
  const url = URL.parse(`${origin}${path}`)
  const isPath = path === '' || path.startsWith('/')
  if (isPath && url?.origin === origin && url.username === '' && url.password === '') return url.href
  throw rejected(message('service.basePathServiceLeads'), [
    { field: 'base_path', message: message('service.mustPathSuchApi') },
  ])
}

/** The maximum size of a body: far above any response of the service, and far below what would harm the process. */
const maxBodyBytes = 64 * 1024 * 1024

/** Thrown if the body exceeds the maximum size. */
class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/**
 * Reads a whole body. It stops at the limit, counted after decompression so that a compressed bomb cannot fill the
 * memory, and at the signal, which closes the connection.
 */
async function readBody(
  response: Response,
  signal: AbortSignal,
  limitBytes = maxBodyBytes,
): Promise<Uint8Array> {
  if (Number(response.headers.get('Content-Length') ?? 0) > limitBytes) throw await cancelTooLarge(response)
  if (!response.body) return new Uint8Array()
  const chunks: (Uint8Array | undefined)[] = []
  let size = 0
  const reader = response.body.getReader()
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (let result = await reader.read(); !result.done; result = await reader.read()) {
      size += result.value.byteLength
      if (size > limitBytes) {
        await reader.cancel().catch(() => undefined)
        throw new BodyTooLarge()
      }
      chunks.push(result.value)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  // An aborted body ends like a complete one.
  signal.throwIfAborted()
  return concatenate(chunks, size)
}

async function cancelTooLarge(response: Response): Promise<BodyTooLarge> {
  await response.body?.cancel().catch(() => undefined)
  return new BodyTooLarge()
}

/** Joins the chunks. Each is released once copied, to limit the peak memory of a response. */
function concatenate(chunks: (Uint8Array | undefined)[], size: number): Uint8Array {
  const merged = new Uint8Array(size)
  let offset = 0
  for (const [index, chunk = new Uint8Array()] of chunks.entries()) {
    merged.set(chunk, offset)
    offset += chunk.byteLength
    chunks[index] = undefined
  }
  return merged
}
