import { Failure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import { isDotsAlone, maxIdLength } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/messages/message.ts'
import type { CallOptions, ServiceResponse } from '../../ports.ts'
import { unreadableResponse } from '../http/exchange.ts'
import type { CallDescription } from './classifyFailure.ts'

/** A result that is not ready. `failure` applies if the caller does not wait for it. */
type PendingResponse = { failure: Failure; retryAfterMs: number | null }

/** A complete response of the service that is not an error. */
export type ApiResponse = {
  /** The HTTP status. */
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
}

/** Encodes an identifier as a part of a path. Dots alone would lead to another endpoint, even when encoded. */
export function pathSegment(id: string, kind: string): string {
  if (id.trim() !== '' && !isDotsAlone(id)) return encodeURIComponent(id.toWellFormed())
  const problem = { field: kind, message: message`is not an identifier` }
  throw rejected(message`"${id}" is no ${kind} identifier.`, [problem])
}

/**
 * Returns the identifier of the created resource from the header Location. It is the last part, if that directly
 * follows the endpoint at this service or the user has configured it.
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

/** Parses a response with `read` and adds its provenance. A failure to parse it gets the request id. */
export function toAnswer<T>(received: ApiResponse, read: () => T): ServiceResponse<T> {
  const { raw, fetchedAt, service, requestId, synthetic } = received
  try {
    return { value: read(), raw, fetchedAt, service, requestId, synthetic }
  } catch (error) {
    if (!isFailure(error, 'unreadable') || requestId === null) throw error
    throw new Failure('unreadable', error.userMessage, { ...error.details, requestId }, { cause: error })
  }
}

/** One call of the service. `path` is relative to the base path unless `absolute`, with its parts already encoded. */
export type CallSpec = CallDescription & {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  /** `path` starts at the origin and includes its query: an address returned by the service. */
  absolute?: true
  query?: Record<string, string | number | undefined>
  json?: unknown
  headers?: Record<string, string>
  /** Accepts any content type. Only JSON is parsed. */
  anyContent?: true
  /** A successful response may have no body, only headers. */
  mayBeEmpty?: true
  /** The HTTP statuses for "not ready yet". They are returned as `pending`. */
  pendingStatuses?: readonly number[]
  /** True if repeating it would do harm. A lost response then throws `OutcomeUnknown`. */
  once?: true
}

export type Send = (spec: CallSpec, options?: CallOptions) => Promise<ApiResponse>

/**
 * Returns the requested identifier. A response that names another one is refused, since results of one sample must
 * never be stored for another. If none was requested, returns the identifier in the response, if usable.
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
