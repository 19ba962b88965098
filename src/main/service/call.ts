import type { CallOptions } from '../ports.ts'
import type { Received } from './answers.ts'
import type { Subject } from './refusals.ts'

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
