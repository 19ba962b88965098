import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Migration } from '../../../ports.ts'
import { migrate } from '../migrate.ts'
import { flush } from '../quarantine.ts'
import { registerRowChecksum } from '../sqlFunctions.ts'
import { createDamageError, isDamage, isResourceError } from '../sqliteFailure.ts'
import { checksummedTables } from './inspect.ts'
import {
  attempt,
  createCopier,
  createTableScanner,
  type FoundRow,
  type Readable,
  type Row,
  readDamaged,
  readDatabase,
  removeDatabase,
} from './readDamaged.ts'

export type RebuildOptions = FillOptions & {
  /** The name of the new file, which nobody else uses; one that was left there is removed. */
  target: string
  migrations: readonly Migration[]
  /** The file that is to be replaced, or was quarantined, which stays as it is; null to take the backup alone. */
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
    // Nobody sees the file before it is flushed as a whole, and what fails is removed.
    database.exec(
      `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = ${-cacheKib}`,
    )
    migrate(database, migrations, target)
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
  const checksummedNames = checksummedTables(database)
  const restoreStatements = dropTriggersAndIndexes(database)
  // Only a database with checksums has a table for the rows that do not fit theirs.
  if (checksummedNames.length > 0) checksummedNames.forEach(createFiller(database, sources, options, result))
  for (const table of plainTables(database, checksummedNames).filter((name) => !options.derived.test(name))) {
    const insert = createInserter(database, table, 'REPLACE')
    for (const source of [sources.backup, sources.file])
      for (const row of source?.plain(table) ?? []) insert(row)
  }
  for (const statement of [...options.refill, ...options.finish]) database.exec(statement)
  for (const table of checksummedNames) fillChecksums(database, table)
  for (const statement of restoreStatements) database.exec(statement)
  database.exec('COMMIT')
  return result
}

const plainTables = (database: DatabaseSync, checksummedNames: string[]): string[] =>
  database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' ORDER BY rowid`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== 'schema_migrations' && !checksummedNames.includes(name))

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

/**
 * Where a row comes from: sound in a file whose other rows alone are damaged; sound in a file that may have lost its
 * last writes; from the backup, so perhaps older than what happened; from the backup though the file, whose rows could
 * all be read, has it no more; or as damaged as it was found.
 */
type RowOrigin = 'file' | 'doubted' | 'backup' | 'gone' | 'damaged'

type FillOptions = {
  /** The file may have lost its last writes. */
  mayLackWrites: boolean
  /**
   * Changes a row so that nothing acts on it as if it were surely right; a changed row leaves out its checksum. Null: it
   * is not to be there.
   */
  settle(table: string, row: Row, origin: RowOrigin): Row | null
  /** Which sound rows it leaves as they are, as a condition in SQL; null where each has to be looked at. */
  unchanged(table: string, origin: Exclude<RowOrigin, 'damaged'>): string | null
  nowIso: string
}

export type RebuildResult = {
  fromFile: number
  fromBackup: number
  damaged: { table: string; row: string }[]
}

type Source = 'file' | 'backup'
/** `isAttached`: which are attached too, as `source` and as `backup`. */
type Sources = Record<Source, Readable | null> & { isAttached: Record<Source, boolean> }

/**
 * Fills tables with checksums: first with the sound rows of the file, then with what the backup has of the others. What
 * stays as it is goes from database to database by one statement; only what has to be looked at is read row by row, and
 * tables of a source that is not attached.
 */
