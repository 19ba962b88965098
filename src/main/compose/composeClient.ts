import type { Worker } from 'node:worker_threads'
import type { Palettes } from '../../figures/style/colours.ts'
import { isFailure } from '../../shared/contract/failures.ts'
import type { QuotaStatus } from '../../shared/contract/state.ts'
import { type DetectedDialect, dialectOf } from '../../shared/domain/app/dialect.ts'
import { type Profile, requestsPerMinuteOf } from '../../shared/domain/app/profile.ts'
import type { Message } from '../../shared/words/message.ts'
import { createRemoteService } from '../api/api.ts'
import { createRateLimiter, type RateLimiter } from '../api/rateLimit/rateLimiter.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import type {
  Clock,
  Credential,
  Dialogs,
  Emit,
  Files,
  LeaseOwners,
  Paths,
  PrintPdf,
  Random,
  SignInEndpoints,
  Transport,
} from '../ports.ts'
import type { RateLimitStore } from '../store/rateLimitStore.ts'

/** The parts that all profiles share. */
export type Shared = {
  clock: Clock
  random: Random
  leaseOwners: LeaseOwners
  transport: Transport
  emit: Emit
  files: Files
  jobs: Jobs
  paths: Paths
  printPdf: PrintPdf
  /** The system's folder dialog; undefined if the host has none. */
  chooseFolder: Dialogs['chooseFolder']
  version: string
  offlineSwitch(): boolean
  /** Returns the percentage of a service's limit that this installation uses. */
  quotaShare(): number
  /** Returns the color maps of figures. */
  palettes(): Palettes
  setOnline(online: boolean): void
  statusChanged(): void
  /** True if unfinished work of an earlier run resumes automatically. A single command leaves it to the app. */
  resumesWork: boolean
  /** Returns the drugs worker thread that was started with the process; null if there is none. */
  takeDrugsWorker(): Worker | null
  /** Shows a message to the user until the app closes. */
  notice(text: Message): void
}

/** The parts of a profile that may change while it is open. Read them each time they are used. */
export type LiveProfile = {
  profile(): Profile
  credential: Credential
  /** Stores settings that were detected at the service. */
  saveDetected(detected: DetectedDialect): Promise<void>
  /** Returns the scopes in the access token, or null if it does not list them. */
  tokenScopes(): Promise<string[] | null>
  /** Returns the endpoints in use if the profile signs in with the browser; otherwise null. */
  signInServer(): Promise<SignInEndpoints | null>
  /** Returns the scopes of the last used token. */
  scopesHeld(): string[] | null
}

const rateLimitWindowMs = 60_000

/** Creates the client of a profile's service. Changes of the dialect take effect with the next call. */
export function createClient(
  { profile, credential, saveDetected, scopesHeld }: LiveProfile,
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
  const unsavedProfile: LiveProfile = {
    profile: () => ({ ...draft, detected }),
    credential,
    saveDetected: async (update) => void Object.assign(detected, update),
    tokenScopes: async () => null,
    signInServer: async () => null,
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
