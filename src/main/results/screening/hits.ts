import { z } from 'zod'
import { isFailure } from '../../../shared/contract/failures.ts'
import type { ScreeningHit } from '../../../shared/domain/drugs/screening.ts'
import type { Database } from '../../ports.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'

/** The results of screenings, stored unchanged. */
export type Hits = {
  store(taskId: string, hits: readonly ScreeningHit[], raw: unknown, fetchedAt: string): Promise<void>
  get(taskId: string): Promise<{ hits: ScreeningHit[]; raw: unknown; fetchedAt: string } | undefined>
}

/** Returns the ID and name of the cached drugs with one of these IDs or names, ignoring case. */
export type LookUpDrugNames = (query: { drugIds: string[]; names: string[] }) => Promise<DrugName[]>
type DrugName = { drugId: string; name: string }

const hitsSchema = z.array(
  z.object({
    rank: z.number(),
    drugId: z.string().nullable(),
    name: z.string(),
    score: z.number().nullable(),
    raw: z.unknown(),
  }),
)

export function createHits(
  answers: Pick<Database<AnswersSchema>, 'query'>,
  lookUpDrugNames: LookUpDrugNames,
): Hits {
  return {
    async store(taskId, hits, raw, fetchedAt) {
      const row = { raw: JSON.stringify(raw), hits: JSON.stringify(hits), fetched_at: fetchedAt }
      await answers.query
        .insertInto('screening_results')
        .values({ task_id: taskId, ...row })
        .onConflict((conflict) => conflict.column('task_id').doUpdateSet(row))
        .execute()
    },
    async get(taskId) {
      const row = await answers.query
        .selectFrom('screening_results')
        .select(['hits', 'raw', 'fetched_at'])
        .where('task_id', '=', taskId)
        .executeTakeFirst()
      if (!row) return undefined
      const hits = hitsSchema.parse(JSON.parse(row.hits)).sort((a, b) => a.rank - b.rank)
      return {
        hits: await linkToDrugs(lookUpDrugNames, hits),
        raw: JSON.parse(row.raw),
        fetchedAt: row.fetched_at,
      }
    },
  }
}

/** Adds to each hit the ID or name that the service left out. A name that several drugs have is not linked. */
async function linkToDrugs(lookUpDrugNames: LookUpDrugNames, hits: ScreeningHit[]): Promise<ScreeningHit[]> {
  const drugIds = hits.flatMap(({ drugId }) => drugId ?? [])
  const names = hits.flatMap(({ drugId, name }) => (drugId === null ? name : []))
  const drugs = await lookUpDrugNames({ drugIds, names }).catch((error: unknown): DrugName[] => {
    // If the cached drugs cannot be read, the hits are shown unchanged. The drugs page reports the problem.
    if (isFailure(error, 'file')) return []
    throw error
  })
  const nameOf = new Map(drugs.map((drug) => [drug.drugId, drug.name]))
  const idsOf = Map.groupBy(drugs, (drug) => drug.name.toLowerCase())
  return hits.map((hit) => {
    if (hit.drugId !== null)
      // A hit without a name has its ID as the name.
      return hit.name === hit.drugId ? { ...hit, name: nameOf.get(hit.drugId) ?? hit.name } : hit
    const [only, ...others] = idsOf.get(hit.name.toLowerCase()) ?? []
    return only && others.length === 0 ? { ...hit, drugId: only.drugId } : hit
  })
}
