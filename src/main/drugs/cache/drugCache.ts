import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { fold } from '../../../shared/format/fold.ts'
import { toJsonList } from '../../../shared/json.ts'
import { lazy, singleFlight } from '../../../shared/lazy.ts'
import type { Database } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { DrugLookupRow, DrugRow, DrugsSchema } from '../../store/drugs.ts'
import {
  type FetchedDrug,
  inBatches,
  parsePathways,
  type SummaryRow,
  toDetail,
  toDrugRow,
  toSummary,
} from '../rows/drugRows.ts'
import type { CachedLookup, DrugStore, FetchedPathways } from '../rows/drugStore.ts'
import { countActingOn, facetsOf, pathwayNames } from '../search/facets.ts'
import { indexVersion, toEntry } from '../search/index/indexEntry.ts'
import { all } from '../search/index/rawSql.ts'
import {
  applyChanges,
  type Change,
  indexWaiting,
  mergeSegments,
  prepareIndex,
  readState,
} from '../search/index/writeIndex.ts'
import { matchCachedDrugs } from '../search/matchCachedDrugs.ts'
import { searchCachedDrugs } from '../search/searchCachedDrugs.ts'

export type DrugCache = DrugStore & {
  /** Indexes the drugs that were cached before the index existed. Throws `file`. */
  indexWaiting(): Promise<void>
  /** True if drugs wait to be indexed. */
  isWaiting(): Promise<boolean>
  /** Stops the background work after its current transaction. */
  stop(): void
}

