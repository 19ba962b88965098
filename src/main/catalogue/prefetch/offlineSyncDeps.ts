import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock, Database, Emit, Random, RemoteService } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { DrugStore } from '../drugStore.ts'
import type { OfflineSyncStore } from './offlineSyncStore.ts'

/** What making drugs available offline needs of the rest. */
export type OfflineSyncDeps = {
  journal: Database<JournalSchema>
  store: Pick<DrugStore, 'cacheDrugs' | 'cachePathways'>
  /** In the same database as the store. */
  syncStore: OfflineSyncStore
  remote: Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways'>
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  /** A person's list of drugs; null where it is gone. */
  findDrugList(setId: string): Promise<{ name: string; drugIds: readonly string[] } | null>
  /** False: a job ends where only waiting for a better network or service would help. Default: it waits. */
  retriesIndefinitely?: boolean
}
