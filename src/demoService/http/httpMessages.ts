import type { IncomingHttpHeaders } from 'node:http'

/** A complete request. `path` is not decoded yet and begins with `/`. */
export type IncomingRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  requestId: string
}

type Headers = Record<string, string>

/** The result of an endpoint, before the dialect encodes it for the wire. */
export type EndpointResponse = (
  | { kind: 'data'; status: number; data: unknown; headers?: Headers }
  | { kind: 'list'; items: unknown[]; total: number; page: number; limit: number }
  | { kind: 'report'; data: Record<string, unknown> }
  | { kind: 'problem'; status: number; message: string; headers?: Headers }
  | { kind: 'token'; body: Record<string, unknown> }
  | { kind: 'oauthProblem'; status: number; error: string; description: string }
  | { kind: 'plain'; status: number; body: string; headers: Headers }
) & {
  /** The rate limit headers of the response. */
  rateLimitHeaders?: Headers
}

/** A response as it is sent. */
export type WireResponse = { status: number; headers: Headers; body: Buffer | string }

/** Thrown by any part of an endpoint to refuse a request with a documented status. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly headers: Headers

  constructor(status: number, message: string, headers: Headers = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }

  toResponse(): EndpointResponse {
    return { kind: 'problem', status: this.status, message: this.message, headers: this.headers }
  }
}

export const ok = (data: unknown): EndpointResponse => ({ kind: 'data', status: 200, data })
export const created = (data: unknown): EndpointResponse => ({ kind: 'data', status: 201, data })

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
