import type { Kysely } from 'kysely'
import type { DrugPathway } from '../../shared/domain/drug.ts'
import type { DrugRow, DrugsSchema } from '../store/drugs.ts'
import { type FetchedDrug, toDrugRow } from './drugRows.ts'
import { toEntry } from './index/entry.ts'
import { all } from './index/rawSql.ts'
import { applyChanges, type Change, prepareIndex, readState } from './index/writeIndex.ts'

type Queries = Kysely<DrugsSchema>

const columns = [
  'drug_id',
  'name',
  'synonyms',
  'category',
  'description',
  'raw',
  'fetched_at',
  'search_text',
  'pathways',
  'pathways_raw',
  'pathways_fetched_at',
  'details_fetched_at',
  'whole_fetched_at',
  'synthetic',
  'pathways_synthetic',
] as const satisfies readonly (keyof DrugRow)[]

const upsert = `INSERT INTO drugs (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
  ON CONFLICT (drug_id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
  RETURNING rowid AS id`

/** Keeps and indexes drugs; call it in a transaction of their own. */
export async function upsertDrugs(
  query: Queries,
  fetched: readonly FetchedDrug[],
  details: boolean,
  nowIso: string,
): Promise<void> {
  // An answer may name a drug twice; the later one builds on the earlier.
  const rows = await rowsById(
    query,
    fetched.map(({ drug }) => drug.drugId.toWellFormed()),
  )
  await prepareIndex(query)
  const state = await readState(query)
  const changes = new Map<number, Change>()
  for (const one of fetched) {
    const former = rows.get(one.drug.drugId.toWellFormed())
    const row = toDrugRow(one, former, details, nowIso)
    const values = columns.map((name) => row[name])
    const [upserted] = await all<{ id: number }>(query, upsert, values)
    if (!upserted) throw new Error('a drug was not kept')
    rows.set(row.drug_id, row)
    if (!isIndexed(upserted.id, state)) continue
    const before = changes.get(upserted.id)
    changes.set(upserted.id, {
      id: upserted.id,
      former: before ? before.former : former ? toEntry(former) : null,
      entry: toEntry(row),
    })
  }
  await applyChanges(query, [...changes.values()])
}

/** Rows that wait for the background are left to it. */
const isIndexed = (id: number, { done, todo }: { done: number; todo: number }) => id <= done || id > todo

type FetchedPathways = {
  drugId: string
  pathways: readonly DrugPathway[]
  raw: unknown
  fetchedAt: string
  synthetic?: boolean
}

/** Nothing where the drug is not kept, or where its pathways are known from a later answer. */
export async function updatePathways(
  query: Queries,
  fetched: FetchedPathways,
  nowIso: string,
): Promise<void> {
  const drugId = fetched.drugId.toWellFormed()
  const former = (await rowsById(query, [drugId])).get(drugId)
  if (!former) return
  const at = former.pathways_fetched_at ?? ''
  // Later than now: the clock was ahead when it was kept.
  if (at > fetched.fetchedAt && at <= nowIso) return
  await prepareIndex(query)
  const changed = {
    pathways: JSON.stringify(fetched.pathways),
    pathways_raw: JSON.stringify(fetched.raw) ?? 'null',
    pathways_fetched_at: fetched.fetchedAt,
    pathways_synthetic: fetched.synthetic ? (1 as const) : (0 as const),
  }
  const [updated] = await all<{ id: number }>(
    query,
    `UPDATE drugs SET pathways = ?, pathways_raw = ?, pathways_fetched_at = ?, pathways_synthetic = ?
    WHERE drug_id = ? RETURNING rowid AS id`,
    [...Object.values(changed), drugId],
  )
  if (updated && isIndexed(updated.id, await readState(query)))
    await applyChanges(query, [
      { id: updated.id, former: toEntry(former), entry: toEntry({ ...former, ...changed }) },
    ])
}

async function rowsById(query: Queries, drugIds: string[]): Promise<Map<string, DrugRow>> {
  if (drugIds.length === 0) return new Map()
  const rows = await query.selectFrom('drugs').selectAll().where('drug_id', 'in', drugIds).execute()
  return new Map(rows.map((row) => [row.drug_id, row]))
}
