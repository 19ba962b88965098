import { randomUUID } from 'node:crypto'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { listenForRedirect } from '../../adapters/network/redirectListener.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { explainNetworkError } from '../../api/http/networkErrors.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import type { Locks, SecretStore } from '../../ports.ts'
import { noProfiles, type ProfilesFile } from '../profiles/profiles.ts'
import { createSession } from '../session.ts'

type SessionParts = Parameters<typeof createSession>[0]

/** Creates an in-memory keychain that can become unavailable. */
export function createSecrets(entries = new Map<string, string>()) {
  const order: string[] = []
  const inMemory = new Set<string>()
  let sessionOnly = false
  const store: SecretStore = {
    get: async (name) => entries.get(name) ?? null,
    set: async (name, value) => {
      order.push(name.split('/').at(-1) ?? '')
      entries.set(name, value)
      if (sessionOnly) inMemory.add(name)
      else inMemory.delete(name)
    },
    async remove(name) {
      entries.delete(name)
      inMemory.delete(name)
    },
    isInMemory: (name) => inMemory.has(name),
    check: async () => store.status(),
    status: () =>
      sessionOnly
        ? { kind: 'session', cause: joinMessages([`c`]), fix: joinMessages([`f`]) }
        : { kind: 'keychain' },
  }
  return {
    store,
    entries,
    order,
    loseKeychain: () => (sessionOnly = true),
    /** Forgets the secrets that an earlier run held in memory. */
    endRun: () => inMemory.clear(),
    /** Makes removals fail and returns the names of the attempts. Entries in memory are removed. */
    refuseRemoval() {
      const removedNames: string[] = []
      store.remove = async (name) => {
        removedNames.push(name)
        entries.delete(name)
        throw new Failure('keychain', joinMessages([`Out of order.`]), { cause: 'failed' })
      }
      return removedNames
    },
  }
}

/** Creates locks for the sessions of one process, without files. */
export function createLocksInMemory(): Locks {
  const last = new Map<string, Promise<unknown>>()
  return {
    withLock(name, work) {
      const next = (last.get(name) ?? Promise.resolve()).then(work)
      last.set(
        name,
        next.catch(() => undefined),
      )
      return next
    },
  }
}

function createRecords() {
  const profiles = new Map<string, Profile>()
  return {
    profiles,
    write: async (profile: Profile) => void profiles.set(profile.id, structuredClone(profile)),
    readAll: async () => [...profiles.values()],
  }
}

/** Creates the state that outlives a run of the app: profiles file, records, keychain and locks. */
export const createComputer = () => ({
  locks: createLocksInMemory(),
  records: createRecords(),
  file: { value: structuredClone(noProfiles) as ProfilesFile },
  secrets: createSecrets(),
})

/** Sets up a session with real HTTP and a clock that does not advance; `browse` simulates the user in the browser. */
export async function setUpSession(options: {
  computer?: ReturnType<typeof createComputer>
  probe?: SessionParts['probe']
  browse?: (url: URL) => Promise<void> | void
  environmentKey?: SessionParts['environmentKey']
  transport?: SessionParts['transport']
}) {
  const computer = options.computer ?? createComputer()
  computer.secrets.endRun()
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
    probe: options.probe ?? (async () => ({})),
    changed: () => (changes += 1),
    environmentKey: options.environmentKey,
  })
  return { session, computer, ...time, shownAt, changes: () => changes }
}
