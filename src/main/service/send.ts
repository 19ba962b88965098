import type { ConventionSettings } from '../../shared/domain/convention.ts'
import { OutcomeUnknown } from '../ports.ts'
import type { Send } from './call.ts'
import { type Conventions, successCodes } from './conventions.ts'
import { parseResponse } from './parseResponse.ts'
import type { Requests } from './request.ts'
import { RequestError } from './requestError.ts'

type SendDeps = {
  requests: Requests
  origin: string
  nowMs: () => number
  conventions: Conventions
  settings: () => ConventionSettings
  /** The base path, found out first where it is not known. */
  resolveBasePath: (options: Parameters<Send>[1]) => Promise<string>
  scopesHeld: () => readonly string[] | null
}

/** Calls of the service by their specs: where it is, its envelope, its errors, and what a lost answer comes to. */
export function createSend(deps: SendDeps): Send {
  const { requests, origin, nowMs, conventions, scopesHeld } = deps
  return async (spec, options = {}) => {
    const basePath = await deps.resolveBasePath(options)
    const service = `${origin}${basePath}`
    try {
      const path = spec.absolute ? spec.path : `${basePath}${spec.path}`
      return await requests.sendWithRetries({ ...spec, path }, options, (raw) =>
        parseResponse(raw, spec, {
          conventions,
          successCodes: successCodes(deps.settings()),
          nowMs: nowMs(),
          service,
          scopesHeld: scopesHeld(),
        }),
      )
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      throw spec.once && error.mayHaveArrived ? new OutcomeUnknown(error.failure) : error.failure
    }
  }
}
