import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Readable } from './readDamaged.ts'
import { createDamageError, isResourceError } from './sqliteFailure.ts'
import { createCopier, createTableScanner, type FoundRow, type Row } from './tableScan.ts'

/**
 * Where a row comes from: sound in a file whose other rows alone are damaged; sound in a file that may have lost its
 * last writes; from the backup, so perhaps older than what happened; from the backup though the file, whose rows could
 * all be read, has it no more; or as damaged as it was found.
 */
type RowOrigin = 'file' | 'doubted' | 'backup' | 'gone' | 'damaged'

export type FillOptions = {
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
export type Sources = Record<Source, Readable | null> & { isAttached: Record<Source, boolean> }

/**
 * Fills tables with checksums: first with the sound rows of the file, then with what the backup has of the others. What
 * stays as it is goes from database to database by one statement; only what has to be looked at is read row by row, and
 * tables of a source that is not attached.
 */
export function createFiller(
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
    const condition = unchanged(table, mayLackWrites ? 'doubted' : 'file')
    const scans = isAttached.file ? file?.scans(table, columns, condition) : null
    for (const scan of scans ?? []) {
      result.fromFile += copy(table, columns, `source.${table}`, scan)
      for (const row of scan.excludedRows) onRow(row)
    }
    if (!scans) for (const row of file?.guarded(table) ?? []) onRow(row)
  }

  /** What the new table has not, of a backup that is attached. */
  const copyMissing = (table: string, origin: 'gone' | 'backup', onRow: (row: FoundRow) => void): void => {
    const columns = columnNames(database, table)
    const key = keyNames(database, table).map((name) => `known.${name} = found.${name}`)
    const missing = (source: string) =>
      `backup.${source} AS found WHERE NOT EXISTS (SELECT 1 FROM main.${table} AS known WHERE ${key.join(' AND ')})`
    if (!database.prepare(`SELECT 1 FROM ${missing(table)} LIMIT 1`).get()) return
    // The limit has SQLite leave out what stands already before it looks at anything else.
    const rows = `(SELECT * FROM ${missing(`checked_${table}`)} LIMIT -1)`
    const scan = scanTable(rows, '', unchanged(table, origin))
    if (!scan.isComplete) throw createDamageError('the backup cannot be read to its end')
    result.fromBackup += copy(table, columns, missing(table), scan)
    for (const row of scan.excludedRows) onRow(row)
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
    fillChecksums(database, table)
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
export function createInserter(
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
