import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { fileFailure } from '../../../shared/contract/failures.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { Database, Migration, Reader, TransactionHooks } from '../../ports.ts'
import {
  type Connection,
  createCommitHandler,
  createConnection,
  createDialect,
  createSyncSql,
  retryWhileBusy,
} from './dialect.ts'
import { registerOwnerEnded } from './leaseOwners.ts'
import { appliedNames, assertOwnSchema, assertUndamaged, migrate } from './migrate.ts'
import { fileIdentity, quarantine } from './quarantine.ts'
import { isDamage, isNotWritable, toFailure } from './sqliteFailure.ts'

export type DatabaseOptions = {
  file: string
  migrations: readonly Migration[]
  /** `full`: committed data survives a power cut (3.6 ms per commit). `normal`: it survives a crash of the app. */
  durability: 'full' | 'normal'
  /** Called after a damaged file was quarantined, with its new name without the path. */
  onQuarantine?: (quarantinedFile: string) => void
  /** The time that a statement waits for another process that is writing. Default: 5 s. */
  lockTimeoutMs?: number
  /** True if the file was just inspected, so that it is not verified again. */
  isInspected?: boolean
  /** Called if the file could only be opened for reading. Without it, such a file is refused. */
  onReadOnly?: () => void
  /** The page cache in KiB. Default: SQLite's 2 MB, which is too little for writes all over a large index. */
  cacheKib?: number
  /** The number of log pages from which a commit checkpoints the log. Default: 1000. */
  logPages?: number
  /** Checkpoints the log in another thread after a large transaction. Default: the commit does it. */
  checkpoint?: () => Promise<unknown>
  /** A file with durability `normal` is verified when it is opened only if it is smaller than this. Default: 64 MB. */
  checkedBelowBytes?: number
  hooks?: TransactionHooks
  /** Called when a statement finds damage that no check at the start has found. */
  onDamage?: () => void
}

/** SQLite's own wait for another writer, which blocks the process. `lockTimeoutMs` is the total wait. */
const busyTimeoutMs = 50
const defaultLockTimeoutMs = 5_000
const defaultLogPages = 1000
/**
 * Older versions can lose a commit in WAL mode, or corrupt a file during concurrent checkpoints (SQLite release notes).
 */
const minSqliteVersion = [3, 51, 3]
/** A larger disposable file is not verified at every start. Its damage is detected when a query finds it. */
const fullCheckBelowBytes = 64 * 1024 * 1024

/**
 * Opens one SQLite file, migrates it, and provides `query` and `transaction`. Callers share one connection: a query
 * during another caller's transaction waits for its end. Inside `transaction`, use only the `query` that is passed in,
 * because the outer one would wait forever. A damaged file is renamed, never deleted, and a new one is created. Throws
 * `file` if the file has a newer version, cannot be opened, or SQLite itself is too old.
 */
export async function openDatabase<Schema>(options: DatabaseOptions): Promise<Database<Schema>> {
  const { file } = options
  const identity = fileIdentity(file)
  try {
    return toDatabase<Schema>(await open(options), options)
  } catch (error) {
    if (isNotWritable(error)) return toDatabase<Schema>(requireReadOnly(options, error), options)
    if (!isDamage(error)) throw toFailure(error, file)
    quarantineAndNotify(options, identity)
  }
  try {
    return toDatabase<Schema>(await open(options), options)
  } catch (error) {
    throw toFailure(error, file)
  }
}

/** Creates the tables of an inspected file, or migrates them. Throws `file`. */
export async function migrateFile(file: string, migrations: readonly Migration[]): Promise<void> {
  const database = await openDatabase({ file, migrations, durability: 'full', isInspected: true })
  await database.close()
}

/** Opens a file, such as a quarantined one, for reading only. Throws `file`. */
export function openForReading<Schema>(file: string): Database<Schema> {
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    if (isReadable(database)) return toDatabase<Schema>(database, { file })
    database.close()
    return toDatabase<Schema>(openImmutable(file), { file })
  } catch (error) {
    throw toFailure(error, file)
  }
}

/** False if SQLite cannot create its own files beside this one. Other problems are reported by the first query. */
function isReadable(database: DatabaseSync): boolean {
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get()
    return true
  } catch (error) {
    return !isNotWritable(error)
  }
}

function quarantineAndNotify({ file, onQuarantine }: DatabaseOptions, identity: string | null): void {
  const quarantinedFile = quarantine(file, identity, Date.now())
  if (quarantinedFile !== null) onQuarantine?.(basename(quarantinedFile))
}

