import { type Message, message } from '../../../shared/words/message.ts'
import type { WorkerService } from '../../concurrency/workerRpc.ts'
import type { Database } from '../../ports.ts'
import type { DrugRow, DrugsSchema } from '../../store/drugs.ts'
import { createOfflineSyncStore } from '../offlineSync/store/offlineSyncStore.ts'
import { toDetail } from '../rows/drugRows.ts'
import { all } from '../search/index/rawSql.ts'
import { createDrugCache, type DrugCache } from './drugCache.ts'

/** The file of the cached drugs, as a thread uses it. Every method throws `file`. */
export type DrugFile = {
  /** Opens and migrates the database. A damaged file is quarantined first and reported. */
  open(onQuarantined: (quarantinedFile: string) => void): Promise<Database<DrugsSchema>>
  /** Reads the whole file and throws if it is damaged. */
  check(): void
  /** Returns an identifier of the file now at the path, null if there is none. */
  identity(): string | null
  /** Moves the file aside and returns its new path, null if another file is at the path by now. */
  quarantine(identity: string | null): string | null
  isDamage(error: unknown): boolean
}

type Open = { database: Database<DrugsSchema>; cache: DrugCache; methods: object }

/** Serves one thread. Each call opens the file at the path: another process may have quarantined the earlier file. */
export function createDrugWorker(
  file: DrugFile,
  { role }: Pick<DrugsTask, 'role'>,
  notify: (message: DrugsThreadMessage) => void,
): WorkerService {
  let open: Promise<Open> | null = null
  let identity: string | null = null

  const notifyQuarantined = (quarantinedFile: string): void =>
    notify({ notice: message('catalogue.drugCacheDamagedSaved', { quarantinedFile }) })
  const openFile = async (): Promise<Open> => {
    const database = await file.open(notifyQuarantined)
    identity = file.identity()
    const cache = createDrugCache(database)
    if (role === 'reads' && (await cache.isWaiting())) notify({ waiting: true })
    if (role === 'reads') warmUp(cache)
    return { database, cache, methods: { ...cache, ...createOfflineSyncStore(database) } }
  }
  const close = async () => {
    const closing = open
    open = null
    const { cache, database } = (await closing?.catch(() => null)) ?? {}
    cache?.stop()
    // The other thread may still have the file open; closing alone would then leave these writes in the log.
    if (database && role === 'writes')
      await all(database.query, 'PRAGMA wal_checkpoint(PASSIVE)').catch(() => {})
    await database?.close()
  }
  const begin = (): Promise<Open> => {
    open ??= openFile().catch((error: unknown) => {
      open = null
      throw error
    })
    return open
  }
  const current = async (): Promise<Open> => {
    if (open && file.identity() !== identity) await close()
    return begin()
  }
  const upkeep = {
    open: async () => void (await current()),
    index: async () => (await current()).cache.indexWaiting(),
    check: () => file.check(),
    /** Quarantines the file unless another process already has, and opens a new one. */
    async repair(damaged: string | null) {
      await close()
      const quarantinedFile = file.quarantine(damaged)
      if (quarantinedFile !== null) notifyQuarantined(quarantinedFile)
      await begin()
    },
  }
  return {
    target: async (method) => (method in upkeep ? upkeep : (await current()).methods),
    async describeError(error): Promise<FileDamage | null> {
      const isDamaged = file.isDamage(error) || (isUnreadable(error) && (await hasUnreadableRows(file, open)))
      return isDamaged ? { identity: identity ?? file.identity() } : null
    },
    close,
  }
}

/** Runs a search after the pending calls, so that the user's first keystroke does not wait for code that never ran. */
const warmUp = (cache: DrugCache): void =>
  void setImmediate(() => void cache.search({ text: 'rapa', page: 1, limit: 20 }).catch(() => {}))

/** True for errors from parsing a row's JSON, which a sound file never causes. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError')

async function hasUnreadableRows(file: DrugFile, open: Promise<Open> | null): Promise<boolean> {
  const { query } = (await open?.catch(() => null))?.database ?? {}
  if (!query) return false
  try {
    const others = await all(
      query,
      `SELECT 1 FROM drug_classes WHERE NOT json_valid(acts) UNION ALL
      SELECT 1 FROM drug_lookups WHERE NOT (json_valid(pathways) AND json_valid(raw)) LIMIT 1`,
    )
    if (others.length > 0) return true
    for await (const row of query.selectFrom('drugs').selectAll().stream(200))
      if (!isReadable(row)) return true
    return false
  } catch (error) {
    return file.isDamage(error)
  }
}

/** The start data of a drugs thread. The `reads` thread writes only to repair the file. */
export type DrugsTask = { file: string; role: 'reads' | 'writes' }

export type FileDamage = { identity: string | null }

/** An event from a thread: a notice for the user, or cached drugs that wait for the writer thread to index them. */
export type DrugsThreadMessage = { notice: Message } | { waiting: true }

/** True if the drug's stored fields can be parsed. */
function isReadable(row: object): boolean {
  try {
    toDetail(row as DrugRow, 'cache')
    return true
  } catch {
    return false
  }
}
