import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { fitsChecksum, registerRowChecksum } from '../sqlFunctions.ts'
import { createDamageError } from '../sqliteFailure.ts'
import { repairLog } from '../wal.ts'
import { checksummedTables } from './inspect.ts'

export type Row = Record<string, unknown>
/** A row as it was found; `sound`: it fits its checksum. */
export type FoundRow = { id: string; values: Row; sound: boolean }

/** One way through a table with checksums: `isComplete` when it came to the end, else to a row that cannot be read. */
export type TableScan = Required<Pick<ScanOptions, 'ignored' | 'order'>> & {
  /** How many rows it came by. */
  rows: number
  /** Which of them, counted from 0, are not to be copied as they are; they were read whole, as `excludedRows`. */
  excludedIndexes: ReadonlySet<number>
  excludedRows: FoundRow[]
  isComplete: boolean
}

export type ScanOptions = {
  /** The table's view `checked_…`, or what holds the same columns. */
  source: string
  /** What a row's checksum is made of, in SQL. */
  checksumText: string
  /** Which sound rows are to be copied, in SQL. */
  condition: string
  /** Rows that are not even counted, in SQL. */
  ignored?: string
  order?: string
}

/**
 * Gives a connection a function that tells the rows of a table which are sound and meet a condition from the others,
 * which alone are read whole, and whose checksums their view looks at: a hundred thousand take as long as their checksums.
 */
export function createTableScanner(database: DatabaseSync) {
  let rows = 0
  let excludedIndexes = new Set<number>()
  database.function('stands_apart', (checksumText, checksum, meetsCondition) => {
    const isCopied = meetsCondition === 1 && fitsChecksum(checksumText, checksum)
    if (!isCopied) excludedIndexes.add(rows)
    rows += 1
    return isCopied ? 0 : 1
  })
  return ({ source, checksumText, condition, ignored = 'FALSE', order = '' }: ScanOptions): TableScan => {
    rows = 0
    excludedIndexes = new Set()
    const excludedRows: FoundRow[] = []
    const found = readUntilDamage(
      database,
      `SELECT * FROM ${source} WHERE CASE WHEN ${ignored} THEN FALSE
         ELSE stands_apart(${checksumText}, checksum, ${condition}) END ${order}`,
    )
    for (;;) {
      const { value, done } = found.next()
      if (done) return { ignored, order, rows, excludedIndexes, excludedRows, isComplete: value }
      excludedRows.push(toFound(value))
    }
  }
}

/** Copies by one statement what a way came by, but for what stands apart. Gives how many rows were new to the table. */
export function createCopier(database: DatabaseSync) {
  let position = 0
  let copiedCount = 0
  let excludedIndexes: ReadonlySet<number> = new Set()
  database.function('is_copied', () => {
    if (excludedIndexes.has(position++)) return 0
    copiedCount += 1
    return 1
  })
  return (table: string, columns: readonly string[], source: string, scan: TableScan): number => {
    position = 0
    copiedCount = 0
    excludedIndexes = scan.excludedIndexes
    const expectedCount = scan.rows - excludedIndexes.size
    if (expectedCount === 0) return 0
    const names = columns.join(', ')
    const isUnfiltered = scan.isComplete && excludedIndexes.size === 0
    // The end of the table is not sought where a damaged page lies before it.
    const filter = `WHERE CASE WHEN ${scan.ignored} THEN FALSE ELSE is_copied() END ${scan.order} LIMIT ${expectedCount}`
    const { changes } = database
      .prepare(
        `INSERT OR IGNORE INTO main.${table} (${names}) SELECT ${names} FROM ${source} ${isUnfiltered ? '' : filter}`,
      )
      .run()
    if (!isUnfiltered && copiedCount !== expectedCount)
      throw createDamageError('the rows that were read cannot be read again')
    return Number(changes)
  }
}

const toFound = ({ checked_id, checked_sum, ...values }: Row): FoundRow => ({
  id: String(checked_id),
  values,
  sound: checked_sum === values['checksum'],
})

/** Gives whether the end was reached. */
function* readUntilDamage(database: DatabaseSync, sql: string): Generator<Row, boolean> {
  const rows = attempt(() => database.prepare(sql).iterate()[Symbol.iterator]())
  for (;;) {
    // Whatever stops it, a damaged page or a number out of range, the other rows are worth more than the reason.
    const next = rows && attempt(() => rows.next())
    if (!next) return false
    if (next.done) return true
    yield next.value as Row
  }
}

export function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** What can be read of one file: tables with checksums, and the others as they are. */
export type Readable = {
  /** What another connection attaches it by. */
  address: string
  /** Tables whose rows carry a checksum. */
  checksummedTables: readonly string[]
  guarded(table: string): Iterable<FoundRow>
  /** The one row of a sound file that has these keys. */
  find(table: string, key: Row): FoundRow | null
  /** The same of a file that is sound, without those that are known by their keys: only the others are read whole. */
  filter(table: string, matches: (key: Row) => boolean): Iterable<FoundRow>
  /** Returns whether all rows were read by the first way. */
  plain(table: string): Generator<Row, boolean>
  /** The same rows as `guarded` gives, way by way; null where they have no checksums, or lack some of the columns. */
  scans(
    table: string,
    columns: readonly string[],
    options: Pick<ScanOptions, 'checksumText' | 'condition'>,
  ): TableScan[] | null
  close(): void
}

