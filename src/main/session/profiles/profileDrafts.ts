import { rejected } from '../../../shared/contract/failures.ts'
import { mergeDialects, type ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { isCapsule, isDemo, isSameService, type Profile } from '../../../shared/domain/app/profile.ts'
import { message } from '../../../shared/words/message.ts'

/** The profile settings given at a sign-in. */
export type ProfileInput = Pick<Profile, 'serviceUrl' | 'signIn'> & {
  name?: string | undefined
  dialect?: ServiceDialect | undefined
  /** True if `dialect` replaces the whole dialect. Otherwise its settings are added to those before. */
  isWholeDialect?: boolean | undefined
} & Partial<Pick<Profile, 'clientId' | 'authServer'>>

type ProfileContext = { profiles: readonly Profile[]; newId: () => string; nowMs: number }

/**
 * Returns the profile that a sign-in creates or updates. It is the existing profile with the same service and name.
 * Without a name, it is also the only profile of that service, which may have been renamed: a second profile would have
 * its own register and order everything again.
 */
export function toDraft(input: ProfileInput, { profiles, newId, nowMs }: ProfileContext): Profile {
  const existing = findExisting(input, profiles)
  return {
    id: existing?.id ?? newId(),
    name: input.name ?? existing?.name ?? uniqueName(input.serviceUrl, profiles),
    serviceUrl: input.serviceUrl,
    signIn: input.signIn,
    clientId: input.clientId ?? null,
    authServer: input.authServer ?? null,
    hasClientSecret: false,
    dialect: mergeDialects(input.isWholeDialect ? {} : existing?.dialect, input.dialect),
    detected: existing?.detected ?? {},
    createdAt: existing?.createdAt ?? new Date(nowMs).toISOString(),
  }
}

function findExisting(
  input: Pick<ProfileInput, 'name' | 'serviceUrl' | 'signIn'>,
  profiles: readonly Profile[],
): Profile | null {
  const sameKind = profiles.filter((profile) => !isCapsule(profile) && isDemo(profile) === isDemo(input))
  // The demo uses another port each time.
  if (isDemo(input)) return sameKind[0] ?? null
  const sameAddress = sameKind.filter(({ serviceUrl }) => serviceUrl === input.serviceUrl)
  const sameService =
    sameAddress.length > 0 ? sameAddress : sameKind.filter((profile) => isSameService(profile, input))
  const name = input.name ?? new URL(input.serviceUrl).host
  const exact = sameService.find((profile) => profile.name === name)
  const only = input.name === undefined && sameService.length === 1 ? sameService[0] : undefined
  return exact ?? only ?? null
}

/** Returns the host as the name, with the path if another profile has that name. */
function uniqueName(serviceUrl: string, profiles: readonly Profile[]): string {
  const { host, pathname } = new URL(serviceUrl)
  const isTaken = profiles.some(({ name }) => name === host)
  return isTaken ? `${host}${pathname.replace(/\/+$/, '')}` : host
}

/**
 * Returns the profile that a backup belongs to: the one with the same ID, or the only one of the same service; null if
 * there is none. Throws `rejected` if there are several.
 */
export function findProfileOfBackup(backup: Profile, profiles: readonly Profile[]): Profile | null {
  const sameKind = profiles.filter((profile) => !isCapsule(profile) && isDemo(profile) === isDemo(backup))
  const sameId = sameKind.find(({ id }) => id === backup.id)
  if (sameId || isDemo(backup)) return sameId ?? sameKind[0] ?? null
  const sameService = sameKind.filter((profile) => isSameService(profile, backup))
  const sameName = sameService.filter(({ name }) => name === backup.name)
  const [found, ...others] = sameName.length > 0 ? sameName : sameService
  if (others.length > 0)
    throw rejected(
      message('session.severalProfilesServiceBackup', {
        sameService: sameService.map(({ name }) => name).join(', '),
      }),
      'profile',
    )
  return found ?? null
}

/** Returns the profile for a restored backup: merged into `into`, or as a new profile with a free name. */
export function toRestoredProfile(
  backup: Profile,
  into: Profile | null,
  profiles: readonly Profile[],
): Profile {
  if (into === null) return { ...backup, name: freeName(backup.name, profiles) }
  // The limit is that of this account, and endpoints that receive secrets belong to a sign-in.
  const { requests_per_minute: _, ...settings } = backup.dialect
  const sign_in = Object.fromEntries(
    Object.entries(settings.sign_in ?? {}).filter(([name]) => !name.endsWith('_endpoint')),
  )
  return {
    ...into,
    dialect: mergeDialects({ ...settings, sign_in }, into.dialect),
    detected: { ...backup.detected, ...into.detected },
  }
}

/** The properties of a capsule that its profile stores. */
export type CapsuleDraft = {
  capsule: NonNullable<Profile['capsule']>
  /** The service that the values come from; undefined without values. */
  serviceUrl: string | undefined
  units: Pick<ServiceDialect, 'activity_unit' | 'aging_offset_unit'>
}

/** Returns the profile of a capsule's workspace, named after its file, with a number if that name is taken. */
export function toCapsuleProfile(
  { capsule, serviceUrl = '', units }: CapsuleDraft,
  { profiles, newId, nowMs }: ProfileContext,
): Profile {
  const name = capsule.fileName.replace(/\.[^.]*$/, '').trim()
  return {
    id: newId(),
    name: freeName(name.slice(0, maxNameLength) || 'Capsule', profiles),
    serviceUrl,
    signIn: 'capsule',
    clientId: null,
    authServer: null,
    hasClientSecret: false,
    dialect: units,
    detected: {},
    createdAt: new Date(nowMs).toISOString(),
    capsule,
  }
}

const maxNameLength = 70

/** Appends " (2)", " (3)", … if a name is taken. */
function freeName(name: string, profiles: readonly Profile[]): string {
  const taken = new Set(profiles.map((profile) => profile.name))
  let candidate = name
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name} (${number})`
  return candidate
}
