import { setTimeout as wait, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../ports.ts'
import type { DrugLookupRow, DrugRow, DrugsSchema } from '../store/drugs.ts'
import { parsePathways, type SummaryRow, toDetail, toSummary } from './drugRows.ts'
import type { CachedLookup, DrugStore } from './drugStore.ts'
import { facetsOf } from './facets.ts'
import { fold } from './fold.ts'
import { inBatches } from './inBatches.ts'
import { indexVersion } from './index/entry.ts'
import { indexWaiting } from './index/indexing.ts'
import { mergeSegments } from './index/mergeSegments.ts'
import { all } from './index/rawSql.ts'
import { prepareIndex, readState } from './index/writeIndex.ts'
import { countActingOn, pathwayNames } from './pathwayNames.ts'
import { findReversalMatches } from './reversalMatches.ts'
import { searchCachedDrugs } from './searchCachedDrugs.ts'
import { updatePathways, upsertDrugs } from './upsertDrugs.ts'

/** Below what SQLite takes as values of one statement. */
const idsPerStatement = 1000

export type DrugCache = DrugStore & {
  /** Indexes what was kept before there was an index, until nothing waits; throws `file`. */
  indexWaiting(): Promise<void>
  /** Whether there is something to index. */
  isWaiting(): Promise<boolean>
  /** Does no more in the background; what is in a transaction ends it. */
  stop(): void
}

/**
 * The kept drugs on one connection. `indexes`: whether what waits for the index is indexed in the background, which one
 * of the threads leaves to the other; default true.
 */
export function createDrugCache(
  database: Database<DrugsSchema>,
  { indexes = true, nowMs = Date.now }: { indexes?: boolean; nowMs?: () => number } = {},
): DrugCache {
  const { query, reader } = database
  const nowIso = () => new Date(nowMs()).toISOString()
  const maintenance = createIndexMaintenance(database, indexes)
  const { prepare } = maintenance
  const write = async (work: Parameters<typeof database.transaction<void>>[0]) => {
    await prepare()
    await database.transaction(work)
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
    async cachePathways(drugId, pathways, raw, fetchedAt, synthetic = false) {
      await write((inside) =>
        updatePathways(inside, { drugId, pathways, raw, fetchedAt, synthetic }, nowIso()),
      )
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
    async search(params) {
      await prepare()
      return searchCachedDrugs(reader, params)
    },
    async facets(filter) {
      await prepare()
      return facetsOf(reader, filter)
    },
    async get(drugIds) {
      const found = new Map<string, DrugRow>()
      const ids = drugIds.map((id) => id.toWellFormed())
      for (let at = 0; at < ids.length; at += idsPerStatement) {
        const some = ids.slice(at, at + idsPerStatement)
        const rows = await query.selectFrom('drugs').selectAll().where('drug_id', 'in', some).execute()
        for (const row of rows) found.set(row.drug_id, assertReadable(row))
      }
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
    async pathwayNames() {
      await prepare()
      return pathwayNames(reader)
    },
    async countActingOn(names) {
      await prepare()
      return countActingOn(reader, names)
    },
    async findReversalMatches(params) {
      await prepare()
      return findReversalMatches(reader, params)
    },
    indexWaiting: maintenance.indexWaiting,
    async isWaiting() {
      await prepare()
      const { done, todo } = await readState(reader)
      return done < todo
    },
    stop: maintenance.stop,
  }
}

/** SQLite holds no half of a surrogate pair. */
const toJsonList = (texts: readonly string[]) => JSON.stringify(texts.map((text) => text.toWellFormed()))

const toLookupRow = ({ name, pathways, raw, fetchedAt, synthetic }: CachedLookup): DrugLookupRow => ({
  name_key: fold(name).toWellFormed(),
  name,
  pathways: JSON.stringify(pathways),
  raw: JSON.stringify(raw) ?? 'null',
  fetched_at: fetchedAt,
  synthetic: synthetic ? 1 : 0,
})

/** Throws for a row that a damaged file has made unreadable, here, where the file can be set aside. */
function assertReadable(row: DrugRow): DrugRow {
  toDetail(row, 'cache')
  return row
}

/** What is done to the index besides answering: made ready once, filled with what waits, its segments merged. */
function createIndexMaintenance(database: Database<DrugsSchema>, indexes: boolean) {
  let prepared: Promise<void> | null = null
  let indexing: Promise<void> | null = null
  let merging: Promise<void> | null = null
  let hasNewWrites = false
  let stopped = false

  const initialize = async () => {
    const { version, done, todo } = await readState(database.reader)
    if (version !== indexVersion) await database.transaction(prepareIndex)
    // Ends with the database, or where the disk is full; it goes on at the next start.
    if (indexes && (version !== indexVersion || done < todo)) void indexAll().catch(() => {})
  }
  const prepare = () => {
    prepared ??= initialize().catch((error: unknown) => {
      prepared = null
      throw error
    })
    return prepared
  }
  const pause = (ms: number) => {
    if (stopped) throw new Error('the kept drugs are being closed')
    return wait(ms, undefined, { ref: false })
  }
  const indexAll = () => {
    indexing ??= indexWaiting(database, pause).finally(() => {
      indexing = null
    })
    return indexing
  }
  const mergeAll = async () => {
    while (hasNewWrites && !stopped) {
      hasNewWrites = false
      await mergeSegments(database)
    }
  }
  return {
    prepare,
    async indexWaiting() {
      await prepare()
      await indexAll()
    },
    /** What is kept is kept, and an index that is not merged answers as well, only slower. */
    merge() {
      hasNewWrites = true
      merging ??= mergeAll()
        .catch(() => {})
        .finally(() => {
          merging = null
        })
    },
    stop() {
      stopped = true
    },
  }
}