const companionSuffixes = ['', '-wal', '-shm']
const immutable = '?immutable=1'

/**
 * Reads a damaged file, which stays as it is: one with a log by way of a copy, since SQLite has to write the log into it.
 */
export function readDamaged(file: string, copy: string): Readable {
  removeDatabase(copy)
  if (!existsSync(`${file}-wal`)) return readAt(`${pathToFileURL(file).href}${immutable}`, true)
  copyFileSync(file, copy)
  const log = readFileSync(`${file}-wal`)
  repairLog(log, pageBytesOf(file))
  writeFileSync(`${copy}-wal`, log)
  const readable = readAt(pathToFileURL(copy).href, false)
  return {
    ...readable,
    close: () => {
      readable.close()
      removeDatabase(copy)
    },
  }
}

/** Reads what can be read; a part that cannot be read gives no rows. */
export const readDatabase = (file: string): Readable => readAt(`${pathToFileURL(file).href}?mode=ro`, true)

function readAt(address: string, readOnly: boolean): Readable {
  const database = new DatabaseSync(address, { readOnly, timeout: 5000 })
  registerRowChecksum(database)
  const scanTable = createTableScanner(database)
  const tables = attempt(() => checksummedTables(database)) ?? []
  const createFinder = (table: string) => {
    const key = keyOf(database, table)
    const source = tables.includes(table) ? `checked_${table}` : table
    const find = attempt(() =>
      database.prepare(`SELECT * FROM ${source} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`),
    )
    return (values: Row): FoundRow | null => {
      const row = find?.get(...key.map((name) => (values[name] ?? null) as SQLInputValue))
      return row ? (tables.includes(table) ? toFound(row) : toUnchecked(row, key)) : null
    }
  }
  return {
    address,
    checksummedTables: tables,
    *guarded(table) {
      if (!tables.includes(table)) return yield* uncheckedRows(database, table)
      for (const row of rowsInAllOrders(database, `checked_${table}`, table)) yield toFound(row)
    },
    find: (table, key) => createFinder(table)(key),
    *filter(table, matches) {
      const findRow = createFinder(table)
      const key = keyOf(database, table)
      if (key.length === 0) return
      for (const keyRow of database.prepare(`SELECT ${key.join(', ')} FROM ${table}`).iterate()) {
        const row = matches(keyRow) ? findRow(keyRow) : null
        if (row) yield row
      }
    },
    plain: (table) => rowsInAllOrders(database, table, table),
    scans: (table, columns, options) => {
      const knownColumns = new Set(columnsOf(database, table))
      if (!tables.includes(table) || columns.some((name) => !knownColumns.has(name))) return null
      const scans: TableScan[] = []
      for (const order of ordersOf(database, table)) {
        const scan = scanTable({ ...options, source: `checked_${table}`, order })
        scans.push(scan)
        if (scan.isComplete) break
      }
      return scans
    },
    close: () => database.close(),
  }
}

/** Rows of a file from before there were checksums; those of a file whose views are gone cannot be classified. */
function* uncheckedRows(database: DatabaseSync, table: string): Generator<FoundRow> {
  const key = keyOf(database, table)
  for (const values of rowsInAllOrders(database, table, table)) {
    const found = toUnchecked(values, key)
    if (found) yield found
  }
}

const toUnchecked = (values: Row, key: readonly string[]): FoundRow | null =>
  'checksum' in values ? null : { id: key.map((name) => String(values[name])).join(' '), values, sound: true }

/** From the first row on as far as it goes, and, when that was not the end, from the last row back. */
function* rowsInAllOrders(database: DatabaseSync, source: string, table: string): Generator<Row, boolean> {
  for (const [index, order] of ordersOf(database, table).entries())
    if (yield* readUntilDamage(database, `SELECT * FROM ${source} ${order}`)) return index === 0
  return false
}

/** The ways through a table: the others may come to rows that lie behind a damaged page. */
function ordersOf(database: DatabaseSync, table: string): string[] {
  const key = keyOf(database, table).map((name) => `${name} DESC`)
  return ['', ...(key.length > 0 ? [`ORDER BY ${key.join(', ')}`] : []), 'ORDER BY rowid DESC']
}

const columnsOf = (database: DatabaseSync, table: string): string[] =>
  (attempt(() => database.prepare(`SELECT name FROM pragma_table_info(?)`).all(table)) ?? []).map(
    ({ name }) => String(name),
  )

const keyOf = (database: DatabaseSync, table: string): string[] =>
  attempt(() =>
    database
      .prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`)
      .all(table)
      .map(({ name }) => String(name)),
  ) ?? []

function pageBytesOf(file: string): number {
  const bytes = Buffer.alloc(2)
  const open = openSync(file, 'r')
  try {
    readSync(open, bytes, { position: 16 })
  } finally {
    closeSync(open)
  }
  const pageBytes = bytes.readUInt16BE(0)
  return pageBytes >= 512 && (pageBytes & (pageBytes - 1)) === 0 ? pageBytes : 4096
}

export function removeDatabase(file: string): void {
  for (const suffix of companionSuffixes) rmSync(`${file}${suffix}`, { force: true })
}
