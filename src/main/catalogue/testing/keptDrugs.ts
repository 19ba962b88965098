import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Drug, DrugPathway } from '../../../shared/domain/drug.ts'
import { openDatabase } from '../../adapters/database/openDatabase.ts'
import type { Database, Migration } from '../../ports.ts'
import { type DrugsSchema, drugsMigrations } from '../../store/drugs.ts'
import { createDrugCache, type DrugCache } from '../drugCache.ts'
import type { SeenDrug } from '../drugRows.ts'
import type { StoreQuery } from '../drugStore.ts'

export const drugOf = (drugId: string, name: string, more: Partial<Drug> = {}): Drug => ({
  drugId,
  name,
  synonyms: [],
  category: null,
  description: null,
  ...more,
})

const fetchedAt = '2026-01-01T00:00:00.000Z'

export const seenOf = (drug: Drug): SeenDrug => ({
  drug,
  raw: { drug_id: drug.drugId },
  fetchedAt,
})

export type Kept = {
  cache: Database<DrugsSchema>
  kept: DrugCache
  /** Names of the drugs found, in order. */
  find(text: string, more?: Partial<StoreQuery>): Promise<string[]>
  ask(text: string, more?: Partial<StoreQuery>): ReturnType<DrugCache['search']>
  acts(drugId: string, pathways: DrugPathway[]): Promise<void>
  close(): Promise<void>
}

/** A real cache in a folder of its own, filled with drugs in this order. */
export async function keepDrugs(
  drugs: readonly Drug[],
  migrations: readonly Migration[] = drugsMigrations,
): Promise<Kept> {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-drugs-'))
  const cache = await openDatabase<DrugsSchema>({
    file: join(folder, 'cache.db'),
    migrations,
    durability: 'normal',
  })
  const kept = createDrugCache(cache)
  const ask = (text: string, more: Partial<StoreQuery> = {}) =>
    kept.search({ text, page: 1, limit: 100, ...more })
  if (drugs.length > 0) await kept.keep(drugs.map(seenOf))
  return {
    cache,
    kept,
    ask,
    find: async (text, more) => (await ask(text, more)).hits.map(({ name }) => name),
    acts: (drugId, pathways) => kept.keepPathways(drugId, pathways, pathways, fetchedAt),
    close: async () => {
      await cache.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
