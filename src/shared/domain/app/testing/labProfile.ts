import type { Profile } from '../profile.ts'

/** A profile that signs in with an API key, at a service with the documented limit and no conventions of its own. */
export const labProfile = (changes: Partial<Profile> = {}): Profile => ({
  id: 'lab',
  name: 'Lab',
  serviceUrl: 'https://s.example',
  signIn: 'api-key',
  clientId: null,
  authServer: null,
  hasClientSecret: false,
  requestsPerMinute: 100,
  conventions: { set: {}, found: {} },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
})
