import type { Handlers } from '../../shared/contract/contract.ts'
import type { Direction, DrugDetail, DrugLinks } from '../../shared/domain/drug.ts'
import type { Database } from '../ports.ts'
import { boundList } from '../store/boundList.ts'
import type { CacheSchema } from '../store/cache.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnswersSchema } from '../store/resultTables.ts'
import { toDetail } from './drugRows.ts'
import type { DrugStore } from './drugStore.ts'
import type { StandingOutIn } from './pathways/pathways.ts'
import { createScreeningIndex, type RankedIn } from './screeningIndex.ts'

type FindStandingOut = (pathwayNames: readonly string[], limit: number) => Promise<StandingOutIn[]>

const maxSamples = 10
/** A sample stands out from two standard deviations on. */
const minZ = 2

/**
 * Where a drug matters among this lab's own data: screenings that rank it, samples in which its pathways stand out.
 * `updateScreeningIndex` reads the hits of a screening right when they have come, so that nobody waits for it later.
 */
export function createDrugLinks(options: {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  cache: Database<CacheSchema>
  store: Pick<DrugStore, 'get'>
  standingOut: FindStandingOut
}): { links: Handlers['drugs.links']; updateScreeningIndex(): Promise<void> } {
  const { journal, store, standingOut } = options
  const screenings = createScreeningIndex(options)
  return {
    updateScreeningIndex: () => screenings.update(),
    async links({ drugId }) {
      const [row] = await store.get([drugId])
      const drug = row ? toDetail(row, 'cache') : null
      const found = await screenings.find(drugId, drug ? [drug.name, ...drug.synonyms] : [])
      const ranked = await ofThisDrug(store, drugId, found)
      return {
        screenings: await withSamples(journal, ranked),
        samples: drug?.pathways ? await samplesOf(standingOut, drug.pathways) : [],
      }
    },
  }
}

/**
 * The best rank in each screening. A name counts where the screening gives no id, or one of its own: not where that is
 * the id of another drug that is kept here.
 */
async function ofThisDrug(
  store: Pick<DrugStore, 'get'>,
  drugId: string,
  found: readonly RankedIn[],
): Promise<RankedIn[]> {
  const foreign = new Set(found.flatMap((hit) => (hit.drugId === drugId ? [] : (hit.drugId ?? []))))
  const others = new Set((await store.get([...foreign])).map((row) => row.drug_id))
  const best = new Map<string, RankedIn>()
  for (const hit of found) {
    if (hit.drugId !== null && others.has(hit.drugId)) continue
    const former = best.get(hit.taskId)
    if (!former || hit.rank < former.rank) best.set(hit.taskId, hit)
  }
  return [...best.values()]
}

/** Best ranks first; what the journal does not know of is left out, since it leads nowhere. */
async function withSamples(
  { query }: Database<JournalSchema>,
  ranked: readonly RankedIn[],
): Promise<DrugLinks['screenings']> {
  const rows = await query
    .selectFrom('screening_tasks')
    .leftJoin('samples', 'samples.sample_id', 'screening_tasks.sample_id')
    .select(['task_id', 'screening_tasks.sample_id', 'client_reference', 'screening_tasks.created_at'])
    .where('task_id', 'in', boundList(ranked.map(({ taskId }) => taskId)))
    .orderBy('screening_tasks.created_at', 'desc')
    .orderBy('task_id')
    .execute()
  const byTask = new Map(ranked.map((hit) => [hit.taskId, hit]))
  return rows
    .flatMap((row) => {
      const hit = byTask.get(row.task_id)
      if (!hit) return []
      const { taskId, rank, score } = hit
      return [{ taskId, sampleId: row.sample_id, clientReference: row.client_reference, rank, score }]
    })
    .sort((a, b) => a.rank - b.rank)
}

async function samplesOf(
  standingOut: FindStandingOut,
  pathways: NonNullable<DrugDetail['pathways']>,
): Promise<DrugLinks['samples']> {
  const found = await standingOut(
    pathways.map(({ pathway }) => pathway),
    maxSamples,
  )
  return found
    .filter(({ z }) => Math.abs(z) >= minZ)
    .map(({ sampleId, clientReference, pathway, names, activity, z, n }) => {
      const associations = pathways.filter((one) => names.includes(one.pathway))
      return { sampleId, clientReference, pathway, direction: toDirection(associations), activity, z, n }
    })
}

/** Where the service gives one pathway both directions, none is known. */
function toDirection(associations: readonly { direction: Direction }[]): Direction {
  const [first, ...others] = new Set(associations.map(({ direction }) => direction))
  return first !== undefined && others.length === 0 ? first : 'unknown'
}
