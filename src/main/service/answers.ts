import { Failure } from '../../shared/contract/failures.ts'
import type { Answer } from '../ports.ts'

/** A whole answer of the service that is no error. */
export type Received = {
  data: unknown
  /** The body with its envelope, parsed; null where it is not JSON. */
  raw: unknown
  bytes: Uint8Array
  contentType: string
  requestId: string | null
  fetchedAt: string
  synthetic: boolean
  service: string
}

/** The service answered with something that cannot be understood. */
export const unreadable = (endpoint: string, reason: string, requestId: string | null = null): Failure =>
  new Failure(
    'unreadable',
    `The answer of the service to ${endpoint} cannot be read: ${reason}. Check the address of the service.`,
    { endpoint, reason, ...(requestId === null ? {} : { requestId }) },
  )

/** An identifier as a part of a path. Dots alone would climb to another endpoint, even when encoded. */
export function segment(id: string, kind: string): string {
  if (id.trim() !== '' && !/^\.+$/.test(id)) return encodeURIComponent(id)
  const problem = { field: kind, message: 'is not an identifier' }
  throw new Failure('rejected', `"${id}" is no ${kind} identifier.`, { problems: [problem] })
}

/** A value with what is needed to trace it. */
export const toAnswer = <T>(received: Received, value: T): Answer<T> => ({
  value,
  raw: received.raw,
  fetchedAt: received.fetchedAt,
  service: received.service,
  requestId: received.requestId,
  synthetic: received.synthetic,
})
