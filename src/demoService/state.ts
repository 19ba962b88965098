import type { Store } from './options.ts'

export type OrderFields = Record<string, string | number | boolean | null> & { client_reference: string }
export type Order = { id: string; createdAtMs: number; fields: OrderFields }
export type Task = { id: string; createdAtMs: number; sampleId: string; limit: number }
export type UserRecord = { name: string; email: string; organization: string }

/** One consent of the user and all tokens that follow from it. Refresh tokens are kept as hashes only. */
export type Grant = {
  id: string
  scopes: string[]
  revoked: boolean
  refreshHash: string
  refreshExpiresAtMs: number
  usedHashes: string[]
}

export type State = {
  orders: Map<string, Order>
  tasks: Map<string, Task>
  /** Idempotency key -> what was asked with it, as a fingerprint, and the order it made. */
  keys: Map<string, { fingerprint: string; orderId: string }>
  grants: Map<string, Grant>
  user: UserRecord
  /** To be called after every change; writes soon. */
  changed(): void
  /** Writes what is not written yet. */
  close(): void
}

const version = 1
/** Changes of this long are written together: a batch of orders must not rewrite the file for each. */
const gatherMs = 100

const firstUser: UserRecord = {
  name: 'Demo Researcher',
  email: 'researcher@example.org',
  organization: 'Example Lab',
}

/** All that the service remembers, kept in the store when there is one. */
export function createState(seed: number, store: Store | undefined): State {
  const kept = readKept(store?.load() ?? null, seed)
  const parts = {
    orders: new Map(kept?.orders?.map((order) => [order.id, order])),
    tasks: new Map(kept?.tasks?.map((task) => [task.id, task])),
    keys: new Map(kept?.keys),
    grants: new Map(kept?.grants?.map((grant) => [grant.id, grant])),
    user: { ...firstUser, ...kept?.user },
  }
  let timer: NodeJS.Timeout | undefined
  let dirty = false
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (!dirty || !store) return
    store.save(serialise(seed, parts))
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
    ...parts,
    changed() {
      dirty = true
      timer ??= setTimeout(tryWrite, gatherMs)
    },
    close: write,
  }
}

type Kept = {
  version: number
  seed: number
  orders: Order[]
  tasks: Task[]
  keys: [string, { fingerprint: string; orderId: string }][]
  grants: Grant[]
  user: UserRecord
}

type Parts = Pick<State, 'orders' | 'tasks' | 'keys' | 'grants' | 'user'>

function serialise(seed: number, { orders, tasks, keys, grants, user }: Parts): string {
  const kept: Kept = {
    version,
    seed,
    orders: [...orders.values()],
    tasks: [...tasks.values()],
    keys: [...keys],
    grants: [...grants.values()],
    user,
  }
  return JSON.stringify(kept)
}

/** What was kept, or null where it is damaged or of another seed: a demonstration then starts empty. */
function readKept(text: string | null, seed: number): Kept | null {
  if (text === null) return null
  try {
    const kept = JSON.parse(text) as Kept | null
    const lists = [kept?.orders, kept?.tasks, kept?.keys, kept?.grants]
    return kept?.version === version && kept.seed === seed && lists.every(Array.isArray) ? kept : null
  } catch {
    return null
  }
}
