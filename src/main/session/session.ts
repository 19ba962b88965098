import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { Profile } from '../../shared/domain/profile.ts'
import type { User } from '../../shared/domain/user.ts'
import type {
  Clock,
  Credential,
  Dialogs,
  JsonFile,
  ListenForRedirect,
  Random,
  SecretStore,
  Transport,
} from '../ports.ts'
import { createCredentials } from './credentials.ts'
import { createProfiles, type ProfilesFile, withProfile, withSignedIn } from './profiles.ts'
import { parseApiKey, parseServiceUrl } from './serviceAddress.ts'
import { createSignInFlow } from './signInFlow.ts'

type Parts = {
  profilesFile: JsonFile<ProfilesFile>
  secrets: SecretStore
  transport: Transport
  clock: Clock
  random: Random
  dialogs: Pick<Dialogs, 'openExternal'>
  listenForRedirect: ListenForRedirect
  /** `GET users/me` with a credential that is not saved yet. */
  probe: (draft: Profile, credential: Credential) => Promise<User>
  changed: () => void
  /** A key for this run only: stored nowhere. */
  environmentKey?: { serviceUrl: string; apiKey: string } | undefined
}

export type Session = {
  profiles(): Profile[]
  active(): Profile | null
  /** Whether the active profile has a credential, as far as is known without asking the keychain. */
  signedIn(): boolean
  select(profileId: string): Promise<void>
  /** As `select`, for this run only: the profile that was active last stays so for the next run. */
  use(profileId: string): void
  startDemo(demo: { url: string; apiKey: string; clientId: string }): Promise<Profile>
  connectApiKey(input: { serviceUrl: string; apiKey: string; name?: string | undefined }): Promise<Profile>
  connectOAuth(input: { serviceUrl: string; clientId: string; name?: string | undefined }): Promise<Profile>
  cancelOAuth(): void
  /** Removes the active profile's credential; the profile and its data stay. */
  signOut(): Promise<void>
  credential(profile: Profile): Credential
}

/** service-interface, "Limits": the standard plan. */
const standardRate = 100
const demoRate = 6000
const demoName = 'Demo'

