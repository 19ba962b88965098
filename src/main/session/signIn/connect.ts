import type { Checked } from '../../../shared/contract/contract.ts'
import { Failure, isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { DetectedDialect } from '../../../shared/domain/app/dialect.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import { message } from '../../../shared/words/message.ts'
import type { Credential, SecretStore } from '../../ports.ts'
import type { createCredentials } from '../credentials/credentials.ts'
import type { Tokens } from '../oauth/oauth.ts'
import type { ProfileInput } from '../profiles/profileDrafts.ts'
import { secretNames } from '../secrets.ts'
import { parseApiKey, parseAuthServer, parseClientSecret, parseServiceUrl } from '../serviceAddress.ts'
import type { createSignInFlow } from './signInFlow.ts'

type KeyInput = Checked<'session.connectApiKey'>
/** Without `clientSecret`, the secret stored for this client and sign-in server is used. */
type OAuthInput = Checked<'session.connectOAuth'>

/** Calls `GET users/me` with a credential that is not saved yet, and returns the settings detected on the way. */
export type Probe = (draft: Profile, credential: Credential) => Promise<DetectedDialect>

type ConnectDeps = {
  secrets: SecretStore
  credentials: ReturnType<typeof createCredentials>
  flow: ReturnType<typeof createSignInFlow>
  find: (profileId: string) => Profile | null
  draft: (input: ProfileInput) => Profile
  /** Runs work exclusively across processes, with the current profiles. */
  runExclusive: <T>(work: () => Promise<T>) => Promise<T>
  probe: Probe
  /** Called after the credential of the profile was stored. */
  connected: (profile: Profile) => Promise<Profile>
}

/** Creates the two ways to connect to a service. Nothing is saved until the service has accepted the credential. */
export function createConnect(deps: ConnectDeps) {
  const { secrets, credentials, find, draft, runExclusive } = deps

  /** Returns the typed or the stored client secret. A stored secret is sent only to the server it was entered for. */
  const clientSecretFor = async (typed: string | undefined, profile: Profile): Promise<string | null> => {
    if (typed !== undefined) return parseClientSecret(typed)
    const existing = find(profile.id)
    const isSame =
      existing?.clientId === profile.clientId &&
      existing.authServer === profile.authServer &&
      existing.dialect.sign_in?.token_endpoint === profile.dialect.sign_in?.token_endpoint &&
      existing.dialect.sign_in?.revocation_endpoint === profile.dialect.sign_in?.revocation_endpoint
    return existing?.hasClientSecret && isSame ? secrets.get(secretNames(profile.id).clientSecret) : null
  }

  const checkProfile = async (profile: Profile, token: string): Promise<Profile> => {
    const detected = await checkWithService(deps.probe, profile, token)
    return { ...profile, detected: { ...profile.detected, ...detected } }
  }

  return {
    async connectApiKey(input: KeyInput): Promise<Profile> {
      const apiKey = parseApiKey(input.apiKey)
      const serviceUrl = parseServiceUrl(input.serviceUrl)
      return runExclusive(async () => {
        const profile = await checkProfile(draft({ ...input, serviceUrl, signIn: 'api-key' }), apiKey)
        await credentials.saveKey(profile.id, apiKey, find(profile.id))
        return deps.connected(profile)
      })
    },

    async connectOAuth(input: OAuthInput): Promise<Profile> {
      const serviceUrl = parseServiceUrl(input.serviceUrl)
      const typedServer = input.authServer === undefined ? null : parseAuthServer(input.authServer)
      const authServer = typedServer === new URL(serviceUrl).origin ? null : typedServer
      const clientId = input.clientId.trim()
      const draftInput = { ...input, serviceUrl, signIn: 'oauth', clientId, authServer } as const
      const profileDraft = draft(draftInput)
      const clientSecret = await clientSecretFor(input.clientSecret, profileDraft)
      // The user may take minutes in the browser, so only the part after that runs exclusively.
      const complete = (tokens: Tokens, signal: AbortSignal): Promise<Profile> =>
        runExclusive(async () => {
          const signedIn = {
            ...draft(draftInput),
            hasClientSecret: clientSecret !== null,
            hasRefreshToken: tokens.refreshToken !== null,
          }
          const profile = await checkProfile(signedIn, tokens.accessToken)
          signal.throwIfAborted()
          await credentials.saveTokens(profile.id, { tokens, clientSecret }, find(profile.id))
          return deps.connected(profile)
        })
      const settings = profileDraft.dialect.sign_in ?? {}
      return deps.flow.signIn({ serviceUrl, authServer, clientId, clientSecret, settings }, complete)
    },
  }
}

/** Checks a new credential by requesting its user from the service. */
async function checkWithService(probe: Probe, profile: Profile, token: string): Promise<DetectedDialect> {
  try {
    return await probe(profile, { token: async () => token, renew: async () => false })
  } catch (error) {
    if (isFailure(error, 'notSignedIn')) throw credentialFailure(profile, error)
    if (!isFailure(error, 'notFound')) throw error
    throw rejected(message('session.noSignalPathwayService'), 'serviceUrl', { cause: error })
  }
}

function credentialFailure({ signIn }: Profile, refused: Failure<'notSignedIn'>): Failure {
  const text =
    signIn === 'oauth' ? message('session.serviceNotAcceptToken') : message('session.serviceNotAcceptApi')
  return new Failure('notSignedIn', text, refused.details, { cause: refused })
}
