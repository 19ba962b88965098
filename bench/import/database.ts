import { DatabaseSync } from 'node:sqlite'

/** What an order holds, and the line it stands on. As in the other table, no column is a key, which the others do not pay for. */
const orderColumns =
  'line INTEGER, client_reference, donor_id, age REAL, sex, tissue, treatment, grp, collected_at'
/** What the file holds, for those that take it as it is. */
const fileColumns = 'a, b, c REAL, d, e, f, g, h, i REAL, j'

/** Durable enough for what can be imported again, and the same for all. */
const setUp = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;'

const toTable = (columns: string): string => `${setUp} CREATE TABLE samples (${columns});`

export const tables = {
  orders: { columns: orderColumns.split(',').length, setUp: toTable(orderColumns) },
  file: { columns: fileColumns.split(',').length, setUp: toTable(fileColumns) },
}

/** The rows that a candidate left; no part of what it took. */
export function countRows(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('SELECT count(*) AS rows FROM samples').get()
  database.close()
  return Number(row?.['rows'])
}
