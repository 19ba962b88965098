import type { Dialect } from './http/dialect.ts'
import type { EndpointResponse } from './http/httpMessages.ts'
import type { Catalogue } from './model/catalogue.ts'
import type { State } from './state.ts'

/** Service-interface, "Scopes". */
export const allScopes = ['read:sample', 'read:pathway', 'write:screening', 'read:drug'] as const
type Scope = (typeof allScopes)[number]

/** What every endpoint works with. */
export type Backend = {
  seed: number
  speed: number
  now: () => number
  state: State
  catalogue: Catalogue
  dialect: Dialect
}

/** Who calls. `credential` names what the rate limit counts; an API key carries all scopes. */
export type Caller = { credential: string; userId: string; scopes: readonly string[] }

/** A request to an endpoint, signed in. `body` is `{}` for methods without one. */
export type ApiCall = {
  id: string
  query: URLSearchParams
  header(name: string): string | undefined
  body: Record<string, unknown>
  caller: Caller
}

/** `path` is relative to the dialect's prefix; `:id` stands for one segment. `scope: null`: none is needed. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  scope: Scope | null
  handle(call: ApiCall, backend: Backend): EndpointResponse
}
