import {
  type DetectedDialect,
  defaultBasePath,
  type ServiceDialect,
} from '../../shared/domain/app/dialect.ts'
import type { CallOptions, Random, RemoteService } from '../ports.ts'
import { createLocator, type LocateOptions } from './basePath.ts'
import { createDrugCalls } from './endpoints/drugs.ts'
import { createPathwayCalls } from './endpoints/pathways.ts'
import { createSampleCalls } from './endpoints/samples.ts'
import { createScreeningCalls } from './endpoints/screening.ts'
import { createUserCalls } from './endpoints/users.ts'
import { createBreaker } from './http/breaker.ts'
import { type Exchange, type ExchangeDeps, type OutgoingRequest, RequestError } from './http/exchange.ts'
import { createRetry } from './http/retry.ts'
import type { RateLimiter } from './rateLimit/rateLimiter.ts'
import { createRequests, createSend } from './request.ts'
import { type EndpointDeps, toAnswer } from './responses/apiResponse.ts'

export { explainNetworkError } from './http/networkErrors.ts'

type RemoteServiceDeps = Omit<ExchangeDeps, 'origin'> & {
  random: Random
  /** The address of the service as the user entered it. Requests go only to its origin. */
  serviceUrl: string
  rateLimiter: RateLimiter
  /** Returns the dialect of this service, with what was detected. Read at every call. */
  dialect: () => ServiceDialect
  /** Stores the settings detected at the first call. */
  saveDetected: (detected: DetectedDialect) => Promise<void>
  /** Returns the scopes of the credential, or null if they are not known. Used only in messages. */
  scopesHeld?: () => readonly string[] | null
}

/** A GET request relative to the base path. */
export type ExchangeSpec = Pick<OutgoingRequest, 'endpoint' | 'path' | 'query' | 'anyContent'>

export type Client = RemoteService & {
  /** Determines the base path if it is not known. `anew`: searches again for a service that has moved. */
  locate(options?: LocateOptions): Promise<void>
  /** Sends one request and returns its response unclassified. Throws `Failure` if no complete response arrives. */
  exchange(spec: ExchangeSpec, options?: CallOptions): Promise<Exchange>
  /** Returns origin and base path. Until the base path is known, the default. */
  service(): string
}

/** The client of one service with one credential: all 14 endpoints of the service interface. */
export function createRemoteService(deps: RemoteServiceDeps): Client {
  const { origin } = new URL(deps.serviceUrl)
  const nowMs = (): number => deps.clock.now()
  const requests = createRequests({ ...deps, origin, breaker: createBreaker(deps), retry: createRetry(deps) })
  const locator = createLocator({ ...deps, requests, origin, nowMs })

  const locate = async (options?: LocateOptions): Promise<void> => {
    try {
      await locator.locate(options)
    } catch (error) {
      throw error instanceof RequestError ? error.failure : error
    }
  }
  const basePath = (): string => locator.basePath() ?? defaultBasePath
  const resolveBasePath = async (options?: CallOptions): Promise<string> => {
    await locate(options)
    return basePath()
  }
  const scopesHeld = deps.scopesHeld ?? (() => null)
  const { dialect } = locator
  const send = createSend({ requests, origin, nowMs, dialect, resolveBasePath, scopesHeld })
  const calls: EndpointDeps = {
    send,
    request: async (spec, options, parse) => toAnswer(await send(spec, options), spec, parse),
    dialect,
  }

  return {
    ...createSampleCalls(calls),
    ...createPathwayCalls({ ...calls, clock: deps.clock }),
    ...createDrugCalls(calls),
    ...createScreeningCalls(calls),
    ...createUserCalls(calls),
    locate,
    service: () => `${origin}${basePath()}`,
    async exchange(spec, options = {}) {
      const path = `${await resolveBasePath(options)}${spec.path}`
      const { token: _, ...exchange } = await requests.exchange({ ...spec, method: 'GET', path }, options)
      return exchange
    },
  }
}
