import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Drug, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import type { Database } from '../../ports.ts'
import { type DrugsSchema, drugsMigrations } from '../../store/drugs.ts'
import { createDrugCache, type DrugCache } from '../cache/drugCache.ts'
import type { FetchedDrug } from '../rows/drugRows.ts'
import type { StoreQuery } from '../rows/drugStore.ts'

export const drugOf = (drugId: string, name: string, more: Partial<Drug> = {}): Drug => ({
  drugId,
  name,
  synonyms: [],
  category: null,
  description: null,
  ...more,
})

const fetchedAt = '2026-01-01T00:00:00.000Z'

export const toFetchedDrug = (drug: Drug): FetchedDrug => ({ drug, raw: { drug_id: drug.drugId }, fetchedAt })

export type DrugCacheFixture = {
  database: Database<DrugsSchema>
  drugCache: DrugCache
  /** Returns the names of the found drugs, in order. */
  find(text: string, more?: Partial<StoreQuery>): Promise<string[]>
  search(text: string, more?: Partial<StoreQuery>): ReturnType<DrugCache['search']>
  setPathways(drugId: string, pathways: DrugPathway[]): Promise<void>
  close(): Promise<void>
}

/** Creates a real cache in its own folder, filled with drugs in this order. */
export async function createDrugCacheFixture(drugs: readonly Drug[]): Promise<DrugCacheFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-drugs-'))
  const database = await openDatabase<DrugsSchema>({
    file: join(folder, 'cache.db'),
    migrations: drugsMigrations,
    durability: 'normal',
  })
  const drugCache = createDrugCache(database)
  const search = (text: string, more: Partial<StoreQuery> = {}) =>
    drugCache.search({ text, page: 1, limit: 100, ...more })
  if (drugs.length > 0) await drugCache.cacheDrugs(drugs.map(toFetchedDrug))
  return {
    database,
    drugCache,
    search,
    find: async (text, more) => (await search(text, more)).hits.map(({ name }) => name),
    setPathways: (drugId, value) => drugCache.cachePathways(drugId, { value, raw: value, fetchedAt }),
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
