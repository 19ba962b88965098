import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { guardedTables } from './inspect.ts'
import { mendLog } from './mendLog.ts'
import { registerRowChecksum } from './rowChecksum.ts'

export type Row = Record<string, unknown>
/** A row as it was found; `sound`: it fits its checksum. */
type FoundRow = { id: string; values: Row; sound: boolean }

/** What can be read of one file: tables with checksums, and the others as they are. */
export type Readable = {
  guarded(table: string): Iterable<FoundRow>
  /** Those of the same rows that are wanted by their keys, of a file that is sound: only they are read whole. */
  wanted(table: string, isWanted: (key: Row) => boolean): Iterable<FoundRow>
  plain(table: string): Iterable<Row>
  /** How many rows a table has, and how many of them are sound and meet a condition; null where not all can be read. */
  count(table: string, condition: string): { rows: number; sound: number } | null
  close(): void
}

const endings = ['', '-wal', '-shm']

/** Reads a damaged file by way of a copy, which SQLite may change; the file itself stays as it is. */
export function readDamaged(file: string, copy: string): Readable {
  removeDatabase(copy)
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) {
    const log = readFileSync(`${file}-wal`)
    mendLog(log, pageBytesOf(file))
    writeFileSync(`${copy}-wal`, log)
  }
  const readable = readDatabase(copy)
  return {
    ...readable,
    close: () => {
      readable.close()
      removeDatabase(copy)
    },
  }
}

/** Reads what can be read; a part that cannot be read gives no rows. */
export function readDatabase(file: string, readOnly = false): Readable {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  registerRowChecksum(database)
  const tables = tryTo(() => guardedTables(database)) ?? []
  return {
    *guarded(table) {
      if (!tables.includes(table)) return yield* uncheckedRows(database, table)
      for (const row of bothWays(database, `checked_${table}`, table)) yield toFound(row)
    },
    *wanted(table, isWanted) {
      const key = keyOf(database, table)
      if (!tables.includes(table)) {
        for (const row of uncheckedRows(database, table)) if (isWanted(row.values)) yield row
        return
      }
      const where = key.map((name) => `${name} = ?`).join(' AND ')
      const one = database.prepare(`SELECT * FROM checked_${table} WHERE ${where}`)
      for (const found of database.prepare(`SELECT ${key.join(', ')} FROM ${table}`).iterate()) {
        const row = isWanted(found) ? one.get(...key.map((name) => found[name] ?? null)) : undefined
        if (row) yield toFound(row)
      }
    },
    plain: (table) => bothWays(database, table, table),
    count: (table, condition) =>
      tryTo(() => {
        const sql = `SELECT count(*) AS n, total(checksum IS checked_sum AND (${condition})) AS sound FROM checked_${table}`
        const { n, sound } = database.prepare(sql).get() ?? {}
        return { rows: Number(n), sound: Number(sound) }
      }),
    close: () => database.close(),
  }
}

const toFound = ({ checked_id, checked_sum, ...values }: Row): FoundRow => ({
  id: String(checked_id),
  values,
  sound: checked_sum === values['checksum'],
})

/** Rows of a file from before there were checksums; those of a file whose views are gone cannot be judged. */
function* uncheckedRows(database: DatabaseSync, table: string): Generator<FoundRow> {
  const key = keyOf(database, table)
  for (const values of bothWays(database, table, table))
    if (!('checksum' in values))
      yield { id: key.map((name) => String(values[name])).join(' '), values, sound: true }
}

/** From the first row on as far as it goes, and, when that was not the end, from the last row back. */
function* bothWays(database: DatabaseSync, source: string, table: string): Generator<Row> {
  if (yield* untilDamage(database, `SELECT * FROM ${source}`)) return
  const order = keyOf(database, table)
    .map((name) => `${name} DESC`)
    .join(', ')
  if (order) yield* untilDamage(database, `SELECT * FROM ${source} ORDER BY ${order}`)
  yield* untilDamage(database, `SELECT * FROM ${source} ORDER BY rowid DESC`)
}

const keyOf = (database: DatabaseSync, table: string): string[] =>
  tryTo(() =>
    database
      .prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`)
      .all(table)
      .map(({ name }) => String(name)),
  ) ?? []

/** Gives whether the end was reached. */
function* untilDamage(database: DatabaseSync, sql: string): Generator<Row, boolean> {
  const rows = tryTo(() => database.prepare(sql).iterate()[Symbol.iterator]())
  for (;;) {
    // Whatever stops it, a damaged page or a number out of range, the other rows are worth more than the reason.
    const next = rows && tryTo(() => rows.next())
    if (!next) return false
    if (next.done) return true
    yield next.value as Row
  }
}

function pageBytesOf(file: string): number {
  const bytes = readFileSync(file).subarray(16, 18)
  const told = bytes.length === 2 ? bytes.readUInt16BE(0) : 0
  return told >= 512 && (told & (told - 1)) === 0 ? told : 4096
}

export function removeDatabase(file: string): void {
  for (const ending of endings) rmSync(`${file}${ending}`, { force: true })
}

function tryTo<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
