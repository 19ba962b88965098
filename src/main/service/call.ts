import type { CallOptions } from '../ports.ts'
import type { ApiResponse } from './apiResponse.ts'
import type { CallDescription } from './classifyFailure.ts'

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
