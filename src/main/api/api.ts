import type { ConventionSettings } from '../../shared/domain/app/convention.ts'
import type { CallOptions, Random, RemoteService } from '../ports.ts'
import { createLocator, type LocateOptions } from './basePath.ts'
import { defaultConventions } from './conventions.ts'
import { createDrugCalls } from './endpoints/drugs.ts'
import { createPathwayCalls } from './endpoints/pathways.ts'
import { createSampleCalls } from './endpoints/samples.ts'
import { createScreeningCalls } from './endpoints/screening.ts'
import { createUserCalls } from './endpoints/users.ts'
import { createBreaker } from './http/breaker.ts'
import { type Exchange, type ExchangeDeps, RequestError } from './http/exchange.ts'
import { createRetry } from './http/retry.ts'
import type { RateLimiter } from './rateLimit/rateLimiter.ts'
import { createRequests, createSend } from './request.ts'

export { explainNetworkError } from './http/networkErrors.ts'

type RemoteServiceDeps = Omit<ExchangeDeps, 'origin'> & {
  random: Random
  /** Address of the service as the person gave it; requests go to its origin only. */
  serviceUrl: string
  rateLimiter: RateLimiter
  /** What is set or found out for this service; read at every call. */
  settings: () => ConventionSettings
  /** Gets what was found out at the first call, to be remembered. */
  found: (found: ConventionSettings) => Promise<void>
  /** Scopes that the credential carries; null where nobody says. For messages only. */
  scopesHeld?: () => readonly string[] | null
}

/** What to ask for, below the base path unless `absolute`. */
export type ExchangeSpec = {
  endpoint: string
  path: string
  query?: Record<string, string | number | undefined>
  /** `path` is from the origin on. */
  absolute?: true
  /** Without the credential. */
  anonymous?: true
  method?: 'GET' | 'POST'
  /** Asks for any content type, and parses only what says it is JSON. */
  anyContent?: true
  /** Sent form-encoded. */
  form?: Record<string, string>
}

export type Client = RemoteService & {
  /**
   * Finds the base path out where it is not known yet; with `anew` also where it was found and the service has moved.
   * Throws the failure that stood in the way.
   */
  locate(options?: LocateOptions): Promise<void>
  /** One request and its answer as it came, never classified. Throws `Failure` where no whole answer came. */
  exchange(spec: ExchangeSpec, options?: CallOptions): Promise<Exchange>
  /** Origin and base path; the assumed one while it is not known. */
  service(): string
}

/** The client of one service with one credential: all 14 endpoints of the service interface. */
export function createRemoteService(deps: RemoteServiceDeps): Client {
  const conventions = defaultConventions
  const { origin } = new URL(deps.serviceUrl)
  const nowMs = (): number => deps.clock.now()
  const requests = createRequests({
    ...deps,
    origin,
    breaker: createBreaker(deps),
    retry: createRetry(deps),
  })
  const locator = createLocator({ ...deps, requests, origin, nowMs })

  const locate = async (options?: LocateOptions): Promise<void> => {
    try {
      await locator.locate(options)
    } catch (error) {
      throw error instanceof RequestError ? error.failure : error
    }
  }
  const basePath = (): string => locator.basePath() ?? conventions.basePath
  const resolveBasePath = async (options?: CallOptions): Promise<string> => {
    await locate(options)
    return basePath()
  }
  const scopesHeld = deps.scopesHeld ?? (() => null)
  const { settings } = locator
  const send = createSend({ requests, origin, nowMs, conventions, settings, resolveBasePath, scopesHeld })

  return {
    ...createSampleCalls(send, conventions, settings),
    ...createPathwayCalls(send, conventions, { settings, clock: deps.clock }),
    ...createDrugCalls(send, conventions, settings),
    ...createScreeningCalls(send, conventions, settings),
    ...createUserCalls(send, conventions, settings),
    locate,
    service: () => `${origin}${basePath()}`,
    async exchange({ absolute, path, method = 'GET', ...spec }, options = {}) {
      const base = absolute ? '' : await resolveBasePath(options)
      const out = { ...spec, method, path: `${base}${path}` }
      const { token: _, ...exchange } = await requests.exchange(out, options)
      return exchange
    },
  }
}
