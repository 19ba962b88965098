import { isFailure } from '../../shared/contract/failures.ts'
import type { QuotaStatus } from '../../shared/contract/state.ts'
import { type DetectedDialect, dialectOf } from '../../shared/domain/app/dialect.ts'
import { type Profile, requestsPerMinuteOf } from '../../shared/domain/app/profile.ts'
import { createRemoteService } from '../api/api.ts'
import { createRateLimiter, type RateLimiter } from '../api/rateLimit/rateLimiter.ts'
import type { Credential } from '../ports.ts'
import type { LiveProfile } from '../session/session.ts'
import type { RateLimitStore } from '../store/rateLimitStore.ts'
import type { Shared } from './composeShared.ts'

const rateLimitWindowMs = 60_000

type ServiceProfile = Pick<LiveProfile, 'profile' | 'credential' | 'saveDetected' | 'scopesHeld'>

/** Creates the client of a profile's service. Changes of the dialect take effect with the next call. */
export function createClient(
  { profile, credential, saveDetected, scopesHeld }: ServiceProfile,
  quota: RateLimiter,
  shared: Shared,
) {
  const { transport, clock, random, offlineSwitch, setOnline } = shared
  return createRemoteService({
    transport,
    clock,
    random,
    serviceUrl: profile().serviceUrl,
    credential,
    rateLimiter: quota,
    offlineSwitch,
    reachable: setOnline,
    dialect: () => dialectOf(profile()),
    saveDetected,
    scopesHeld,
  })
}

/** Finds a service with an unsaved credential. Counts in `quota` if the profile is open. Throws the failure. */
export async function probeService(
  draft: Profile,
  credential: Credential,
  shared: Shared,
  quota: RateLimiter | null,
): Promise<DetectedDialect> {
  const detected: DetectedDialect = {}
  const unsavedProfile: ServiceProfile = {
    profile: () => ({ ...draft, detected }),
    credential,
    saveDetected: async (update) => void Object.assign(detected, update),
    scopesHeld: () => null,
  }
  await createClient(unsavedProfile, quota ?? (await createProfileRateLimiter(() => draft, shared)), shared)
    .me()
    .catch((error: unknown) => {
      // "Forbidden" is a valid response too: the credential works, but may not make this call.
      if (!isFailure(error, 'forbidden')) throw error
    })
  return detected
}

/** Creates the rate limiter of a profile. With `store` it counts together with other processes. */
export const createProfileRateLimiter = (
  profile: () => Profile,
  { quotaShare, clock, leaseOwners }: Shared,
  { store, changed = () => {} }: { store?: RateLimitStore; changed?: (status: QuotaStatus) => void } = {},
): Promise<RateLimiter> =>
  createRateLimiter({
    limit: () => requestsPerMinuteOf(profile()),
    limitIsSet: () => profile().dialect.requests_per_minute !== undefined,
    windowMs: rateLimitWindowMs,
    share: quotaShare,
    clock,
    owners: leaseOwners,
    ...(store && { store }),
    changed,
  })
