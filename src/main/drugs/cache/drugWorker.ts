import type { Kysely } from 'kysely'
import { joinMessages, type Message, message } from '../../../shared/messages/message.ts'
import type { WorkerService } from '../../concurrency/workerRpc.ts'
import type { Database } from '../../ports.ts'
import type { DrugRow, DrugsSchema } from '../../store/drugs.ts'
import { createOfflineSyncStore } from '../offlineSync/store/offlineSyncStore.ts'
import { all } from '../search/index/rawSql.ts'
import { prepareIndex } from '../search/index/writeIndex.ts'
import { createDrugCache, type DrugCache } from './drugCache.ts'
import { toDetail } from './drugRows.ts'

/** The file of the cached drugs, as a thread handles it. All of it throws `file`. */
export type DrugFile = {
  /** Opens it and brings it up to date; a damaged one is quarantined first, and reported. */
  open(onQuarantined: (quarantinedFile: string) => void): Promise<Database<DrugsSchema>>
  /** What can be read of one that was quarantined. */
  readQuarantined(quarantinedFile: string): DamagedFile
  /** Reads through all of it; throws what it finds. */
  check(): void
  /** Which file has the name now; null when there is none. */
  identity(): string | null
  /** Null when the name meanwhile stands for another file. */
  quarantine(identity: string | null): string | null
  isDamage(error: unknown): boolean
}

/** `plain`: the rows of a table that can be read; returns whether those are all, each of them once. */
type DamagedFile = { plain(table: string): Generator<object, boolean>; close(): void }

type Open = { database: Database<DrugsSchema>; cache: DrugCache; methods: object }

/**
 * The services of one thread on the file that has the name at the moment of a call: another process may have quarantined
 * or removed the one that was open.
 */
export function createDrugWorker(
  file: DrugFile,
  { role }: Pick<DrugsTask, 'role'>,
  notify: (message: DrugsThreadMessage) => void,
): WorkerService {
  let open: Promise<Open> | null = null
  let identity: string | null = null

  const openFile = async (quarantinedFiles: string[] = []): Promise<Open> => {
    const database = await file.open((quarantinedFile) => quarantinedFiles.push(quarantinedFile))
    identity = file.identity()
    for (const quarantinedFile of quarantinedFiles)
      notify({ notice: recoveryMessage(quarantinedFile, await recoverFrom(file, quarantinedFile, database)) })
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
    // The other thread may have it open still, so that closing alone would leave all of this in the log.
    if (database && role === 'writes')
      await all(database.query, 'PRAGMA wal_checkpoint(PASSIVE)').catch(() => {})
    await database?.close()
  }
  const begin = (quarantinedFiles?: string[]): Promise<Open> => {
    open ??= openFile(quarantinedFiles).catch((error: unknown) => {
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
    /** Quarantines the file, unless another process already has, and opens a new one with what could be read. */
    async repair(damaged: string | null) {
      await close()
      const quarantinedFile = file.quarantine(damaged)
      await begin(quarantinedFile === null ? [] : [quarantinedFile])
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

/** Asked once for nobody, after whoever waits, so that nobody's first letter waits for code that never ran. */
const warmUp = (cache: DrugCache): void =>
  void setImmediate(() => void cache.search({ text: 'rapa', page: 1, limit: 20 }).catch(() => {}))

/** What reading a row's JSON throws, which is never the row's fault in a sound file. */
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

async function recoverFrom(
  file: DrugFile,
  quarantinedFile: string,
  into: Database<DrugsSchema>,
): Promise<Recovery> {
  let from: DamagedFile
  try {
    from = file.readQuarantined(quarantinedFile)
  } catch {
    // Not even that can be opened: nothing of it is left to be read.
    return { drugs: 0, isComplete: false }
  }
  try {
    return await recoverDrugs(from, into)
  } finally {
    from.close()
  }
}

function recoveryMessage(quarantinedFile: string, { drugs, isComplete }: Recovery): Message {
  if (isComplete)
    return message`The search index of the drug cache was damaged. The file is saved as ${quarantinedFile}, and Pathclock rebuilds the index from its ${drugs} drugs.`
  return joinMessages([
    message`The drug cache was damaged. It is saved as ${quarantinedFile}, and a new one fills from the service.`,
    drugs === 0 ? null : message`${drugs} of them could still be read and stay.`,
  ])
}

/** What a drugs thread is made for. The one that `reads` writes nothing but what it has to mend. */
export type DrugsTask = { file: string; role: 'reads' | 'writes' }

/** A call met damage in this file, which may be recovered. */
export type FileDamage = { identity: string | null }

/** Not an answer: something a person should know, or that cached drugs wait to be indexed by the thread that writes. */
export type DrugsThreadMessage = { notice: Message } | { waiting: true }

/** `drugs`: how many could be read. `isComplete`: so could all of them, and only the rest of the file was damaged. */
type Recovery = { drugs: number; isComplete: boolean }

/** Rows like any other, with the drugs or without them. */
const independentTables = ['drug_lookups', 'prefetch_sent'] as const
/** They say which drugs need not be fetched again, so they hold only as long as every drug is there. */
const dependentTables = ['prefetch_passes', 'prefetch_pages', 'prefetch_members'] as const

/**
 * Takes over what can be read of a damaged file into a new one, whose index is then built from it. Everything or, when
 * the disk takes no more, nothing; what is damaged is left where it lies.
 */
export function recoverDrugs(from: DamagedFile, into: Database<DrugsSchema>): Promise<Recovery> {
  return into.transaction(async (query) => {
    const recovery = await recoverDrugRows(from, query)
    for (const table of recovery.isComplete ? [...independentTables, ...dependentTables] : independentTables)
      for (const row of from.plain(table)) await insert(query, table, row)
    // Whoever has the new file open finds an index of another version, and with it that all drugs wait.
    await all(query, 'UPDATE drug_index SET version = 0')
    await prepareIndex(query)
    return recovery
  })
}

async function recoverDrugRows(from: DamagedFile, into: Kysely<DrugsSchema>): Promise<Recovery> {
  const rows = from.plain('drugs')
  let drugs = 0
  let isComplete = true
  for (;;) {
    const { value, done } = rows.next()
    if (done) return { drugs, isComplete: isComplete && value }
    const inserted = isReadable(value) ? await insert(into, 'drugs', value) : 0
    drugs += inserted
    if (inserted === 0) isComplete = false
  }
}

/** What is cached of a drug can be taken apart as it was put together. */
function isReadable(row: object): boolean {
  try {
    toDetail(row as DrugRow, 'cache')
    return true
  } catch {
    return false
  }
}

/**
 * What a flipped bit makes of a row: a column of another name (SQLITE_ERROR), or a value of another type than its column
 * has (SQLITE_CONSTRAINT_DATATYPE).
 */
const isMisfit = (error: unknown): boolean =>
  [1, 3091].some((code) => (error as { errcode?: unknown } | null)?.errcode === code)

/** Gives how many rows were inserted: none where there is one already, or the row does not fit the table. */
async function insert(into: Kysely<DrugsSchema>, table: string, row: object): Promise<number> {
  const columns = Object.keys(row)
  try {
    const inserted = await all(
      into,
      `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING 1`,
      Object.values(row),
    )
    return inserted.length
  } catch (error) {
    if (isMisfit(error)) return 0
    throw error
  }
}
