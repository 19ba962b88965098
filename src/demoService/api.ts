import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { drugEndpoints, moaEndpoints } from './endpoints/drugs.ts'
import { sampleEndpoints } from './endpoints/samples.ts'
import { screeningEndpoints } from './endpoints/screening.ts'
import { userEndpoints } from './endpoints/users.ts'
import { type EndpointResponse, type IncomingRequest, isRecord, Refusal } from './http/httpMessages.ts'
import { createLimiter, type Limiter, rateHeaders, retryAfterHeader } from './http/limiters.ts'
import type { AccessTokens, Grants } from './oauth/tokens.ts'
import type { Settings } from './options.ts'
import { type ApiCall, allScopes, type Backend, type Caller } from './state.ts'

/** The 14 endpoints of service-interface, "Endpoints". */
const endpoints = Object.entries({
  ...sampleEndpoints,
  ...moaEndpoints,
  ...drugEndpoints,
  ...screeningEndpoints,
  ...userEndpoints,
}).map(([methodAndPath, [scope, handle]]) => {
  const [method, path = ''] = methodAndPath.split(' ')
  return { method, path, scope, handle }
})

type ApiDeps = {
  backend: Backend
  caller: (headers: IncomingRequest['headers']) => Promise<Caller>
  limits: Pick<Settings, 'limiter' | 'rate' | 'rateHeaders' | 'retryAfter'>
}

/** Finds the endpoint, then the caller, counts the request, checks the scope, and asks. Throws Refusals. */
export function createApi({ backend, caller, limits }: ApiDeps) {
  const countRequest = createRequestCounter(limits)
  return async (request: IncomingRequest): Promise<EndpointResponse> => {
    const route = findEndpoint(request, backend.dialect.prefix)
    const authenticated = await caller(request.headers)
    const { headers, refusal } = countRequest(authenticated.credential, backend.now())
    return {
      ...(refusal ?? handleEndpoint(request, route, authenticated, backend)),
      rateLimitHeaders: headers,
    }
  }
}

/** Counts one request of a credential. Returns the rate limit headers, and the refusal if the limit is reached. */
function createRequestCounter({ limiter, rate, rateHeaders: kind, retryAfter }: ApiDeps['limits']) {
  const limiters = new Map<string, Limiter>()
  return (credential: string, nowMs: number) => {
    const limiterOfCredential =
      limiters.get(credential) ??
      createLimiter(limiter, { requests: rate.requests, windowMs: rate.windowS * 1000 })
    limiters.set(credential, limiterOfCredential)
    const waitMs = limiterOfCredential.take(nowMs)
    const headers = rateHeaders(kind, rate, limiterOfCredential.left(nowMs), nowMs)
    if (waitMs <= 0) return { headers, refusal: null }
    const message = `Too many requests: ${rate.requests} per ${rate.windowS} s are allowed.`
    return {
      headers: { ...headers, ...retryAfterHeader(retryAfter, waitMs, nowMs) },
      refusal: new Refusal(429, message).toResponse(),
    }
  }
}

/** Turns an endpoint's refusals into responses, so that they carry the rate limit headers too. */
function handleEndpoint(
  request: IncomingRequest,
  { endpoint, id }: MatchedRoute,
  authenticated: Caller,
  backend: Backend,
): EndpointResponse {
  try {
    if (endpoint.scope !== null && !authenticated.scopes.includes(endpoint.scope))
      throw new Refusal(403, `Insufficient permission: this call needs the scope ${endpoint.scope}.`)
    return endpoint.handle(toCall(request, id, authenticated), backend)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.toResponse()
  }
}

type MatchedRoute = { endpoint: (typeof endpoints)[number]; id: string }

function findEndpoint({ method, path }: IncomingRequest, prefix: string): MatchedRoute {
  for (const endpoint of endpoints) {
    const id = endpoint.method === method ? match(`${prefix}${endpoint.path}`, path) : null
    if (id !== null) return { endpoint, id }
  }
  throw new Refusal(404, `There is no resource ${method} ${path}.`)
}

/** Returns the decoded segment for `:id`: empty if the pattern has none, null if the path differs. */
function match(pattern: string, path: string): string | null {
  const patternParts = pattern.split('/')
  const route = path.split('/')
  const fits =
    patternParts.length === route.length &&
    patternParts.every((part, at) => part === ':id' || part === route[at])
  if (!fits) return null
  const segment = route[patternParts.indexOf(':id')] ?? ''
  try {
    return segment === '' && patternParts.includes(':id') ? null : decodeURIComponent(segment)
  } catch {
    return null
  }
}

const toCall = (request: IncomingRequest, id: string, caller: Caller): ApiCall => ({
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

type CallerDeps = { apiKey: string; userId: string; accessTokens: AccessTokens; grants: Grants }

/** Identifies the caller by `Authorization: Bearer <API key or access token>`. Throws a Refusal (401). */
export function createCallers({ apiKey, userId, accessTokens, grants }: CallerDeps) {
  return async (headers: IncomingHttpHeaders): Promise<Caller> => {
    const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined)
      throw unauthorized('Unauthorized: send an API key or an access token as "Authorization: Bearer …".')
    if (same(token, apiKey)) return { credential: 'api-key', userId, scopes: allScopes }
    const claims = await accessTokens.verify(token)
    if (!claims || grants.isRevoked(claims.grantId))
      throw unauthorized('Unauthorized: the API key or access token is not valid, or has expired.')
    return { credential: claims.grantId, userId: claims.userId, scopes: claims.scopes }
  }
}

const unauthorized = (message: string): Refusal => new Refusal(401, message, { 'WWW-Authenticate': 'Bearer' })

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
