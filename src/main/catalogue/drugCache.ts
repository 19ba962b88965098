import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { DrugPathway } from '../../shared/domain/drug.ts'
import type { Database } from '../ports.ts'
import type { DrugsSchema, DrugRow } from '../store/drugs.ts'
import { type SeenDrug, toDrugRow } from './drugRows.ts'
import { indexVersion, toEntry } from './index/entry.ts'
import { indexWaiting } from './index/indexing.ts'
import { mergeSegments } from './index/mergeSegments.ts'
import { all } from './index/rawSql.ts'
import { applyChanges, type Change, prepareIndex, readState } from './index/writeIndex.ts'
import { type CacheQuery, type KeptAnswer, searchKept } from './searchKept.ts'

/** The drugs kept on this computer. */
export type DrugCache = {
  /** Keeps drugs as they came; pathways that are kept already stay. */
  keep(seen: readonly SeenDrug[]): Promise<void>
  keepPathways(drugId: string, pathways: readonly DrugPathway[], raw: unknown): Promise<void>
  search(query: CacheQuery): Promise<KeptAnswer>
  get(drugId: string): Promise<DrugRow | undefined>
  categories(): Promise<{ category: string; count: number }[]>
}

/** Kept and indexed in one go: about 5 ms of work, then whatever else waits has its turn. */
const drugsAtOnce = 10

export function createDrugCache(cache: Database<DrugsSchema>): DrugCache {
  let prepared: Promise<void> | null = null
  // Once, before anything else reads or writes the index; what was kept before there was one is indexed after it.
  const prepare = () =>
    (prepared ??= makeReady(cache).catch(() => {
      prepared = null
    }))
  return {
    async keep(seen) {
      await prepare()
      for (let at = 0; at < seen.length; at += drugsAtOnce) {
        if (at > 0) await nextTurn()
        await cache.transaction((query) => keepSome(query, seen.slice(at, at + drugsAtOnce)))
        // What is kept is kept, and an index that is not merged answers as well, only slower.
        await mergeSegments(cache).catch(() => {})
      }
    },
    async keepPathways(drugId, pathways, raw) {
      await prepare()
      await cache.transaction((query) => keepPathways(query, drugId, pathways, raw))
    },
    async search(query) {
      await prepare()
      return searchKept(cache.query, query)
    },
    get: (drugId) =>
      cache.query.selectFrom('drugs').selectAll().where('drug_id', '=', drugId).executeTakeFirst(),
    async categories() {
      await prepare()
      return categories(cache.query)
    },
  }
}

/** Ready is most often what it is already. */
async function makeReady(cache: Database<DrugsSchema>): Promise<void> {
  const before = await readState(cache.query)
  if (before.version !== indexVersion) await cache.transaction(prepareIndex)
  const { done, todo } = await readState(cache.query)
  // Ends with the database, or where the disk is full; it goes on at the next start.
  if (done < todo) void indexWaiting(cache).catch(() => {})
}

async function keepSome(query: Kysely<DrugsSchema>, seen: readonly SeenDrug[]): Promise<void> {
  // An answer may name a drug twice; the later one builds on the earlier.
  const rows = await rowsById(
    query,
    seen.map(({ drug }) => drug.drugId),
  )
  await prepareIndex(query)
  const state = await readState(query)
  const changes = new Map<number, Change>()
  for (const one of seen) {
    const former = rows.get(one.drug.drugId)
    const row = toDrugRow(one, former)
    const { drug_id: _id, ...values } = row
    const { id } = await query
      .insertInto('drugs')
      .values(row)
      .onConflict((conflict) => conflict.column('drug_id').doUpdateSet(values))
      .returning(sql<number>`rowid`.as('id'))
      .executeTakeFirstOrThrow()
    rows.set(row.drug_id, row)
    if (isIndexed(id, state)) {
      const before = changes.get(id)?.former ?? (former && !changes.has(id) ? toEntry(former) : null)
      changes.set(id, { id, former: before, entry: toEntry(row) })
    }
  }
  await applyChanges(query, [...changes.values()])
}

/** Rows that wait for the background are left to it. */
const isIndexed = (id: number, { done, todo }: { done: number; todo: number }) => id <= done || id > todo

async function keepPathways(
  query: Kysely<DrugsSchema>,
  drugId: string,
  pathways: readonly DrugPathway[],
  raw: unknown,
): Promise<void> {
  const former = (await rowsById(query, [drugId])).get(drugId)
  if (!former) return
  const changed = { pathways: JSON.stringify(pathways), pathways_raw: JSON.stringify(raw) }
  const { id } = await query
    .updateTable('drugs')
    .set(changed)
    .where('drug_id', '=', drugId)
    .returning(sql<number>`rowid`.as('id'))
    .executeTakeFirstOrThrow()
  if (isIndexed(id, await readState(query)))
    await applyChanges(query, [{ id, former: toEntry(former), entry: toEntry({ ...former, ...changed }) }])
}

/** Counted drug by drug only as long as some are not indexed. */
async function categories(query: Kysely<DrugsSchema>): Promise<{ category: string; count: number }[]> {
  const { done, todo } = await readState(query)
  return done < todo
    ? all(
        query,
        `SELECT category, count(*) AS count FROM drugs WHERE category IS NOT NULL
        GROUP BY category ORDER BY category COLLATE NOCASE`,
      )
    : all(
        query,
        `SELECT value AS category, count FROM drug_facets WHERE kind = 'category' AND count > 0
        ORDER BY value COLLATE NOCASE`,
      )
}

async function rowsById(query: Kysely<DrugsSchema>, drugIds: string[]): Promise<Map<string, DrugRow>> {
  if (drugIds.length === 0) return new Map()
  const rows = await query.selectFrom('drugs').selectAll().where('drug_id', 'in', drugIds).execute()
  return new Map(rows.map((row) => [row.drug_id, row]))
}
