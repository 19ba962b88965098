import { isFailure, notFound } from '../../shared/contract/failures.ts'
import type { Revocation, SecretLocation, SecretsStatus } from '../../shared/contract/state.ts'
import type { DetectedDialect } from '../../shared/domain/app/dialect.ts'
import { isCapsule, isDemo, isSameService, type Profile } from '../../shared/domain/app/profile.ts'
import { message } from '../../shared/words/message.ts'
import type {
  Clock,
  Credential,
  Dialogs,
  JsonFile,
  ListenForRedirect,
  Locks,
  Random,
  SecretStore,
  SignInEndpoints,
  Transport,
} from '../ports.ts'
import { createCredentials } from './credentials/credentials.ts'
import { readTokenScopes } from './credentials/oauthCredential.ts'
import type { ExplainNetwork } from './oauth/signInServer.ts'
import {
  type CapsuleDraft,
  findProfileOfBackup,
  type ProfileInput,
  toCapsuleProfile,
  toDraft,
  toRestoredProfile,
} from './profiles/profileDrafts.ts'
import {
  createProfiles,
  editProfile,
  isKnown,
  type ProfileChange,
  type ProfileRecords,
  type ProfilesFile,
  withDetected,
  withoutProfile,
  withProfile,
  withSignedIn,
} from './profiles/profiles.ts'
import { listSecrets, secretNames } from './secrets.ts'
import { parseApiKey, parseServiceUrl } from './serviceAddress.ts'
import { createConnect, type Probe } from './signIn/connect.ts'
import { createSignInFlow } from './signIn/signInFlow.ts'

type SessionDeps = {
  profilesFile: JsonFile<ProfilesFile>
  records: ProfileRecords
  secrets: SecretStore
  locks: Locks
  transport: Transport
  clock: Clock
  random: Random
  dialogs: Pick<Dialogs, 'openExternal'>
  listenForRedirect: ListenForRedirect
  explainNetwork: ExplainNetwork
  /** Called with the address of the sign-in page, and with null when that sign-in has ended. */
  signInAt: (url: string | null) => void
  probe: Probe
  changed: () => void
  /** An API key for this run only. It is not stored. */
  environmentKey?: { serviceUrl: string; apiKey: string } | undefined
}

export { noProfiles, profilesFileSchema } from './profiles/profiles.ts'
export { createServiceUser } from './serviceUser.ts'

export type Session = Awaited<ReturnType<typeof createSession>>
/** A profile that may change while it is open, with its credential. Read its parts each time they are used. */
export type LiveProfile = ReturnType<Session['live']>

const demo = {
  name: 'Demo',
  requestsPerMinute: 6000,
  detected: { base_path: '/api/v1', envelope: { success: [200] } } satisfies DetectedDialect,
}

/**
 * Creates the session: the profiles, the active one, and its credential. Connecting saves nothing until the service has
 * accepted the credential.
 */
