import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { SampleState } from '../../shared/domain/samples/sample.ts'
import { sampleStage } from '../../shared/domain/samples/sample.ts'
import {
  allSamplesId,
  noSamples,
  type StudyName,
  type StudySummary,
} from '../../shared/domain/studies/study.ts'
import { boundList } from '../store/boundList.ts'
import type { JournalSchema } from '../store/journal.ts'

/** Returns the ids of all samples that have a result. */
export type AnalyzedIds = () => Promise<ReadonlySet<string>>

type Query = Kysely<JournalSchema>
type Count = { studyId: string; state: SampleState; analyzed: number; count: number; synthetic: number }

/** The register rows counted before other work gets its turn; a chunk takes some ms. */
const idsPerChunk = 4000

/** Reads all studies: “All samples” first, then the most recently changed. */
export async function readSummaries(query: Query, analyzed: ReadonlySet<string>): Promise<StudySummary[]> {
  const [studies, counts, orders] = await Promise.all([
    readStudyRows(query),
    countSamples(query, analyzed),
    countOrders(query),
  ])
  return studies.map((row) => {
    const own = counts.filter(({ studyId }) => studyId === row.study_id)
    return toSummary(row, own, orders.get(row.study_id))
  })
}

/** Reads one study without counting the others. Undefined if it does not exist. */
export async function readSummary(
  query: Query,
  analyzedIds: AnalyzedIds,
  studyId: string,
): Promise<StudySummary | undefined> {
  const row = await readStudyRow(query, studyId)
  if (!row) return undefined
  const [counts, orders] = await Promise.all([
    countSamples(query, await analyzedIds(), studyId),
    countOrders(query, studyId),
  ])
  return toSummary(row, counts, orders.get(studyId))
}

function toSummary(
  row: StudyRow,
  counts: readonly Count[],
  orders: { queued: number; unknown: number } | undefined,
): StudySummary {
  const stages = { ...noSamples }
  for (const { state, analyzed, count } of counts) {
    stages.analyzed += analyzed
    stages[sampleStage(state, false)] += count - analyzed
  }
  return {
    studyId: row.study_id,
    name: row.name,
    question: row.question,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    archivedAt: row.archived_at,
    samples: counts.reduce((sum, { count }) => sum + count, 0),
    stages,
    toOrder: orders?.queued ?? 0,
    inDoubt: orders?.unknown ?? 0,
    synthetic: counts.some(({ synthetic }) => synthetic > 0),
  }
}

export type StudyRow = Awaited<ReturnType<typeof readStudyRows>>[number]

const selectRows = (query: Query) =>
  query
    .selectFrom('studies')
    .select(['study_id', 'name', 'question', 'notes', 'design', 'created_at', 'archived_at'])
    // Adding a sample by an order also counts as a change.
    .select(
      sql<string>`max(changed_at, coalesce((SELECT max(added_at) FROM study_samples AS s
        WHERE s.study_id = studies.study_id), ''))`.as('changed_at'),
    )

/** Reads one study row. Undefined if it does not exist; “All samples” may have no row yet. */
export async function readStudyRow(query: Query, studyId: string): Promise<StudyRow | undefined> {
  const row = await selectRows(query).where('study_id', '=', studyId).executeTakeFirst()
  return row ?? (studyId === allSamplesId ? defaultAllSamples(query) : undefined)
}

/** Reads all study rows: “All samples” first, which may have no row yet, then the most recently changed. */
async function readStudyRows(query: Query) {
  const rows = await selectRows(query).orderBy('changed_at', 'desc').orderBy('study_id').execute()
  const all = rows.find(({ study_id }) => study_id === allSamplesId) ?? (await defaultAllSamples(query))
  return [all, ...rows.filter((row) => row !== all)]
}

/** Reads the names of all studies: “All samples” first, then the most recently changed. */
export async function readStudyNames(query: Query): Promise<StudyName[]> {
  const rows = await query
    .selectFrom('studies')
    .select(['study_id as studyId', 'name', 'question', 'archived_at as archivedAt'])
    .orderBy('changed_at', 'desc')
    .orderBy('study_id')
    .execute()
  const all = rows.find(({ studyId }) => studyId === allSamplesId) ?? {
    studyId: allSamplesId,
    name: allSamplesName,
    question: '',
    archivedAt: null,
  }
  return [all, ...rows.filter((row) => row !== all)]
}