async function open(options: DatabaseOptions): Promise<DatabaseSync> {
  const { file, migrations, durability, lockTimeoutMs, isInspected = false } = options
  // Nothing else runs yet during migrations, so SQLite itself may wait.
  const timeout = lockTimeoutMs ?? defaultLockTimeoutMs
  const database = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true })
  try {
    requireSqliteVersion(database, file)
    registerFunctions(database)
    await switchToWal(database, timeout)
    database.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`)
    const checkedBelow = options.checkedBelowBytes ?? fullCheckBelowBytes
    const checksContent = durability === 'full' || statSync(file).size < checkedBelow
    if (checksContent && !isInspected) assertUndamaged(database, 'quick_check')
    if (!isInspected) assertOwnSchema(database)
    migrate(database, migrations, file)
    if (options.cacheKib !== undefined) database.exec(`PRAGMA cache_size = ${-options.cacheKib}`)
    if (options.logPages !== undefined) database.exec(`PRAGMA wal_autocheckpoint = ${options.logPages}`)
    database.exec(`PRAGMA busy_timeout = ${Math.min(busyTimeoutMs, timeout)}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function registerFunctions(database: DatabaseSync): void {
  registerContainsText(database)
  registerOwnerEnded(database)
}

const specialCharacters = /[\\^$.*+?()[\]{}|/]/g

/**
 * Registers a function that searches one text in another like FTS5's trigrams, ignoring the case of all letters, so
 * that scanning rows finds the same as their index.
 */
function registerContainsText(database: DatabaseSync): void {
  let patternText: unknown = null
  let pattern = /^/
  database.function('holds_text', { deterministic: true }, (text, searchText) => {
    if (patternText !== searchText) {
      pattern = new RegExp(String(searchText).replaceAll(specialCharacters, '\\$&'), 'iu')
      patternText = searchText
    }
    return pattern.test(String(text)) ? 1 : 0
  })
}

/**
 * Opens a file that cannot be written, not even with SQLite's own files beside it. Changes that are only in its log are
 * not visible. Returns null if the file is missing or has pending migrations.
 */
function openReadOnly({ file, migrations, onReadOnly }: DatabaseOptions): DatabaseSync | null {
  if (!onReadOnly || !statSync(file, { throwIfNoEntry: false })?.size) return null
  const database = openImmutable(file)
  registerFunctions(database)
  if (migrations.every(({ name }) => appliedNames(database).has(name))) {
    onReadOnly()
    return database
  }
  database.close()
  return null
}

/** Opens a file that cannot be written. Throws `file` if it cannot be read either. */
function requireReadOnly(options: DatabaseOptions, cause: unknown): DatabaseSync {
  let database: DatabaseSync | null = null
  try {
    database = openReadOnly(options)
  } catch {
    // The reason why it cannot be written explains more.
  }
  if (database) return database
  throw toFailure(cause, options.file)
}

function openImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file)
  address.search = '?immutable=1'
  return new DatabaseSync(address, { readOnly: true })
}

function toDatabase<Schema>(
  database: DatabaseSync,
  {
    file,
    lockTimeoutMs = defaultLockTimeoutMs,
    checkpoint,
    logPages = defaultLogPages,
    hooks,
    onDamage,
  }: Pick<DatabaseOptions, 'file' | 'lockTimeoutMs' | 'checkpoint' | 'logPages' | 'hooks' | 'onDamage'>,
): Database<Schema> {
  hooks?.opened(createSyncSql(database))
  const connection = createConnection(database, { file, lockTimeoutMs, hooks, onDamage })
  const commits = checkpoint && createCommitHandler(database, { file, checkpoint, logPages })
  const query = new Kysely<Schema>({ dialect: createDialect(database, connection, { commits, hooks }) })
  let closing: Promise<void> | null = null
  const close = async () => {
    // Queued like any other query, so that an open transaction ends first.
    await query.connection().execute(async () => {})
    await query.destroy()
    await commits?.whenIdle()
    database.close()
  }
  return {
    query,
    reader: createReader(database, connection, query),
    transaction: (work) => query.transaction().execute(work),
    close: () => (closing ??= close()),
  }
}

/** Creates the reader. A statement is synchronous, so while no transaction is open it need not be queued. */
const createReader = <Schema>(
  database: DatabaseSync,
  connection: Connection,
  query: Kysely<Schema>,
): Reader => ({
  async rows<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    if (!database.isTransaction) return connection.rows<Row>(sql, values)
    return (await query.executeQuery<Row>(CompiledQuery.raw(sql, [...values]))).rows
  },
  async lists<Row extends unknown[]>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    if (!database.isTransaction) return connection.lists<Row>(sql, values)
    const { rows } = await query.executeQuery<object>(CompiledQuery.raw(sql, [...values]))
    return rows.map((row) => Object.values(row) as Row)
  },
})

/**
 * Switches to WAL. Two processes that open a new file at the same time collide here, and SQLite does not wait for this
 * lock itself.
 */
const switchToWal = (database: DatabaseSync, lockTimeoutMs: number): Promise<unknown> =>
  retryWhileBusy(database, lockTimeoutMs, () => database.prepare('PRAGMA journal_mode = WAL').get())

function requireSqliteVersion(database: DatabaseSync, file: string): void {
  const row = database
    .prepare(`SELECT sqlite_version() AS version, sqlite_compileoption_used('ENABLE_FTS5') AS fts5`)
    .get()
  const problem = sqliteProblem(String(row?.version), row?.fts5 === 1)
  if (problem !== null) throw fileFailure(problem, basename(file))
}

/** Returns the reason why this SQLite cannot be used, or null. */
export function sqliteProblem(version: string, fts5: boolean): Message | null {
  const advice = message('adapters.runAppNode24')
  const parts = version.split('.').map(Number)
  const difference =
    minSqliteVersion.map((required, index) => (parts[index] ?? 0) - required).find((delta) => delta !== 0) ??
    0
  if (difference < 0)
    return joinMessages([
      message('adapters.systemsSqliteNewerNeeded', { version, minSqliteVersion: minSqliteVersion.join('.') }),
      advice,
    ])
  return fts5 ? null : joinMessages([message('adapters.systemsSqliteBuiltWithout'), advice])
}

/**
 * Opens a read-only view of a file as of now, whatever is written to it later. While this connection is open, SQLite's
 * log cannot be reset. Throws `file`.
 */
export async function openSnapshot<Schema>(file: string): Promise<Database<Schema>> {
  const database = openForReading<Schema>(file)
  try {
    await sql`BEGIN`.execute(database.query)
    // The snapshot starts with the first read.
    await sql`SELECT 1 FROM sqlite_schema LIMIT 1`.execute(database.query)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
