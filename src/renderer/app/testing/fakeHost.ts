import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { EventName, Events } from '../../../shared/contract/events.ts'
import { isFailure } from '../../../shared/contract/failures.ts'
import type { MethodName } from '../../../shared/contract/methodNames.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Profile, User } from '../../../shared/domain/app/profile.ts'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'

type Answers = { [M in MethodName]?: (input: Input<M>) => Output<M> | Promise<Output<M>> }
type Listener = (payload: unknown) => void

const listeners = new Map<EventName, Set<Listener>>()
let answers: Answers = {}

/** Every call since the last `answerWith`, in order. */
export const calls: { name: string; input: unknown }[] = []

/** Returns the inputs of all calls of a method, in order. */
export const inputsOf = (method: MethodName): unknown[] =>
  calls.filter(({ name }) => name === method).map(({ input }) => input)

/** The state of an app on its first start. */
export const firstStart: AppStatus = {
  version: '0.1.0',
  host: 'electron',
  profile: null,
  profiles: [],
  signedIn: false,
  online: true,
  offlineSwitch: false,
  sentWhileOff: null,
  secrets: { kind: 'keychain' },
  quota: null,
  demo: false,
  uncertain: null,
  notices: [],
}

const demoProfile: Profile = {
  id: 'p1',
  name: 'Demo',
  serviceUrl: 'http://127.0.0.1:1',
  signIn: 'demo',
  clientId: null,
  authServer: null,
  hasClientSecret: false,
  dialect: { requests_per_minute: 6000 },
  detected: {},
  createdAt: '2026-01-01T00:00:00Z',
}

export const idleQuota = {
  limit: 6000,
  windowMs: 60_000,
  left: 5990,
  waitMs: 0,
  resetMs: 0,
  queued: 0,
  etaMs: null,
  paused: false,
}

/** The state of an app with the demo open. */
export const demoStatus: AppStatus = {
  ...firstStart,
  profile: demoProfile,
  profiles: [demoProfile],
  signedIn: true,
  demo: true,
  quota: idleQuota,
}

/** A profile of the user's own service. */
export const labProfile: Profile = {
  ...demoProfile,
  id: 'p2',
  name: 'Lab',
  serviceUrl: 'https://api.example.org',
  signIn: 'api-key',
  dialect: {},
  createdAt: '2026-02-01T00:00:00Z',
}

/** The state of an app with the user's own service open; the demo is the other profile. */
export const labStatus: AppStatus = {
  ...demoStatus,
  profile: labProfile,
  profiles: [demoProfile, labProfile],
  demo: false,
  quota: { ...idleQuota, limit: 100, left: 83 },
}

/** The user's account at the service. */
export const ada: User = {
  userId: 'U1',
  name: 'Ada',
  email: 'ada@example.org',
  organization: null,
  plan: 'standard',
  scopes: ['read:drug'],
  raw: {},
}

/** Sets the host's responses; other methods fail. */
export function answerWith(overrides: Answers): void {
  answers = {
    'settings.get': () => defaultSettings,
    'session.checkKeychain': () => ({ kind: 'keychain' }),
    'tables.layout': () => null,
    'tables.arrange': () => null,
    'jobs.list': () => [],
    'drugs.facets': () => ({ categories: [], pathways: [], directions: [], countedOf: null, cached: 0 }),
    'drugs.search': () => ({ hits: [], total: 0, source: 'cache', notice: null }),
    'session.secrets': () => [],
    ...overrides,
  }
  calls.length = 0
}

export function push<N extends EventName>(name: N, payload: Events[N]): void {
  for (const listener of listeners.get(name) ?? []) listener(payload)
}

// Import this file before any of the page's files, which look for their host when they load.
window.pathclock = {
  call: async (name, input) => {
    calls.push({ name, input })
    const answer = answers[name as MethodName] as ((input: unknown) => unknown) | undefined
    if (!answer) throw new Error(`the test did not expect a call of ${name}`)
    try {
      return { ok: true, value: await answer(input) }
    } catch (error) {
      if (isFailure(error)) return { ok: false, failure: error.toData() }
      throw error
    }
  },
  listen: (name, listener) => {
    const eventListeners = listeners.get(name) ?? new Set()
    listeners.set(name, eventListeners.add(listener as Listener))
    return () => eventListeners.delete(listener as Listener)
  },
}
