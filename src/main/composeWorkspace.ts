import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { QuotaStatus } from '../shared/contract/state.ts'
import type { Profile } from '../shared/domain/profile.ts'
import type { User } from '../shared/domain/user.ts'
import { openDatabase } from './adapters/database/openDatabase.ts'
import { createAnalyses } from './analyses/analyses.ts'
import { createReports } from './analyses/reports.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import { createExports } from './export/exports.ts'
import type { Workspace } from './handlers.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Clock, Credential, Database, Emit, Files, Paths, Random, Transport } from './ports.ts'
import { createSamples } from './samples/samples.ts'
import { createScreening } from './screening/screening.ts'
import { createQuota } from './service/quota.ts'
import { createRemoteService } from './service/remoteService.ts'
import { type CacheSchema, cacheMigrations } from './store/cache.ts'
import { type JournalSchema, journalMigrations } from './store/journal.ts'

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
  profile: Profile
  quota(): QuotaStatus
  close(): Promise<void>
}

const windowMs = 60_000

/** Opens one profile: its two databases, its client and quota, and every service that works on them. */
export async function openWorkspace(
  profile: Profile,
  credential: Credential,
  shared: Shared,
): Promise<OpenWorkspace> {
  const { clock, random, emit, files, jobs } = shared
  const { journal, cache, close } = await openDatabases(profile, shared)
  const quota = await createQuota({
    limit: profile.requestsPerMinute,
    windowMs,
    clock,
    receipts: quotaReceipts(journal, clock),
    changed: (status) => emit('quota.changed', status),
  })
  const { transport, offlineSwitch, reachable } = shared
  const { serviceUrl } = profile
  const remote = createRemoteService({
    transport,
    clock,
    serviceUrl,
    credential,
    quota,
    offlineSwitch,
    reachable,
  })
  const samples = createSamples({
    journal,
    remote,
    files,
    jobs,
    clock,
    random,
    emit,
    readerWorker: shared.paths.worker('csvWorker'),
    profileId: profile.id,
    service: serviceUrl,
    requestsPerMinute: profile.requestsPerMinute,
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
  const screening = createScreening({ journal, cache, remote, jobs, clock, random, emit })
  if (shared.resumesWork) await screening.resume()
  return {
    profile,
    imports: samples.imports,
    batches: samples.batches,
    samples: samples.samples,
    analyses,
    screening,
    catalogue: createCatalogue({ cache, remote }),
    reports: createReports({ cache, remote }),
    exports: createExports({ journal, cache, files }),
    user: async () => (await remote.me()).value,
    quota: () => quota.status(),
    close,
  }
}

async function openDatabases(profile: Profile, { paths, notice }: Shared) {
  const folder = join(paths.data, 'profiles', profile.id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const journal = await openDatabase<JournalSchema>({
    file: join(folder, 'journal.db'),
    migrations: journalMigrations,
    durability: 'full',
    onSetAside: (keptAs) =>
      notice(
        `The journal was damaged. It is kept as ${keptAs}, and a new one was begun: orders placed before are missing here.`,
      ),
  })
  const cache = await openDatabase<CacheSchema>({
    file: join(folder, 'cache.db'),
    migrations: cacheMigrations,
    durability: 'normal',
    onSetAside: (keptAs) =>
      notice(`The cache was damaged. It is kept as ${keptAs} and is filled again from the service.`),
  }).catch(async (error: unknown) => {
    await journal.close()
    throw error
  })
  const close = async () => {
    await journal.close()
    await cache.close()
  }
  return { journal, cache, close }
}

/** Receipts of the last window, kept in the journal: a restart does not forget what was already used. */
function quotaReceipts(journal: Database<JournalSchema>, clock: Clock) {
  const forget = (before: number) =>
    journal.query.deleteFrom('quota_receipts').where('received_at_ms', '<', before).execute()
  return {
    load: async () => {
      await forget(clock.now() - windowMs)
      const rows = await journal.query.selectFrom('quota_receipts').select('received_at_ms').execute()
      return rows.map((row) => row.received_at_ms)
    },
    add: async (receivedAtMs: number) => {
      await forget(receivedAtMs - windowMs)
      await journal.query.insertInto('quota_receipts').values({ received_at_ms: receivedAtMs }).execute()
    },
  }
}

/** `GET users/me` with a credential that is not saved yet, under a quota of its own. */
export async function probeService(draft: Profile, credential: Credential, shared: Shared): Promise<User> {
  const { transport, clock, offlineSwitch, reachable } = shared
  const receipts = { load: async () => [], add: async () => {} }
  const quota = await createQuota({
    limit: draft.requestsPerMinute,
    windowMs,
    clock,
    receipts,
    changed: () => {},
  })
  const { serviceUrl } = draft
  const remote = createRemoteService({
    transport,
    clock,
    serviceUrl,
    credential,
    quota,
    offlineSwitch,
    reachable,
  })
  return (await remote.me()).value
}
