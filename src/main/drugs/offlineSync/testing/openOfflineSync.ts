import { join } from 'node:path'
import type { EventName } from '../../../../shared/contract/events.ts'
import type { ServiceDialect } from '../../../../shared/domain/app/dialect.ts'
import type { OfflineSyncPlan } from '../../../../shared/domain/drugs/offlineSync.ts'
import { createNodeTransport } from '../../../adapters/network/transport.ts'
import { leaseOwners } from '../../../adapters/sqlite/leaseOwners.ts'
import { openDatabase } from '../../../adapters/sqlite/openDatabase.ts'
import { systemRandom } from '../../../adapters/system.ts'
import { createRemoteService } from '../../../api/api.ts'
import { createRateLimiter } from '../../../api/rateLimit/rateLimiter.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import type { Clock, Random, Transport } from '../../../ports.ts'
import { type DrugsSchema, drugsMigrations } from '../../../store/drugs.ts'
import { type JournalSchema, journalMigrations } from '../../../store/journal.ts'
import { createDrugCache } from '../../cache/drugCache.ts'
import { createOfflineSync } from '../offlineSync.ts'
import type { OfflineSyncDeps } from '../runningPlan.ts'
import { createOfflineSyncStore } from '../store/offlineSyncStore.ts'

type World = {
  folder: string
  service: { url: string; apiKey: string }
  clock: Clock
  random?: Random
  transport?: Transport
  requestsPerMinute?: number
  retriesIndefinitely?: boolean
  /** Default: the base path is known. */
  settings?: ServiceDialect
  /** Changes the dependencies, for mutants in a test. */
  changeDeps?: (parts: OfflineSyncDeps) => OfflineSyncDeps
}

const planSettings = {
  scope: { kind: 'catalogue' },
  detail: 'list',
  perHour: 100_000,
  refreshDays: 30,
} as const

/** Opens offline sync with real files and real HTTP, as one process would. */
export async function openOfflineSync(world: World) {
  const { folder, service, clock, random = systemRandom } = world
  const journal = await openDatabase<JournalSchema>({
    file: join(folder, 'journal.db'),
    migrations: journalMigrations,
    durability: 'full',
  })
  const drugs = await openDatabase<DrugsSchema>({
    file: join(folder, 'drugs.db'),
    migrations: drugsMigrations,
    durability: 'normal',
  })
  const events: { name: EventName; atMs: number }[] = []
  const emit = (name: EventName) => void events.push({ name, atMs: clock.now() })
  const bugs: unknown[] = []
  const jobs = createJobs({ clock, random, emit, onUnexpectedError: (error) => void bugs.push(error) })
  const switches = { offline: false }
  const lists = new Map<string, { name: string; drugIds: string[] }>()
  const remote = createRemoteService({
    transport: world.transport ?? createNodeTransport(),
    clock,
    random,
    serviceUrl: service.url,
    credential: { token: async () => service.apiKey, renew: async () => false },
    rateLimiter: await createRateLimiter({
      limit: world.requestsPerMinute ?? 100_000,
      windowMs: 60_000,
      clock,
      changed: () => undefined,
    }),
    offlineSwitch: () => switches.offline,
    reachable: () => undefined,
    dialect: () => world.settings ?? { base_path: '/api/v1' },
    saveDetected: async () => undefined,
  })
  const store = createDrugCache(drugs, { nowMs: () => clock.now() })
  const syncStore = createOfflineSyncStore(drugs)
  const deps: OfflineSyncDeps = {
    journal,
    store,
    syncStore,
    remote,
    jobs,
    clock,
    random,
    leaseOwners,
    emit,
    findDrugList: async (listId) => lists.get(listId) ?? null,
    retriesIndefinitely: world.retriesIndefinitely ?? true,
  }
  const offlineSync = createOfflineSync(world.changeDeps?.(deps) ?? deps)
  const close = async () => {
    await jobs.close()
    await journal.close()
    await drugs.close()
  }
  /** Runs a plan with these settings to its end, by default the list of the whole catalog. */
  const sync = async (changes: Partial<Parameters<typeof offlineSync.start>[0]> = {}) => {
    const { jobId } = await offlineSync.start({ ...planSettings, ...changes })
    return jobs.finished(jobId)
  }
  /** Returns the first plan. */
  const plan = async () => (await offlineSync.list({}))[0] as OfflineSyncPlan
  const parts = { journal, drugs, store, syncStore, jobs, remote, offlineSync, switches, lists, events, bugs }
  return { ...parts, sync, plan, close }
}
