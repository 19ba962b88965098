import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../ports.ts'
import { boundList } from '../store/boundList.ts'
import type { CacheSchema } from '../store/cache.ts'
import type { AnswersSchema } from '../store/resultTables.ts'
import { fold } from './fold.ts'

/** A screening that ranks a drug; `drugId` as the screening has it beside the name, null where it was found by its id. */
export type RankedIn = { taskId: string; rank: number; score: number | null; drugId: string | null }

/** Which of the kept screenings rank a drug, found without reading their hits anew. */
type ScreeningIndex = {
  /** By this id or any of these names, blind to case, accents and dashes; the best rank where it is ranked twice. */
  find(drugId: string, names: readonly string[]): Promise<RankedIn[]>
  /** Reads the screenings that were kept since the last time, one after the other. Throws `file`. */
  update(): Promise<void>
}

/** The results, and in another file, which may be cleared, the index of them. */
type Stores = { answers: Database<AnswersSchema>; cache: Database<CacheSchema> }

export function createScreeningIndex(stores: Stores): ScreeningIndex {
  let indexing: Promise<void> | null = null
  const update = () =>
    (indexing ??= indexNew(stores).finally(() => {
      indexing = null
    }))
  return {
    update,
    async find(drugId, names) {
      await update()
      const keys = JSON.stringify([idKey(drugId), ...names.map(nameKey)])
      // Screening by screening, so that the hits of each could be written side by side.
      const { rows } = await sql<RankedIn>`
        SELECT task_id AS taskId, rank, score, hit.drug_id AS drugId
        FROM screening_indexed CROSS JOIN json_each(${keys}) AS asked
        CROSS JOIN screening_hits AS hit ON hit.run = screening_indexed.run AND hit.key = asked.value
      `.execute(stores.cache.query)
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

/** One screening at a time, about 10 ms each, then whatever else waits has its turn. */
async function indexNew(stores: Stores): Promise<void> {
  const { rows } = await sql<{ task_id: string; version: string }>`
    SELECT task_id, fetched_at AS version FROM screening_results INDEXED BY screening_results_fetched
  `.execute(stores.answers.query)
  const indexed = await stores.cache.query
    .selectFrom('screening_indexed')
    .select(['task_id', 'version'])
    .execute()
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
  await cache.transaction(async (query) => {
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
  })
}

/** What cannot be read ranks nothing here; the screening itself says so where it is shown. */
function readHits(text: string): Hit[] {
  try {
    return hitsSchema.safeParse(JSON.parse(text)).data ?? []
  } catch {
    return []
  }
}

type Entry = [key: string, rank: number, score: number | null, drugId: string | null]

/** A hit that came without a name bears its id for one. */
const toEntries = ({ rank, score, drugId, name }: Hit): Entry[] => [
  ...(drugId === null ? [] : [[idKey(drugId), rank, score, null] satisfies Entry]),
  ...(name === drugId ? [] : [[nameKey(name), rank, score, drugId?.toWellFormed() ?? null] satisfies Entry]),
]
