import type { DatabaseSync } from 'node:sqlite'
import { createDamageError } from './sqliteFailure.ts'

export type Row = Record<string, unknown>
/** A row as it was found; `sound`: it fits its checksum. */
export type FoundRow = { id: string; values: Row; sound: boolean }

/** One way through a table with checksums: `isComplete` when it came to the end, else to a row that cannot be read. */
export type TableScan = {
  order: string
  /** How many rows it came by. */
  rows: number
  /** Which of them, counted from 0, are not to be copied as they are; they were read whole, as `excludedRows`. */
  excludedIndexes: ReadonlySet<number>
  excludedRows: FoundRow[]
  isComplete: boolean
}

/**
 * Gives a connection a function that tells the rows of a table which are sound and meet a condition from the others,
 * which alone are read whole: a hundred thousand take as long as their checksums. `source`: the table's view
 * `checked_…`, or what holds the same columns.
 */
export function createTableScanner(database: DatabaseSync) {
  let rows = 0
  let excludedIndexes = new Set<number>()
  database.function('stands_apart', (isUnchanged) => {
    if (isUnchanged !== 1) excludedIndexes.add(rows)
    rows += 1
    return isUnchanged === 1 ? 0 : 1
  })
  return (source: string, order: string, condition: string): TableScan => {
    rows = 0
    excludedIndexes = new Set()
    const excludedRows: FoundRow[] = []
    const found = readUntilDamage(
      database,
      `SELECT * FROM ${source} WHERE stands_apart(checksum IS checked_sum AND (${condition})) ${order}`,
    )
    for (;;) {
      const { value, done } = found.next()
      if (done) return { order, rows, excludedIndexes, excludedRows, isComplete: value }
      excludedRows.push(toFound(value))
    }
  }
}

/** Copies by one statement what a way came by, but for what stands apart. Gives how many rows were new to the table. */
export function createCopier(database: DatabaseSync) {
  let position = 0
  let excludedIndexes: ReadonlySet<number> = new Set()
  database.function('is_copied', () => (excludedIndexes.has(position++) ? 0 : 1))
  return (table: string, columns: readonly string[], source: string, scan: TableScan): number => {
    position = 0
    excludedIndexes = scan.excludedIndexes
    if (scan.rows === excludedIndexes.size) return 0
    const names = columns.join(', ')
    const isUnfiltered = scan.isComplete && excludedIndexes.size === 0
    // The end of the table is not sought where a damaged page lies before it.
    const scannedRows = `(SELECT ${names} FROM ${source} ${scan.order} LIMIT ${scan.rows}) WHERE is_copied()`
    const { changes } = database
      .prepare(
        `INSERT OR IGNORE INTO main.${table} (${names}) SELECT ${names} FROM ${isUnfiltered ? source : scannedRows}`,
      )
      .run()
    if (!isUnfiltered && position !== scan.rows)
      throw createDamageError('the rows that were read cannot be read again')
    return Number(changes)
  }
}

export const toFound = ({ checked_id, checked_sum, ...values }: Row): FoundRow => ({
  id: String(checked_id),
  values,
  sound: checked_sum === values['checksum'],
})

/** Gives whether the end was reached. */
export function* readUntilDamage(database: DatabaseSync, sql: string): Generator<Row, boolean> {
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
