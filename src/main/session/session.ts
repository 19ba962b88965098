import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { Revocation, SecretLocation, SecretsStatus } from '../../shared/contract/state.ts'
import type { ConventionSettings } from '../../shared/domain/app/convention.ts'
import { isCapsule, isDemo, isSameService, type Profile } from '../../shared/domain/app/profile.ts'
import { message } from '../../shared/messages/message.ts'
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
import type { ExplainNetwork } from './oauth/oauth.ts'
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
  withFound,
  withoutProfile,
  withProfile,
  withSignedIn,
} from './profiles/profiles.ts'
import { listSecrets, secretNames } from './secrets.ts'
import { parseApiKey, parseServiceUrl } from './serviceAddress.ts'
import { createConnect, type KeyInput, type OAuthInput, type Probe } from './signIn/connect.ts'
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
  /** Where the browser is sent to sign in; null when that sign-in has ended. */
  signInAt: (url: string | null) => void
  probe: Probe
  changed: () => void
  /** A key for this run only: stored nowhere. */
  environmentKey?: { serviceUrl: string; apiKey: string } | undefined
}

export { noProfiles, profilesFileSchema } from './profiles/profiles.ts'
export { createServiceUser } from './serviceUser.ts'

export type Session = {
  profiles(): Profile[]
  find(profileId: string): Profile | null
  active(): Profile | null
  /** Whether the active profile has a credential, as far as is known without asking the keychain. */
  signedIn(): boolean
  select(profileId: string): Promise<void>
  /** As `select`, for this run only: the profile that was active last stays so for the next run. */
  use(profileId: string): void
  /** Opens the profile of the embedded service; unless `remember` is off, the next run opens it too. */
  startDemo(demo: { url: string; apiKey: string; clientId: string }, remember?: boolean): Promise<Profile>
  /** The profile that a capsule of these bytes was opened as, looked for anew. */
  capsuleOf(sha256: string): Promise<Profile | null>
  /** The profile that a capsule is about to be opened as, under a free name; nothing is stored of it yet. */
  draftCapsule(input: CapsuleDraft): Profile
  /** Adds the profile of a capsule whose folder exists, and makes it the active one. */
  addCapsule(profile: Profile): Promise<Profile>
  /** Removes the profile of a capsule. */
  removeCapsule(profileId: string): Promise<void>
  /**
   * Returns the profile to restore a backup to: the named profile, else the one that it is of; `profile` is null if there is
   * none yet. Throws `rejected` if several could be meant.
   */
  targetOfBackup(backup: Profile, profileId?: string): { profile: Profile | null; isOtherService: boolean }
  /** Adds the profile of a backup whose folder exists, or the backup's conventions of the service, and makes it the active one. */
  addRestored(backup: Profile, into: Profile | null): Promise<Profile>
  connectApiKey(input: KeyInput): Promise<Profile>
  connectOAuth(input: OAuthInput): Promise<Profile>
  cancelOAuth(): void
  /** The address that the browser was sent to, where it could not reach this computer. Throws `rejected`. */
  pasteRedirect(address: string): void
  /** Throws `rejected` where the name is another profile's. */
  change(change: ProfileChange): Promise<Profile>
  /** Notes what was found out of a service. Nothing else follows from it, so that long work may do it. */
  saveFoundConventions(profileId: string, found: ConventionSettings): Promise<void>
  /** What is in force where the profile signs in with the browser; null where it does not. Throws `Failure`. */
  signInServer(profileId: string): Promise<SignInEndpoints | null>
  /** Tries whether the keychain stores what it is given; it may ask a person to unlock it. Never throws. */
  checkKeychain(): Promise<SecretsStatus>
  /** Where each secret is, never the secret itself. */
  secrets(): Promise<SecretLocation[]>
  /** Revokes and removes the active profile's credential; the profile and its data stay. Throws `keychain` where one may be left. */
  signOut(): Promise<Revocation>
  credential(profile: Profile): Credential
  /** Scopes in the profile's access token; null where it tells none, as API keys do. */
  tokenScopes(profileId: string): Promise<string[] | null>
  /** The same, of the token that signed the last request: no keychain is queried. */
  scopesHeld(profileId: string): string[] | null
}

