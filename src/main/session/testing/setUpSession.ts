import { randomUUID } from 'node:crypto'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Profile } from '../../../shared/domain/profile.ts'
import { listenForRedirect } from '../../adapters/redirectListener.ts'
import { createNodeTransport } from '../../adapters/transport.ts'
import type { Locks, SecretStore } from '../../ports.ts'
import { explainNetworkError } from '../../service/networkErrors.ts'
import { createVirtualClock } from '../../service/testing/virtualClock.ts'
import { noProfiles, type ProfilesFile } from '../profiles.ts'
import { createSession } from '../session.ts'

type SessionParts = Parameters<typeof createSession>[0]

/** A keychain in memory that can be locked away, as on a computer without one. */
function createSecrets(kept = new Map<string, string>()) {
  const order: string[] = []
  let sessionOnly = false
  const store: SecretStore = {
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => {
      order.push(name.split('/').at(-1) ?? '')
      kept.set(name, value)
    },
    remove: async (name) => void kept.delete(name),
    check: async () => store.status(),
    status: () => (sessionOnly ? { kind: 'session', cause: 'c', fix: 'f' } : { kind: 'keychain' }),
  }
  return {
    store,
    kept,
    order,
    loseKeychain: () => (sessionOnly = true),
    /** Gives the names that it is asked to remove in vain; what it holds in memory goes. */
    refuseRemoval() {
      const asked: string[] = []
      store.remove = async (name) => {
        asked.push(name)
        kept.delete(name)
        throw new Failure('keychain', 'Out of order.', { cause: 'failed' })
      }
      return asked
    },
  }
}

/** Locks among sessions of one process, without files. */
export function createLocksInMemory(): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    hold(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work)
      last.set(
        name,
        turn.catch(() => undefined),
      )
      return turn
    },
  }
}

function createRecords() {
  const kept = new Map<string, Profile>()
  return {
    kept,
    write: async (profile: Profile) => void kept.set(profile.id, structuredClone(profile)),
    readAll: async () => [...kept.values()],
  }
}

/** What outlives a run of the app: the file and records of profiles, the keychain, and locks. */
export const createComputer = () => ({
  locks: createLocksInMemory(),
  records: createRecords(),
  file: { value: structuredClone(noProfiles) as ProfilesFile },
  secrets: createSecrets(),
})

/** A session on real HTTP with a clock that stands still; `browse` is the person in the browser. */
export async function setUpSession(options: {
  computer?: ReturnType<typeof createComputer>
  probe?: SessionParts['probe']
  browse?: (url: URL) => Promise<void> | void
  environmentKey?: SessionParts['environmentKey']
  transport?: SessionParts['transport']
}) {
  const computer = options.computer ?? createComputer()
  const time = createVirtualClock()
  let changes = 0
  const shownAt: (string | null)[] = []
  const session = await createSession({
    profilesFile: {
      read: async () => structuredClone(computer.file.value),
      write: async (value) => void (computer.file.value = structuredClone(value)),
    },
    records: computer.records,
    secrets: computer.secrets.store,
    locks: computer.locks,
    explainNetwork: explainNetworkError,
    signInAt: (url) => shownAt.push(url),
    transport: options.transport ?? createNodeTransport(),
    clock: time.clock,
    random: { next: () => 0.5, id: () => `profile-${randomUUID()}` },
    dialogs: { openExternal: async (url) => options.browse?.(new URL(url)) },
    listenForRedirect,
    probe: options.probe ?? (async () => ({ found: {} })),
    changed: () => (changes += 1),
    environmentKey: options.environmentKey,
  })
  return { session, computer, ...time, shownAt, changes: () => changes }
}
