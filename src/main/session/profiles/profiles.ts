import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Checked } from '../../../shared/contract/contract.ts'
import { type Failure, notFound, readOnlyFailure, rejected } from '../../../shared/contract/failures.ts'
import {
  type DetectedDialect,
  type ServiceDialect,
  withoutBlanks,
} from '../../../shared/domain/app/dialect.ts'
import { isCapsule, isDemo, type Profile, profileSchema } from '../../../shared/domain/app/profile.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import type { JsonFile, Locks } from '../../ports.ts'

/** The profiles file. Credentials are in the keychain, not here. */
export const profilesFileSchema = z.object({
  profiles: z.array(profileSchema),
  activeId: z.string().nullable(),
  /** The profiles whose credential was stored in the keychain and not removed since. */
  signedInIds: z.array(z.string()),
})
export type ProfilesFile = z.infer<typeof profilesFileSchema>

export const noProfiles: ProfilesFile = { profiles: [], activeId: null, signedInIds: [] }

/** A copy of each profile in its own folder, beside its databases. */
export type ProfileRecords = { write(profile: Profile): Promise<void>; readAll(): Promise<Profile[]> }

type ProfilesDeps = { profilesFile: JsonFile<ProfilesFile>; records: ProfileRecords; locks: Locks }

/**
 * Creates the store of profiles, with its latest state in memory. Each change starts from the file, and changes run one
 * at a time, since the command line and the app share the file. An empty file (after damage) is rebuilt from the
 * records.
 */
export async function createProfiles({ profilesFile: file, records, locks }: ProfilesDeps) {
  const read = async (): Promise<ProfilesFile> => {
    const found = await file.read()
    return found.profiles.length > 0 ? found : rebuildProfiles(await records.readAll())
  }
  let state = await read()

  /** Returns the existing object if the profile is equal, so that others can detect changes by identity. */
  const unchanged = (profile: Profile): Profile =>
    state.profiles.find((before) => isDeepStrictEqual(before, profile)) ?? profile

  /** The profiles with a record. Profiles of an earlier version have none yet. */
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
      // The file takes precedence; a missing record only matters if the file is lost too.
      await Promise.allSettled(unrecorded.map((profile) => records.write(profile)))
      recorded = changed.profiles
    })
  /** Reloads the changes of other processes. */
  const reload = (): Promise<void> =>
    locks.withLock('profiles', async () => {
      const found = await read()
      state = { ...found, profiles: found.profiles.map(unchanged) }
    })
  return { state: (): ProfilesFile => state, change, reload }
}

/**
 * Rebuilds the file from the records. They do not contain the sign-in state, so it is assumed; the first request
 * reports a missing credential.
 */
function rebuildProfiles(profiles: Profile[]): ProfilesFile {
  const [only, ...others] = profiles
  return {
    profiles,
    activeId: only && others.length === 0 ? only.id : null,
    signedInIds: profiles.filter((profile) => !isDemo(profile) && !isCapsule(profile)).map(({ id }) => id),
  }
}

/** Replaces the profile with the same ID, or adds it. */
export const withProfile = (state: ProfilesFile, profile: Profile): ProfilesFile => ({
  ...state,
  profiles: state.profiles.some(({ id }) => id === profile.id)
    ? state.profiles.map((other) => (other.id === profile.id ? profile : other))
    : [...state.profiles, profile],
})

/** Removes the profile. If it was active, no profile is active afterwards. */
export const withoutProfile = (state: ProfilesFile, profileId: string): ProfilesFile => ({
  profiles: state.profiles.filter(({ id }) => id !== profileId),
  activeId: state.activeId === profileId ? null : state.activeId,
  signedInIds: state.signedInIds.filter((id) => id !== profileId),
})

export const withSignedIn = (state: ProfilesFile, profileId: string, signedIn: boolean): ProfilesFile => {
  const others = state.signedInIds.filter((id) => id !== profileId)
  return { ...state, signedInIds: signedIn ? [...others, profileId] : others }
}

/** Stores the settings that were detected at the service of a profile. */
export const withDetected = (
  state: ProfilesFile,
  profileId: string,
  detected: DetectedDialect,
): ProfilesFile => ({
  ...state,
  profiles: state.profiles.map((profile) =>
    profile.id === profileId ? { ...profile, detected: { ...profile.detected, ...detected } } : profile,
  ),
})

export const isKnown = (profile: Profile | null, detected: DetectedDialect): boolean =>
  isDeepStrictEqual({ ...profile?.detected, ...detected }, profile?.detected)

/** The changes that a user can make to a profile. Another address needs a new sign-in. */
export type ProfileChange = Checked<'profiles.change'>

/**
 * Edits a profile. Throws `notFound` for an unknown profile, `rejected` for a name that is not available, and
 * `readOnly` for settings that belong to a capsule.
 */
export function editProfile(state: ProfilesFile, change: ProfileChange): ProfilesFile {
  const profile = state.profiles.find(({ id }) => id === change.profileId)
  if (!profile) throw notFound(message('session.profileNotExist'), message('shared.profile'))
  // Other units would contradict those in the capsule.
  if (isCapsule(profile) && change.dialect) throw readOnlyFailure()
  const dialect = withoutBlanks(change.dialect ?? profile.dialect)
  rejectOtherEndpoints(profile, dialect)
  return withProfile(state, {
    ...profile,
    name: change.name === undefined ? profile.name : chooseName(change.name, profile, state),
    dialect,
  })
}

/**
 * Throws `rejected` for a change of token endpoints outside a sign-in: a compromised page could otherwise redirect
 * secrets to itself.
 */
function rejectOtherEndpoints({ signIn, dialect }: Profile, requested: ServiceDialect): void {
  if (signIn !== 'oauth') return
  for (const field of ['token_endpoint', 'revocation_endpoint'] as const) {
    if (requested.sign_in?.[field] === dialect.sign_in?.[field]) continue
    throw rejected(message('session.tokensSentEndpointChange'), field)
  }
}

/** Returns the new name. Names must be unique, since the command line selects profiles by name. */
function chooseName(typed: string, profile: Profile, { profiles }: ProfilesFile): string {
  const name = typed.trim()
  if (name === profile.name) return name
  if (name === '') throw invalidName(message('session.profileNeedsName'))
  if (isDemo(profile)) throw invalidName(message('session.cannotRenameProfileDemo'))
  if (profiles.some((other) => other.id !== profile.id && other.name === name))
    throw invalidName(message('session.profileNamedAlreadyExists', { name }))
  return name
}

const invalidName = (message: Message): Failure => rejected(message, 'name')
