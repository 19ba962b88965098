import { setTimeout as wait } from 'node:timers/promises'
import type { DrugEntry } from '../../src/demoService/model/drugEntry.ts'
import { openDatabase } from '../../src/main/adapters/database/openDatabase.ts'
import { createDrugCache } from '../../src/main/catalogue/drugCache.ts'
import type { StoreQuery } from '../../src/main/catalogue/drugStore.ts'
import { mergeSegments } from '../../src/main/catalogue/index/mergeSegments.ts'
import { keepPathways } from '../../src/main/catalogue/keepDrugs.ts'
import { type DrugsSchema, drugsMigrations } from '../../src/main/store/drugs.ts'
import { fetchedAt, pathwaysOf, toSeen } from './catalogues.ts'
import type { Candidate } from './measure.ts'

const perAnswer = 100

const open = (file: string) =>
  openDatabase<DrugsSchema>({ file, migrations: drugsMigrations, durability: 'normal' })

/** Seconds to keep lists as the service's answers bring them, a hundred drugs at a time, then each drug's pathways. */
export async function buildOurs(
  file: string,
  entries: readonly DrugEntry[],
): Promise<{ listsS: number; pathwaysS: number }> {
  const database = await open(file)
  const cache = createDrugCache(database)
  const start = performance.now()
  for (let at = 0; at < entries.length; at += perAnswer)
    await cache.keep(entries.slice(at, at + perAnswer).map(toSeen))
  const listed = performance.now()
  for (let at = 0; at < entries.length; at += perAnswer) {
    // Drug by drug as in the app, with the commit alone for a hundred: the disk of each is not what is measured.
    await database.transaction(async (inside) => {
      for (const entry of entries.slice(at, at + perAnswer)) {
        const pathways = pathwaysOf(entry)
        await keepPathways(inside, { drugId: entry.drugId, pathways, raw: pathways, fetchedAt })
      }
    })
    await cache.keep([])
  }
  await mergeSegments(database)
  const ended = performance.now()
  await database.close()
  return { listsS: (listed - start) / 1000, pathwaysS: (ended - listed) / 1000 }
}

/** Ways in which the measured thing may be worse than it is, to see that the benchmark tells. */
export type Pretended = 'slow' | 'forgetful' | null

export async function openOurs(file: string, pretended: Pretended = null): Promise<Candidate> {
  const database = await open(file)
  const cache = createDrugCache(database)
  const ask = async (text: string, more: Partial<StoreQuery> = {}) => {
    if (pretended === 'slow') await wait(15)
    return (await cache.search({ text, page: 1, limit: 20, ...more })).hits.map(({ drugId }) => drugId)
  }
  const thirdPage = { sort: 'name', page: 3, limit: 50 }
  return {
    name: 'Pathclock',
    search: (text) => ask(text),
    filter: ({ text, category }) => ask(text, { category, ...thirdPage }),
    typo: (text) => (pretended === 'forgetful' ? Promise.resolve([]) : ask(text, { limit: 10 })),
    acting: ({ text, pathway, direction }) => ask(text, { pathwayNames: [pathway], direction, ...thirdPage }),
    facets: (query) => cache.facets(query),
    close: () => database.close(),
  }
}