export async function createSession(deps: SessionDeps) {
  const { changed, secrets } = deps
  const store = await createProfiles(deps)
  const profiles = createActiveProfile(deps, store)
  const { find, required } = profiles
  const { credentials, connected, sign, readScopes, ...signIns } = createSignIns(deps, store, profiles)
  const flow = createSignInFlow({ ...deps, openExternal: deps.dialogs.openExternal })
  const connecting = createConnect({ ...deps, ...profiles, credentials, connected, flow })
  if (deps.environmentKey) await openEnvironmentProfile(deps.environmentKey, { store, profiles, credentials })

  return {
    profiles: (): Profile[] => store.state().profiles,
    find,
    active: (): Profile | null => find(profiles.activeId()),
    /** Selects a profile for this run only. The next run opens the previous active profile. */
    use: (profileId: string): void => profiles.switchTo(required(profileId)),

    async select(profileId: string): Promise<void> {
      const profile = required(profileId)
      await store.change((state) => ({ ...state, activeId: profile.id }))
      profiles.switchTo(profile)
    },

    /** Opens the profile of the embedded demo service. If `remember` is on, the next run opens it too. */
    startDemo: (
      { url, apiKey, clientId }: { url: string; apiKey: string; clientId: string },
      remember = true,
    ): Promise<Profile> =>
      profiles.runExclusive(async () => {
        const { name, requestsPerMinute, detected } = demo
        const drafted = profiles.draft({ name, serviceUrl: parseServiceUrl(url), signIn: 'demo', clientId })
        const profile = {
          ...drafted,
          dialect: { ...drafted.dialect, requests_per_minute: requestsPerMinute },
          detected,
        }
        credentials.useForThisRun(profile.id, apiKey)
        await profiles.activate(profile, { signedIn: false, remember })
        return profile
      }),

    ...createCapsuleProfiles(deps, store, profiles),

    /**
     * Returns the profile to restore a backup to: the named one, else the one it belongs to, else null. Throws
     * `rejected` if several profiles are possible.
     */
    targetOfBackup(backup: Profile, profileId?: string) {
      const profile =
        profileId === undefined ? findProfileOfBackup(backup, store.state().profiles) : required(profileId)
      const isSame =
        profile === null ||
        (isDemo(profile) && isDemo(backup)) ||
        (!isCapsule(profile) && isSameService(profile, backup))
      return { profile, isOtherService: !isSame }
    },

    /**
     * Adds the profile of a backup whose folder exists, or merges the backup's dialect into `into`, and makes it
     * active.
     */
    addRestored: (backup: Profile, into: Profile | null): Promise<Profile> =>
      profiles.runExclusive(async () => {
        const profile = toRestoredProfile(backup, into, store.state().profiles)
        await store.change((state) => ({ ...withProfile(state, profile), activeId: profile.id }))
        profiles.switchTo(profile)
        return profile
      }),

    ...signIns,
    ...connecting,
    cancelOAuth: flow.cancel,
    /**
     * Accepts the redirect address, pasted by the user because the browser could not reach this computer. Throws
     * `rejected`.
     */
    pasteRedirect: flow.pasteRedirect,

    /** Changes a profile. Throws `rejected` if another profile has the name. */
    async change(change: ProfileChange): Promise<Profile> {
      await store.change((state) => editProfile(state, change))
      changed()
      return required(change.profileId)
    },

    live: (opened: Profile) => ({
      profile: (): Profile => find(opened.id) ?? opened,
      credential: sign(opened.id),
      /** Stores settings detected at the service. It has no other effect, so background work may call it. */
      async saveDetected(detected: DetectedDialect): Promise<void> {
        if (isKnown(find(opened.id), detected)) return
        await store.change((state) => withDetected(state, opened.id, detected))
      },
      /** Returns the endpoints in use; null if the profile does not sign in with the browser. Throws `Failure`. */
      async signInServer(): Promise<SignInEndpoints | null> {
        const { signIn, serviceUrl, authServer, dialect } = required(opened.id)
        if (signIn !== 'oauth') return null
        const { findSignInServer } = await import('./oauth/signInServer.ts')
        return findSignInServer({ serviceUrl, authServer, settings: dialect.sign_in ?? {} }, deps)
      },
      ...readScopes(opened.id),
    }),

    /** Tests whether the keychain can store secrets, which may prompt the user to unlock it. Does not throw. */
    checkKeychain: (): Promise<SecretsStatus> => secrets.check(),
    /** Returns the location of each secret, not the secret itself. */
    secrets: (): Promise<SecretLocation[]> => listSecrets(store.state().profiles, secrets, credentials),
  }
}

type ProfileStore = Awaited<ReturnType<typeof createProfiles>>
type ActiveProfile = ReturnType<typeof createActiveProfile>
type Credentials = ReturnType<typeof createCredentials>

/** Creates the list of profiles and the active profile of this process. */
function createActiveProfile({ clock, random, locks, changed }: SessionDeps, store: ProfileStore) {
  let activeId = store.state().activeId

  const find = (profileId: string | null): Profile | null =>
    store.state().profiles.find(({ id }) => id === profileId) ?? null

  const switchTo = ({ id }: Pick<Profile, 'id'>): void => {
    activeId = id
    changed()
  }

  return {
    activeId: () => activeId,
    /** Sets the active profile at startup, without notification. */
    begin({ id }: Pick<Profile, 'id'>): void {
      activeId = id
    },
    find,
    required(profileId: string): Profile {
      const profile = find(profileId)
      if (!profile) throw notFound(message('session.profileNotExist'), message('shared.profile'))
      return profile
    },
    draft: (input: ProfileInput): Profile =>
      toDraft(input, { profiles: store.state().profiles, newId: random.id, nowMs: clock.now() }),

    /**
     * Runs work that may create a profile, after reloading the profiles that other processes created. Two profiles of
     * one service would have separate registers and order everything twice.
     */
    runExclusive: <T>(work: () => Promise<T>): Promise<T> =>
      locks.withLock('connecting', async () => {
        await store.reload()
        return work()
      }),

    switchTo,
    async activate(
      profile: Profile,
      { signedIn, remember }: { signedIn: boolean; remember: boolean },
    ): Promise<void> {
      await store.change((state) => ({
        ...withSignedIn(withProfile(state, profile), profile.id, signedIn),
        activeId: remember ? profile.id : state.activeId,
      }))
      switchTo(profile)
    },

    async remove(profileId: string): Promise<void> {
      await store.change((state) => withoutProfile(state, profileId))
      if (activeId === profileId) activeId = null
      changed()
    },
  }
}

