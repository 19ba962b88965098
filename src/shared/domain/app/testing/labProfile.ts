import type { Profile } from '../profile.ts'

/** Creates a profile that signs in with an API key, for a service with the documented limit and the default dialect. */
export const labProfile = (changes: Partial<Profile> = {}): Profile => ({
  id: 'lab',
  name: 'Lab',
  serviceUrl: 'https://s.example',
  signIn: 'api-key',
  clientId: null,
  authServer: null,
  hasClientSecret: false,
  dialect: {},
  detected: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
})
