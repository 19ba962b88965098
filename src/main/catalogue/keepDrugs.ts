import type { Kysely } from 'kysely'
import type { DrugPathway } from '../../shared/domain/drug.ts'
import type { DrugRow, DrugsSchema } from '../store/drugs.ts'
import { type SeenDrug, toDrugRow } from './drugRows.ts'
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
export async function keepSome(
  query: Queries,
  seen: readonly SeenDrug[],
  details: boolean,
  nowIso: string,
): Promise<void> {
  // An answer may name a drug twice; the later one builds on the earlier.
  const rows = await rowsById(
    query,
    seen.map(({ drug }) => drug.drugId.toWellFormed()),
  )
  await prepareIndex(query)
  const state = await readState(query)
  const changes = new Map<number, Change>()
  for (const one of seen) {
    const former = rows.get(one.drug.drugId.toWellFormed())
    const row = toDrugRow(one, former, details, nowIso)
    const values = columns.map((name) => row[name])
    const [kept] = await all<{ id: number }>(query, upsert, values)
    if (!kept) throw new Error('a drug was not kept')
    rows.set(row.drug_id, row)
    if (!isIndexed(kept.id, state)) continue
    const before = changes.get(kept.id)
    changes.set(kept.id, {
      id: kept.id,
      former: before ? before.former : former ? toEntry(former) : null,
      entry: toEntry(row),
    })
  }
  await applyChanges(query, [...changes.values()])
}

/** Rows that wait for the background are left to it. */
const isIndexed = (id: number, { done, todo }: { done: number; todo: number }) => id <= done || id > todo

type SeenPathways = {
  drugId: string
  pathways: readonly DrugPathway[]
  raw: unknown
  fetchedAt: string
  synthetic?: boolean
}

/** Nothing where the drug is not kept, or where its pathways are known from a later answer. */
export async function keepPathways(query: Queries, seen: SeenPathways, nowIso: string): Promise<void> {
  const drugId = seen.drugId.toWellFormed()
  const former = (await rowsById(query, [drugId])).get(drugId)
  if (!former) return
  const at = former.pathways_fetched_at ?? ''
  // Later than now: the clock was ahead when it was kept.
  if (at > seen.fetchedAt && at <= nowIso) return
  await prepareIndex(query)
  const changed = {
    pathways: JSON.stringify(seen.pathways),
    pathways_raw: JSON.stringify(seen.raw) ?? 'null',
    pathways_fetched_at: seen.fetchedAt,
    pathways_synthetic: seen.synthetic ? (1 as const) : (0 as const),
  }
  const [kept] = await all<{ id: number }>(
    query,
    `UPDATE drugs SET pathways = ?, pathways_raw = ?, pathways_fetched_at = ?, pathways_synthetic = ?
    WHERE drug_id = ? RETURNING rowid AS id`,
    [...Object.values(changed), drugId],
  )
  if (kept && isIndexed(kept.id, await readState(query)))
    await applyChanges(query, [
      { id: kept.id, former: toEntry(former), entry: toEntry({ ...former, ...changed }) },
    ])
}

async function rowsById(query: Queries, drugIds: string[]): Promise<Map<string, DrugRow>> {
  if (drugIds.length === 0) return new Map()
  const rows = await query.selectFrom('drugs').selectAll().where('drug_id', 'in', drugIds).execute()
  return new Map(rows.map((row) => [row.drug_id, row]))
}
