import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/**
 * Copies the rows of a damaged database that plain SQL can still read into a new one with the same tables: each table
 * forward up to the damage, then backward from its last row. Returns the number of copied rows.
 */
export function copyReadable(damagedFile: string, file: string, tables: readonly string[]): number {
  // A row whose parent row is unreadable would make the commit fail with foreign keys. The caller removes such rows.
  const target = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: false })
  try {
    const from = new DatabaseSync(pathToFileURL(damagedFile), { readOnly: true, timeout: 5000 })
    try {
      target.exec('BEGIN IMMEDIATE')
      return tables.reduce((copied, table) => {
        const forward = copyTable(from, target, table, '')
        const backward = forward.isComplete
          ? { count: 0 }
          : copyTable(from, target, table, 'ORDER BY 1 DESC, 2 DESC')
        return copied + forward.count + backward.count
      }, 0)
    } finally {
      from.close()
    }
  } catch {
    // The schema itself is unreadable.
    return 0
  } finally {
    if (target.isTransaction) target.exec('COMMIT')
    target.close()
  }
}

function copyTable(from: DatabaseSync, target: DatabaseSync, table: string, order: string) {
  let count = 0
  const known = target
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
  try {
    for (const row of from.prepare(`SELECT * FROM ${table} ${order}`).iterate()) {
      const names = Object.keys(row).filter((name) => known.includes(name))
      const insert = target.prepare(
        `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      )
      try {
        count += Number(insert.run(...names.map((name) => row[name] ?? null)).changes)
      } catch {
        // A flipped bit gave the value another type than its column has. This row is lost.
      }
    }
    return { count, isComplete: true }
  } catch {
    return { count, isComplete: false }
  }
}
