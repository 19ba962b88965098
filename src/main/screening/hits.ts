import { sql } from 'kysely'
import { z } from 'zod'
import type { ScreeningHit } from '../../shared/domain/screening.ts'
import type { Database } from '../ports.ts'
import type { CacheSchema } from '../store/cache.ts'

/** The results of screenings, kept as they came. */
export type Hits = {
  keep(taskId: string, hits: readonly ScreeningHit[], raw: unknown, fetchedAt: string): Promise<void>
  get(taskId: string): Promise<{ hits: ScreeningHit[]; fetchedAt: string } | undefined>
}

const hitsSchema = z.array(
  z.object({
    rank: z.number(),
    drugId: z.string().nullable(),
    name: z.string(),
    score: z.number().nullable(),
    raw: z.unknown(),
  }),
)

export function createHits(cache: Database<CacheSchema>): Hits {
  return {
    async keep(taskId, hits, raw, fetchedAt) {
      const row = { raw: JSON.stringify(raw), hits: JSON.stringify(hits), fetched_at: fetchedAt }
      await cache.query
        .insertInto('screening_results')
        .values({ task_id: taskId, ...row })
        .onConflict((conflict) => conflict.column('task_id').doUpdateSet(row))
        .execute()
    },
    async get(taskId) {
      const row = await cache.query
        .selectFrom('screening_results')
        .select(['hits', 'fetched_at'])
        .where('task_id', '=', taskId)
        .executeTakeFirst()
      if (!row) return undefined
      const hits = hitsSchema.parse(JSON.parse(row.hits)).sort((a, b) => a.rank - b.rank)
      return { hits: await linked(cache, hits), fetchedAt: row.fetched_at }
    },
  }
}

/**
 * Gives each hit the half of (id, name) that the service left out, from the drugs kept on this computer.
 * A name that several drugs bear links to none of them.
 */
async function linked(cache: Database<CacheSchema>, hits: ScreeningHit[]): Promise<ScreeningHit[]> {
  const ids = JSON.stringify(hits.flatMap(({ drugId }) => drugId ?? []))
  const names = JSON.stringify(
    hits.flatMap(({ drugId, name }) => (drugId === null ? name.toLowerCase() : [])),
  )
  const drugs = await cache.query
    .selectFrom('drugs')
    .select(['drug_id', 'name'])
    .where((eb) =>
      eb.or([
        eb('drug_id', 'in', sql<string>`(SELECT value FROM json_each(${ids}))`),
        eb(sql`lower(name)`, 'in', sql<string>`(SELECT value FROM json_each(${names}))`),
      ]),
    )
    .execute()
  const nameOf = new Map(drugs.map((drug) => [drug.drug_id, drug.name]))
  const idsOf = Map.groupBy(drugs, (drug) => drug.name.toLowerCase())
  return hits.map((hit) => {
    if (hit.drugId !== null)
      // A hit that came without a name bears its id for one.
      return hit.name === hit.drugId ? { ...hit, name: nameOf.get(hit.drugId) ?? hit.name } : hit
    const [only, ...others] = idsOf.get(hit.name.toLowerCase()) ?? []
    return only && others.length === 0 ? { ...hit, drugId: only.drug_id } : hit
  })
}
