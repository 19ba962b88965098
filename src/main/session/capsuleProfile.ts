import type { ConventionSettings } from '../../shared/domain/convention.ts'
import { type Profile, standardRate } from '../../shared/domain/profile.ts'

/** What a capsule says of itself, as far as a profile keeps it. */
export type CapsuleDraft = {
  capsule: NonNullable<Profile['capsule']>
  /** Where its values are from; none where it holds none. */
  serviceUrl: string | undefined
  units: Pick<ConventionSettings, 'activity_unit' | 'aging_offset_unit'>
}

type ProfileContext = { profiles: readonly Profile[]; newId: () => string; nowMs: number }

/** The profile of a capsule's workspace: named as its file, with a number where that name is taken. */
export function toCapsuleProfile(
  { capsule, serviceUrl = '', units }: CapsuleDraft,
  { profiles, newId, nowMs }: ProfileContext,
): Profile {
  return {
    id: newId(),
    name: uniqueName(capsule.fileName, profiles),
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

function uniqueName(fileName: string, profiles: readonly Profile[]): string {
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
