import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Profile, profileSchema } from '../../shared/domain/profile.ts'
import type { JsonFile } from '../ports.ts'

/** What is kept of the profiles. Credentials are in the keychain, never here. */
export const profilesFileSchema = z.object({
  profiles: z.array(profileSchema),
  activeId: z.string().nullable(),
  /** Profiles whose credential was stored in the keychain and not removed since. */
  signedInIds: z.array(z.string()),
})
export type ProfilesFile = z.infer<typeof profilesFileSchema>

export const noProfiles: ProfilesFile = { profiles: [], activeId: null, signedInIds: [] }

/**
 * The file of profiles and its newest state in memory. Every change starts from what is on disk, since the command
 * line and the app share the file; changes of this process are made one after another.
 */
export async function createProfiles(file: JsonFile<ProfilesFile>) {
  let state = await file.read()
  let last: Promise<unknown> = Promise.resolve()

  /** A profile that says the same stays the same object, so that others can tell whether it changed. */
  const unchanged = (profile: Profile): Profile =>
    state.profiles.find((before) => isDeepStrictEqual(before, profile)) ?? profile

  const change = (edit: (state: ProfilesFile) => ProfilesFile): Promise<void> => {
    const turn = last.then(async () => {
      const changed = edit(await file.read())
      await file.write(changed)
      state = { ...changed, profiles: changed.profiles.map(unchanged) }
    })
    last = turn.catch(() => undefined)
    return turn
  }
  return { state: (): ProfilesFile => state, change }
}

/** The profile put in place of the one with its id, or added. */
export const withProfile = (state: ProfilesFile, profile: Profile): ProfilesFile => ({
  ...state,
  profiles: state.profiles.some(({ id }) => id === profile.id)
    ? state.profiles.map((other) => (other.id === profile.id ? profile : other))
    : [...state.profiles, profile],
})

export const withSignedIn = (state: ProfilesFile, profileId: string, signedIn: boolean): ProfilesFile => {
  const others = state.signedInIds.filter((id) => id !== profileId)
  return { ...state, signedInIds: signedIn ? [...others, profileId] : others }
}
