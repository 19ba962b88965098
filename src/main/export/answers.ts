import { type Kysely, sql } from 'kysely'
import { among } from '../store/among.ts'
import type { AnalysisRow, AnswersSchema, ScoreRow } from '../store/answers.ts'

type Current = Pick<AnalysisRow, 'analysis_id' | 'sample_id' | 'fetched_at' | 'service' | 'synthetic'>
type Score = Pick<ScoreRow, 'pathway' | 'activity' | 'aging_offset'>

/** The current answer of each of the samples, by sample id. */
async function currentAnswers(
  query: Kysely<AnswersSchema>,
  kind: AnalysisRow['kind'],
  sampleIds: readonly string[],
): Promise<Map<string, Current>> {
  const rows = await query
    .selectFrom('analyses')
    .select(['analysis_id', 'sample_id', 'fetched_at', 'service', 'synthetic'])
    .where('sample_id', 'in', among(sampleIds))
    .where('kind', '=', kind)
    .where('current', '=', 1)
    .execute()
  return new Map(rows.map((row) => [row.sample_id, row]))
}

/** The pathway scores of samples with the answer they came in; pathways by name, blind to case. */
export async function scoresOf(
  query: Kysely<AnswersSchema>,
  sampleIds: readonly string[],
): Promise<Map<string, { answer: Current; scores: Score[] }>> {
  const answers = await currentAnswers(query, 'activity', sampleIds)
  const rows = await query
    .selectFrom('scores')
    .selectAll()
    .where('analysis_id', 'in', among([...answers.values()].map((answer) => answer.analysis_id)))
    .orderBy(sql`pathway COLLATE NOCASE`)
    .orderBy('pathway')
    .execute()
  const scores = Map.groupBy(rows, (row) => row.analysis_id)
  return new Map(
    [...answers].map(([sampleId, answer]) => [
      sampleId,
      { answer, scores: scores.get(answer.analysis_id) ?? [] },
    ]),
  )
}

/** The numbers that pathway-clock gave for samples as a whole, by sample id and name. */
export async function clockValuesOf(
  query: Kysely<AnswersSchema>,
  sampleIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const answers = await currentAnswers(query, 'clock', sampleIds)
  const rows = await query
    .selectFrom('clock_values')
    .selectAll()
    .where('analysis_id', 'in', among([...answers.values()].map((answer) => answer.analysis_id)))
    .execute()
  const values = Map.groupBy(rows, (row) => row.analysis_id)
  return new Map(
    [...answers].map(([sampleId, answer]) => [
      sampleId,
      new Map((values.get(answer.analysis_id) ?? []).map(({ name, value }) => [name, value])),
    ]),
  )
}

/** When the pathway analysis of each sample was fetched. */
export async function analysedAt(
  query: Kysely<AnswersSchema>,
  sampleIds: readonly string[],
): Promise<Map<string, string>> {
  const answers = await currentAnswers(query, 'activity', sampleIds)
  return new Map([...answers].map(([sampleId, answer]) => [sampleId, answer.fetched_at]))
}

/** Every name that the current clock answers use, in alphabetical order. */
export async function clockNames(query: Kysely<AnswersSchema>): Promise<string[]> {
  const rows = await query
    .selectFrom('clock_values')
    .innerJoin('analyses', 'analyses.analysis_id', 'clock_values.analysis_id')
    .select('name')
    .distinct()
    .where('current', '=', 1)
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}

/** Where the current pathway analyses of samples came from. */
export async function currentOrigins(query: Kysely<AnswersSchema>, sampleIds: readonly string[]) {
  const answers = await currentAnswers(query, 'activity', sampleIds)
  return [...answers.values()].map(({ sample_id, fetched_at, service, synthetic }) => ({
    sampleId: sample_id,
    fetchedAt: fetched_at,
    service,
    synthetic: synthetic === 1,
  }))
}

/** How many current pathway scores samples have. */
export async function countScores(
  query: Kysely<AnswersSchema>,
  sampleIds: readonly string[],
): Promise<number> {
  const answers = await currentAnswers(query, 'activity', sampleIds)
  const row = await query
    .selectFrom('scores')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('analysis_id', 'in', among([...answers.values()].map((answer) => answer.analysis_id)))
    .executeTakeFirst()
  return row?.count ?? 0
}
