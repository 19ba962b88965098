import type { WorkerHost } from '../../jobs/serveWorkerCalls.ts'
import type { Database } from '../../ports.ts'
import type { DrugsSchema } from '../../store/drugs.ts'
import { createDrugCache, type DrugCache } from '../drugCache.ts'
import { all } from '../index/rawSql.ts'
import { createOfflineSyncStore } from '../prefetch/offlineSyncStore.ts'
import type { DrugsTask, DrugsThreadMessage } from './protocol.ts'
import { isReadable, type Recovery, recoverDrugs } from './recoverDrugs.ts'

/** The file of the kept drugs, as a thread handles it. All of it throws `file`. */
export type DrugFile = {
  /** Opens it and brings it up to date; a damaged one is set aside first, and told. */
  open(onQuarantined: (quarantinedFile: string) => void): Promise<Database<DrugsSchema>>
  /** One that was set aside, for reading. */
  openQuarantined(quarantinedFile: string): Database<DrugsSchema>
  /** Reads through all of it; throws what it finds. */
  check(): void
  /** Which file has the name now; null when there is none. */
  identity(): string | null
  /** Null when the name meanwhile stands for another file. */
  quarantine(identity: string | null): string | null
  isDamage(error: unknown): boolean
}

type Open = { database: Database<DrugsSchema>; cache: DrugCache; services: Record<string, object> }

/**
 * The services of one thread on the file that has the name at the moment of a call: another process may have set aside
 * or removed the one that was open.
 */
export function createDrugHost(
  file: DrugFile,
  { role }: Pick<DrugsTask, 'role'>,
  notify: (message: DrugsThreadMessage) => void,
): WorkerHost {
  let open: Promise<Open> | null = null
  let identity: string | null = null

  const openFile = async (quarantinedFiles: string[] = []): Promise<Open> => {
    const database = await file.open((quarantinedFile) => quarantinedFiles.push(quarantinedFile))
    identity = file.identity()
    for (const quarantinedFile of quarantinedFiles)
      notify({ word: recoveryMessage(quarantinedFile, await recoverFrom(file, quarantinedFile, database)) })
    const cache = createDrugCache(database, { indexes: false })
    if (role === 'reads' && (await cache.isWaiting())) notify({ waiting: true })
    if (role === 'reads') warmUp(cache)
    return { database, cache, services: { store: cache, book: createOfflineSyncStore(database) } }
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
  const begin = (asides?: string[]): Promise<Open> => {
    open ??= openFile(asides).catch((error: unknown) => {
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
    /** Sets the file aside, unless another already has, and opens a new one with what could be read. */
    async mend(damaged: string | null) {
      await close()
      const quarantinedFile = file.quarantine(damaged)
      await begin(quarantinedFile === null ? [] : [quarantinedFile])
    },
  }
  return {
    async call(service, method, args) {
      const services: Open['services'] = service === 'upkeep' ? { upkeep } : (await current()).services
      const work: unknown = Reflect.get(services[service] ?? {}, method)
      if (typeof work !== 'function') throw new Error(`There is no ${service}.${method} here.`)
      return Reflect.apply(work, undefined, args)
    },
    async findDamage(error) {
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
  let from: Database<DrugsSchema>
  try {
    from = file.openQuarantined(quarantinedFile)
  } catch {
    // Not even that can be opened: nothing of it is left to be read.
    return { drugs: 0, isComplete: false }
  }
  try {
    return await recoverDrugs(from.query, into)
  } finally {
    await from.close()
  }
}

function recoveryMessage(quarantinedFile: string, { drugs, isComplete }: Recovery): string {
  if (isComplete)
    return `The search index of the drugs kept here was damaged. The file is kept as ${quarantinedFile}, and the index is made again from the ${drugs} drugs themselves.`
  const left = drugs === 0 ? '' : ` ${drugs} of them could still be read and stay.`
  return `The drugs kept for offline search were damaged. They are kept as ${quarantinedFile} and are filled again from the service.${left}`
}
