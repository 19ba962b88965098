import { Failure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import { isDotsAlone, maxIdLength } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/messages/message.ts'
import type { CallOptions, ServiceResponse } from '../../ports.ts'
import { unreadableResponse } from '../http/exchange.ts'
import type { CallDescription } from './classifyFailure.ts'

/** `failure`: what it comes to where nobody waits for it. */
type PendingResponse = { failure: Failure; retryAfterMs: number | null }

/** A whole answer of the service that is no error. */
export type ApiResponse = {
  /** That of HTTP. */
  status: number
  /** The service says that what was requested is not ready. */
  pending: PendingResponse | null
  data: unknown
  /** The body with its envelope, parsed; null where it is not JSON. */
  raw: unknown
  bytes: Uint8Array
  headers: Headers
  contentType: string
  requestId: string | null
  fetchedAt: string
  synthetic: boolean
  service: string
}

/** An identifier as a part of a path. Dots alone would climb to another endpoint, even when encoded. */
export function pathSegment(id: string, kind: string): string {
  if (id.trim() !== '' && !isDotsAlone(id)) return encodeURIComponent(id.toWellFormed())
  const problem = { field: kind, message: message`is not an identifier` }
  throw rejected(message`"${id}" is no ${kind} identifier.`, [problem])
}

/**
 * The identifier of what was just made, from the header Location: its last part, where that stands right below the
 * endpoint of such things at this service, or where a person says that it is one.
 */
export function idFromLocation(
  { headers, service }: ApiResponse,
  endpoint: '/samples' | '/screening',
  { created_id }: ConventionSettings,
): string | null {
  const url = URL.parse(headers.get('Location') ?? '', `${service}${endpoint}`)
  if (!headers.has('Location') || !url) return null
  const lastSegment = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? ''
  const expectedUrl = new URL(`${service}${endpoint}/${lastSegment}`)
  const isExpectedUrl =
    url.hostname === expectedUrl.hostname && url.pathname.replace(/\/+$/, '') === expectedUrl.pathname
  if (lastSegment === '' || (!isExpectedUrl && created_id !== 'location')) return null
  try {
    return decodeURIComponent(lastSegment)
  } catch {
    return null
  }
}

/** What `read` makes of an answer, with what is needed to trace it; so is the failure, where it cannot be read. */
export function toAnswer<T>(received: ApiResponse, read: () => T): ServiceResponse<T> {
  const { raw, fetchedAt, service, requestId, synthetic } = received
  try {
    return { value: read(), raw, fetchedAt, service, requestId, synthetic }
  } catch (error) {
    if (!isFailure(error, 'unreadable') || requestId === null) throw error
    throw new Failure('unreadable', error.userMessage, { ...error.details, requestId }, { cause: error })
  }
}

/** One call of the service. `path` is below the base path unless `absolute`, its parts already encoded. */
export type CallSpec = CallDescription & {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** `path` is from the origin on, with its query: an address that the service gave. */
  absolute?: true
  query?: Record<string, string | number | undefined>
  json?: unknown
  headers?: Record<string, string>
  /** Any content type is welcome; only JSON is looked into. */
  anyContent?: true
  /** A good answer may have no body: what it says stands in its headers. */
  mayBeEmpty?: true
  /** HTTP statuses that mean "not ready yet": they are given back as `pending`. */
  pendingStatuses?: readonly number[]
  /** Placing it twice would do harm: where its answer is lost, `OutcomeUnknown` is thrown. */
  once?: true
}

export type Send = (spec: CallSpec, options?: CallOptions) => Promise<ApiResponse>

/**
 * The identifier requested. An answer that names another one is refused: results of one sample must never be
 * stored as another's. Where no identifier was requested it is the one of the answer, if that is usable.
 */
export function requireSameId(
  receivedId: string | null,
  requestedId: string | null,
  endpoint: string,
): string | null {
  if (requestedId === null && receivedId !== null && receivedId.length > maxIdLength)
    throw unreadableResponse(
      endpoint,
      message`it names an identifier of ${receivedId.length} characters, and at most ${maxIdLength} can be used`,
    )
  if (requestedId === null && receivedId !== null && isDotsAlone(receivedId))
    throw unreadableResponse(
      endpoint,
      message`it names the identifier "${receivedId}", which no address can hold`,
    )
  if (requestedId === null) return receivedId
  if (receivedId !== null && receivedId.toLowerCase() !== requestedId.trim().toWellFormed().toLowerCase())
    throw unreadableResponse(endpoint, message`it is about another record than the requested one`)
  return requestedId
}
