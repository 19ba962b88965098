import { setTimeout as wait } from 'node:timers/promises'
import type { DrugEntry } from '../../src/demoService/model/catalogue.ts'
import { openDatabase } from '../../src/main/adapters/sqlite/openDatabase.ts'
import { createDrugCache, updatePathways } from '../../src/main/drugs/cache/drugCache.ts'
import { toDrugRow } from '../../src/main/drugs/rows/drugRows.ts'
import type { StoreQuery } from '../../src/main/drugs/rows/drugStore.ts'
import { all } from '../../src/main/drugs/search/index/rawSql.ts'
import { indexBatch, mergeSegments } from '../../src/main/drugs/search/index/writeIndex.ts'
import type { Database } from '../../src/main/ports.ts'
import { type DrugsSchema, drugsMigrations } from '../../src/main/store/drugs.ts'
import { fetchedAt, pathwaysOf, toSeen } from './catalogues.ts'
import type { Candidate } from './measure.ts'

const perAnswer = 100
/**
 * The number of drugs stored as the app caches responses. The others are inserted in bulk and indexed in chunks, as the
 * pending part of the index is.
 */
const cachedByResponses = 20_000
const indexChunkSize = 10_000
/** A bulk build accesses the whole index at random, so the cache should hold all of it. */
const buildKib = 2 * 1024 * 1024

/** Opens the database like the reading thread; `building`: with no limit on memory. */
const open = (file: string, building = false) =>
  openDatabase<DrugsSchema>({
    file,
    migrations: drugsMigrations,
    durability: 'normal',
    cacheKib: building ? buildKib : 8 * 1024,
    checkedBelowBytes: 8 * 1024 * 1024,
    ...(building ? { logPages: 50_000 } : {}),
  })

/**
 * Measures the seconds to cache the first drugs list by list, then the pathways of each, and then the others in bulk.
 */
export async function buildOurs(
  file: string,
  entries: readonly DrugEntry[],
): Promise<{ byAnswers: number; listsS: number; pathwaysS: number; restS: number }> {
  const database = await open(file, true)
  const cache = createDrugCache(database)
  const first = entries.slice(0, cachedByResponses)
  const start = performance.now()
  for (let at = 0; at < first.length; at += perAnswer)
    await cache.cacheDrugs(first.slice(at, at + perAnswer).map(toSeen))
  const listsDoneMs = performance.now()
  for (let at = 0; at < first.length; at += perAnswer) {
    // Drug by drug as in the app, with the commit alone for a hundred: the disk of each is not what is measured.
    await database.transaction(async (inside) => {
      for (const entry of first.slice(at, at + perAnswer)) {
        const value = pathwaysOf(entry)
        await updatePathways(inside, entry.drugId, { value, raw: value, fetchedAt }, fetchedAt)
      }
    })
    await cache.cacheDrugs([])
  }
  const pathwaysDoneMs = performance.now()
  await insertAll(database, entries.slice(cachedByResponses))
  await mergeSegments(database)
  const ended = performance.now()
  await database.close()
  return {
    byAnswers: first.length,
    listsS: (listsDoneMs - start) / 1000,
    pathwaysS: (pathwaysDoneMs - listsDoneMs) / 1000,
    restS: (ended - pathwaysDoneMs) / 1000,
  }
}

async function insertAll(database: Database<DrugsSchema>, entries: readonly DrugEntry[]): Promise<void> {
  const [{ done } = { done: 0 }] = await all<{ done: number }>(
    database.query,
    'SELECT coalesce(max(rowid), 0) AS done FROM drugs',
  )
  await database.transaction(async (inside) => {
    for (const entry of entries) {
      const pathways = JSON.stringify(pathwaysOf(entry))
      const withPathways = { pathways, pathways_raw: pathways, pathways_fetched_at: fetchedAt }
      const row = { ...toDrugRow(toSeen(entry), undefined), ...withPathways }
      const columns = Object.keys(row)
      const placeholders = columns.map(() => '?').join(', ')
      await all(
        inside,
        `INSERT INTO drugs (${columns.join(', ')}) VALUES (${placeholders})`,
        Object.values(row),
      )
    }
    await all(inside, 'UPDATE drug_index SET done = ?, todo = (SELECT max(rowid) FROM drugs)', [done])
  })
  while (await database.transaction((inside) => indexBatch(inside, indexChunkSize)))
    await mergeSegments(database)
}

/** Deliberate defects of the measured code, to verify that the benchmark detects them. */
export type Handicap = 'slow' | 'forgetful' | null

export async function openOurs(file: string, handicap: Handicap = null): Promise<Candidate> {
  const database = await open(file)
  const cache = createDrugCache(database)
  const searchIds = async (text: string, more: Partial<StoreQuery> = {}) => {
    if (handicap === 'slow') await wait(15)
    return (await cache.search({ text, page: 1, limit: 20, ...more })).hits.map(({ drugId }) => drugId)
  }
  const thirdPage = { sort: 'name', page: 3, limit: 50 }
  return {
    name: 'Pathclock',
    search: (text) => searchIds(text),
    filter: ({ text, category }) => searchIds(text, { category, ...thirdPage }),
    typo: (text) => (handicap === 'forgetful' ? Promise.resolve([]) : searchIds(text, { limit: 10 })),
    acting: ({ text, pathway, direction }) =>
      searchIds(text, { pathwayNames: [pathway], direction, ...thirdPage }),
    facets: (query) => cache.facets(query),
    close: () => database.close(),
  }
}
