import type { Dialect } from './http/dialect.ts'
import type { EndpointResponse } from './http/httpMessages.ts'
import type { Catalogue } from './model/catalogue.ts'
import type { Store } from './options.ts'

export type OrderFields = Record<string, string | number | boolean | null> & { client_reference: string }
export type Order = { id: string; createdAtMs: number; fields: OrderFields }
export type Task = { id: string; createdAtMs: number; sampleId: string; limit: number }
export type UserRecord = { name: string; email: string; organization: string }

/** One consent of the user and all tokens that follow from it. Refresh tokens are stored as hashes only. */
export type Grant = {
  id: string
  scopes: string[]
  revoked: boolean
  refreshHash: string
  refreshExpiresAtMs: number
  usedHashes: string[]
}

type Remembered = {
  orders: Map<string, Order>
  tasks: Map<string, Task>
  /** Idempotency key -> what was requested with it, as a fingerprint, and the order it made. */
  keys: Map<string, { fingerprint: string; orderId: string }>
  grants: Map<string, Grant>
  user: UserRecord
}

export type State = Remembered & {
  /** To be called after every change; writes soon. */
  changed(): void
  /** Writes what is not written yet. */
  close(): void
}

const version = 1
/** Changes of this long are written together: a batch of orders must not rewrite the file for each. */
const writeDelayMs = 100

const defaultUser: UserRecord = {
  name: 'Demo Researcher',
  email: 'researcher@example.org',
  organization: 'Example Lab',
}

/** All that the service remembers, stored in the store when there is one. */
export function createState(seed: number, store: Store | undefined): State {
  const stored = parseStored(store?.load() ?? null, seed)
  const byId = <T extends { id: string }>(items: T[] = []) => new Map(items.map((item) => [item.id, item]))
  const remembered: Remembered = {
    orders: byId(stored?.orders),
    tasks: byId(stored?.tasks),
    keys: new Map(stored?.keys),
    grants: byId(stored?.grants),
    user: { ...defaultUser, ...stored?.user },
  }
  let timer: NodeJS.Timeout | undefined
  let dirty = false
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!dirty || !store) return
    store.save(JSON.stringify(toStored(seed, remembered)))
    dirty = false
  }
  const tryWrite = (): void => {
    try {
      write()
    } catch {
      // A full disk must not end the process that embeds us: the next change, or closing, tries again.
    }
  }
  return {
    ...remembered,
    changed() {
      dirty = true
      timer ??= setTimeout(tryWrite, writeDelayMs)
    },
    close: write,
  }
}

const toStored = (seed: number, { orders, tasks, keys, grants, user }: Remembered) => ({
  version,
  seed,
  orders: [...orders.values()],
  tasks: [...tasks.values()],
  keys: [...keys],
  grants: [...grants.values()],
  user,
})

type StoredState = ReturnType<typeof toStored>

/** Parses the stored state. Returns null if it is damaged or of another seed: a demonstration then starts empty. */
function parseStored(text: string | null, seed: number): StoredState | null {
  if (text === null) return null
  try {
    const stored = JSON.parse(text) as StoredState | null
    const lists = [stored?.orders, stored?.tasks, stored?.keys, stored?.grants]
    return stored?.version === version && stored.seed === seed && lists.every(Array.isArray) ? stored : null
  } catch {
    return null
  }
}

/** Service-interface, "Scopes". */
export const allScopes = ['read:sample', 'read:pathway', 'write:screening', 'read:drug'] as const
type Scope = (typeof allScopes)[number]

/** The dependencies of every endpoint. */
export type Backend = {
  seed: number
  speed: number
  now: () => number
  state: State
  catalogue: Catalogue
  dialect: Dialect
}

/** The caller of a request. The rate limit counts per `credential`; an API key has all scopes. */
export type Caller = { credential: string; userId: string; scopes: readonly string[] }

/** A request to an endpoint, signed in. `body` is `{}` for methods without one. */
export type ApiCall = {
  id: string
  query: URLSearchParams
  header(name: string): string | undefined
  body: Record<string, unknown>
  caller: Caller
}

export type Handle = (call: ApiCall, backend: Backend) => EndpointResponse

/**
 * Endpoints by method and path. The path is relative to the dialect's prefix; `:id` matches one segment. Without a
 * scope, none is required.
 */
export type Endpoints = Record<string, [scope: Scope | null, handle: Handle]>