const demo = {
  name: 'Demo',
  requestsPerMinute: 6000,
  found: { base_path: '/api/v1', success_code: 200 } satisfies ConventionSettings,
}

/** Profiles, the active one, and what signs its requests. Connecting saves nothing before the service said yes. */
export async function createSession(deps: SessionDeps): Promise<Session> {
  const { changed, secrets } = deps
  const store = await createProfiles(deps)
  const profiles = createActiveProfile(deps, store)
  const { find, required } = profiles
  const { credentials, connected, ...signIns } = createSignIns(deps, store, profiles)
  const flow = createSignInFlow({ ...deps, openExternal: deps.dialogs.openExternal })
  const connecting = createConnect({ ...deps, ...profiles, credentials, connected, flow })
  if (deps.environmentKey) await openEnvironmentProfile(deps.environmentKey, { store, profiles, credentials })

  return {
    profiles: () => store.state().profiles,
    find,
    active: () => find(profiles.activeId()),
    use: (profileId) => profiles.switchTo(required(profileId)),

    async select(profileId) {
      const profile = required(profileId)
      await store.change((state) => ({ ...state, activeId: profile.id }))
      profiles.switchTo(profile)
    },

    startDemo: ({ url, apiKey, clientId }, remember = true) =>
      profiles.runExclusive(async () => {
        const { name, requestsPerMinute, found } = demo
        const drafted = profiles.draft({ name, serviceUrl: parseServiceUrl(url), signIn: 'demo', clientId })
        const profile = {
          ...drafted,
          requestsPerMinute,
          conventions: { set: drafted.conventions.set, found },
        }
        credentials.useForThisRun(profile.id, apiKey)
        await profiles.activate(profile, { signedIn: false, remember })
        return profile
      }),

    ...createCapsuleProfiles(deps, store, profiles),

    targetOfBackup(backup, profileId) {
      const profile =
        profileId === undefined ? findProfileOfBackup(backup, store.state().profiles) : required(profileId)
      const isSame =
        profile === null ||
        (isDemo(profile) && isDemo(backup)) ||
        (!isCapsule(profile) && isSameService(profile, backup))
      return { profile, isOtherService: !isSame }
    },

    addRestored: (backup, into) =>
      profiles.runExclusive(async () => {
        const profile = toRestoredProfile(backup, into, store.state().profiles)
        await store.change((state) => ({ ...withProfile(state, profile), activeId: profile.id }))
        profiles.switchTo(profile)
        return profile
      }),

    ...signIns,
    ...connecting,
    cancelOAuth: () => flow.cancel(),
    pasteRedirect: (address) => flow.pasteRedirect(address),

    async change(change) {
      await store.change((state) => editProfile(state, change))
      changed()
      return required(change.profileId)
    },

    async saveFoundConventions(profileId, found) {
      if (isKnown(find(profileId), found)) return
      await store.change((state) => withFound(state, profileId, found))
    },

    async signInServer(profileId) {
      const { signIn, serviceUrl, authServer, conventions } = required(profileId)
      if (signIn !== 'oauth') return null
      const { findSignInServer } = await import('./oauth/signInServer.ts')
      return findSignInServer({ serviceUrl, authServer, conventions: conventions.set }, deps)
    },

    checkKeychain: () => secrets.check(),
    secrets: () => listSecrets(store.state().profiles, secrets, credentials),
  }
}

type ProfileStore = Awaited<ReturnType<typeof createProfiles>>
type ActiveProfile = ReturnType<typeof createActiveProfile>
type Credentials = ReturnType<typeof createCredentials>

