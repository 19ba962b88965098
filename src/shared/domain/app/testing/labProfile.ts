import type { Profile } from '../profile.ts'

/** Creates a profile that signs in with an API key, for a service with the documented limit and default conventions. */
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
