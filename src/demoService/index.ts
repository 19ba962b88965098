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
import { createAccessTokens, createGrants, type Grants } from './oauth/tokens.ts'
import { checkOptions, type ServiceOptions, type Settings } from './options.ts'
import { type Backend, createState, type State } from './state.ts'

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
  const { seed } = settings
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
  const grants = createGrants(state, settings.now, settings.signIn.refreshLifetimeS)
  const answer = createRequestHandler(settings, { state, dialect, grants, ...identity, issuer: () => origin })
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const server = await listen({
    port: settings.port,
    dialect,
    faults,
    answer,
    sleep,
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

type AnswerDeps = {
  state: State
  grants: Grants
  dialect: Backend['dialect']
  apiKey: string
  clientId: string
  userId: string
  issuer: () => string
}

/** Wires sign-in and endpoints into one function from request to answer. */
function createRequestHandler({ seed, drugs, speed, now, signIn, ...limits }: Settings, deps: AnswerDeps) {
  const { state, dialect, issuer } = deps
  const accessTokens = createAccessTokens(seed, issuer, now, signIn.accessLifetimeS)
  const acceptsJson = dialect.envelopedOAuth
  const oauth = createOAuthRoutes({ ...deps, acceptsJson, signIn, accessTokens, now })
  const caller = createCallers({ ...deps, accessTokens })
  const backend: Backend = { seed, speed, now, state, catalogue: createCatalogue(seed, drugs), dialect }
  const api = createApi({ backend, caller, limits })
  return async (request: Parameters<typeof api>[0]) => (await oauth(request)) ?? (await api(request))
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
