import type { Kysely } from 'kysely'
import type { Database } from '../../ports.ts'
import type { DrugRow, DrugsSchema } from '../../store/drugs.ts'
import { toDetail } from '../drugRows.ts'
import { all } from '../index/rawSql.ts'
import { prepareIndex } from '../index/writeIndex.ts'

/** `drugs`: how many could be read. `isComplete`: so could all of them, and only the rest of the file was damaged. */
export type Recovery = { drugs: number; isComplete: boolean }

const rowsAtOnce = 500
/** Rows like any other, with the drugs or without them. */
const independentTables = ['drug_lookups', 'prefetch_sent'] as const
/** They say which drugs need not be fetched again, so they hold only as long as every drug is there. */
const dependentTables = ['prefetch_passes', 'prefetch_pages', 'prefetch_members'] as const

/**
 * Takes over what can be read of a damaged file into a new one, whose index is then built from it. Everything or, when
 * the disk takes no more, nothing; what is damaged is left where it lies.
 */
export function recoverDrugs(from: Kysely<DrugsSchema>, into: Database<DrugsSchema>): Promise<Recovery> {
  return into.transaction(async (query) => {
    const recovery = await recoverDrugRows(from, query)
    for (const table of recovery.isComplete ? [...independentTables, ...dependentTables] : independentTables)
      await copy(from, query, table)
    // Whoever has the new file open finds an index of another version, and with it that all drugs wait.
    await all(query, 'UPDATE drug_index SET version = 0')
    await prepareIndex(query)
    return recovery
  })
}

/** From the first row on, then from the last one back: what lies between is unreadable. */
async function recoverDrugRows(from: Kysely<DrugsSchema>, into: Kysely<DrugsSchema>): Promise<Recovery> {
  const ascending = await copyDrugs(from, into, 'ASC')
  const descending = ascending.isComplete ? { drugs: 0 } : await copyDrugs(from, into, 'DESC')
  return { drugs: ascending.drugs + descending.drugs, isComplete: ascending.isComplete }
}

async function copyDrugs(
  from: Kysely<DrugsSchema>,
  into: Kysely<DrugsSchema>,
  order: 'ASC' | 'DESC',
): Promise<Recovery> {
  let drugs = 0
  let isComplete = true
  let after = order === 'ASC' ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await tryRead(() =>
      all<DrugRow & { id: number }>(
        from,
        `SELECT rowid AS id, * FROM drugs WHERE rowid ${order === 'ASC' ? '>' : '<'} ? ORDER BY rowid ${order} LIMIT ${rowsAtOnce}`,
        [after],
      ),
    )
    if (!rows) return { drugs, isComplete: false }
    for (const row of rows) {
      const inserted = isReadable(row) ? await insert(into, 'drugs', row) : 0
      drugs += inserted
      if (inserted === 0) isComplete = false
    }
    const last = rows.at(-1)
    if (!last) return { drugs, isComplete }
    after = last.id
  }
}

/** What is kept of a drug can be taken apart as it was put together. */
export function isReadable(row: DrugRow): boolean {
  try {
    toDetail(row, 'cache')
    return true
  } catch {
    return false
  }
}

async function copy(from: Kysely<DrugsSchema>, into: Kysely<DrugsSchema>, table: string): Promise<void> {
  for (const row of (await tryRead(() => all<object>(from, `SELECT * FROM ${table}`))) ?? [])
    await insert(into, table, row)
}

/** Null where the file does not give them. */
async function tryRead<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch {
    return null
  }
}

/** SQLITE_CONSTRAINT_DATATYPE: a value of another type than its column has, as a flipped bit makes it. */
const isOfOtherType = (error: unknown): boolean => (error as { errcode?: unknown } | null)?.errcode === 3091

/** Gives how many rows were inserted: none where there is one already, or the row does not fit the table. */
async function insert(into: Kysely<DrugsSchema>, table: string, row: object): Promise<number> {
  const { id, ...values } = row as { id?: number }
  const named = table === 'drugs' && id !== undefined ? { rowid: id, ...values } : row
  const columns = Object.keys(named)
  try {
    const inserted = await all(
      into,
      `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) RETURNING 1`,
      Object.values(named),
    )
    return inserted.length
  } catch (error) {
    if (isOfOtherType(error)) return 0
    throw error
  }
}
