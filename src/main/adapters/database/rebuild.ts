import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Migration } from '../../ports.ts'
import { guardedTables } from './inspect.ts'
import { migrate } from './migrate.ts'
import { registerRowChecksum } from './rowChecksum.ts'
import { type Readable, type Row, readDamaged, readDatabase, removeDatabase } from './salvage.ts'
import { isDamage, isRefused } from './sqliteFailure.ts'

/**
 * Where a row comes from: sound in a file whose other rows alone are damaged; sound in a file that may have lost its
 * last writes; from the backup, so perhaps older than what happened; from the backup though the file, whose rows could
 * all be read, has it no more; or as damaged as it was found.
 */
type RowOrigin = 'file' | 'doubted' | 'backup' | 'gone' | 'damaged'

export type RebuildOptions = {
  /** The name of the new file, which nobody else uses; one that was left there is removed. */
  target: string
  migrations: readonly Migration[]
  /** The file that is to be replaced, or was set aside, which stays as it is; null to take the backup alone. */
  damaged: string | null
  backup: string | null
  /** The file may have lost its last writes. */
  doubted: boolean
  /**
   * Changes a row so that nothing acts on it as if it were surely right; a changed row leaves out its checksum. Null: it
   * is not to be there.
   */
  settle(table: string, row: Row, origin: RowOrigin): Row | null
  /** Which sound rows it leaves as they are, as a condition in SQL; null where each has to be looked at. */
  unchanged(table: string, origin: 'file' | 'doubted'): string | null
  /** Tables that triggers fill from the others, and those that belong to them. */
  derived: RegExp
  /** Statements that fill those at once when all rows are there, which takes a fraction of the triggers' time. */
  refill: readonly string[]
  /** Statements that mend references between tables, after all rows are there. */
  finish: readonly string[]
  nowIso: string
}

export type Rebuilt = {
  kept: number
  fromBackup: number
  damaged: { table: string; row: string }[]
}

/** Enough for all that is written at once; the default has SQLite write pages again and again. */
const cacheKib = 128 * 1024

/**
 * Makes a database anew from what can be read of a damaged file and of a backup; it is flushed then. Throws SQLite's or
 * the disk's error, with nothing left of the new file.
 */
export function rebuild(options: RebuildOptions): Rebuilt {
  try {
    return makeEither(options)
  } catch (error) {
    tryTo(() => removeDatabase(options.target))
    throw error
  }
}

function makeEither(options: RebuildOptions): Rebuilt {
  try {
    return make(options, true)
  } catch (error) {
    // Damage that only showed while whole tables were copied.
    if (!isDamage(error)) throw error
    return make(options, false)
  }
}

function make(options: RebuildOptions, copiesTables: boolean): Rebuilt {
  const { target, damaged, backup, migrations } = options
  const copy = `${target}.reading`
  removeDatabase(target)
  const sources = {
    file: damaged === null ? null : unlessRefused(() => readDamaged(damaged, copy)),
    backup: backup === null ? null : unlessRefused(() => readDatabase(backup, true)),
  }
  const database = new DatabaseSync(target, { enableForeignKeyConstraints: false })
  try {
    registerRowChecksum(database)
    migrate(database, migrations, target)
    // Nobody sees the file before it is flushed as a whole.
    database.exec(`PRAGMA synchronous = OFF; PRAGMA cache_size = ${-cacheKib}`)
    const isBeside =
      copiesTables && sources.file !== null && tryTo(() => database.prepare('ATTACH ? AS source').run(copy))
    const rebuilt = fill(database, { ...sources, isBeside: Boolean(isBeside) }, options)
    database.close()
    flush(target)
    return rebuilt
  } finally {
    if (database.isOpen) database.close()
    sources.file?.close()
    sources.backup?.close()
    removeDatabase(copy)
  }
}

/** `isBeside`: the file is attached too, as `source`. */
type Sources = { file: Readable | null; backup: Readable | null; isBeside: boolean }

function fill(database: DatabaseSync, sources: Sources, options: RebuildOptions): Rebuilt {
  const rebuilt: Rebuilt = { kept: 0, fromBackup: 0, damaged: [] }
  database.exec('BEGIN')
  const guarded = guardedTables(database)
  const putBack = dropWhatSlows(database)
  for (const table of guarded) fillGuarded(database, table, sources, options, rebuilt)
  for (const table of plainTables(database, guarded).filter((name) => !options.derived.test(name))) {
    const insert = inserter(database, table, 'REPLACE')
    for (const source of [sources.backup, sources.file])
      for (const row of source?.plain(table) ?? []) insert(row)
  }
  for (const statement of [...options.refill, ...putBack, ...options.finish]) database.exec(statement)
  database.exec('COMMIT')
  return rebuilt
}

