import { Failure, isFailure, readOnlyFailure } from '../../../shared/contract/failures.ts'
import type { Revocation } from '../../../shared/contract/state.ts'
import { isCapsule, isDemo, type Profile } from '../../../shared/domain/app/profile.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { startDeadline } from '../../concurrency/deadline.ts'
import type { Clock, Credential, Locks, Random, SecretStore } from '../../ports.ts'
import type { Tokens } from '../oauth/oauth.ts'
import type { OAuthDeps, SignInServer } from '../oauth/signInServer.ts'
import { secretNames, signedOut } from '../secrets.ts'
import { createOAuthCredential, parseHeldToken } from './oauthCredential.ts'

type CredentialsDeps = OAuthDeps & {
  secrets: SecretStore
  clock: Clock
  random: Random
  locks: Locks
  /** Returns the current profile. */
  find: (profileId: string) => Profile | null
  /** Called after new tokens were stored, or could not be. */
  stored: (profileId: string) => void
  /** Called when the credential is gone or no longer accepted. */
  ended: (profileId: string) => Promise<void>
}

/** The limit for reading the metadata and for both requests together. */
const revocationLimitMs = 5000

/**
 * Creates the credentials that sign the requests of each profile. Each is read from the keychain once and then held in
 * memory.
 */
export function createCredentials(deps: CredentialsDeps) {
  const { secrets } = deps
  const keys = createKeys(deps)
  const oauth = createOAuthCredentials(deps)

  const current = (profileId: string): Credential => {
    const profile = deps.find(profileId)
    if (!profile) throw signedOut()
    if (isCapsule(profile)) throw readOnlyFailure()
    if (isDemo(profile)) return keys.ofDemo(profileId)
    return profile.signIn === 'oauth' && !keys.isForThisRun(profileId)
      ? oauth.of(profileId)
      : keys.of(profileId)
  }

  /**
   * Removes the secrets of an earlier sign-in method. Secrets that the keychain cannot remove are listed by `secrets`.
   */
  const removeOtherSecrets = async (
    previousProfile: Profile | null,
    retained: readonly string[],
  ): Promise<void> => {
    const others = Object.entries(previousProfile ? secretNames(previousProfile.id) : {}).filter(
      ([, name]) => !retained.includes(name),
    )
    for (const [kind, name] of others)
      if (previousProfile && mayHave(previousProfile, kind)) await secrets.remove(name).catch(() => undefined)
  }

  const drop = (profileId: string): void => {
    keys.drop(profileId)
    oauth.drop(profileId)
  }

  return {
    /** Returns a credential that remains valid after signing out and in again. */
    of: (profileId: string): Credential => ({
      token: async () => current(profileId).token(),
      renew: async (used) => current(profileId).renew(used),
    }),
    isHeld: keys.isHeld,
    isForThisRun: keys.isForThisRun,
    useForThisRun: keys.useForThisRun,

    /** `previousProfile`: the profile before the sign-in; its other secrets are removed. */
    async saveKey(profileId: string, key: string, previousProfile: Profile | null): Promise<void> {
      const { apiKey } = secretNames(profileId)
      await secrets.set(apiKey, key)
      drop(profileId)
      keys.hold(profileId, key)
      await removeOtherSecrets(previousProfile, [apiKey])
    },

    async saveTokens(
      profileId: string,
      { tokens, clientSecret }: { tokens: Tokens; clientSecret: string | null },
      previousProfile: Profile | null,
    ): Promise<void> {
      const { apiKey: _, ...names } = secretNames(profileId)
      if (clientSecret !== null) await secrets.set(names.clientSecret, clientSecret)
      drop(profileId)
      await oauth.of(profileId).save(tokens)
      const retained = clientSecret === null ? [names.accessToken, names.refreshToken] : Object.values(names)
      await removeOtherSecrets(previousProfile, retained)
    },

    drop,

    /**
     * Revokes the tokens of a profile before its sign-out. Does not throw, and takes at most `revocationLimitMs`, so
     * that a sign-out does not wait longer.
     */
    async revoke(profile: Profile): Promise<Revocation> {
      if (profile.signIn !== 'oauth') return null
      const deadline = startDeadline(deps.clock, revocationLimitMs)
      try {
        return await deadline.race(oauth.revoke(profile))
      } catch (error) {
        return { outcome: 'failed', reason: failureReason(error) }
      } finally {
        deadline.dispose()
      }
    },

    /**
     * Removes all secrets, under the lock of renewals, which could store new tokens right after. Tries each and throws
     * the first error.
     */
    remove: (profileId: string): Promise<void> =>
      deps.locks.withLock(`sign-in-${profileId}`, async () => {
        const failures: unknown[] = []
        for (const name of Object.values(secretNames(profileId)))
          await secrets.remove(name).catch((error: unknown) => failures.push(error))
        if (failures.length > 0) throw failures[0]
      }),
  }
}

