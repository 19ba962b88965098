import { type Failure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { isDotsAlone, maxIdLength } from '../../../shared/domain/samples/sample.ts'
import { type Message, message, toEnglish } from '../../../shared/words/message.ts'
import { type CallOptions, OutcomeUnknown, type ServiceResponse } from '../../ports.ts'
import { type OutgoingRequest, unreadableResponse } from '../http/exchange.ts'
import type { CallDescription } from './classifyFailure.ts'
import { findRecord } from './jsonFields.ts'

/** A result that is not ready. `failure` applies if the caller does not wait for it. */
type PendingResponse = { failure: Failure; retryAfterMs: number | null }

/** A complete response of the service that is not an error. */
export type ApiResponse = {
  status: number
  /** Set if the service reports that the result is not ready. */
  pending: PendingResponse | null
  data: unknown
  /** The parsed body with its envelope. Null if it is not JSON. */
  raw: unknown
  bytes: Uint8Array
  headers: Headers
  contentType: string
  requestId: string | null
  fetchedAt: string
  synthetic: boolean
  service: string
  /** The dialect in use when the response arrived. */
  dialect: ServiceDialect
}

/** Encodes an identifier as a part of a path. Dots alone would lead to another endpoint, even when encoded. */
export function pathSegment(id: string, kind: string): string {
  if (id.trim() !== '' && !isDotsAlone(id)) return encodeURIComponent(id.toWellFormed())
  const problem = { field: kind, message: message('service.notIdentifier') }
  throw rejected(message('service.noIdentifier', { id, kind }), [problem])
}

/** Returns the last part of the header Location. `isAtEndpoint`: it directly follows the endpoint at this service. */
function readLocation(
  { headers, service }: ApiResponse,
  endpoint: string,
): { id: string; isAtEndpoint: boolean } | null {
  const url = URL.parse(headers.get('Location') ?? '', `${service}${endpoint}`)
  if (!headers.has('Location') || !url) return null
  const path = url.pathname.replace(/\/+$/, '')
  const lastSegment = path.split('/').at(-1) ?? ''
  const expectedUrl = new URL(`${service}${endpoint}/${lastSegment}`)
  if (lastSegment === '') return null
  try {
    const isAtEndpoint = url.hostname === expectedUrl.hostname && path === expectedUrl.pathname
    return { id: decodeURIComponent(lastSegment), isAtEndpoint }
  } catch {
    return null
  }
}

/** Returns the created record and its identifier: at the dialect's locations, by usual names, or from Location. */
export function findCreated(
  received: ApiResponse,
  names: readonly string[],
  pointers: readonly string[] | undefined,
  endpoint: '/samples' | '/screening',
): { record: unknown; id: string | null } {
  const location = readLocation(received, endpoint)
  const inBody = findRecord(received, names, pointers)
  if (pointers?.[0] === 'Location' && location) return { record: inBody.record, id: location.id }
  const isUsable = location?.isAtEndpoint || pointers?.includes('Location')
  return { record: inBody.record, id: inBody.id ?? (isUsable ? (location?.id ?? null) : null) }
}

/** Content that a parser cannot use. `toAnswer` converts it into the failure `unreadable`. */
export class UnreadableContent extends Error {
  override readonly name = 'UnreadableContent'
  readonly reason: Message
  constructor(reason: Message) {
    super(toEnglish(reason))
    this.reason = reason
  }
}

/**
 * Parses a response and adds its provenance. A failure to parse it names endpoint and request. After a call that must
 * not be repeated it becomes `OutcomeUnknown`: the service accepted the request, so the order or task may exist.
 */
export function toAnswer<T>(
  received: ApiResponse,
  { endpoint, once }: Pick<CallSpec, 'endpoint' | 'once'>,
  parse: (received: ApiResponse) => T,
): ServiceResponse<T> {
  const { raw, fetchedAt, service, requestId, synthetic } = received
  try {
    return { value: parse(received), raw, fetchedAt, service, requestId, synthetic }
  } catch (error) {
    const failure =
      error instanceof UnreadableContent ? unreadableResponse(endpoint, error.reason, requestId) : error
    throw once && isFailure(failure) ? new OutcomeUnknown(failure) : failure
  }
}

/** One call of the service. `path` is relative to the base path unless `absolute`, with its parts already encoded. */
export type CallSpec = CallDescription &
  Pick<OutgoingRequest, 'method' | 'path' | 'query' | 'json' | 'headers' | 'anyContent'> & {
    /** `path` starts at the origin and includes its query: an address returned by the service. */
    absolute?: true
    /** A successful response may have no body, only headers. */
    mayBeEmpty?: true
    /** The HTTP statuses for "not ready yet". They are returned as `pending`. */
    pendingStatuses?: readonly number[]
    /** True if repeating it would do harm. A lost response then throws `OutcomeUnknown`. */
    once?: true
  }

export type Send = (spec: CallSpec, options?: CallOptions) => Promise<ApiResponse>

export type EndpointDeps = {
  send: Send
  /** Sends a call and parses its response, with its provenance. */
  request<T>(
    spec: CallSpec,
    options: CallOptions | undefined,
    parse: (received: ApiResponse) => T,
  ): Promise<ServiceResponse<T>>
  dialect: () => ServiceDialect
}

/**
 * Returns the requested identifier. A response that names another one is refused, since results of one sample must
 * never be stored for another. If none was requested, returns the identifier in the response, if usable.
 */
export function requireSameId(receivedId: string | null, requestedId: string | null): string | null {
  if (requestedId === null && receivedId !== null && receivedId.length > maxIdLength)
    throw new UnreadableContent(
      message('service.namesIdentifierCharactersMost', { count: receivedId.length, maxIdLength }),
    )
  if (requestedId === null && receivedId !== null && isDotsAlone(receivedId))
    throw new UnreadableContent(message('service.namesIdentifierNoAddress', { receivedId }))
  if (requestedId === null) return receivedId
  if (receivedId !== null && receivedId.toLowerCase() !== requestedId.trim().toWellFormed().toLowerCase())
    throw new UnreadableContent(message('service.anotherRecordRequestedOne'))
  return requestedId
}
