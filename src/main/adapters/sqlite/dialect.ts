import { open } from 'node:fs/promises'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Reader, SyncSql, TransactionHooks } from '../../ports.ts'
import { isBusy, isDamage, toFailure } from './sqliteFailure.ts'

/** Enough prepared statements for every query of the app, with room for generated ones. */
const maxCachedStatements = 256

type ConnectionOptions = {
  file: string
  /** The time that a statement waits for another process that is writing. */
  lockTimeoutMs: number
  hooks?: TransactionHooks | undefined
  /** Called when a statement finds damage that no check at the start has found. */
  onDamage?: (() => void) | undefined
}

/**
 * Creates a Kysely dialect over one node:sqlite connection. Its adapter reports a single connection, so Kysely gives it
 * to one caller at a time, for one query or for a whole transaction.
 */
export function createDialect(
  database: DatabaseSync,
  connection: DatabaseConnection,
  { commits, hooks }: { commits: CommitHandler | undefined; hooks: TransactionHooks | undefined },
): Dialect {
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql))
  const sql = createSyncSql(database)
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    // IMMEDIATE, because a transaction that reads first and writes later would fail immediately under contention.
    beginTransaction: async () => {
      await run('BEGIN IMMEDIATE')
      try {
        hooks?.began(sql)
      } catch (error) {
        if (database.isTransaction) await run('ROLLBACK')
        throw error
      }
      commits?.onBegin()
    },
    commitTransaction: async () => {
      const commit = () => run('COMMIT')
      try {
        hooks?.beforeCommit(sql)
        await (commits?.commit(commit) ?? commit())
      } catch (error) {
        hooks?.commitFailed()
        throw error
      }
    },
    rollbackTransaction: async () => {
      // See `transaction` below.
      if (database.isTransaction) await run('ROLLBACK')
    },
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (query) => new SqliteIntrospector(query),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** `rows` and `lists` work as in `Reader`, but only while no transaction is open. */
export type Connection = DatabaseConnection & Reader

