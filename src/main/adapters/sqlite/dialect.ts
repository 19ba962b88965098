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

/** Prepared once and used again: enough for every query of the app with room for those built on the fly. */
const maxCachedStatements = 256

type ConnectionOptions = {
  file: string
  /** How long a statement waits for another process that writes. */
  lockTimeoutMs: number
  hooks?: TransactionHooks | undefined
  /** Called when a statement meets damage that no check at the start has found. */
  onDamage?: (() => void) | undefined
}

/**
 * Kysely over one node:sqlite connection. Its adapter says "one connection", so Kysely hands it out to one caller at
 * a time: for one query, or for the whole of a transaction.
 */
export function createDialect(
  database: DatabaseSync,
  connection: DatabaseConnection,
  { commits, hooks }: TransactionParts,
): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(database, connection, { commits, hooks }),
    createIntrospector: (query) => new SqliteIntrospector(query),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

type TransactionParts = { commits: CommitHandler | undefined; hooks: TransactionHooks | undefined }

function createDriver(
  database: DatabaseSync,
  connection: DatabaseConnection,
  { commits, hooks }: TransactionParts,
): Driver {
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql))
  const sql = createSyncSql(database)
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    // IMMEDIATE: a transaction that reads first and writes later would fail at once under contention.
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
      // A full disk has SQLite roll back by itself, and a second rollback would hide the cause.
      if (database.isTransaction) await run('ROLLBACK')
    },
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

/** `rows`: as `Reader` says, where no transaction is open. */
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
  /** A change outside a transaction gets one of its own, so that the hooks see it. */
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
    let deadline: number | null = null
    for (;;) {
      try {
        return work()
      } catch (error) {
        // SQLite's own wait holds up the whole process, so it is short, and the rest of the waiting time is spent here.
        deadline ??= performance.now() + lockTimeoutMs
        const mayWait = isBusy(error) && !database.isTransaction && performance.now() < deadline
        if (!mayWait) throw toReportedFailure(error)
        await wait(5 + Math.random() * 20)
      }
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
        // A statement of its own: a cached one could be started anew while this one is being read.
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

const changesRows = /^\s*(insert|update|delete|replace)\b/i

export function createSyncSql(database: DatabaseSync): SyncSql {
  const statements = createStatements(database)
  return {
    rows: (sql, values = []) => statements(sql).statement.all(...(values as SQLInputValue[])),
    // A statement of its own: a cached one could be started again while this one is being read.
    each: (sql, values = []) => database.prepare(sql).iterate(...(values as SQLInputValue[])),
    run: (sql, values = []) => Number(statements(sql).statement.run(...(values as SQLInputValue[])).changes),
    exec: (sql) => database.exec(sql),
    define: (name, work) => database.function(name, { varargs: true }, work),
  }
}

type PreparedStatement = { statement: StatementSync; reads: boolean }

/** Prepared statements by their text. When they are too many all go, which no more than a burst of built ones causes. */
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
  /** Writes the log back into the file, in another thread. */
  checkpoint: () => Promise<unknown>
  /** The log is written back at a commit when it has so many pages. */
  logPages: number
}

/** A transaction that changed so many rows has a log whose flush and writing back would hold up the thread. */
const largeCommitRows = 5000

type CommitHandler = {
  onBegin(): void
  commit(run: () => Promise<unknown>): Promise<void>
  /** Once nothing of it is under way in another thread. */
  whenIdle(): Promise<unknown>
}

/**
 * Commits of which the large ones leave the work to others: what the log already holds is flushed off the thread, so that
 * the commit's own flush, after which it is durable as ever, finds little left; and the log is written back elsewhere.
 */
export function createCommitHandler(
  database: DatabaseSync,
  { file, checkpoint, logPages }: CommitOptions,
): CommitHandler {
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
    commit: async (run) => {
      if (changes() - changesAtBegin < largeCommitRows) return void (await run())
      await flushLog(file)
      setAutoCheckpoint(0)
      try {
        await run()
      } finally {
        // Where it fails, the next commit writes the log back by itself.
        const restoreAutoCheckpoint = () => setAutoCheckpoint(logPages)
        checkpointing = checkpoint().then(restoreAutoCheckpoint, restoreAutoCheckpoint)
      }
    },
    whenIdle: () => checkpointing,
  }
}

/** Only to be early: the commit flushes the log again, and tells what is wrong with the disk. */
async function flushLog(file: string): Promise<void> {
  const log = await open(`${file}-wal`, 'r+').catch(() => null)
  await log?.sync().catch(() => undefined)
  await log?.close().catch(() => undefined)
}
