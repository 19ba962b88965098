import { type Answer, type Incoming, isRecord, Refusal } from './answers.ts'
import type { ApiCall, Backend, Caller, Endpoint } from './backend.ts'
import { drugEndpoints } from './endpoints/drugs.ts'
import { moaEndpoints } from './endpoints/moa.ts'
import { sampleEndpoints } from './endpoints/samples.ts'
import { screeningEndpoints } from './endpoints/screening.ts'
import { userEndpoints } from './endpoints/users.ts'
import { createLimiter, type Limiter } from './limiters.ts'
import type { Settings } from './options.ts'
import { rateHeaders, retryAfterHeader } from './rateHeaders.ts'

/** The 14 endpoints of service-interface, "Endpoints". */
const endpoints: Endpoint[] = [
  ...sampleEndpoints,
  ...moaEndpoints,
  ...drugEndpoints,
  ...screeningEndpoints,
  ...userEndpoints,
]

type Parts = {
  backend: Backend
  caller: (headers: Incoming['headers']) => Promise<Caller>
  limits: Pick<Settings, 'limiter' | 'rate' | 'rateHeaders' | 'retryAfter'>
}

/** Finds the endpoint, then the caller, counts the request, checks the scope, and asks. Throws Refusals. */
export function createApi({ backend, caller, limits }: Parts): (request: Incoming) => Promise<Answer> {
  const count = createCount(limits)
  return async (request) => {
    const found = findEndpoint(request, backend.dialect.prefix)
    const who = await caller(request.headers)
    const { told, refusal } = count(who.credential, backend.now())
    return { ...(refusal ?? ask(request, found, who, backend)), told }
  }
}

/** Counts one request of a credential: what to tell of the limit, and the refusal where the limit is reached. */
function createCount({ limiter, rate, rateHeaders: kind, retryAfter }: Parts['limits']) {
  const limiters = new Map<string, Limiter>()
  return (credential: string, nowMs: number): { told: Record<string, string>; refusal: Answer | null } => {
    const known = limiters.get(credential)
    const own = known ?? createLimiter(limiter, { requests: rate.requests, windowMs: rate.windowS * 1000 })
    if (!known) limiters.set(credential, own)
    const waitMs = own.take(nowMs)
    const told = rateHeaders(kind, rate, own.left(nowMs), nowMs)
    if (waitMs <= 0) return { told, refusal: null }
    const message = `Too many requests: ${rate.requests} per ${rate.windowS} s are allowed.`
    return { told: { ...told, ...retryAfterHeader(retryAfter, waitMs, nowMs) }, refusal: refused(message) }
  }
}

const refused = (message: string): Answer => ({ kind: 'problem', status: 429, message })

/** Refusals of an endpoint as answers, so that they tell of the limit too. */
function ask(request: Incoming, { endpoint, id }: Found, who: Caller, backend: Backend): Answer {
  try {
    if (endpoint.scope !== null && !who.scopes.includes(endpoint.scope))
      throw new Refusal(403, `Insufficient permission: this call needs the scope ${endpoint.scope}.`)
    return endpoint.handle(toCall(request, id, who), backend)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { kind: 'problem', status: error.status, message: error.message, headers: error.headers }
  }
}

type Found = { endpoint: Endpoint; id: string }

function findEndpoint({ method, path }: Incoming, prefix: string): Found {
  for (const endpoint of endpoints) {
    const id = endpoint.method === method ? match(`${prefix}${endpoint.path}`, path) : null
    if (id !== null) return { endpoint, id }
  }
  throw new Refusal(404, `There is no resource ${method} ${path}.`)
}

/** The segment that stands for `:id`, decoded; empty where the pattern has none; null where the path differs. */
function match(pattern: string, path: string): string | null {
  const wanted = pattern.split('/')
  const found = path.split('/')
  const fits =
    wanted.length === found.length && wanted.every((part, at) => part === ':id' || part === found[at])
  if (!fits) return null
  const segment = found[wanted.indexOf(':id')] ?? ''
  try {
    return segment === '' && wanted.includes(':id') ? null : decodeURIComponent(segment)
  } catch {
    return null
  }
}

const toCall = (request: Incoming, id: string, caller: Caller): ApiCall => ({
  id,
  query: request.query,
  header: (name) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value[0] : value
  },
  body: request.method === 'GET' ? {} : readJson(request.body),
  caller,
})

function readJson(body: Buffer): Record<string, unknown> {
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Refusal(400, 'The body must be JSON in UTF-8.')
  }
  if (!isRecord(parsed)) throw new Refusal(400, 'The body must be a JSON object.')
  return parsed
}
