import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Handlers } from '../../shared/contract/contract.ts'
import type { Direction, DrugDetail, DrugLinks } from '../../shared/domain/drugs/drug.ts'
import { fold } from '../../shared/format/fold.ts'
import { parseJson } from '../../shared/json.ts'
import { singleFlight } from '../../shared/lazy.ts'
import { boundList } from '../store/boundList.ts'
import type { Pathways } from './pathways/pathways.ts'
import { toDetail } from './rows/drugRows.ts'
import type { DrugDeps, DrugStore } from './rows/drugStore.ts'

const maxSamples = 10
/** A pathway stands out at two standard deviations from the mean. */
const minZ = 2

/**
 * Finds a drug in the lab's own data: the screenings that rank it and the samples in which its pathways stand out.
 * `updateScreeningIndex` reads new hits, so that the user does not wait for it later.
 */
export function createDrugLinks(
  options: Pick<DrugDeps, 'journal' | 'answers' | 'cache' | 'store'> & Pick<Pathways, 'extremeSamples'>,
): { links: Handlers['drugs.links']; updateScreeningIndex(): Promise<void> } {
  const { journal, store, extremeSamples } = options
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
        samples: drug?.pathways ? await samplesOf(extremeSamples, drug.pathways) : [],
      }
    },
  }
}

/** Returns the best rank in each screening. A match by name counts unless its id belongs to another cached drug. */
async function ofThisDrug(
  store: Pick<DrugStore, 'labels'>,
  drugId: string,
  found: readonly RankedIn[],
): Promise<RankedIn[]> {
  const foreign = new Set(found.flatMap((hit) => (hit.drugId === drugId ? [] : (hit.drugId ?? []))))
  const others = new Set((await store.labels([...foreign])).map((label) => label.drugId))
  const best = new Map<string, RankedIn>()
  for (const hit of found) {
    if (hit.drugId !== null && others.has(hit.drugId)) continue
    const former = best.get(hit.taskId)
    if (!former || hit.rank < former.rank) best.set(hit.taskId, hit)
  }
  return [...best.values()]
}

/** Adds the samples, best ranks first. Tasks missing from the journal are left out: their link would lead nowhere. */
async function withSamples(
  { query }: DrugDeps['journal'],
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
  extremeSamples: Pathways['extremeSamples'],
  pathways: NonNullable<DrugDetail['pathways']>,
): Promise<DrugLinks['samples']> {
  const found = await extremeSamples(
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

/** Returns `unknown` if the service gives both directions for one pathway. */
function toDirection(associations: readonly { direction: Direction }[]): Direction {
  const [first, ...others] = new Set(associations.map(({ direction }) => direction))
  return first !== undefined && others.length === 0 ? first : 'unknown'
}

/** A screening that ranks a drug. `drugId`: the id that the screening has beside the name; null for a match by id. */
type RankedIn = { taskId: string; rank: number; score: number | null; drugId: string | null }

/** An index of the stored screenings, so that finding a drug does not read all hits again. */
type ScreeningIndex = {
  /** Finds a drug by id or name, ignoring case, accents and dashes. Of two ranks it returns the better. */
  find(drugId: string, names: readonly string[]): Promise<RankedIn[]>
  /** Reads the screenings cached since the last update, one after the other. Throws `file`. */
  update(): Promise<void>
}

/** The results, and the disposable file with the index of them. */
type Stores = Pick<DrugDeps, 'answers' | 'cache'>

function createScreeningIndex(stores: Stores): ScreeningIndex {
  const update = singleFlight(() => indexNew(stores))
  return {
    update,
    async find(drugId, names) {
      await update()
      const keys = JSON.stringify([idKey(drugId), ...names.map(nameKey)])
      // Joins screening by screening, because the hits of each are stored together.
      const ranked = sql<RankedIn>`
        SELECT task_id AS taskId, rank, score, hit.drug_id AS drugId
        FROM screening_indexed CROSS JOIN json_each(${keys}) AS keys
        CROSS JOIN screening_hits AS hit ON hit.run = screening_indexed.run AND hit.key = keys.value
      `
      const { rows } = await stores.cache.use(({ query }) => ranked.execute(query))
      const storedRows = await stores.answers.query
        .selectFrom('screening_results')
        .select('task_id')
        .where('task_id', 'in', boundList(new Set(rows.map(({ taskId }) => taskId))))
        .execute()
      const known = new Set(storedRows.map((row) => row.task_id))
      return rows.filter(({ taskId }) => known.has(taskId))
    },
  }
}

const idKey = (drugId: string): string => `id ${drugId.toWellFormed()}`
const nameKey = (name: string): string => `name ${fold(name) || name.toWellFormed()}`

/** Indexes one screening at a time (about 10 ms each) and lets other work run in between. */
async function indexNew(stores: Stores): Promise<void> {
  const { rows } = await sql<{ task_id: string; version: string }>`
    SELECT task_id, fetched_at AS version FROM screening_results INDEXED BY screening_results_fetched
  `.execute(stores.answers.query)
  const indexed = await stores.cache.use(({ query }) =>
    query.selectFrom('screening_indexed').select(['task_id', 'version']).execute(),
  )
  const versionOf = new Map(indexed.map((row) => [row.task_id, row.version]))
  for (const { task_id: taskId, version } of rows) {
    if (versionOf.get(taskId) === version) continue
    await indexOne(stores, taskId, version)
    await yieldToEventLoop()
  }
}

const hitsSchema = z.array(
  z.object({
    rank: z.number(),
    drugId: z.string().nullable(),
    name: z.string(),
    score: z.number().nullable(),
  }),
)
type Hit = z.infer<typeof hitsSchema>[number]

async function indexOne({ answers, cache }: Stores, taskId: string, version: string): Promise<void> {
  const row = await answers.query
    .selectFrom('screening_results')
    .select('hits')
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  const hits = readHits(row?.hits ?? '[]')
  const entries = hits.flatMap(toEntries).sort(([a], [b]) => (a < b ? -1 : 1))
  await cache.use(({ transaction }) =>
    transaction(async (query) => {
      await sql`
      DELETE FROM screening_hits WHERE run = (SELECT run FROM screening_indexed WHERE task_id = ${taskId})
    `.execute(query)
      await query.deleteFrom('screening_indexed').where('task_id', '=', taskId).execute()
      const { run } = await query
        .insertInto('screening_indexed')
        .values({ task_id: taskId, version })
        .returning('run')
        .executeTakeFirstOrThrow()
      await sql`
      INSERT OR IGNORE INTO screening_hits (key, run, rank, score, drug_id)
      SELECT value ->> 0, ${run}, value ->> 1, value ->> 2, value ->> 3
      FROM json_each(${JSON.stringify(entries)})
    `.execute(query)
    }),
  )
}

/** Unreadable hits rank nothing here; the page of the screening reports them. */
const readHits = (text: string): Hit[] => hitsSchema.safeParse(parseJson(text)).data ?? []

type Entry = [key: string, rank: number, score: number | null, drugId: string | null]

/** A hit without a name has its id as its name. */
const toEntries = ({ rank, score, drugId, name }: Hit): Entry[] => [
  ...(drugId === null ? [] : [[idKey(drugId), rank, score, null] satisfies Entry]),
  ...(name === drugId ? [] : [[nameKey(name), rank, score, drugId?.toWellFormed() ?? null] satisfies Entry]),
]
