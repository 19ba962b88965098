import { Failure } from '../../shared/contract/failures.ts'
import type { Profile } from '../../shared/domain/profile.ts'
import type { Clock, Credential, Random, SecretStore, Transport } from '../ports.ts'
import { configureOAuth, refreshTokens, type Tokens } from './oauth.ts'
import { createOAuthCredential } from './oauthCredential.ts'
import { secretNames } from './secretNames.ts'

type Parts = {
  secrets: SecretStore
  transport: Transport
  clock: Clock
  random: Random
  /** The profile as it is now. */
  find: (profileId: string) => Profile | null
  /** The profile's credential is gone, or no longer accepted. */
  ended: (profileId: string) => Promise<void>
}

/** What signs the requests of each profile, read from the keychain once and then held in memory. */
export function createCredentials(parts: Parts) {
  const { secrets } = parts
  const keys = new Map<string, string>()
  const oauth = new Map<string, ReturnType<typeof createOAuthCredential>>()

  const oauthOf = (profileId: string) => {
    const kept = oauth.get(profileId)
    if (kept) return kept
    const made = createOAuthCredential({
      ...parts,
      profileId,
      refresh: async (refreshToken) => {
        const profile = parts.find(profileId)
        if (!profile) throw signedOut()
        const config = await configureOAuth(parts.transport, profile.serviceUrl, profile.clientId ?? '')
        return refreshTokens(config, refreshToken)
      },
      ended: () => parts.ended(profileId),
    })
    oauth.set(profileId, made)
    return made
  }

  const storedKey = (profileId: string): Promise<string | null> => secrets.get(secretNames(profileId).apiKey)

  const keyOf = (profileId: string): Credential => ({
    async token() {
      const key = keys.get(profileId) ?? (await storedKey(profileId))
      if (key === null) {
        await parts.ended(profileId)
        throw signedOut()
      }
      keys.set(profileId, key)
      return key
    },
    /** The command line may have stored another key in the meantime. */
    async renew(used) {
      const key = await storedKey(profileId)
      if (key === null || key === used) return false
      keys.set(profileId, key)
      return true
    },
  })

  const demoOf = (profileId: string): Credential => ({
    async token() {
      const key = keys.get(profileId)
      if (key !== undefined) return key
      throw new Failure('notSignedIn', 'The demo is not running. Start it from the first screen.', {})
    },
    renew: async () => false,
  })

  const runKeys = new Set<string>()
  const current = (profileId: string): Credential => {
    const profile = parts.find(profileId)
    if (!profile) throw signedOut()
    if (profile.signIn === 'demo') return demoOf(profileId)
    if (runKeys.has(profileId)) return { ...keyOf(profileId), renew: async () => false }
    return profile.signIn === 'oauth' ? oauthOf(profileId) : keyOf(profileId)
  }

  return {
    /** Stays right over signing out and in again. */
    of: (profileId: string): Credential => ({
      token: async () => current(profileId).token(),
      renew: async (used) => current(profileId).renew(used),
    }),
    isHeld: (profileId: string): boolean => keys.has(profileId),

    /** A key for this run only. */
    useForThisRun(profileId: string, key: string): void {
      keys.set(profileId, key)
      runKeys.add(profileId)
    },

    async keepKey(profileId: string, key: string): Promise<void> {
      await secrets.set(secretNames(profileId).apiKey, key)
      keys.set(profileId, key)
      runKeys.delete(profileId)
    },

    async keepTokens(profileId: string, tokens: Tokens): Promise<void> {
      oauth.delete(profileId)
      await oauthOf(profileId).keep(tokens)
      keys.delete(profileId)
      runKeys.delete(profileId)
    },

    drop(profileId: string): void {
      keys.delete(profileId)
      runKeys.delete(profileId)
      oauth.delete(profileId)
    },

    async remove(profileId: string): Promise<void> {
      for (const name of Object.values(secretNames(profileId))) await secrets.remove(name)
    },
  }
}

const signedOut = (): Failure =>
  new Failure('notSignedIn', 'This profile is not signed in. Sign in again.', {})
