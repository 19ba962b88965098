import { type ConventionSettings, withSettings } from '../../shared/domain/convention.ts'
import { type Profile, standardRate } from '../../shared/domain/profile.ts'

/** The profile that a sign-in asks for. */
export type Wanted = Pick<Profile, 'serviceUrl' | 'signIn'> & {
  name?: string | undefined
  /** Added to what was set before. */
  conventions?: ConventionSettings | undefined
} & Partial<Pick<Profile, 'clientId' | 'authServer' | 'hasClientSecret' | 'hasRefreshToken'>>

type World = { profiles: readonly Profile[]; newId: () => string; nowMs: number }

/** A capsule's workspace bears the address of a service, and is no way to it. */
export const isCapsule = ({ signIn }: Pick<Profile, 'signIn'>): boolean => signIn === 'capsule'

const isDemo = ({ signIn }: Pick<Profile, 'signIn'>): boolean => signIn === 'demo'

/**
 * The profile that signing in to a service makes or changes. It is the known one of the same service and name; where
 * no name was given also the only one of that service, which may have been renamed: a second one would have a register
 * of its own, and order everything again.
 */
export function toDraft(wanted: Wanted, { profiles, newId, nowMs }: World): Profile {
  const known = findKnown(wanted, profiles)
  return {
    id: known?.id ?? newId(),
    name: wanted.name ?? known?.name ?? freeName(wanted.serviceUrl, profiles),
    serviceUrl: wanted.serviceUrl,
    signIn: wanted.signIn,
    clientId: wanted.clientId ?? null,
    authServer: wanted.authServer ?? null,
    hasClientSecret: wanted.hasClientSecret ?? false,
    requestsPerMinute: known?.requestsPerMinute ?? standardRate,
    conventions: {
      set: withSettings(known?.conventions.set, wanted.conventions),
      found: known?.conventions.found ?? {},
    },
    createdAt: known?.createdAt ?? new Date(nowMs).toISOString(),
  }
}

function findKnown(
  wanted: Pick<Wanted, 'name' | 'serviceUrl' | 'signIn'>,
  profiles: readonly Profile[],
): Profile | null {
  const sameKind = profiles.filter((profile) => !isCapsule(profile) && isDemo(profile) === isDemo(wanted))
  // The demo runs on another port each time.
  if (isDemo(wanted)) return sameKind[0] ?? null
  const here = sameKind.filter(({ serviceUrl }) => serviceUrl === wanted.serviceUrl)
  const name = wanted.name ?? new URL(wanted.serviceUrl).host
  const exact = here.find((profile) => profile.name === name)
  const only = wanted.name === undefined && here.length === 1 ? here[0] : undefined
  return exact ?? only ?? null
}

/** The host; where another profile has that name, with the path, which then tells the two apart. */
function freeName(serviceUrl: string, profiles: readonly Profile[]): string {
  const { host, pathname } = new URL(serviceUrl)
  const isTaken = profiles.some(({ name }) => name === host)
  return isTaken ? `${host}${pathname.replace(/\/+$/, '')}` : host
}
