import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Migration } from '../../ports.ts'
import {
  createFiller,
  createInserter,
  type FillOptions,
  type RebuildResult,
  type Sources,
} from './fillGuarded.ts'
import { guardedTables } from './inspect.ts'
import { migrate } from './migrate.ts'
import { type Readable, readDamaged, readDatabase, removeDatabase } from './readDamaged.ts'
import { registerRowChecksum } from './rowChecksum.ts'
import { isDamage, isResourceError } from './sqliteFailure.ts'
import { attempt } from './tableScan.ts'

export type RebuildOptions = FillOptions & {
  /** The name of the new file, which nobody else uses; one that was left there is removed. */
  target: string
  migrations: readonly Migration[]
  /** The file that is to be replaced, or was set aside, which stays as it is; null to take the backup alone. */
  damaged: string | null
  backup: string | null
  /** Tables that triggers fill from the others, and those that belong to them. */
  derived: RegExp
  /** Statements that fill those at once when all rows are there, which takes a fraction of the triggers' time. */
  refill: readonly string[]
  /** Statements that mend references between tables, after all rows are there. */
  finish: readonly string[]
}

/** Enough for all that is written at once; the default has SQLite write pages again and again. */
const cacheKib = 128 * 1024

/**
 * Makes a database anew from what can be read of a damaged file and of a backup; it is flushed then. Throws SQLite's or
 * the disk's error, with nothing left of the new file.
 */
export function rebuild(options: RebuildOptions): RebuildResult {
  try {
    return rebuildWithFallback(options)
  } catch (error) {
    attempt(() => removeDatabase(options.target))
    throw error
  }
}

function rebuildWithFallback(options: RebuildOptions): RebuildResult {
  try {
    return rebuildOnce(options, true)
  } catch (error) {
    // Damage that only showed while whole tables were copied.
    if (!isDamage(error)) throw error
    return rebuildOnce(options, false)
  }
}

function rebuildOnce(options: RebuildOptions, copiesTables: boolean): RebuildResult {
  const { target, damaged, backup, migrations } = options
  const copyFile = `${target}.reading`
  removeDatabase(target)
  const sources = {
    file: damaged === null ? null : readableOrNull(() => readDamaged(damaged, copyFile)),
    backup: backup === null ? null : readableOrNull(() => readDatabase(backup)),
  }
  const database = new DatabaseSync(target, { enableForeignKeyConstraints: false })
  try {
    registerRowChecksum(database)
    migrate(database, migrations, target)
    // Nobody sees the file before it is flushed as a whole.
    database.exec(`PRAGMA synchronous = OFF; PRAGMA cache_size = ${-cacheKib}`)
    const attachSource = (name: string, source: Readable | null) =>
      copiesTables && source !== null && attach(database, name, source)
    const isAttached = {
      file: attachSource('source', sources.file),
      backup: attachSource('backup', sources.backup),
    }
    const result = fill(database, { ...sources, isAttached }, options)
    database.close()
    flush(target)
    return result
  } finally {
    if (database.isOpen) database.close()
    sources.file?.close()
    sources.backup?.close()
    removeDatabase(copyFile)
  }
}

const attach = (database: DatabaseSync, name: string, { address }: Readable): boolean =>
  attempt(() => database.prepare(`ATTACH ? AS ${name}`).run(address)) !== null

function fill(database: DatabaseSync, sources: Sources, options: RebuildOptions): RebuildResult {
  const result: RebuildResult = { fromFile: 0, fromBackup: 0, damaged: [] }
  database.exec('BEGIN')
  const guardedNames = guardedTables(database)
  const restoreStatements = dropTriggersAndIndexes(database)
  // Only a database with checksums has a table for the rows that do not fit theirs.
  if (guardedNames.length > 0) guardedNames.forEach(createFiller(database, sources, options, result))
  for (const table of plainTables(database, guardedNames).filter((name) => !options.derived.test(name))) {
    const insert = createInserter(database, table, 'REPLACE')
    for (const source of [sources.backup, sources.file])
      for (const row of source?.plain(table) ?? []) insert(row)
  }
  for (const statement of [...options.refill, ...restoreStatements, ...options.finish])
    database.exec(statement)
  database.exec('COMMIT')
  return result
}

const plainTables = (database: DatabaseSync, guardedNames: string[]): string[] =>
  database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY rowid`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'schema_migrations' && !guardedNames.includes(name))

/**
 * Triggers, since the rows bring their checksums along and `refill` does the rest at once; and indexes that only help
 * to find, which are faster made of all rows. Gives the statements that put them back.
 */
function dropTriggersAndIndexes(database: DatabaseSync): string[] {
  const found = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE type = 'trigger' OR (type = 'index' AND sql NOT LIKE 'CREATE UNIQUE%') ORDER BY type, rowid`,
    )
    .all()
  for (const { type, name } of found) database.exec(`DROP ${String(type)} ${String(name)}`)
  return found.map(({ sql }) => String(sql))
}

/** A source that cannot be read is left out; a disk that takes no more says nothing about the source. */
function readableOrNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (isResourceError(error)) throw error
    return null
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