/** Creates the credentials of the profiles and their sign-in state. */
function createSignIns(deps: SessionDeps, store: ProfileStore, profiles: ActiveProfile) {
  const { secrets, changed } = deps
  /** Profiles that are signed in for this process only, because the keychain could not store the credential. */
  const sessionOnly = new Set<string>()
  const tokensUsed = new Map<string, string>()

  const isStored = (profileId: string): boolean => store.state().signedInIds.includes(profileId)
  const isSignedIn = (profileId: string): boolean =>
    credentials.isHeld(profileId) || sessionOnly.has(profileId) || isStored(profileId)

  /** Marks a profile as signed out. Notifies once, even if many requests find the credential gone. */
  const markSignedOut = async (profileId: string): Promise<void> => {
    const wasSignedIn = isSignedIn(profileId)
    sessionOnly.delete(profileId)
    credentials.drop(profileId)
    tokensUsed.delete(profileId)
    if (!wasSignedIn) return
    await store.change((state) => withSignedIn(state, profileId, false))
    changed()
  }

  const credentials: Credentials = createCredentials({
    ...deps,
    find: profiles.find,
    // Tokens that the keychain could not store are used for this run only; the status shows it.
    stored(profileId) {
      if (!secrets.isInMemory(secretNames(profileId).refreshToken)) return
      sessionOnly.add(profileId)
      changed()
    },
    ended: markSignedOut,
  })

  return {
    credentials,
    /** Returns true if the active profile has a credential, without reading the keychain. */
    signedIn(): boolean {
      const activeId = profiles.activeId()
      return activeId !== null && isSignedIn(activeId)
    },

    /** Call after the credential of a profile was stored. */
    async connected(profile: Profile): Promise<Profile> {
      const isInKeychain = secrets.status().kind === 'keychain'
      if (isInKeychain) sessionOnly.delete(profile.id)
      else sessionOnly.add(profile.id)
      // A credential from an earlier run remains in a keychain that is unavailable now.
      await profiles.activate(profile, { signedIn: isInKeychain || isStored(profile.id), remember: true })
      return profile
    },

    /**
     * Revokes and removes the active profile's credential; the profile and its data stay. Throws `keychain` if a
     * credential may remain.
     */
    async signOut(): Promise<Revocation> {
      const profile = profiles.find(profiles.activeId())
      if (!profile) return null
      const wasStored = isStored(profile.id)
      // Revoke before removing: afterwards the tokens are unknown.
      const revocation = await credentials.revoke(profile)
      try {
        if (!isDemo(profile)) await credentials.remove(profile.id)
      } catch (error) {
        // A keychain that never stored the credential has nothing to remove.
        if (wasStored || !isFailure(error, 'keychain')) throw error
      } finally {
        await markSignedOut(profile.id)
      }
      return revocation
    },

    sign(profileId: string): Credential {
      const credential = credentials.of(profileId)
      return {
        ...credential,
        async token() {
          const token = await credential.token()
          tokensUsed.set(profileId, token)
          return token
        },
      }
    },
    readScopes: (profileId: string) => ({
      /** Returns the scopes of the token that signed the last request, without reading the keychain. */
      scopesHeld: () => readTokenScopes(tokensUsed.get(profileId) ?? ''),
      /** Returns the scopes in the access token; null if it names none, like API keys. */
      tokenScopes: async () => readTokenScopes(await credentials.of(profileId).token()),
    }),
  }
}

const createCapsuleProfiles = (
  { clock, random }: SessionDeps,
  store: ProfileStore,
  profiles: ActiveProfile,
) => ({
  /** Returns the profile of a capsule with this hash. Reloads the profiles first. */
  async capsuleOf(sha256: string): Promise<Profile | null> {
    await store.reload()
    return store.state().profiles.find(({ capsule }) => capsule?.sha256 === sha256) ?? null
  },
  /** Returns a new profile for a capsule, with a free name. Nothing is stored yet. */
  draftCapsule: (input: CapsuleDraft): Profile =>
    toCapsuleProfile(input, { profiles: store.state().profiles, newId: random.id, nowMs: clock.now() }),
  /** Adds the profile of a capsule whose folder exists, and makes it active. */
  addCapsule: (profile: Profile): Promise<void> =>
    profiles.activate(profile, { signedIn: false, remember: true }),
  /** Removes the profile of a capsule. */
  async removeCapsule(profileId: string): Promise<void> {
    if (isCapsule(profiles.required(profileId))) await profiles.remove(profileId)
  },
})

/** Opens the profile for the API key from the environment, and creates it if there is none. */
async function openEnvironmentProfile(
  environmentKey: NonNullable<SessionDeps['environmentKey']>,
  {
    store,
    profiles,
    credentials,
  }: { store: ProfileStore; profiles: ActiveProfile; credentials: Credentials },
): Promise<void> {
  const serviceUrl = parseServiceUrl(environmentKey.serviceUrl)
  const apiKey = parseApiKey(environmentKey.apiKey)
  const known = () => {
    const own = store.state().profiles.filter((one) => !isDemo(one) && !isCapsule(one))
    const same = own.filter((one) => isSameService(one, { serviceUrl }))
    return own.find((one) => one.serviceUrl === serviceUrl) ?? (same.length === 1 ? same[0] : undefined)
  }
  const findOrCreate = async (): Promise<Profile> => {
    const profile = known() ?? profiles.draft({ serviceUrl, signIn: 'api-key' })
    await store.change((state) => withProfile(state, profile))
    return profile
  }
  const profile = known() ?? (await profiles.runExclusive(findOrCreate))
  credentials.useForThisRun(profile.id, apiKey)
  profiles.begin(profile)
}
