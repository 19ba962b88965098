import { existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileFailure, messageOf } from '../../../shared/contract/failures.ts'
import type { JournalCheck } from '../../../shared/domain/app/appData.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { Migration, SyncSql } from '../../ports.ts'
import { createSyncSql } from './dialect.ts'
import { appliedNames, rejectNewerSchema, schemaFitsStamp } from './migrate.ts'
import { isBusy, isDamage } from './sqliteFailure.ts'

/**
 * The result of inspecting a file. `problem`: the damage of a damaged file. `isPending`: true if migrations are
 * pending.
 */
export type Inspection = {
  state: 'missing' | 'empty' | 'damaged' | 'sound'
  problem: Message | null
  isPending: boolean
}

const missing: Inspection = { state: 'missing', problem: null, isPending: false }
const emptyFile: Inspection = { state: 'empty', problem: message('adapters.fileEmpty'), isPending: false }

/**
 * Checks a file with SQLite's quick_check and against its schema stamp. Throws `file` if a newer version wrote it, and
 * SQLite's own error if it cannot be opened for another reason than damage.
 */
export function inspectFile(file: string, migrations: readonly Migration[]): Inspection {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return missing
  if (size === 0) return emptyFile
  try {
    return withSql(file, (sql, database) => {
      // A process ended before it had created the schema.
      if (sql.rows('SELECT 1 FROM sqlite_schema LIMIT 1').length === 0) return emptyFile
      const problem = findProblem(sql, database)
      if (problem !== null) return { state: 'damaged', problem, isPending: false }
      const applied = appliedNames(database)
      rejectNewerSchema(database, migrations, file)
      return { state: 'sound', problem: null, isPending: migrations.some(({ name }) => !applied.has(name)) }
    })
  } catch (error) {
    if (!isDamage(error) && !isWrongStatement(error)) throw error
    return { state: 'damaged', problem: messageOf(error), isPending: false }
  }
}

function findProblem(sql: SyncSql, database: DatabaseSync): Message | null {
  const result = String(sql.rows('PRAGMA quick_check(1)')[0]?.['quick_check'])
  return result === 'ok' ? findWrongSchema(sql, database) : joinMessages([result])
}

function findWrongSchema(sql: SyncSql, database: DatabaseSync): Message | null {
  if (!schemaFitsStamp(database)) return message('adapters.schemaNotOneWritten')
  return hasTable(sql, 'schema_migrations') ? null : message('app.anotherKindFile')
}

export const hasTable = (sql: SyncSql, name: string): boolean =>
  sql.rows('SELECT 1 FROM sqlite_schema WHERE name = ?', [name]).length > 0

/** True for the error of an invalid statement, which a flipped bit in the schema can also cause. */
const isWrongStatement = (error: unknown): boolean => (error as { errcode?: unknown } | null)?.errcode === 1

const countedTables = ['batches', 'ledger', 'samples', 'screening_tasks', 'analyses']

/**
 * Verifies a whole file with integrity_check, and counts its orders and samples. Throws SQLite's error if it cannot be
 * opened.
 */
export function checkSql(file: string): { rows: number; findings: JournalCheck['findings'] } {
  const toFinding = (problem: Message) => ({ table: null, row: null, problem })
  try {
    return withSql(
      file,
      (sql, database) => {
        const findings = sql
          .rows('PRAGMA integrity_check(20)')
          .map((row) => String(row['integrity_check']))
          .filter((text) => text !== 'ok')
          .map((text) => toFinding(joinMessages([text])))
        const problem = findings.length === 0 ? findWrongSchema(sql, database) : null
        if (problem !== null) findings.push(toFinding(problem))
        const tables = sql
          .rows(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
          .map(({ name }) => String(name))
          .filter((name) => countedTables.includes(name))
        let rows = 0
        for (const table of tables)
          rows += Number(sql.rows(`SELECT count(*) AS n FROM ${table} NOT INDEXED`)[0]?.['n'])
        return { rows, findings }
      },
      { readOnly: true },
    )
  } catch (error) {
    if (!isDamage(error) && !isWrongStatement(error)) throw error
    return { rows: 0, findings: [toFinding(messageOf(error))] }
  }
}

/** Runs `work` on a separate connection, which may write. */
export function withSql<T>(
  file: string,
  work: (sql: SyncSql, database: DatabaseSync) => T,
  { readOnly = false }: { readOnly?: boolean } = {},
): T {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  try {
    return work(createSyncSql(database), database)
  } finally {
    database.close()
  }
}

/** True if this or another process has the database open. */
export function isInUse(file: string): boolean {
  if (!existsSync(file) || !existsSync(`${file}-shm`)) return false
  try {
    // Read-only, so that a write-ahead log stays unchanged. SQLite refuses the exclusive lock while the file is open
    // elsewhere.
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE')
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
    } finally {
      database.close()
    }
    return false
  } catch (error) {
    return isBusy(error)
  }
}

/** Throws `file` while another process has the database open, because its writes would go into the quarantined file. */
export function assertNotInUse(file: string): void {
  if (!isInUse(file)) return
  const name = basename(file)
  const text = message('adapters.dataFileProfileUse', { name, file: basename(dirname(file)) })
  throw fileFailure(text, name)
}
