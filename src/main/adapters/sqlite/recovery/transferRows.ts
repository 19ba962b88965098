import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Migration } from '../../../ports.ts'
import { fileIdentity, quarantine } from '../quarantine.ts'
import { isDamage, isNotWritable, toFailure } from '../sqliteFailure.ts'
import { logIsDamaged } from '../wal.ts'
import { removeDatabase } from './readDamaged.ts'
import { rebuild } from './rebuild.ts'

type TransferOptions = {
  /** The database that has the rows, which stays as it is; `table` is one of those wanted. */
  from: string
  table: string
  /** The steps of its schema as they were when it had them. */
  migrations: readonly Migration[]
  into: string
  /** Insert into `main` what is in `source`; done twice they change nothing. */
  statements: readonly string[]
  nowMs: number
}

/** Whether there may be something to take: quick, and sure only where it says no. */
export function mayHaveRows(file: string, table: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return existsSync(`${file}-wal`)
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return true
  const address = pathToFileURL(file)
  address.search = '?immutable=1'
  try {
    return withDatabase(new DatabaseSync(address, { readOnly: true }), (database) =>
      hasTable(database, table),
    )
  } catch (error) {
    if (isNotWritable(error)) return false
    return true
  }
}

/**
 * Copies rows from one database into another in one transaction, which is flushed when this returns. `quarantinedFile`: the
 * path under which a damaged file was set aside, after what could be read of it was taken. Throws `file`.
 */
export function transferRows(options: TransferOptions): { quarantinedFile: string | null } {
  const { from, table, into, nowMs } = options
  const identity = fileIdentity(from)
  try {
    if (!logIsDamaged(from) && !isDamaged(from)) {
      if (withDatabase(new DatabaseSync(from, { timeout: 5000 }), (database) => hasTable(database, table)))
        copyRows(from, options)
      return { quarantinedFile: null }
    }
    return { quarantinedFile: recoverRows(options) ? quarantine(from, identity, nowMs) : null }
  } catch (error) {
    throw toFailure(error, into)
  }
}

/** Gives whether there was something to take. */
function recoverRows(options: TransferOptions): boolean {
  const recoveredFile = `${options.from}.read`
  try {
    rebuild({
      target: recoveredFile,
      migrations: options.migrations,
      damaged: options.from,
      backup: null,
      mayLackWrites: true,
      settle: (_table, row) => row,
      unchanged: () => null,
      derived: /^$/,
      refill: [],
      finish: [],
      nowIso: new Date(options.nowMs).toISOString(),
    })
    copyRows(recoveredFile, options)
    return withDatabase(new DatabaseSync(recoveredFile), (database) =>
      Boolean(database.prepare(`SELECT 1 FROM ${options.table} LIMIT 1`).get()),
    )
  } finally {
    removeDatabase(recoveredFile)
  }
}

function isDamaged(file: string): boolean {
  try {
    return withDatabase(
      new DatabaseSync(file, { timeout: 5000 }),
      (database) => database.prepare('PRAGMA quick_check(1)').get()?.quick_check !== 'ok',
    )
  } catch (error) {
    if (isDamage(error)) return true
    throw error
  }
}

const hasTable = (database: DatabaseSync, table: string): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(table) !== undefined

function withDatabase<T>(database: DatabaseSync, work: (database: DatabaseSync) => T): T {
  try {
    return work(database)
  } finally {
    database.close()
  }
}

function copyRows(source: string, { into, statements }: TransferOptions): void {
  withDatabase(new DatabaseSync(into, { timeout: 5000, enableForeignKeyConstraints: true }), (database) => {
    database.exec('PRAGMA synchronous = FULL')
    database.prepare('ATTACH ? AS source').run(source)
    database.exec('BEGIN IMMEDIATE')
    for (const statement of statements) database.exec(statement)
    database.exec('COMMIT')
  })
}
