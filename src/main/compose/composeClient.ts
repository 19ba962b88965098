import type { Worker } from 'node:worker_threads'
import type { Palettes } from '../../figures/style/palettes.ts'
import { isFailure } from '../../shared/contract/failures.ts'
import type { QuotaStatus } from '../../shared/contract/state.ts'
import type { ConventionSettings } from '../../shared/domain/app/convention.ts'
import { type Profile, standardRate } from '../../shared/domain/app/profile.ts'
import type { Message } from '../../shared/messages/message.ts'
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

/** What all profiles share. */
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
  /** The system's dialog; undefined where the host has none. */
  chooseFolder: Dialogs['chooseFolder']
  /** Of this program. */
  version: string
  offlineSwitch(): boolean
  /** Percent of a service's limit that is used here. */
  quotaShare(): number
  /** Which colours figures are drawn with. */
  palettes(): Palettes
  setOnline(online: boolean): void
  /** Called when the answer of `app.status` has changed. */
  statusChanged(): void
  /** Whether long work of an earlier run goes on by itself; a single command leaves it to the app. */
  resumesWork: boolean
  /** The thread of the drugs that was begun with the process and waits for its task; null where none is left. */
  takeDrugsWorker(): Worker | null
  /** Something a person should know, shown until the app is closed. */
  notice(text: Message): void
}

/** What may change of a profile while it is open: read anew wherever it counts. */
export type LiveProfile = {
  profile(): Profile
  credential: Credential
  /** Remembers what was found out about the service. */
  saveFoundConventions(found: ConventionSettings): Promise<void>
  /** Scopes in the access token; null where it tells none. */
  tokenScopes(): Promise<string[] | null>
  /** What is in force where the profile signs in with the browser; null where it does not. */
  signInServer(): Promise<SignInEndpoints | null>
  /** Those of the token that was used last. */
  scopesHeld(): string[] | null
}

/** The quota's window. */
const rateLimitWindowMs = 60_000

/** The client of a profile's service; what is set or found out takes effect with the next call. */
export function createClient(
  { profile, credential, saveFoundConventions, scopesHeld }: LiveProfile,
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
    settings: () => settingsOf(profile()),
    found: saveFoundConventions,
    scopesHeld,
  })
}

/**
 * Looks for a service with a credential that is not saved yet, and asks it who is calling. Counted in `quota` where
 * the profile is open; a first sign-in has nothing to share a count with. Throws what stands in the way.
 */
export async function probeService(
  draft: Profile,
  credential: Credential,
  shared: Shared,
  quota: RateLimiter | null,
): Promise<{ found: ConventionSettings }> {
  const found: ConventionSettings = {}
  const unsavedProfile: LiveProfile = {
    profile: () => ({ ...draft, conventions: { ...draft.conventions, found } }),
    credential,
    saveFoundConventions: async (update) => void Object.assign(found, update),
    tokenScopes: async () => null,
    signInServer: async () => null,
    scopesHeld: () => null,
  }
  await createClient(unsavedProfile, quota ?? (await createProfileRateLimiter(() => draft, shared)), shared)
    .me()
    .catch((error: unknown) => {
      // "Not allowed" is an answer too: the credential is valid, and which calls it may make is its own affair.
      if (!isFailure(error, 'forbidden')) throw error
    })
  return { found }
}

/** Counts the requests of a profile, with `store` together with other processes. */
export const createProfileRateLimiter = (
  profile: () => Profile,
  { quotaShare, clock, leaseOwners }: Shared,
  { store, changed = () => {} }: { store?: RateLimitStore; changed?: (status: QuotaStatus) => void } = {},
): Promise<RateLimiter> =>
  createRateLimiter({
    limit: () => profile().requestsPerMinute,
    limitIsSet: () => profile().requestsPerMinute !== standardRate,
    windowMs: rateLimitWindowMs,
    share: quotaShare,
    clock,
    owners: leaseOwners,
    ...(store && { store }),
    changed,
  })

/** What a person set wins over what was found out. */
export const settingsOf = ({ conventions: { found, set } }: Profile): ConventionSettings => ({
  ...found,
  ...set,
})