/** Returns the reason of an error. The OAuth library wraps the failures of our transport. */
function failureReason(error: unknown): Message {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isFailure(cause)) return cause.userMessage
  return message('catalogue.signServerCouldNot')
}

/** Creates the API keys: from the keychain, or (demo, environment) held in memory only. */
function createKeys({ secrets, ended }: CredentialsDeps) {
  const held = new Map<string, string>()
  const forThisRun = new Set<string>()
  const stored = (profileId: string): Promise<string | null> => secrets.get(secretNames(profileId).apiKey)

  return {
    isHeld: (profileId: string): boolean => held.has(profileId),
    isForThisRun: (profileId: string): boolean => forThisRun.has(profileId),
    hold: (profileId: string, key: string): void => void held.set(profileId, key),

    /** Uses a key for this run only. */
    useForThisRun(profileId: string, key: string): void {
      held.set(profileId, key)
      forThisRun.add(profileId)
    },

    drop(profileId: string): void {
      held.delete(profileId)
      forThisRun.delete(profileId)
    },

    of: (profileId: string): Credential => ({
      async token() {
        const key = held.get(profileId) ?? (await stored(profileId))
        if (key === null) {
          await ended(profileId)
          throw signedOut()
        }
        held.set(profileId, key)
        return key
      },
      /** Adopts another key that the command line may have stored in the meantime. */
      async renew(used) {
        if (forThisRun.has(profileId)) return false
        const key = await stored(profileId)
        if (key === null || key === used) return false
        held.set(profileId, key)
        return true
      },
    }),

    ofDemo: (profileId: string): Credential => ({
      async token() {
        const key = held.get(profileId)
        if (key !== undefined) return key
        throw new Failure('notSignedIn', message('session.demoNotRunningStart'), {})
      },
      renew: async () => false,
    }),
  }
}

/** Creates the tokens of profiles that sign in with the browser. */
function createOAuthCredentials(deps: CredentialsDeps) {
  const { secrets } = deps
  const created = new Map<string, ReturnType<typeof createOAuthCredential>>()

  const serverOf = async (profile: Profile): Promise<SignInServer> => ({
    serviceUrl: profile.serviceUrl,
    authServer: profile.authServer,
    clientId: profile.clientId ?? '',
    clientSecret: profile.hasClientSecret ? await secrets.get(secretNames(profile.id).clientSecret) : null,
    settings: profile.dialect.sign_in ?? {},
  })

  const createClient = async (profile: Profile) => {
    const server = await serverOf(profile)
    // Loaded on demand: most runs renew no token.
    const { createOAuthClient } = await import('../oauth/oauth.ts')
    return createOAuthClient(server, deps)
  }

  const refresh = async (profileId: string, refreshToken: string): Promise<Tokens> => {
    const profile = deps.find(profileId)
    if (!profile) throw signedOut()
    return (await createClient(profile)).refresh(refreshToken)
  }

  return {
    of(profileId: string) {
      const existing = created.get(profileId)
      if (existing) return existing
      const credential = createOAuthCredential({
        ...deps,
        profileId,
        refresh: (refreshToken) => refresh(profileId, refreshToken),
        stored: () => deps.stored(profileId),
        ended: () => deps.ended(profileId),
      })
      created.set(profileId, credential)
      return credential
    },
    drop: (profileId: string): void => void created.delete(profileId),

    async revoke(profile: Profile): Promise<Revocation> {
      const names = secretNames(profile.id)
      const [refreshToken, held] = await Promise.all([
        secrets.get(names.refreshToken),
        secrets.get(names.accessToken),
      ])
      const accessToken = parseHeldToken(held)?.token ?? null
      if (refreshToken === null && accessToken === null) return null
      return (await createClient(profile)).revoke({ refreshToken, accessToken })
    },
  }
}

/** Returns true if a profile may have a secret of this kind, given its sign-in method. */
const mayHave = ({ signIn, hasClientSecret }: Profile, kind: string): boolean =>
  kind === 'clientSecret' ? hasClientSecret : (kind === 'apiKey') === (signIn === 'api-key')