const allSamplesName = 'All samples'

async function defaultAllSamples(query: Query) {
  const first = await query
    .selectFrom('samples')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .executeTakeFirst()
  const at = first?.at ?? ''
  const texts = { name: allSamplesName, question: '', notes: '', design: '{}' }
  return { study_id: allSamplesId, ...texts, created_at: at, changed_at: at, archived_at: null }
}

/** Counts samples by study and state, in chunks so that other work is not blocked. `studyId`: of that study alone. */
async function countSamples(query: Query, analyzed: ReadonlySet<string>, studyId?: string): Promise<Count[]> {
  const ofAll = sql`
      SELECT ${allSamplesId} AS studyId, state, sum(analyzed) AS analyzed, count(*) AS count, sum(synthetic) AS synthetic
      FROM found GROUP BY state`
  const ofListed = sql`
      SELECT s.study_id AS studyId, state, sum(analyzed) AS analyzed, count(*) AS count, sum(synthetic) AS synthetic
      FROM found CROSS JOIN study_samples AS s ON s.sample_id = found.sample_id
      WHERE ${studyId === undefined ? sql`1` : sql`s.study_id = ${studyId}`} GROUP BY s.study_id, state`
  const counted =
    studyId === undefined ? sql`${ofAll} UNION ALL ${ofListed}` : studyId === allSamplesId ? ofAll : ofListed
  const last = await query
    .selectFrom('register_index')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst()
  const counts = new Map<string, Count>()
  for (let from = 0; from <= (last?.last ?? -1); from += idsPerChunk) {
    await yieldToEventLoop()
    const span = sql`r.id >= ${from} AND r.id < ${from + idsPerChunk}`
    const { rows: ids } = await sql<{ id: string }>`
      SELECT sample_id AS id FROM register_index AS r WHERE ${span}`.execute(query)
    const analyzedHere = boundList(ids.flatMap(({ id }) => (analyzed.has(id) ? [id] : [])))
    const { rows } = await sql<Count>`
      WITH found AS MATERIALIZED (
        SELECT sample_id, state, synthetic, sample_id IN ${analyzedHere} AS analyzed
        FROM register_index AS r NOT INDEXED WHERE ${span}
      )
      ${counted}`.execute(query)
    for (const row of rows) {
      const key = `${row.studyId}\n${row.state}`
      const sum = counts.get(key) ?? { ...row, analyzed: 0, count: 0, synthetic: 0 }
      sum.analyzed += row.analyzed
      sum.count += row.count
      sum.synthetic += row.synthetic
      counts.set(key, sum)
    }
  }
  return [...counts.values()]
}

/** Counts the orders that were not sent yet (`queued`) and those that may have been placed (`unknown`). */
async function countOrders(
  query: Query,
  studyId?: string,
): Promise<Map<string, { queued: number; unknown: number }>> {
  const isOther = studyId !== undefined && studyId !== allSamplesId
  const ofStudy = sql`WHERE batch_id IN (SELECT batch_id FROM study_batches WHERE study_id = ${studyId})`
  const { rows } = await sql<{ studyId: string; queued: number; unknown: number }>`
    WITH open AS (
      SELECT batch_id, count(*) FILTER (WHERE state IN ('queued', 'sending') AND withdrawn IS NULL) AS queued,
        count(*) FILTER (WHERE state = 'unknown') AS unknown
      FROM ledger ${isOther ? ofStudy : sql``} GROUP BY batch_id
    )
    SELECT ${allSamplesId} AS studyId, sum(queued) AS queued, sum(unknown) AS unknown FROM open
    UNION ALL
    SELECT study_id, sum(queued), sum(unknown) FROM open JOIN study_batches USING (batch_id)
    WHERE study_id <> ${allSamplesId} GROUP BY study_id
  `.execute(query)
  return new Map(
    rows.map(({ studyId, queued, unknown }) => [studyId, { queued: queued ?? 0, unknown: unknown ?? 0 }]),
  )
}
