import { DatabaseSync } from 'node:sqlite'

/**
 * The columns of an order, with its line. As in the other table, no column is a key, since the other candidates have
 * none.
 */
const orderColumns =
  'line INTEGER, client_reference, donor_id, age REAL, sex, tissue, treatment, grp, collected_at'
/** The columns of the file, for candidates that store it unchanged. */
const fileColumns = 'a, b, c REAL, d, e, f, g, h, i REAL, j'

/** Durable enough for what can be imported again, and the same for all. */
const setUp = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;'

const toTable = (columns: string): string => `${setUp} CREATE TABLE samples (${columns});`

export const tables = {
  orders: { columns: orderColumns.split(',').length, setUp: toTable(orderColumns) },
  file: { columns: fileColumns.split(',').length, setUp: toTable(fileColumns) },
}

/** Counts the rows that a candidate stored. Not part of its measured time. */
export function countRows(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare('SELECT count(*) AS rows FROM samples').get()
  database.close()
  return Number(row?.['rows'])
}
