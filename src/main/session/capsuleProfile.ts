import type { ConventionSettings } from '../../shared/domain/convention.ts'
import { type Profile, standardRate } from '../../shared/domain/profile.ts'

/** What a capsule says of itself, as far as a profile keeps it. */
export type CapsuleWanted = {
  capsule: NonNullable<Profile['capsule']>
  /** Where its values are from; none where it holds none. */
  serviceUrl: string | undefined
  units: Pick<ConventionSettings, 'activity_unit' | 'aging_offset_unit'>
}

type World = { profiles: readonly Profile[]; newId: () => string; nowMs: number }

/** The profile of a capsule's workspace: named as its file, with a number where that name is taken. */
export function toCapsuleProfile(
  { capsule, serviceUrl = '', units }: CapsuleWanted,
  { profiles, newId, nowMs }: World,
): Profile {
  return {
    id: newId(),
    name: freeName(capsule.fileName, profiles),
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

const longestName = 70

function freeName(fileName: string, profiles: readonly Profile[]): string {
  const name =
    fileName
      .replace(/\.[^.]*$/, '')
      .trim()
      .slice(0, longestName) || 'Capsule'
  const taken = new Set(profiles.map((profile) => profile.name))
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`
  return free
}