/** The profiles of this installation, and which of them this process works with. */
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
    /** Before anybody listens: nothing is reported. */
    begin({ id }: Pick<Profile, 'id'>): void {
      activeId = id
    },
    find,
    required(profileId: string): Profile {
      const profile = find(profileId)
      if (!profile)
        throw new Failure('notFound', message`This profile does not exist.`, { what: message`profile` })
      return profile
    },
    draft: (input: ProfileInput): Profile =>
      toDraft(input, { profiles: store.state().profiles, newId: random.id, nowMs: clock.now() }),

    /**
     * Whoever may make a profile looks first whether another process has just made it: two profiles of one service
     * would have a register each, and order everything twice.
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

/** The credential of each profile, and which profiles are signed in. */
function createSignIns(deps: SessionDeps, store: ProfileStore, profiles: ActiveProfile) {
  const { secrets, changed } = deps
  /** Signed in for as long as this process lives, because the keychain could not store the credential. */
  const sessionOnly = new Set<string>()
  const tokensUsed = new Map<string, string>()

  const isStored = (profileId: string): boolean => store.state().signedInIds.includes(profileId)
  const isSignedIn = (profileId: string): boolean =>
    credentials.isHeld(profileId) || sessionOnly.has(profileId) || isStored(profileId)

  /** Reported once, however many requests find that the credential is gone. */
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
    // New tokens that the keychain did not take serve this run; the status says so.
    stored(profileId) {
      if (!secrets.isInMemory(secretNames(profileId).refreshToken)) return
      sessionOnly.add(profileId)
      changed()
    },
    ended: markSignedOut,
  })

  return {
    credentials,
    signedIn(): boolean {
      const activeId = profiles.activeId()
      return activeId !== null && isSignedIn(activeId)
    },

    /** Called when the credential of a profile has just been stored. */
    async connected(profile: Profile): Promise<Profile> {
      const isInKeychain = secrets.status().kind === 'keychain'
      if (isInKeychain) sessionOnly.delete(profile.id)
      else sessionOnly.add(profile.id)
      // What an earlier run stored in a keychain that is out of reach now is still there.
      await profiles.activate(profile, { signedIn: isInKeychain || isStored(profile.id), remember: true })
      return profile
    },

    async signOut(): Promise<Revocation> {
      const profile = profiles.find(profiles.activeId())
      if (!profile) return null
      const wasStored = isStored(profile.id)
      // While they are there: afterwards nobody knows them.
      const revocation = await credentials.revoke(profile)
      try {
        if (!isDemo(profile)) await credentials.remove(profile.id)
      } catch (error) {
        // A keychain that never took the credential has nothing to let go of.
        if (wasStored || !isFailure(error, 'keychain')) throw error
      } finally {
        await markSignedOut(profile.id)
      }
      return revocation
    },

    credential(profile: Profile): Credential {
      const credential = credentials.of(profile.id)
      return {
        ...credential,
        async token() {
          const token = await credential.token()
          tokensUsed.set(profile.id, token)
          return token
        },
      }
    },
    scopesHeld: (profileId: string) => readTokenScopes(tokensUsed.get(profileId) ?? ''),
    tokenScopes: async (profileId: string) => readTokenScopes(await credentials.of(profileId).token()),
  }
}

const createCapsuleProfiles = (
  { clock, random }: SessionDeps,
  store: ProfileStore,
  profiles: ActiveProfile,
): Pick<Session, 'capsuleOf' | 'draftCapsule' | 'addCapsule' | 'removeCapsule'> => ({
  async capsuleOf(sha256) {
    await store.reload()
    return store.state().profiles.find(({ capsule }) => capsule?.sha256 === sha256) ?? null
  },
  draftCapsule: (input) =>
    toCapsuleProfile(input, { profiles: store.state().profiles, newId: random.id, nowMs: clock.now() }),
  async addCapsule(profile) {
    await profiles.activate(profile, { signedIn: false, remember: true })
    return profile
  },
  async removeCapsule(profileId) {
    if (isCapsule(profiles.required(profileId))) await profiles.remove(profileId)
  },
})

/** Opens the profile of the service that the environment's key is for, and makes it where there is none. */
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
