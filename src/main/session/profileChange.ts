import { Failure } from '../../shared/contract/failures.ts'
import { readOnly } from '../../shared/contract/readOnly.ts'
import { type ConventionSettings, withoutBlanks } from '../../shared/domain/convention.ts'
import type { Profile } from '../../shared/domain/profile.ts'
import { type ProfilesFile, withProfile } from './profiles.ts'

/** What a person changes of a profile. The address is no part of it: another one needs a new sign-in. */
export type ProfileChange = {
  profileId: string
  name?: string | undefined
  requestsPerMinute?: number | undefined
  /** Replaces all that was set; what was found out stays. */
  conventions?: ConventionSettings | undefined
}

/** Throws `notFound` for an unknown profile, `rejected` for a name that cannot be taken, `readOnly` for what is a capsule's own. */
export function editProfile(state: ProfilesFile, change: ProfileChange): ProfilesFile {
  const profile = state.profiles.find(({ id }) => id === change.profileId)
  if (!profile) throw new Failure('notFound', 'There is no such profile.', { what: 'profile' })
  // Other units would be others than those the capsule tells.
  if (profile.signIn === 'capsule' && (change.conventions || change.requestsPerMinute)) throw readOnly()
  if (change.conventions) rejectOtherEndpoints(profile, withoutBlanks(change.conventions))
  return withProfile(state, {
    ...profile,
    name: change.name === undefined ? profile.name : chooseName(change.name, profile, state),
    requestsPerMinute: change.requestsPerMinute ?? profile.requestsPerMinute,
    conventions: {
      ...profile.conventions,
      set: withoutBlanks(change.conventions ?? profile.conventions.set),
    },
  })
}

/** Where secrets are sent is part of a sign-in: a page that could change it alone could have them sent to itself. */
function rejectOtherEndpoints({ signIn, conventions }: Profile, requested: ConventionSettings): void {
  if (signIn !== 'oauth') return
  for (const field of ['token_endpoint', 'revocation_endpoint'] as const) {
    if (requested[field] === conventions.set[field]) continue
    const message =
      'Tokens are sent to this endpoint, so it is changed by signing in anew: sign out, then name it under More.'
    throw new Failure('rejected', message, { problems: [{ field, message }] })
  }
}

/** Profiles are chosen by name on the command line, so that no two may get the same. */
function chooseName(typed: string, profile: Profile, { profiles }: ProfilesFile): string {
  const name = typed.trim()
  if (name === profile.name) return name
  if (name === '') throw invalidName('The profile needs a name.')
  if (profile.signIn === 'demo') throw invalidName('The profile of the demo keeps its name.')
  if (profiles.some((other) => other.id !== profile.id && other.name === name))
    throw invalidName(`Another profile has the name “${name}”. Choose another name.`)
  return name
}

const invalidName = (message: string): Failure =>
  new Failure('rejected', message, { problems: [{ field: 'name', message }] })