function fillGuarded(
  database: DatabaseSync,
  table: string,
  sources: Sources,
  { settle, unchanged, doubted, nowIso }: RebuildOptions,
  rebuilt: Rebuilt,
): void {
  const insert = inserter(database, table, 'IGNORE')
  const note = database.prepare(`INSERT OR IGNORE INTO damaged_rows VALUES (?, ?, ?, ?)`)
  const wrong = new Map<string, { id: string; values: Row }>()
  const { toKey, stands } = createKeys(database, table)
  const take = (values: Row, origin: RowOrigin): boolean => {
    const settled = settle(table, values, origin)
    return settled !== null && insert(settled)
  }
  const origin = doubted ? 'doubted' : 'file'
  const copied = copySound(database, table, sources, unchanged(table, origin))
  rebuilt.kept += copied.rows
  for (const { id, values, sound } of (copied.all ? null : sources.file?.guarded(table)) ?? [])
    if (!sound) wrong.set(toKey(values), { id, values })
    else if (take(values, origin)) rebuilt.kept += 1
  const ofBackup = (isWanted: (values: Row) => boolean) => sources.backup?.wanted(table, isWanted) ?? []
  const known = wrong.size > 0 ? [...ofBackup((values) => wrong.has(toKey(values)))] : []
  // Otherwise a row whose name was damaged may stand in the backup under its right one.
  const isWhole = !doubted && sources.file !== null && known.length === wrong.size
  const missing =
    sources.file === null ? sources.backup?.guarded(table) : ofBackup((values) => !stands(values))
  for (const { values, sound } of missing ?? []) {
    const from = isWhole && !wrong.has(toKey(values)) ? 'gone' : 'backup'
    if (sound && take(values, from)) rebuilt.fromBackup += 1
  }
  for (const { id, values } of wrong.values()) {
    take(values, 'damaged')
    note.run(
      table,
      id,
      nowIso,
      JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
    rebuilt.damaged.push({ table, row: id })
  }
  sumUp(database, table)
}

/** What tells a row from all others of its table, also where names of rows read alike, and whether it is there. */
function createKeys(database: DatabaseSync, table: string) {
  const names = keyNames(database, table)
  const where = names.map((name) => `${name} = ?`).join(' AND ')
  const one = database.prepare(`SELECT 1 FROM ${table} WHERE ${where}`)
  return {
    toKey: (values: Row): string => JSON.stringify(names.map((name) => String(values[name]))),
    stands: (values: Row): boolean =>
      one.get(...names.map((name) => values[name] as SQLInputValue)) !== undefined,
  }
}

/**
 * Copies the sound rows that stay as they are in one statement, a fraction of the time that it takes row by row. A table
 * that cannot be read to its end is left to that: SQLite refuses further changes after it met damage in a statement that
 * writes. `all`: there are no others.
 */
function copySound(
  database: DatabaseSync,
  table: string,
  { file, isBeside }: Sources,
  condition: string | null,
): { rows: number; all: boolean } {
  const there = condition === null || !isBeside ? null : file?.count(table, condition)
  if (!there) return { rows: 0, all: false }
  const known = database.prepare(`SELECT name FROM pragma_table_info(?)`).all(table)
  const columns = known.map(({ name }) => String(name)).join(', ')
  const all = there.rows === there.sound
  const where = all ? '' : `WHERE checksum IS checked_sum AND (${condition})`
  const { changes } = database
    .prepare(
      `INSERT OR IGNORE INTO main.${table} (${columns})
       SELECT ${columns} FROM source.${all ? '' : 'checked_'}${table} ${where}`,
    )
    .run()
  return { rows: Number(changes), all: all && Number(changes) === there.rows }
}

const keyNames = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0`)
    .all(table)
    .map(({ name }) => String(name))

/** Rows that were changed on the way, or come from a time before checksums, get theirs. */
const sumUp = (database: DatabaseSync, table: string): void => {
  const key = keyNames(database, table).map((name) => `c.${name} = ${table}.${name}`)
  database.exec(
    `UPDATE ${table} SET checksum = (SELECT checked_sum FROM checked_${table} c WHERE ${key.join(' AND ')})
     WHERE checksum IS NULL`,
  )
}

/** Gives whether the row was taken: it was not there, and the table accepts it. */
function inserter(
  database: DatabaseSync,
  table: string,
  otherwise: 'IGNORE' | 'REPLACE',
): (row: Row) => boolean {
  const known = database.prepare(`SELECT name FROM pragma_table_info(?)`).all(table)
  const names = known.map(({ name }) => String(name))
  const prepare = (row: Row) => {
    const columns = names.filter((name) => row[name] !== undefined)
    const places = columns.map(() => '?').join(', ')
    const sql = `INSERT OR ${otherwise} INTO ${table} (${columns.join(', ')}) VALUES (${places})`
    return { columns, statement: database.prepare(sql) }
  }
  /** By the columns that a row has, which are the same for nearly all. */
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return (row) => {
    const shape = Object.keys(row).join()
    const { columns, statement } = prepared.get(shape) ?? prepare(row)
    if (!prepared.has(shape)) prepared.set(shape, { columns, statement })
    try {
      return statement.run(...columns.map((name) => row[name] as SQLInputValue)).changes === 1
    } catch (error) {
      if (isRefused(error)) throw error
      // A damaged value that its column does not take; the row is listed with what was read of it.
      return false
    }
  }
}

const plainTables = (database: DatabaseSync, guarded: string[]): string[] =>
  database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY rowid`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'schema_migrations' && !guarded.includes(name))

/**
 * Triggers, since the rows bring their checksums along and `refill` does the rest at once; and indexes that only help
 * to find, which are faster made of all rows. Gives the statements that put them back.
 */
function dropWhatSlows(database: DatabaseSync): string[] {
  const found = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE type = 'trigger' OR (type = 'index' AND sql NOT LIKE 'CREATE UNIQUE%') ORDER BY type, rowid`,
    )
    .all()
  for (const { type, name } of found) database.exec(`DROP ${String(type)} ${String(name)}`)
  return found.map(({ sql }) => String(sql))
}

function tryTo<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** A source that cannot be read is left out; a disk that takes no more says nothing about the source. */
function unlessRefused<T>(work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    if (isRefused(error)) throw error
    return null
  }
}

function flush(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}