function createFiller(
  database: DatabaseSync,
  sources: Sources,
  options: FillOptions,
  result: RebuildResult,
): (table: string) => void {
  const { file, backup, isAttached } = sources
  const { mayLackWrites, nowIso } = options
  const copy = createCopier(database)
  const scanTable = createTableScanner(database)
  const insertDamagedRow = database.prepare(`INSERT OR IGNORE INTO damaged_rows VALUES (?, ?, ?, ?)`)
  const unchanged = (table: string, origin: Exclude<RowOrigin, 'damaged'>) =>
    options.unchanged(table, origin) ?? 'FALSE'

  const copyFromFile = (table: string, onRow: (row: FoundRow) => void): void => {
    const columns = columnNames(database, table)
    const checksumText = checksumTextOf(database, table)
    const condition = unchanged(table, mayLackWrites ? 'doubted' : 'file')
    const scans = isAttached.file ? file?.scans(table, columns, { checksumText, condition }) : null
    for (const scan of scans ?? []) {
      result.fromFile += copy(table, columns, `source.${table}`, scan)
      for (const row of scan.excludedRows) onRow(row)
    }
    if (!scans) for (const row of file?.guarded(table) ?? []) onRow(row)
  }

  /** What the new table has not, of a backup that is attached. */
  const copyMissing = (table: string, origin: 'gone' | 'backup', onRow: (row: FoundRow) => void): void => {
    const columns = columnNames(database, table)
    const key = keyNames(database, table)
    const isKnown = `EXISTS (SELECT 1 FROM main.${table} AS known
      WHERE ${key.map((name) => `known.${name} = found.${name}`).join(' AND ')})`
    const options = { checksumText: checksumTextOf(database, table), condition: unchanged(table, origin) }
    const copyFrom = (toSource: (name: string) => string, ignored = 'FALSE') => {
      const scan = scanTable({ ...options, source: toSource(`checked_${table}`), ignored })
      if (!scan.isComplete) throw createDamageError('the backup cannot be read to its end')
      result.fromBackup += copy(table, columns, toSource(table), scan)
      for (const row of scan.excludedRows) onRow(row)
    }
    const knownRows = countRows(database, `main.${table}`)
    // To pass over what stands is faster than to look for it.
    if (knownRows * 2 < countRows(database, `backup.${table}`))
      return copyFrom((name) => `backup.${name} AS found`, knownRows > 0 ? isKnown : 'FALSE')
    database.exec(`CREATE TEMP TABLE missing AS
      SELECT ${key.join(', ')} FROM backup.${table} AS found WHERE NOT ${isKnown}`)
    if (countRows(database, 'temp.missing') > 0)
      copyFrom((name) => `temp.missing CROSS JOIN backup.${name} USING (${key.join(', ')})`)
    database.exec('DROP TABLE temp.missing')
  }

  return (table) => {
    const insert = createInserter(database, table, 'IGNORE')
    const damagedRows = new Map<string, FoundRow>()
    const { toKey, stands: exists } = createKeys(database, table)
    const insertSettled = (values: Row, origin: RowOrigin): boolean => {
      const settled = options.settle(table, values, origin)
      return settled !== null && insert(settled)
    }
    copyFromFile(table, (row) => {
      if (!row.sound) damagedRows.set(toKey(row.values), row)
      else if (insertSettled(row.values, mayLackWrites ? 'doubted' : 'file')) result.fromFile += 1
    })
    const fromBackup = (origin: 'gone' | 'backup') => (row: FoundRow) => {
      if (row.sound && insertSettled(row.values, origin)) result.fromBackup += 1
    }
    const backupRows = [...damagedRows.values()].flatMap(({ values }) => backup?.find(table, values) ?? [])
    for (const row of backupRows) fromBackup('backup')(row)
    // Otherwise a row whose name was damaged may stand in the backup under its right one.
    const isFileComplete = !mayLackWrites && file !== null && backupRows.length === damagedRows.size
    const origin = isFileComplete ? 'gone' : 'backup'
    if (isAttached.backup && backupHasChecksums(database, table))
      copyMissing(table, origin, fromBackup(origin))
    else
      for (const row of (file
        ? backup?.filter(table, (values) => !exists(values))
        : backup?.guarded(table)) ?? [])
        fromBackup(origin)(row)
    for (const { id, values } of damagedRows.values()) {
      insertSettled(values, 'damaged')
      insertDamagedRow.run(
        table,
        id,
        nowIso,
        JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      )
      result.damaged.push({ table, row: id })
    }
  }
}

/** Whether the backup that is attached has the table with all columns that it has now, and its checksums. */
function backupHasChecksums(database: DatabaseSync, table: string): boolean {
  const columnsOf = database.prepare(`SELECT name FROM pragma_table_info(?, ?)`)
  const backupColumns = new Set(columnsOf.all(`checked_${table}`, 'backup').map(({ name }) => name))
  return (
    backupColumns.has('checked_sum') &&
    columnsOf.all(table, 'main').every(({ name }) => backupColumns.has(name))
  )
}

/** What the checksum of a row is made of, as the view of the new table has it; NULL fits none. */
function checksumTextOf(database: DatabaseSync, table: string): string {
  const view = database.prepare(`SELECT sql FROM main.sqlite_schema WHERE name = ?`).get(`checked_${table}`)
  return /row_checksum\(CAST\((.+) AS BLOB\)\) AS checked_sum/s.exec(String(view?.['sql']))?.[1] ?? 'NULL'
}

const countRows = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'])

const columnNames = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare(`SELECT name FROM pragma_table_info(?, 'main')`)
    .all(table)
    .map(({ name }) => String(name))

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

const keyNames = (database: DatabaseSync, table: string): string[] =>
  database
    .prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0`)
    .all(table)
    .map(({ name }) => String(name))

/** Rows that were changed on the way, or come from a time before checksums, get theirs. */
const fillChecksums = (database: DatabaseSync, table: string): void => {
  const key = keyNames(database, table).map((name) => `c.${name} = ${table}.${name}`)
  database.exec(
    `UPDATE ${table} SET checksum = (SELECT checked_sum FROM checked_${table} c WHERE ${key.join(' AND ')})
     WHERE checksum IS NULL`,
  )
}

/** Gives whether the row was taken: it was not there, and the table accepts it. */
function createInserter(
  database: DatabaseSync,
  table: string,
  otherwise: 'IGNORE' | 'REPLACE',
): (row: Row) => boolean {
  const columnRows = database.prepare(`SELECT name FROM pragma_table_info(?)`).all(table)
  const names = columnRows.map(({ name }) => String(name))
  const prepare = (row: Row) => {
    const columns = names.filter((name) => row[name] !== undefined)
    const placeholders = columns.map(() => '?').join(', ')
    const sql = `INSERT OR ${otherwise} INTO ${table} (${columns.join(', ')}) VALUES (${placeholders})`
    return { columns, statement: database.prepare(sql) }
  }
  /** By the columns that a row has, which are the same for nearly all. */
  const prepared = new Map<string, ReturnType<typeof prepare>>()
  return (row) => {
    const columnsKey = Object.keys(row).join()
    const { columns, statement } = prepared.get(columnsKey) ?? prepare(row)
    if (!prepared.has(columnsKey)) prepared.set(columnsKey, { columns, statement })
    try {
      return statement.run(...columns.map((name) => row[name] as SQLInputValue)).changes === 1
    } catch (error) {
      if (isResourceError(error)) throw error
      // A damaged value that its column does not take; the row is listed with what was read of it.
      return false
    }
  }
}
