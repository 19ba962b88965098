import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Migration } from '../../ports.ts'
import { guardedTables } from './inspect.ts'
import { migrate } from './migrate.ts'
import { registerRowChecksum } from './rowChecksum.ts'
import { type Readable, type Row, readDamaged, readDatabase, removeDatabase } from './salvage.ts'

/**
 * Where a row comes from: sound in a file whose other rows alone are damaged; sound in a file that may have lost its
 * last writes; from the backup, so perhaps older than what happened; from the backup though the file, whose rows could
 * all be read, has it no more; or as damaged as it was found.
 */
type RowOrigin = 'file' | 'doubted' | 'backup' | 'gone' | 'damaged'

export type RebuildOptions = {
  /** What is to be there in the end; it must not exist. */
  target: string
  migrations: readonly Migration[]
  /** The file that was set aside; null to take the backup alone. */
  damaged: string | null
  backup: string | null
  /** The file may have lost its last writes. */
  doubted: boolean
  /**
   * Changes a row so that nothing acts on it as if it were surely right; a changed row leaves out its checksum. Null: it
   * is not to be there.
   */
  settle(table: string, row: Row, origin: RowOrigin): Row | null
  /** Tables that triggers fill from the others, and those that belong to them. */
  derived: RegExp
  /** Statements that mend references between tables, after all rows are there. */
  finish: readonly string[]
  nowIso: string
}

export type Rebuilt = {
  kept: number
  fromBackup: number
  damaged: { table: string; row: string }[]
}

type Triggers = { name: string; sql: string }[]

/** Makes a database anew from what can be read of a damaged file and of a backup; it appears whole or not at all. */
export function rebuild(options: RebuildOptions): Rebuilt {
  const { target, damaged, backup, migrations } = options
  const made = `${target}.new`
  removeDatabase(made)
  const sources = {
    file: damaged === null ? null : tryRead(() => readDamaged(damaged, `${target}.reading`)),
    backup: backup === null ? null : tryRead(() => readDatabase(backup, true)),
  }
  const database = new DatabaseSync(made, { enableForeignKeyConstraints: false })
  try {
    registerRowChecksum(database)
    migrate(database, migrations, made)
    const rebuilt = fill(database, sources, options)
    database.close()
    appear(made, target)
    return rebuilt
  } finally {
    if (database.isOpen) database.close()
    sources.file?.close()
    sources.backup?.close()
    removeDatabase(`${target}.reading`)
  }
}

type Sources = { file: Readable | null; backup: Readable | null }

function fill(database: DatabaseSync, sources: Sources, options: RebuildOptions): Rebuilt {
  const rebuilt: Rebuilt = { kept: 0, fromBackup: 0, damaged: [] }
  database.exec('BEGIN')
  const guarded = guardedTables(database)
  const triggers = dropTriggers(database)
  for (const table of guarded) fillGuarded(database, table, sources, options, rebuilt)
  for (const table of plainTables(database, guarded).filter((name) => !options.derived.test(name))) {
    const insert = inserter(database, table, 'REPLACE')
    for (const source of [sources.backup, sources.file])
      for (const row of source?.plain(table) ?? []) insert(row)
  }
  for (const { sql } of triggers) database.exec(sql)
  for (const statement of options.finish) database.exec(statement)
  database.exec('COMMIT')
  return rebuilt
}

function fillGuarded(
  database: DatabaseSync,
  table: string,
  sources: Sources,
  { settle, doubted, nowIso }: RebuildOptions,
  rebuilt: Rebuilt,
): void {
  const insert = inserter(database, table, 'IGNORE')
  const note = database.prepare(`INSERT OR IGNORE INTO damaged_rows VALUES (?, ?, ?, ?)`)
  const taken = new Set<string>()
  const wrong = new Map<string, { id: string; values: Row }>()
  const toKey = createToKey(database, table)
  const take = (key: string, values: Row, origin: RowOrigin): boolean => {
    if (taken.has(key)) return false
    const settled = settle(table, values, origin)
    if (settled === null || !insert(settled)) return false
    taken.add(key)
    return true
  }
  for (const { id, values, sound } of sources.file?.guarded(table) ?? [])
    if (!sound) wrong.set(toKey(values), { id, values })
    else if (take(toKey(values), values, doubted ? 'doubted' : 'file')) rebuilt.kept += 1
  const isWhole = !doubted && sources.file !== null && namesAll(wrong, sources.backup?.guarded(table), toKey)
  for (const { values, sound } of sources.backup?.guarded(table) ?? []) {
    const key = toKey(values)
    const origin = isWhole && !wrong.has(key) ? 'gone' : 'backup'
    if (sound && take(key, values, origin)) rebuilt.fromBackup += 1
  }
  for (const [key, { id, values }] of wrong) {
    take(key, values, 'damaged')
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

/** What tells a row from all others of its table, also where names of rows read alike. */
const createToKey = (database: DatabaseSync, table: string): ((values: Row) => string) => {
  const names = keyNames(database, table)
  return (values) => JSON.stringify(names.map((name) => String(values[name])))
}

/** Whether the backup knows every damaged row: one whose name was damaged may stand there under its right one. */
function namesAll(
  wrong: ReadonlyMap<string, unknown>,
  rows: Iterable<{ values: Row }> = [],
  toKey: (values: Row) => string,
): boolean {
  if (wrong.size === 0) return true
  const known = new Set<string>()
  for (const { values } of rows) if (wrong.has(toKey(values))) known.add(toKey(values))
  return known.size === wrong.size
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
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return (row) => {
    const columns = names.filter((name) => row[name] !== undefined)
    const list = columns.join(', ')
    const sql = `INSERT OR ${otherwise} INTO ${table} (${list}) VALUES (${columns.map(() => '?').join(', ')})`
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    try {
      return statement.run(...columns.map((name) => row[name] as SQLInputValue)).changes === 1
    } catch {
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

/** Those that compute checksums, since the rows bring theirs along. */
function dropTriggers(database: DatabaseSync): Triggers {
  const found = database
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '*_guard_*' ORDER BY rowid`,
    )
    .all()
  for (const { name } of found) database.exec(`DROP TRIGGER ${String(name)}`)
  return found.map(({ name, sql }) => ({ name: String(name), sql: String(sql) }))
}

function tryRead(open: () => Readable): Readable | null {
  try {
    return open()
  } catch {
    return null
  }
}

function appear(made: string, target: string): void {
  const file = openSync(made, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(made, target)
}
