import { type ConventionSettings, withSettings } from '../../../shared/domain/app/convention.ts'
import { isCapsule, isDemo, type Profile, standardRate } from '../../../shared/domain/app/profile.ts'

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
  const sameService = sameKind.filter(({ serviceUrl }) => serviceUrl === input.serviceUrl)
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
  const name =
    fileName
      .replace(/\.[^.]*$/, '')
      .trim()
      .slice(0, maxNameLength) || 'Capsule'
  const taken = new Set(profiles.map((profile) => profile.name))
  let candidate = name
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name} (${number})`
  return candidate
}