export function createDrugCache(
  database: Database<DrugsSchema>,
  { nowMs = Date.now }: { nowMs?: () => number } = {},
): DrugCache {
  const { query, reader } = database
  const nowIso = () => new Date(nowMs()).toISOString()
  const maintenance = createIndexMaintenance(database)
  const { prepare } = maintenance
  const write = async (work: Parameters<typeof database.transaction<void>>[0]) => {
    await prepare()
    await database.transaction(work)
  }
  /** Makes a query of the index, which is prepared before its first use. */
  const ofIndex =
    <P extends unknown[], R>(read: (from: typeof reader, ...params: P) => Promise<R>) =>
    async (...params: P): Promise<R> => {
      await prepare()
      return read(reader, ...params)
    }
  return {
    async cacheDrugs(fetched, details = false) {
      await prepare()
      for (const batch of inBatches(fetched)) {
        await database.transaction((inside) => upsertDrugs(inside, batch, details, nowIso()))
        await yieldToEventLoop()
      }
      maintenance.merge()
    },
    async cachePathways(drugId, fetched) {
      await write((inside) => updatePathways(inside, drugId.toWellFormed(), fetched, nowIso()))
      maintenance.merge()
    },
    cacheLookup: (lookup) =>
      write(async (inside) => {
        const { name_key, ...values } = toLookupRow(lookup)
        await inside
          .insertInto('drug_lookups')
          .values({ name_key, ...values })
          .onConflict((conflict) => conflict.column('name_key').doUpdateSet(values))
          .execute()
      }),
    search: ofIndex(searchCachedDrugs),
    facets: ofIndex(facetsOf),
    async get(drugIds) {
      const ids = drugIds.map((id) => id.toWellFormed())
      const rows = await query
        .selectFrom('drugs')
        .selectAll()
        .where('drug_id', 'in', boundList(ids))
        .execute()
      const found = new Map(rows.map((row) => [row.drug_id, assertReadable(row)]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },
    labels: (drugIds) =>
      all(
        reader,
        `SELECT drug_id AS drugId, name, category FROM drugs WHERE drug_id IN (SELECT value FROM json_each(?))`,
        [toJsonList(drugIds)],
      ),
    async summaries(drugIds) {
      const rows = await all<SummaryRow>(
        reader,
        `SELECT drug_id, name, synonyms, category, fetched_at, pathways
        FROM drugs WHERE drug_id IN (SELECT value FROM json_each(?))`,
        [toJsonList(drugIds)],
      )
      return rows.map((row) => ({ drugId: row.drug_id, summary: toSummary(row) }))
    },
    names: ({ drugIds, names }) =>
      all(
        reader,
        `SELECT drug_id AS drugId, name FROM drugs WHERE drug_id IN (SELECT value FROM json_each(?1))
        UNION SELECT drug_id, name FROM drugs
        WHERE name COLLATE NOCASE IN (SELECT value COLLATE NOCASE FROM json_each(?2))`,
        [toJsonList(drugIds), toJsonList(names)],
      ),
    async lookup(name) {
      const row = await query
        .selectFrom('drug_lookups')
        .selectAll()
        .where('name_key', '=', fold(name).toWellFormed())
        .executeTakeFirst()
      if (!row) return null
      const { pathways, raw, fetched_at: fetchedAt } = row
      const lookup = { name: row.name, pathways: parsePathways(pathways), raw: JSON.parse(raw), fetchedAt }
      return row.synthetic === 1 ? { ...lookup, synthetic: true } : lookup
    },
    pathwayNames: ofIndex(pathwayNames),
    countActingOn: ofIndex(countActingOn),
    matchCachedDrugs: ofIndex(matchCachedDrugs),
    indexWaiting: maintenance.indexWaiting,
    isWaiting: ofIndex(async (from) => {
      const { done, todo } = await readState(from)
      return done < todo
    }),
    stop: maintenance.stop,
  }
}

/** Well-formed, because SQLite cannot store a lone surrogate. */
const toLookupRow = ({ name, pathways, raw, fetchedAt, synthetic }: CachedLookup): DrugLookupRow => ({
  name_key: fold(name).toWellFormed(),
  name,
  pathways: JSON.stringify(pathways),
  raw: JSON.stringify(raw) ?? 'null',
  fetched_at: fetchedAt,
  synthetic: synthetic ? 1 : 0,
})

/** Throws for a row that a damaged file has made unreadable; here the file can still be quarantined. */
function assertReadable(row: DrugRow): DrugRow {
  toDetail(row, 'cache')
  return row
}

/** Prepares the index once, fills it with the waiting drugs and merges its segments. */
function createIndexMaintenance(database: Database<DrugsSchema>) {
  let hasNewWrites = false
  let stopped = false

  const prepare = lazy(async () => {
    const { version } = await readState(database.reader)
    if (version !== indexVersion) await database.transaction(prepareIndex)
  })
  const pause = (ms: number) => {
    if (stopped) throw new Error('the cached drugs are being closed')
    return wait(ms, undefined, { ref: false })
  }
  const indexAll = singleFlight(() => indexWaiting(database, pause))
  const mergeAll = singleFlight(async () => {
    while (hasNewWrites && !stopped) {
      hasNewWrites = false
      await mergeSegments(database)
    }
  })
  return {
    prepare,
    async indexWaiting() {
      await prepare()
      await indexAll()
    },
    /** Errors are ignored: an unmerged index returns the same hits, only more slowly. */
    merge() {
      hasNewWrites = true
      void mergeAll().catch(() => {})
    },
    stop() {
      stopped = true
    },
  }
}

type Queries = Kysely<DrugsSchema>

const columns = [
  'drug_id',
  'name',
  'synonyms',
  'category',
  'description',
  'raw',
  'fetched_at',
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

/** Caches and indexes drugs. Call it inside a transaction. */
async function upsertDrugs(
  query: Queries,
  fetched: readonly FetchedDrug[],
  details: boolean,
  nowIso: string,
): Promise<void> {
  // A response may contain a drug twice; the second entry builds on the first.
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
    if (!upserted) throw new Error('a drug was not cached')
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

/** False for rows that the background job has yet to index. */
const isIndexed = (id: number, { done, todo }: { done: number; todo: number }) => id <= done || id > todo

/** Does nothing if the drug is not cached or its pathways come from a later response. */
export async function updatePathways(
  query: Queries,
  drugId: string,
  fetched: FetchedPathways,
  nowIso: string,
): Promise<void> {
  const former = (await rowsById(query, [drugId])).get(drugId)
  if (!former) return
  const at = former.pathways_fetched_at ?? ''
  // A stored time after now means that the clock was ahead, so the new response wins.
  if (at > fetched.fetchedAt && at <= nowIso) return
  await prepareIndex(query)
  const changed = {
    pathways: JSON.stringify(fetched.value),
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
