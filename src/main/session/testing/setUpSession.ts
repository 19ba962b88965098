import { listenForRedirect } from '../../adapters/redirectListener.ts'
import { createNodeTransport } from '../../adapters/transport.ts'
import type { SecretStore } from '../../ports.ts'
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
    status: () => (sessionOnly ? { kind: 'session', cause: 'c', fix: 'f' } : { kind: 'keychain' }),
  }
  return { store, kept, order, loseKeychain: () => (sessionOnly = true) }
}

/** What outlives a run of the app: the file of profiles and the keychain. */
export const createComputer = () => ({
  file: { value: structuredClone(noProfiles) as ProfilesFile },
  secrets: createSecrets(),
})

/** A session on real HTTP with a clock that stands still; `browse` is the person in the browser. */
export async function setUpSession(options: {
  computer?: ReturnType<typeof createComputer>
  probe?: SessionParts['probe']
  browse?: (url: URL) => Promise<void> | void
  environmentKey?: SessionParts['environmentKey']
}) {
  const computer = options.computer ?? createComputer()
  const time = createVirtualClock()
  let ids = 0
  let changes = 0
  const session = await createSession({
    profilesFile: {
      read: async () => structuredClone(computer.file.value),
      write: async (value) => void (computer.file.value = structuredClone(value)),
    },
    secrets: computer.secrets.store,
    transport: createNodeTransport(),
    clock: time.clock,
    random: { next: () => 0.5, id: () => `profile-${Date.now()}-${++ids}` },
    dialogs: { openExternal: async (url) => options.browse?.(new URL(url)) },
    listenForRedirect,
    probe: options.probe ?? (async () => ({}) as Awaited<ReturnType<SessionParts['probe']>>),
    changed: () => (changes += 1),
    environmentKey: options.environmentKey,
  })
  return { session, computer, ...time, changes: () => changes }
}
