import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Failure, readOnlyFailure, rejected } from '../../../shared/contract/failures.ts'
import { type ConventionSettings, withoutBlanks } from '../../../shared/domain/app/convention.ts'
import { isCapsule, isDemo, type Profile, profileSchema } from '../../../shared/domain/app/profile.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { JsonFile, Locks } from '../../ports.ts'

/** What is stored of the profiles. Credentials are in the keychain, never here. */
export const profilesFileSchema = z.object({
  profiles: z.array(profileSchema),
  activeId: z.string().nullable(),
  /** Profiles whose credential was stored in the keychain and not removed since. */
  signedInIds: z.array(z.string()),
})
export type ProfilesFile = z.infer<typeof profilesFileSchema>

export const noProfiles: ProfilesFile = { profiles: [], activeId: null, signedInIds: [] }

/** Each profile once more, in its own folder beside its databases. */
export type ProfileRecords = { write(profile: Profile): Promise<void>; readAll(): Promise<Profile[]> }

type ProfilesDeps = { profilesFile: JsonFile<ProfilesFile>; records: ProfileRecords; locks: Locks }

/**
 * The file of profiles and its newest state in memory. Every change starts from what is on disk, and changes are made
 * one after another, since the command line and the app share the file. A file that is empty, as one that was damaged
 * is, is made anew from the records.
 */
export async function createProfiles({ profilesFile: file, records, locks }: ProfilesDeps) {
  const read = async (): Promise<ProfilesFile> => {
    const found = await file.read()
    return found.profiles.length > 0 ? found : rebuildProfiles(await records.readAll())
  }
  let state = await read()

  /** A profile that says the same stays the same object, so that others can tell whether it changed. */
  const unchanged = (profile: Profile): Profile =>
    state.profiles.find((before) => isDeepStrictEqual(before, profile)) ?? profile

  /** Profiles of an earlier version have no record yet. */
  let recorded: readonly Profile[] = []

  const change = (edit: (state: ProfilesFile) => ProfilesFile): Promise<void> =>
    locks.withLock('profiles', async () => {
      const before = await read()
      const changed = edit(before)
      await file.write(changed)
      state = { ...changed, profiles: changed.profiles.map(unchanged) }
      const unrecorded = changed.profiles.filter(
        (profile) => !recorded.some((other) => isDeepStrictEqual(other, profile)),
      )
      // The list is what counts; a record that could not be written is missed only when the list is lost, too.
      await Promise.allSettled(unrecorded.map((profile) => records.write(profile)))
      recorded = changed.profiles
    })
  /** Looks at what another process may have changed. */
  const reload = (): Promise<void> =>
    locks.withLock('profiles', async () => {
      const found = await read()
      state = { ...found, profiles: found.profiles.map(unchanged) }
    })
  return { state: (): ProfilesFile => state, change, reload }
}

/** Who was signed in is not in the records. Where it is not true, the first request finds no credential and says so. */
function rebuildProfiles(profiles: Profile[]): ProfilesFile {
  const [only, ...others] = profiles
  return {
    profiles,
    activeId: only && others.length === 0 ? only.id : null,
    signedInIds: profiles.filter((profile) => !isDemo(profile) && !isCapsule(profile)).map(({ id }) => id),
  }
}

/** The profile put in place of the one with its id, or added. */
export const withProfile = (state: ProfilesFile, profile: Profile): ProfilesFile => ({
  ...state,
  profiles: state.profiles.some(({ id }) => id === profile.id)
    ? state.profiles.map((other) => (other.id === profile.id ? profile : other))
    : [...state.profiles, profile],
})

/** Without the profile; none is active then where it was. */
export const withoutProfile = (state: ProfilesFile, profileId: string): ProfilesFile => ({
  profiles: state.profiles.filter(({ id }) => id !== profileId),
  activeId: state.activeId === profileId ? null : state.activeId,
  signedInIds: state.signedInIds.filter((id) => id !== profileId),
})

export const withSignedIn = (state: ProfilesFile, profileId: string, signedIn: boolean): ProfilesFile => {
  const others = state.signedInIds.filter((id) => id !== profileId)
  return { ...state, signedInIds: signedIn ? [...others, profileId] : others }
}

/** What was found out of a profile's service, added to what was known. */
export const withFound = (
  state: ProfilesFile,
  profileId: string,
  found: ConventionSettings,
): ProfilesFile => ({
  ...state,
  profiles: state.profiles.map((profile) => {
    const { set, found: before } = profile.conventions
    return profile.id === profileId
      ? { ...profile, conventions: { set, found: { ...before, ...found } } }
      : profile
  }),
})

export const isKnown = (profile: Profile | null, found: ConventionSettings): boolean =>
  isDeepStrictEqual({ ...profile?.conventions.found, ...found }, profile?.conventions.found)

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
  if (!profile)
    throw new Failure('notFound', message`This profile does not exist.`, { what: message`profile` })
  // Other units would be others than those the capsule tells.
  if (isCapsule(profile) && (change.conventions || change.requestsPerMinute)) throw readOnlyFailure()
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
    const text = message`Tokens are sent to this endpoint, so you can only change it by signing in again: sign out, then set it under More.`
    throw rejected(text, field)
  }
}

/** Profiles are chosen by name on the command line, so that no two may get the same. */
function chooseName(typed: string, profile: Profile, { profiles }: ProfilesFile): string {
  const name = typed.trim()
  if (name === profile.name) return name
  if (name === '') throw invalidName(message`The profile needs a name.`)
  if (isDemo(profile)) throw invalidName(message`You cannot rename the profile of the demo.`)
  if (profiles.some((other) => other.id !== profile.id && other.name === name))
    throw invalidName(message`A profile named “${name}” already exists. Choose another name.`)
  return name
}

const invalidName = (message: Message): Failure => rejected(message, 'name')
