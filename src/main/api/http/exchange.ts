import { Failure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import { isCredential } from '../../../shared/domain/app/profile.ts'
import { joinMessages, type Message, message } from '../../../shared/messages/message.ts'
import { RequestNotSent } from '../../../shared/requestNotSent.ts'
import { startDeadline } from '../../concurrency/deadline.ts'
import {
  type CallOptions,
  type Clock,
  type Credential,
  CutOff,
  type Transport,
  type TransportInit,
} from '../../ports.ts'
import { defaultConventions } from '../conventions.ts'
import type { Slot } from '../rateLimit/rateLimiter.ts'
import { maxJsonBytes, parseJsonBody, toUtf8 } from './json.ts'
import { explainNetworkError } from './networkErrors.ts'
import { hideToken, withoutToken } from './redaction.ts'

/** One request as it goes out. `path` is from the origin on, its parts already encoded. */
export type OutgoingRequest = {
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
 * Sends one request that has its place in the quota, within one time limit for the whole answer. Throws `RequestError`
 * once it was handed to the network, and before that, when nothing has left, whatever stood in its way.
 */
export function createExchange(deps: ExchangeDeps) {
  /** The token to sign with. Whatever is thrown here, nothing has left: it is thrown on as it came. */
  const prepareToken = async (out: OutgoingRequest, options: CallOptions, slot: Slot): Promise<string> => {
    try {
      const token = out.anonymous ? '' : await deps.credential.token()
      if (!out.anonymous && !isCredential(token)) throw unusableCredentialFailure()
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
    const token = await prepareToken(out, options, slot)
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
      // What never left says nothing of the service.
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
  const [type, body] = out.form
    ? ['application/x-www-form-urlencoded;charset=UTF-8', new URLSearchParams(out.form).toString()]
    : ['application/json', out.json === undefined ? undefined : JSON.stringify(out.json)]
  return {
    method: out.method,
    headers: {
      Accept: out.anyContent ? '*/*' : 'application/json',
      // What is stored byte for byte has to show that it is whole, which a compressed body that is cut does not.
      ...(out.anyContent ? { 'Accept-Encoding': 'identity' } : {}),
      ...(body === undefined ? {} : { 'Content-Type': type }),
      ...(out.anonymous ? {} : { Authorization: `Bearer ${token}` }),
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
  const requestIdHeader = headers.get(defaultConventions.requestIdHeader)
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

/** In another charset the token has other bytes than those that were hidden already. */
function parseBody(bytes: Uint8Array, contentType: string, token: string): unknown {
  const text = toUtf8(bytes, contentType)
  return parseJsonBody(text === bytes ? bytes : hideToken(text, token))
}

/** Where a transport hides a redirect, or has followed one, it counts as the redirect it was. */
const httpStatusOf = ({ type, redirected, status }: Response): number =>
  type === 'opaqueredirect' || redirected ? 302 : status

export function throwIfOffline({ offlineSwitch }: Pick<ExchangeDeps, 'offlineSwitch'>): void {
  if (!offlineSwitch()) return
  throw new Failure('offline', message`Pathclock is switched to offline: no request leaves this computer.`, {
    reason: 'switch',
  })
}

/** Wherever it comes from: typed in, the environment, the keychain or a sign-in server. */
const unusableCredentialFailure = (): Failure =>
  new Failure(
    'notSignedIn',
    message`The key or token of this profile contains spaces, line breaks or invalid characters, so nothing was sent. Sign in again with the whole key.`,
    {},
  )

/** The service answered with something that cannot be understood. */
export const unreadableResponse = (
  endpoint: string,
  reason: Message,
  requestId: string | null = null,
): Failure =>
  new Failure(
    'unreadable',
    message`The answer of the service to ${endpoint} cannot be read: ${reason}. Check the address of the service.`,
    { endpoint, reason, ...(requestId === null ? {} : { requestId }) },
  )

export const cancelledFailure = (): Failure =>
  new Failure('cancelled', message`The request was canceled.`, {})

/**
 * What an error comes to that was thrown after the request was handed to the network. The caller's abort comes first:
 * it is thrown as the caller's own reason, which may be a `Failure` and says nothing about the request.
 */
function toRequestError(
  error: unknown,
  { endpoint }: OutgoingRequest,
  state: { cancelled: boolean; expired: boolean },
): RequestError {
  const mayHaveArrived = !wasNotSent(error)
  if (state.cancelled) return new RequestError(cancelledFailure(), { mayHaveArrived, isTransient: false })
  if (state.expired && !mayHaveArrived) {
    const text = message`Nothing was sent: the way through the network was not ready within ${timeoutMs / 1000} s. Try again.`
    return new RequestError(new Failure('offline', text, { reason: 'network' }), {
      mayHaveArrived,
      isTransient: true,
    })
  }
  if (state.expired) {
    const text = message`The service did not finish its response to ${endpoint} within ${timeoutMs / 1000} s. Try again.`
    const failure = new Failure('timeout', text, { endpoint, afterMs: timeoutMs })
    return new RequestError(failure, { mayHaveArrived, isTransient: true })
  }
  if (error instanceof BodyTooLarge) {
    const failure = unreadableResponse(endpoint, message`it is larger than Pathclock reads`)
    return new RequestError(failure, { mayHaveArrived: true, isTransient: false })
  }
  const cutOff = findCutOff(error)
  if (cutOff) return new RequestError(cutOff.failure, { mayHaveArrived, isTransient: false })
  // The offline gate refuses before anything leaves.
  if (isFailure(error)) return new RequestError(error, { mayHaveArrived: false, isTransient: false })
  const { reason, advice, isTransient, proxy, ...network } = explainNetworkError(error)
  const what = network.mayHaveArrived
    ? message`The service gave no whole answer to ${endpoint}: ${reason}.`
    : proxy === undefined
      ? message`The service cannot be reached: ${reason}.`
      : message`Nothing was sent: ${reason}.`
  const details = { reason: 'network' as const, ...(proxy !== undefined && { proxy }) }
  const remedy = advice ?? message`Check the network and the address of the service.`
  const failure = new Failure('offline', joinMessages([what, remedy]), details, { cause: error })
  return new RequestError(failure, { mayHaveArrived: network.mayHaveArrived, isTransient })
}

function wasNotSent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof RequestNotSent) return true
  return false
}

function findCutOff(error: unknown): CutOff | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof CutOff) return cause
  return null
}

type RequestErrorOptions = {
  /** False: it surely never reached the service. */
  mayHaveArrived: boolean
  /** The same request may fare better in a moment. */
  isTransient: boolean
  /** How long the service asked to wait before. */
  retryAfterMs?: number | null
}

/** A request that got no whole, usable answer; `failure` is what is reported to a person. */
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
 * The address of a path at the origin the person signed in to. The credential goes there and nowhere else, so a path
 * that would lead to another host (`@host`, `.host`, `:port`), whatever put it together, is refused before it is signed.
 */
export function urlAtOrigin(origin: string, path: string): string {
  const url = URL.parse(`${origin}${path}`)
  const isPath = path === '' || path.startsWith('/')
  if (isPath && url?.origin === origin && url.username === '' && url.password === '') return url.href
  throw rejected(
    message`The base path of this service leads away from its address, so nothing was sent. Correct the base path in the settings of the profile.`,
    [{ field: 'base_path', message: message`must be a path such as /api/v1, or empty` }],
  )
}

/** Far above any answer of the service, far below what would hurt the process. */
const maxBodyBytes = 64 * 1024 * 1024

/** The body was larger than is ever read. */
class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/**
 * Reads a body whole; stops at the limit, counted after decompression, so that a bomb cannot fill the memory, and at
 * the signal, which closes the connection.
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
  // A body that was given up ends like a whole one.
  signal.throwIfAborted()
  return concatenate(chunks, size)
}

async function cancelTooLarge(response: Response): Promise<BodyTooLarge> {
  await response.body?.cancel().catch(() => undefined)
  return new BodyTooLarge()
}

/** Each part is let go as it is copied: the two together would be the most memory an answer takes. */
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
