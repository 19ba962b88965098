import { rejected } from '../../../shared/contract/failures.ts'
import { type ConventionSettings, withSettings } from '../../../shared/domain/app/convention.ts'
import {
  isCapsule,
  isDemo,
  isSameService,
  type Profile,
  standardRate,
} from '../../../shared/domain/app/profile.ts'
import { message } from '../../../shared/messages/message.ts'

/** The profile that a sign-in asks for. */
export type ProfileInput = Pick<Profile, 'serviceUrl' | 'signIn'> & {
  name?: string | undefined
  /** Added to what was set before. */
  conventions?: ConventionSettings | undefined
} & Partial<Pick<Profile, 'clientId' | 'authServer'>>

type ProfileContext = { profiles: readonly Profile[]; newId: () => string; nowMs: number }

/**
 * The profile that signing in to a service makes or changes. It is the known one of the same service and name; where
 * no name was given also the only one of that service, which may have been renamed: a second one would have a register
 * of its own, and order everything again.
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
    requestsPerMinute: existing?.requestsPerMinute ?? standardRate,
    conventions: {
      set: withSettings(existing?.conventions.set, input.conventions),
      found: existing?.conventions.found ?? {},
    },
    createdAt: existing?.createdAt ?? new Date(nowMs).toISOString(),
  }
}

function findExisting(
  input: Pick<ProfileInput, 'name' | 'serviceUrl' | 'signIn'>,
  profiles: readonly Profile[],
): Profile | null {
  const sameKind = profiles.filter((profile) => !isCapsule(profile) && isDemo(profile) === isDemo(input))
  // The demo runs on another port each time.
  if (isDemo(input)) return sameKind[0] ?? null
  const sameAddress = sameKind.filter(({ serviceUrl }) => serviceUrl === input.serviceUrl)
  const sameService =
    sameAddress.length > 0 ? sameAddress : sameKind.filter((profile) => isSameService(profile, input))
  const name = input.name ?? new URL(input.serviceUrl).host
  const exact = sameService.find((profile) => profile.name === name)
  const only = input.name === undefined && sameService.length === 1 ? sameService[0] : undefined
  return exact ?? only ?? null
}

/** The host; where another profile has that name, with the path, which then tells the two apart. */
function uniqueName(serviceUrl: string, profiles: readonly Profile[]): string {
  const { host, pathname } = new URL(serviceUrl)
  const isTaken = profiles.some(({ name }) => name === host)
  return isTaken ? `${host}${pathname.replace(/\/+$/, '')}` : host
}

/**
 * The profile here that a backup belongs to: that of the same id, or the only one of the same service; null if there is
 * none. Throws `rejected` if there are several.
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
      message`Several profiles have the service of this backup: ${sameService.map(({ name }) => name).join(', ')}. Choose the one to restore it to.`,
      'profile',
    )
  return found ?? null
}

/** The profile of a backup as it is restored: `into` it, or as a new one under a free name. */
export function toRestoredProfile(
  backup: Profile,
  into: Profile | null,
  profiles: readonly Profile[],
): Profile {
  if (into === null) return { ...backup, name: freeName(backup.name, profiles) }
  const { set, found } = into.conventions
  const { set: backedUp } = backup.conventions
  // The address that gets secrets is part of a sign-in, and never comes from a file.
  const others = Object.fromEntries(Object.entries(backedUp).filter(([name]) => !name.endsWith('_endpoint')))
  return {
    ...into,
    conventions: { set: { ...others, ...set }, found: { ...backup.conventions.found, ...found } },
  }
}

/** What a capsule says of itself, as far as a profile keeps it. */
export type CapsuleDraft = {
  capsule: NonNullable<Profile['capsule']>
  /** Where its values are from; none where it holds none. */
  serviceUrl: string | undefined
  units: Pick<ConventionSettings, 'activity_unit' | 'aging_offset_unit'>
}

type CapsuleContext = { profiles: readonly Profile[]; newId: () => string; nowMs: number }

/** The profile of a capsule's workspace: named as its file, with a number where that name is taken. */
export function toCapsuleProfile(
  { capsule, serviceUrl = '', units }: CapsuleDraft,
  { profiles, newId, nowMs }: CapsuleContext,
): Profile {
  return {
    id: newId(),
    name: uniqueCapsuleName(capsule.fileName, profiles),
    serviceUrl,
    signIn: 'capsule',
    clientId: null,
    authServer: null,
    hasClientSecret: false,
    requestsPerMinute: standardRate,
    conventions: { set: units, found: {} },
    createdAt: new Date(nowMs).toISOString(),
    capsule,
  }
}

const maxNameLength = 70

function uniqueCapsuleName(fileName: string, profiles: readonly Profile[]): string {
  const name = fileName.replace(/\.[^.]*$/, '').trim()
  return freeName(name.slice(0, maxNameLength) || 'Capsule', profiles)
}

/** Appends " (2)", " (3)", … if a name is taken. */
function freeName(name: string, profiles: readonly Profile[]): string {
  const taken = new Set(profiles.map((profile) => profile.name))
  let candidate = name
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name} (${number})`
  return candidate
}
