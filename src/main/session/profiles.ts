import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import { type Profile, profileSchema } from '../../shared/domain/profile.ts'
import type { JsonFile, Locks } from '../ports.ts'

/** What is kept of the profiles. Credentials are in the keychain, never here. */
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
    signedInIds: profiles
      .filter(({ signIn }) => signIn !== 'demo' && signIn !== 'capsule')
      .map(({ id }) => id),
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
