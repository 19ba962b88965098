import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/**
 * Copies what plain SQL can still read of a damaged database into a new one of the same tables: each table from its first
 * row up to the damage, then from its last row back. Returns the number of rows that were copied.
 */
export function copyReadable(damagedFile: string, file: string, tables: readonly string[]): number {
  // A row whose parent row is unreadable would make the commit fail. The caller removes it.
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
        // A value of another type than its column has, as a flipped bit makes it: this row is lost.
      }
    }
    return { count, isComplete: true }
  } catch {
    return { count, isComplete: false }
  }
}
