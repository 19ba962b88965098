import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { MethodName } from '../../../shared/contract/methodNames.ts'
import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Profile, User } from '../../../shared/domain/app/profile.ts'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { answer, resetAnswers } from '../../client/testing/fakeHost.ts'

export { calls, inputsOf, push } from '../../client/testing/fakeHost.ts'

type Answers = { [M in MethodName]?: (input: Input<M>) => Output<M> | Promise<Output<M>> }

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
  resetAnswers()
  answer({
    'settings.get': () => defaultSettings,
    'session.checkKeychain': () => ({ kind: 'keychain' }),
    'jobs.list': () => [],
    'drugs.facets': () => ({ categories: [], pathways: [], directions: [], countedOf: null, cached: 0 }),
    'drugs.search': () => ({ hits: [], total: 0, source: 'cache', notice: null }),
    'session.secrets': () => [],
    ...overrides,
  })
}
