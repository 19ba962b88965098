import { join } from 'node:path'
import { isFailure } from '../shared/contract/failures.ts'
import type { ConventionSettings } from '../shared/domain/convention.ts'
import { type Profile, standardRate } from '../shared/domain/profile.ts'
import { createAnalyses } from './analyses/analyses.ts'
import { createReports } from './analyses/reports.ts'
import { createConnection } from './composeConnection.ts'
import { composeDrugs } from './composeDrugs.ts'
import { openStores, someSamples, statusWords } from './composeStores.ts'
import { createExports } from './export/exports.ts'
import type { Workspace } from './handlers.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Clock, Credential, Emit, Files, Paths, Random, Transport } from './ports.ts'
import { createSamples } from './samples/samples.ts'
import { createScreening } from './screening/screening.ts'
import { createConnectionCheck } from './service/check/connectionCheck.ts'
import { createQuota, type Quota } from './service/quota.ts'
import { createRemoteService } from './service/remoteService.ts'

/** What all profiles share. */
export type Shared = {
  clock: Clock
  random: Random
  transport: Transport
  emit: Emit
  files: Files
  jobs: Jobs
  paths: Paths
  offlineSwitch(): boolean
  reachable(online: boolean): void
  /** Whether long work of an earlier run goes on by itself; a single command leaves it to the app. */
  resumesWork: boolean
  /** Something a person should know, shown until the app is closed. */
  notice(text: string): void
}

export type OpenWorkspace = Workspace & {
  profileId: string
  quota: Quota
  close(): Promise<void>
}

/** What may change of a profile while it is open: read anew wherever it counts. */
export type LiveProfile = {
  profile(): Profile
  credential: Credential
  /** Remembers what was found out about the service. */
  keepFound(found: ConventionSettings): Promise<void>
  /** Scopes in the access token; null where it tells none. */
  tokenScopes(): Promise<string[] | null>
  /** Those of the token that was used last. */
  scopesHeld(): string[] | null
}

const windowMs = 60_000

/** Opens one profile: its databases, its client and quota, and every service that works on them. */
export async function openWorkspace(live: LiveProfile, shared: Shared): Promise<OpenWorkspace> {
  const { clock, random, emit, files, jobs } = shared
  const { profile } = live
  const { id: profileId, serviceUrl } = profile()
  const folder = join(shared.paths.data, 'profiles', profileId)
  const { journal, cache, book, close } = await openStores(folder, profile(), shared.notice)
  const quota = await createQuota({
    limit: () => profile().requestsPerMinute,
    limitIsSet: () => profile().requestsPerMinute !== standardRate,
    windowMs,
    clock,
    book,
    changed: (status) => emit('quota.changed', status),
  })
  const remote = createClient(live, quota, shared)
  const samples = createSamples({
    journal,
    remote,
    files,
    jobs,
    clock,
    random,
    emit,
    readerWorker: shared.paths.worker('csvWorker'),
    profileId,
    service: serviceUrl,
    requestsPerMinute: () => profile().requestsPerMinute,
    idempotency: () => profile().conventions.set.idempotency,
    analysedAt: (sampleIds) => analyses.analysedAt(sampleIds),
  })
  const analyses = createAnalyses({
    journal,
    cache,
    remote,
    jobs,
    clock,
    random,
    emit,
    waitUntilFinal: samples.waitUntilFinal,
  })
  const drugs = composeDrugs({ ...shared, folder, journal, cache, remote })
  const screening = createScreening({
    journal,
    cache,
    remote,
    jobs,
    clock,
    random,
    emit,
    keptNames: (asked) => drugs.store.names(asked),
  })
  if (shared.resumesWork) await screening.resume()
  drugs.resume()
  const check = createConnectionCheck({
    ...live,
    exchange: remote.exchange,
    locate: remote.locate,
    service: remote.service,
    settings: () => settingsOf(profile()),
    clock,
    samples: () => someSamples(journal),
    statusWords: () => statusWords(journal),
    quota: () => quota.status(),
  })
  return {
    profileId,
    imports: samples.imports,
    batches: samples.batches,
    samples: samples.samples,
    analyses,
    screening,
    ...drugs.services,
    reports: createReports({ cache, remote }),
    exports: createExports({
      journal,
      cache,
      files,
      units: () => settingsOf(profile()),
      drugs: {
        pages: drugs.pages,
        // Kept drugs do not tell; only the demo's service is known to make its data up.
        origin: () => ({ service: serviceUrl, synthetic: profile().signIn === 'demo' ? true : null }),
      },
    }),
    connection: createConnection({ folder, run: check.run, keepFound: live.keepFound, files }),
    user: {
      get: async () => (await remote.me()).value,
      update: async (changes) => (await remote.updateMe(definedOnly(changes))).value,
    },
    quota,
    close: async () => {
      await drugs.close()
      await close()
    },
  }
}

/** The client of a profile's service; what is set or found out takes effect with the next call. */
function createClient(
  { profile, credential, keepFound, scopesHeld }: LiveProfile,
  quota: Quota,
  shared: Shared,
) {
  const { transport, clock, random, offlineSwitch, reachable } = shared
  return createRemoteService({
    transport,
    clock,
    random,
    serviceUrl: profile().serviceUrl,
    credential,
    quota,
    offlineSwitch,
    reachable,
    settings: () => settingsOf(profile()),
    found: keepFound,
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
  quota: Quota | null,
): Promise<{ found: ConventionSettings }> {
  const found: ConventionSettings = {}
  const unsaved: LiveProfile = {
    profile: () => ({ ...draft, conventions: { ...draft.conventions, found } }),
    credential,
    keepFound: async (more) => void Object.assign(found, more),
    tokenScopes: async () => null,
    scopesHeld: () => null,
  }
  const { clock } = shared
  const own = await createQuota({ limit: draft.requestsPerMinute, windowMs, clock, changed: () => {} })
  await createClient(unsaved, quota ?? own, shared)
    .me()
    .catch((error: unknown) => {
      // "Not allowed" is an answer too: the credential is valid, and which calls it may make is its own affair.
      if (!isFailure(error, 'forbidden')) throw error
    })
  return { found }
}

/** What a person set wins over what was found out. */
const settingsOf = ({ conventions: { found, set } }: Profile): ConventionSettings => ({ ...found, ...set })

const definedOnly = (changes: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
