import type { AppStatus, SecretLocation } from '../../../shared/contract/state.ts'
import type { Profile } from '../../../shared/domain/profile.ts'

export type ProfileState = 'in' | 'out' | 'unknown' | 'demo' | 'capsule'

/** Whether a profile holds what it signs in with, as far as main and the keychain say; null until they did. */
export function profileState(
  { id, signIn }: Profile,
  status: Pick<AppStatus, 'profile' | 'signedIn'>,
  places: readonly SecretLocation[] | undefined,
): ProfileState | null {
  if (signIn === 'capsule') return 'capsule'
  if (id === status.profile?.id && (status.signedIn || signIn !== 'demo'))
    return status.signedIn ? 'in' : 'out'
  if (signIn === 'demo') return 'demo'
  if (!places) return null
  // A client secret is kept for the next sign-in, and is none by itself.
  const held = places.filter(({ profileId, kind }) => profileId === id && kind !== 'client-secret')
  if (held.some(({ place }) => place !== 'none' && place !== 'unknown')) return 'in'
  return held.some(({ place }) => place === 'unknown') ? 'unknown' : 'out'
}
