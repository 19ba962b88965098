import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import { joinMessages, type Message, message } from '../../../shared/messages/message.ts'
import type { Database, Migration, Reader, TransactionHooks } from '../../ports.ts'
import {
  type Connection,
  createCommitHandler,
  createConnection,
  createDialect,
  createSyncSql,
} from './dialect.ts'
import { registerOwnerEnded } from './leaseOwners.ts'
import { appliedNames, migrate, schemaFitsStamp } from './migrate.ts'
import { fileIdentity, quarantine } from './quarantine.ts'
import { registerContainsText } from './sqlFunctions.ts'
import { createDamageError, isBusy, isDamage, isNotWritable, toFailure } from './sqliteFailure.ts'

export type DatabaseOptions = {
  file: string
  migrations: readonly Migration[]
  /** `full`: what was committed survives a power cut (3.6 ms a commit); `normal`: it survives a crash of the app. */
  durability: 'full' | 'normal'
  /** Called when a damaged file was quarantined, with the name it now has in its folder; never the path. */
  onQuarantine?: (quarantinedFile: string) => void
  /** How long a statement waits for another process that writes; default 5 s. */
  lockTimeoutMs?: number
  /** The file was just inspected, so it is not read through again. */
  isInspected?: boolean
  /** Called when the file could be opened for reading only; without it such a file is refused. */
  onReadOnly?: () => void
  /** Pages stored in memory, in KiB; default is SQLite's 2 MB, too little to write all over a big index. */
  cacheKib?: number
  /** The log is written back into the file when it has so many pages; default 1000. */
  logPages?: number
  /** Writes the log back in another thread after a large transaction; default: the commit does. */
  checkpoint?: () => Promise<unknown>
  /** A file that is not `full` is read through when it is opened only below this size; default 64 MB. */
  checkedBelowBytes?: number
  hooks?: TransactionHooks
  /** Called when a statement meets damage that no check at the start has found. */
  onDamage?: () => void
}

/** How long SQLite waits by itself for another writer, which holds up the process; `lockTimeoutMs` is the whole wait. */
const busyTimeoutMs = 50
const defaultLockTimeoutMs = 5_000
const defaultLogPages = 1000
/** Below it WAL loses no commit, and a corruption on concurrent checkpoints is mended (SQLite release notes). */
const minSqliteVersion = [3, 51, 3]
/** A disposable file above this size is not read through at every start; damage then shows when it is met. */
const fullCheckBelowBytes = 64 * 1024 * 1024

/**
 * Opens one SQLite file, brings its schema up to date and gives it to `query` and `transaction`. Callers on the one
 * connection take turns: a query issued while another caller's transaction is open waits for its end. So inside
 * `transaction` use only the `query` that is handed in; the outer one would wait for ever.
 * A damaged file is quarantined under another name, never deleted, and a new one is begun.
 * Throws `file` when the file is of a newer version, cannot be opened or SQLite itself is too old.
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

/** A file to be read as it is and never written, such as one that was quarantined. Throws `file`. */
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

/** False where SQLite cannot make its own files beside this one. What else is wrong shows when it is met. */
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
  // While the schema is brought up to date nothing else runs yet, so SQLite may do the waiting.
  const timeout = lockTimeoutMs ?? defaultLockTimeoutMs
  const database = new DatabaseSync(file, { timeout, enableForeignKeyConstraints: true })
  try {
    requireSqliteVersion(database, file)
    registerFunctions(database)
    await switchToWal(database, timeout)
    database.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`)
    const checkedBelow = options.checkedBelowBytes ?? fullCheckBelowBytes
    const checksContent = durability === 'full' || statSync(file).size < checkedBelow
    if (checksContent && !isInspected) assertUndamaged(database)
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

/** A bit that flipped in the name of a column is no damage to SQLite: statements would fail as if they were wrong. */
function assertOwnSchema(database: DatabaseSync): void {
  // One moment for schema and stamp: another process may be bringing them up to date.
  database.exec('BEGIN')
  const isOwn = schemaFitsStamp(database)
  database.exec('COMMIT')
  if (!isOwn) throw createDamageError('the schema is not the one that was written')
}

/**
 * Opens what is there where nothing may be written, not even SQLite's own files beside it: what its log still holds
 * is not seen. Null where the file is missing, or would have to be changed before it could be read.
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
    // In turn with the others: a transaction that is open ends first.
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

/** A statement runs in one piece, so where no transaction is open there is nothing to take turns for. */
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

/** Two processes that open a new file at once collide here, and SQLite does not wait for this lock by itself. */
async function switchToWal(database: DatabaseSync, lockTimeoutMs: number): Promise<void> {
  let deadline: number | null = null
  for (;;) {
    try {
      database.prepare('PRAGMA journal_mode = WAL').get()
      return
    } catch (error) {
      deadline ??= performance.now() + lockTimeoutMs
      if (!isBusy(error) || performance.now() > deadline) throw error
      await wait(20)
    }
  }
}

/** Throws as SQLite does for a damaged file, also for damage that only a whole reading finds. */
function assertUndamaged(database: DatabaseSync): void {
  const finding = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
  if (finding !== 'ok') throw createDamageError(String(finding))
}

function requireSqliteVersion(database: DatabaseSync, file: string): void {
  const row = database
    .prepare(`SELECT sqlite_version() AS version, sqlite_compileoption_used('ENABLE_FTS5') AS fts5`)
    .get()
  const problem = sqliteProblem(String(row?.version), row?.fts5 === 1)
  if (problem !== null) throw new Failure('file', problem, { name: basename(file) })
}

/** Why this SQLite will not do, or null when it will. */
export function sqliteProblem(version: string, fts5: boolean): Message | null {
  const advice = message`Run the app with Node 24.21 or newer.`
  const parts = version.split('.').map(Number)
  const difference =
    minSqliteVersion.map((required, index) => (parts[index] ?? 0) - required).find((delta) => delta !== 0) ??
    0
  if (difference < 0)
    return joinMessages([
      message`This system's SQLite is ${version}; ${minSqliteVersion.join('.')} or newer is needed.`,
      advice,
    ])
  return fts5
    ? null
    : joinMessages([message`This system's SQLite was built without full-text search (FTS5).`, advice])
}

/**
 * A file as it is at this moment, whatever is written to it until this is closed. A connection of its own; while it is
 * open, SQLite's log cannot be emptied. Throws `file`.
 */
export async function openSnapshot<Schema>(file: string): Promise<Database<Schema>> {
  const database = openForReading<Schema>(file)
  try {
    await sql`BEGIN`.execute(database.query)
    // The moment is that of the first reading.
    await sql`SELECT 1 FROM sqlite_schema LIMIT 1`.execute(database.query)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
