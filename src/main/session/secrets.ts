import { Failure } from '../../shared/contract/failures.ts'
import type { SecretLocation } from '../../shared/contract/state.ts'
import type { Profile } from '../../shared/domain/app/profile.ts'
import { message } from '../../shared/words/message.ts'
import type { SecretStore } from '../ports.ts'

type Kind = SecretLocation['kind']

/** Returns whether a profile's key is in memory, and whether it comes from the environment. */
type Keys = { isHeld(profileId: string): boolean; isForThisRun(profileId: string): boolean }

/** Returns the location of each secret, one lookup at a time, since the keychain takes one call at a time. */
export async function listSecrets(
  profiles: readonly Profile[],
  secrets: SecretStore,
  keys: Keys,
): Promise<SecretLocation[]> {
  const places: SecretLocation[] = []
  for (const profile of profiles) {
    const names = secretNames(profile.id)
    const entries: Record<Kind, string> = {
      'api-key': names.apiKey,
      'access-token': names.accessToken,
      'refresh-token': names.refreshToken,
      'client-secret': names.clientSecret,
    }
    for (const kind of kindsOf(profile, keys)) {
      const entry = entries[kind]
      const place = placeForThisRun(profile, kind, keys) ?? (await placeOf(secrets, entry))
      places.push({ profileId: profile.id, profile: profile.name, kind, place, entry })
    }
  }
  return places
}

/** Returns where a secret is; `unknown` if the keychain does not respond. */
async function placeOf(secrets: SecretStore, name: string): Promise<SecretLocation['place']> {
  if (secrets.isInMemory(name)) return 'memory'
  try {
    return (await secrets.get(name)) === null ? 'none' : 'keychain'
  } catch {
    return 'unknown'
  }
}

function kindsOf({ id, signIn, hasClientSecret }: Profile, keys: Keys): Kind[] {
  if (signIn === 'capsule') return []
  if (signIn !== 'oauth') return ['api-key']
  const key: Kind[] = keys.isForThisRun(id) ? ['api-key'] : []
  const secret: Kind[] = hasClientSecret ? ['client-secret'] : []
  return [...key, 'access-token', 'refresh-token', ...secret]
}

/** Returns the location of keys that last one run: the demo's key is created for each run and held in memory. */
function placeForThisRun({ id, signIn }: Profile, kind: Kind, keys: Keys): SecretLocation['place'] | null {
  if (kind !== 'api-key') return null
  if (signIn === 'demo') return keys.isHeld(id) ? 'memory' : 'none'
  return keys.isForThisRun(id) ? 'environment' : null
}

/** Returns the names of a profile's keychain entries. */
export const secretNames = (profileId: string) => ({
  apiKey: `pathclock/${profileId}/api-key`,
  accessToken: `pathclock/${profileId}/access-token`,
  refreshToken: `pathclock/${profileId}/refresh-token`,
  clientSecret: `pathclock/${profileId}/client-secret`,
})

export const signedOut = (): Failure =>
  new Failure('notSignedIn', message('session.profileNotSignedSign'), {})

export const signInEnded = (): Failure =>
  new Failure('notSignedIn', message('session.signExpiredSignAgain'), {})

/** Thrown when the refresh token is no longer accepted: the user has to sign in again. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused'
}