export function createConnection(
  database: DatabaseSync,
  { file, lockTimeoutMs, hooks, onDamage }: ConnectionOptions,
): Connection {
  const statements = createStatements(database)
  const syncSql = createSyncSql(database)
  const toReportedFailure = (error: unknown): unknown => {
    if (isDamage(error)) onDamage?.()
    return toFailure(error, file)
  }
  /** Gives a change outside a transaction its own transaction, so that the hooks see it. */
  const run = <Row>(query: CompiledQuery): QueryResult<Row> => {
    if (!hooks || database.isTransaction || !changesRows.test(query.sql)) return runStatement<Row>(query)
    database.exec('BEGIN IMMEDIATE')
    try {
      hooks.began(syncSql)
      const result = runStatement<Row>(query)
      hooks.beforeCommit(syncSql)
      database.exec('COMMIT')
      return result
    } catch (error) {
      hooks.commitFailed()
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
  const runStatement = <Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> => {
    const { statement, reads } = statements(sql)
    const values = parameters as SQLInputValue[]
    if (reads) return { rows: statement.all(...values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
  const withBusyRetry = async <T>(work: () => T): Promise<T> => {
    try {
      return await retryWhileBusy(database, lockTimeoutMs, work)
    } catch (error) {
      throw toReportedFailure(error)
    }
  }
  return {
    executeQuery: <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
      withBusyRetry(() => run<Row>(query)),
    rows: <Row>(sql: string, values: readonly unknown[]): Promise<Row[]> =>
      withBusyRetry(() => statements(sql).statement.all(...(values as SQLInputValue[])) as Row[]),
    lists: <Row extends unknown[]>(sql: string, values: readonly unknown[]): Promise<Row[]> =>
      withBusyRetry(
        () => statements(sql, 'lists').statement.all(...(values as SQLInputValue[])) as unknown as Row[],
      ),
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery, chunkSize: number) {
      try {
        let rows: Row[] = []
        // Not from the cache: a cached statement could be restarted while this one is being read.
        for (const row of database.prepare(sql).iterate(...(parameters as SQLInputValue[]))) {
          rows.push(row as Row)
          if (rows.length < chunkSize) continue
          yield { rows }
          rows = []
        }
        if (rows.length > 0) yield { rows }
      } catch (error) {
        throw toReportedFailure(error)
      }
    },
  }
}

/** Runs `work`, and repeats it while another process is writing, for at most `timeoutMs`. */
export async function retryWhileBusy<T>(
  database: DatabaseSync,
  timeoutMs: number,
  work: () => T,
): Promise<T> {
  let deadline: number | null = null
  for (;;) {
    try {
      return work()
    } catch (error) {
      // SQLite's own wait blocks the whole process, so it is short, and the remaining time is waited here.
      deadline ??= performance.now() + timeoutMs
      if (!isBusy(error) || database.isTransaction || performance.now() >= deadline) throw error
      await wait(5 + Math.random() * 20)
    }
  }
}

const changesRows = /^\s*(insert|update|delete|replace)\b/i

export function createSyncSql(database: DatabaseSync): SyncSql {
  const statements = createStatements(database)
  return {
    rows: (sql, values = []) => statements(sql).statement.all(...(values as SQLInputValue[])),
    // Not from the cache: a cached statement could be restarted while this one is being read.
    each: (sql, values = []) => database.prepare(sql).iterate(...(values as SQLInputValue[])),
    run: (sql, values = []) => Number(statements(sql).statement.run(...(values as SQLInputValue[])).changes),
    exec: (sql) => database.exec(sql),
    transaction: (work, kind = 'writing') => {
      database.exec(kind === 'reading' ? 'BEGIN' : 'BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        // SQLite rolls back on its own when the disk is full, and a second rollback would hide the cause.
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    define: (name, work) => database.function(name, { varargs: true }, work),
  }
}

type PreparedStatement = { statement: StatementSync; reads: boolean }

/**
 * Caches prepared statements by their SQL. When there are too many, all are dropped, which only a burst of generated
 * ones causes.
 */
function createStatements(database: DatabaseSync): (sql: string, as?: 'rows' | 'lists') => PreparedStatement {
  const caches = { rows: new Map<string, PreparedStatement>(), lists: new Map<string, PreparedStatement>() }
  return (sql, as = 'rows') => {
    const cache = caches[as]
    const found = cache.get(sql)
    if (found) return found
    const statement = database.prepare(sql)
    statement.setReturnArrays(as === 'lists')
    const prepared = { statement, reads: statement.columns().length > 0 }
    if (cache.size >= maxCachedStatements) cache.clear()
    cache.set(sql, prepared)
    return prepared
  }
}

type CommitOptions = {
  file: string
  /** Checkpoints the write-ahead log in another thread. */
  checkpoint: () => Promise<unknown>
  /** The number of log pages from which a commit checkpoints the log. */
  logPages: number
}

/** With this many changed rows, flushing and checkpointing the log would block the thread. */
const largeCommitRows = 5000

type CommitHandler = ReturnType<typeof createCommitHandler>

/**
 * Takes most of the work of large commits off the thread. The existing log is flushed asynchronously first, so that the
 * commit's own flush, which makes it durable, has little left to do. The checkpoint runs in another thread.
 */
export function createCommitHandler(database: DatabaseSync, { file, checkpoint, logPages }: CommitOptions) {
  const countStatement = database.prepare('SELECT total_changes() AS n')
  const changes = () => Number(countStatement.get()?.['n'])
  const setAutoCheckpoint = (pages: number) => {
    if (database.isOpen) database.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
  }
  let changesAtBegin = 0
  let checkpointing: Promise<unknown> = Promise.resolve()
  return {
    onBegin: () => {
      changesAtBegin = changes()
    },
    commit: async (run: () => Promise<unknown>): Promise<void> => {
      if (changes() - changesAtBegin < largeCommitRows) return void (await run())
      await flushLog(file)
      setAutoCheckpoint(0)
      try {
        await run()
      } finally {
        // If it fails, the next commit checkpoints the log itself.
        const restoreAutoCheckpoint = () => setAutoCheckpoint(logPages)
        checkpointing = checkpoint().then(restoreAutoCheckpoint, restoreAutoCheckpoint)
      }
    },
    /** Resolves when no checkpoint is running in another thread. */
    whenIdle: () => checkpointing,
  }
}

/** Only flushes early: the commit flushes the log again and reports disk errors. */
async function flushLog(file: string): Promise<void> {
  const log = await open(`${file}-wal`, 'r+').catch(() => null)
  await log?.sync().catch(() => undefined)
  await log?.close().catch(() => undefined)
}