/** Profiles, the active one, and what signs its requests. Connecting saves nothing before the service said yes. */
export async function createSession(parts: Parts): Promise<Session> {
  const { secrets, clock, random, changed } = parts
  const store = await createProfiles(parts.profilesFile)
  const flow = createSignInFlow({ ...parts, openExternal: parts.dialogs.openExternal })
  /** Signed in for as long as this process lives, because the keychain could not keep the credential. */
  const sessionOnly = new Set<string>()
  let activeId = store.state().activeId

  const find = (profileId: string | null): Profile | null =>
    store.state().profiles.find(({ id }) => id === profileId) ?? null

  const required = (profileId: string): Profile => {
    const profile = find(profileId)
    if (!profile) throw new Failure('notFound', 'There is no such profile.', { what: 'profile' })
    return profile
  }

  const draft = (serviceUrl: string, wanted: Partial<Profile> & Pick<Profile, 'signIn'>): Profile => {
    const name = wanted.name ?? new URL(serviceUrl).host
    const same = (profile: Profile): boolean =>
      profile.name === name && (profile.serviceUrl === serviceUrl || wanted.signIn === 'demo')
    const known = store
      .state()
      .profiles.find((profile) => same(profile) && isDemo(profile) === isDemo(wanted))
    return {
      id: known?.id ?? random.id(),
      clientId: null,
      requestsPerMinute: known?.requestsPerMinute ?? standardRate,
      createdAt: known?.createdAt ?? new Date(clock.now()).toISOString(),
      ...wanted,
      name,
      serviceUrl,
    }
  }

  const activate = async (profile: Profile, signedIn: boolean): Promise<void> => {
    await store.change((state) => ({
      ...withSignedIn(withProfile(state, profile), profile.id, signedIn),
      activeId: profile.id,
    }))
    activeId = profile.id
    changed()
  }

  /** Called when the credential of a profile has just been stored. */
  const connected = async (profile: Profile): Promise<Profile> => {
    const kept = secrets.status().kind === 'keychain'
    if (kept) sessionOnly.delete(profile.id)
    else sessionOnly.add(profile.id)
    await activate(profile, kept)
    return profile
  }

  const forget = async (profileId: string): Promise<void> => {
    sessionOnly.delete(profileId)
    credentials.drop(profileId)
    await store.change((state) => withSignedIn(state, profileId, false))
    changed()
  }
  const credentials = createCredentials({ ...parts, find, ended: forget })

  if (parts.environmentKey) {
    const serviceUrl = parseServiceUrl(parts.environmentKey.serviceUrl)
    const apiKey = parseApiKey(parts.environmentKey.apiKey)
    const known = store.state().profiles.find((other) => !isDemo(other) && other.serviceUrl === serviceUrl)
    const profile = known ?? draft(serviceUrl, { signIn: 'api-key' })
    if (!known) await store.change((state) => withProfile(state, profile))
    credentials.useForThisRun(profile.id, apiKey)
    activeId = profile.id
  }

  return {
    profiles: () => store.state().profiles,
    active: () => find(activeId),
    signedIn: () =>
      activeId !== null &&
      (credentials.isHeld(activeId) || sessionOnly.has(activeId) || isKept(store.state(), activeId)),

    use(profileId) {
      activeId = required(profileId).id
      changed()
    },

    async select(profileId) {
      const profile = required(profileId)
      await store.change((state) => ({ ...state, activeId: profile.id }))
      activeId = profile.id
      changed()
    },

    async startDemo({ url, apiKey, clientId }) {
      const profile = draft(parseServiceUrl(url), {
        name: demoName,
        signIn: 'demo',
        clientId,
        requestsPerMinute: demoRate,
      })
      credentials.useForThisRun(profile.id, apiKey)
      await activate(profile, false)
      return profile
    },

    async connectApiKey(input) {
      const serviceUrl = parseServiceUrl(input.serviceUrl)
      const apiKey = parseApiKey(input.apiKey)
      const profile = draft(serviceUrl, { ...named(input.name), signIn: 'api-key' })
      await checkWithService(parts, profile, { token: async () => apiKey, renew: async () => false })
      await credentials.keepKey(profile.id, apiKey)
      return connected(profile)
    },

    async connectOAuth(input) {
      const serviceUrl = parseServiceUrl(input.serviceUrl)
      const clientId = input.clientId.trim()
      const profile = draft(serviceUrl, { ...named(input.name), signIn: 'oauth', clientId })
      const tokens = await flow.signIn(serviceUrl, clientId)
      await checkWithService(parts, profile, {
        token: async () => tokens.accessToken,
        renew: async () => false,
      })
      await credentials.keepTokens(profile.id, tokens)
      return connected(profile)
    },

    cancelOAuth: () => flow.cancel(),

    async signOut() {
      const profile = find(activeId)
      if (!profile) return
      try {
        if (!isDemo(profile)) await credentials.remove(profile.id)
      } finally {
        await forget(profile.id)
      }
    },

    credential: (profile) => credentials.of(profile.id),
  }
}

const isDemo = ({ signIn }: Pick<Profile, 'signIn'>): boolean => signIn === 'demo'

const isKept = (state: ProfilesFile, profileId: string): boolean => state.signedInIds.includes(profileId)

const named = (name: string | undefined): { name?: string } => (name === undefined ? {} : { name })

/** Asks the service who is calling. "Not allowed" is an answer too: the credential is valid, and scopes are its own. */
async function checkWithService({ probe }: Parts, profile: Profile, credential: Credential): Promise<void> {
  try {
    await probe(profile, credential)
  } catch (error) {
    if (isFailure(error, 'forbidden')) return
    if (!isFailure(error, 'notFound')) throw error
    const message = 'There is no such service at this address. Check the address, also its last part.'
    throw new Failure('rejected', message, { problems: [{ field: 'serviceUrl', message }] }, { cause: error })
  }
}
