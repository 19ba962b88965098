/**
 * The reference service: a real HTTP server on 127.0.0.1 with the documented interface and synthetic data. It serves
 * the demonstration, the tests, and developers who try a client without an account.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { createApi, createCallers } from './api.ts'
import { createDialect } from './http/dialect.ts'
import { type FaultEntry, readFaults } from './http/faults.ts'
import { listen } from './http/server.ts'
import { createCatalogue } from './model/catalogue.ts'
import { token } from './model/noise.ts'
import { createOAuthRoutes } from './oauth/oauthRoutes.ts'
import { createAccessTokens, createGrants } from './oauth/tokens.ts'
import { checkOptions, type ServiceOptions } from './options.ts'
import { createState } from './state.ts'

export type ReferenceOptions = ServiceOptions & {
  /** A JSON file of faults to play, see http/faults.ts. */
  faultsFile?: string
  /** Faults to play where there is no file. */
  faults?: readonly FaultEntry[]
}

/** `by_status`: HTTP status (or `reset` where a fault cut the connection) -> requests. */
type ReferenceSummary = { orders: number; tasks: number; requests: number; by_status: Record<string, number> }

export type ReferenceService = {
  /** The base address, e.g. `http://127.0.0.1:49152`; it ends in `/v1` under the variant `base-v1`. */
  url: string
  apiKey: string
  clientId: string
  /** Orders and tasks that exist, those of an earlier run in the store included; requests since the start. */
  summary(): ReferenceSummary
  /** Ends every sign-in made through OAuth: their tokens are refused from now on. */
  revokeSignIns(): void
  close(): Promise<void>
}

/**
 * Starts the service. Throws a RangeError for an unknown or impossible option, an Error for a file of faults that
 * cannot be read or a port that is taken. `apiKey` and `clientId` follow from the seed.
 */
export async function startReferenceService(options: ReferenceOptions = {}): Promise<ReferenceService> {
  const settings = checkOptions(options)
  const { seed, now, signIn } = settings
  const faults = readFaults(options.faultsFile, options.faults)
  const state = createState(seed, options.store)
  const identity = {
    apiKey: options.apiKey ?? `demo-key-${token(`${seed}|api key`, 24)}`,
    clientId: `demo-client-${token(`${seed}|client`, 8)}`,
    userId: `usr_${token(`${seed}|user`, 8)}`,
  }
  const dialect = createDialect(settings.variants)
  const requests = countRequests()
  let origin = ''
  const grants = createGrants(state, now, signIn.refreshLifetimeS)
  const accessTokens = createAccessTokens(seed, () => origin, now, signIn.accessLifetimeS)
  const authenticating = { ...identity, grants, accessTokens }
  const oauth = createOAuthRoutes({
    ...authenticating,
    issuer: () => origin,
    acceptsJson: dialect.envelopedOAuth,
    signIn,
    now,
  })
  const catalogue = createCatalogue(seed, settings.drugs)
  const backend = { seed, speed: settings.speed, now, state, catalogue, dialect }
  const api = createApi({ backend, caller: createCallers(authenticating), limits: settings })
  const server = await listen({
    port: settings.port,
    dialect,
    faults,
    answer: async (request) => (await oauth(request)) ?? (await api(request)),
    sleep: options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal })),
    onOutcome: requests.add,
  })
  origin = `http://127.0.0.1:${server.port}`
  return {
    url: `${origin}${dialect.basePath}`,
    apiKey: identity.apiKey,
    clientId: identity.clientId,
    summary: () => ({ orders: state.orders.size, tasks: state.tasks.size, ...requests.summary() }),
    revokeSignIns: () => grants.revokeAll(),
    async close() {
      await server.close()
      state.close()
    },
  }
}

function countRequests() {
  const byStatus: Record<string, number> = {}
  let requests = 0
  return {
    add: (outcome: number | 'reset'): void => {
      requests += 1
      byStatus[outcome] = (byStatus[outcome] ?? 0) + 1
    },
    summary: () => ({ requests, by_status: { ...byStatus } }),
  }
}
