import { sql } from 'kysely'
import { Failure } from '../../shared/contract/failures.ts'
import type { PathwayScore, Provenance, SampleResult } from '../../shared/domain/analysis.ts'
import type { Database } from '../ports.ts'
import { boundList } from '../store/boundList.ts'
import { type CurrentAnalysis, currentScores, findCurrentAnalyses } from '../store/currentAnalyses.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnalysisRow, AnswersSchema } from '../store/resultTables.ts'
import { byName } from './cohort/joinNames.ts'

/** Reads the current answers of single samples. Journal and answers are two files, so rows are joined here. */
export type SampleResults = {
  sample(sampleId: string): Promise<SampleResult>
  /** When the current pathway analysis of each sample was fetched; samples without one are left out. */
  analysedAt(sampleIds: readonly string[]): Promise<Map<string, string>>
}

type Stores = { journal: Database<JournalSchema>; answers: Database<AnswersSchema> }

export function createSampleResults(stores: Stores): SampleResults {
  const { answers } = stores
  return {
    sample: (sampleId) => sampleResult(stores, sampleId),
    async analysedAt(sampleIds) {
      const rows = await answers.query
        .selectFrom('analyses')
        .select(['sample_id', 'fetched_at'])
        .where('sample_id', 'in', boundList(sampleIds))
        .where('kind', '=', 'activity')
        .where('current', '=', 1)
        .execute()
      return new Map(rows.map((row) => [row.sample_id, row.fetched_at]))
    },
  }
}

async function sampleResult({ journal, answers }: Stores, sampleId: string): Promise<SampleResult> {
  const currentOf = async (kind: AnalysisRow['kind']): Promise<CurrentAnalysis[]> =>
    (await findCurrentAnalyses(answers.reader.rows, kind, [sampleId])).get(sampleId) ?? []
  const [activities, clocks] = await Promise.all([currentOf('activity'), currentOf('clock')])
  const [newest] = activities
  if (!newest)
    throw new Failure('notFound', 'This sample has no pathway analysis yet. Run the analysis first.', {
      what: 'result',
    })
  const registered = await journal.query
    .selectFrom('samples')
    .select('client_reference')
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  const [clock] = clocks
  return {
    ...provenanceOf(newest),
    sampleId,
    clientReference: registered?.client_reference ?? sampleId,
    scores: (await currentScoresOf(answers, activities)).map(({ answer, score }) =>
      answer === newest ? score : { ...score, from: provenanceOf(answer) },
    ),
    clock: clock ? await clockOf(answers, clock, clocks) : null,
    raw: {
      'pathway-analysis': await rawOf(answers, newest),
      ...(clock ? { 'pathway-clock': await rawOf(answers, clock) } : {}),
    },
  }
}

const provenanceOf = ({ fetchedAt, service, requestId, synthetic }: CurrentAnalysis): Provenance => ({
  fetchedAt,
  service,
  requestId,
  synthetic,
})

async function rawOf({ query }: Database<AnswersSchema>, { analysisId }: CurrentAnalysis): Promise<unknown> {
  const row = await query
    .selectFrom('analyses')
    .select('raw')
    .where('analysis_id', '=', analysisId)
    .executeTakeFirstOrThrow()
  return JSON.parse(row.raw)
}

/** By name, blind to case. */
async function currentScoresOf(
  answers: Database<AnswersSchema>,
  current: readonly CurrentAnalysis[],
): Promise<{ answer: CurrentAnalysis; score: PathwayScore }[]> {
  const scores = new Map<string, PathwayScore[]>()
  for (const { analysisId } of current) scores.set(analysisId, await scoresOf(answers, analysisId))
  const found = currentScores(current, (analysisId) => scores.get(analysisId) ?? [])
  return found.sort((a, b) => byName(a.score, b.score))
}

export const toProvenance = (
  row: Pick<AnalysisRow, 'fetched_at' | 'service' | 'request_id' | 'synthetic'>,
): Provenance => ({
  fetchedAt: row.fetched_at,
  service: row.service,
  requestId: row.request_id,
  synthetic: row.synthetic === 1,
})

/** By name, blind to case. */
export async function scoresOf(
  answers: Database<AnswersSchema>,
  analysisId: string,
): Promise<PathwayScore[]> {
  const rows = await answers.query
    .selectFrom('scores')
    .select(['pathway', 'activity', 'aging_offset'])
    .where('analysis_id', '=', analysisId)
    .orderBy(sql`pathway COLLATE NOCASE`)
    .orderBy('pathway')
    .execute()
  return rows.map(({ pathway, activity, aging_offset }) => ({ pathway, activity, agingOffset: aging_offset }))
}

async function clockOf(
  answers: Database<AnswersSchema>,
  newest: CurrentAnalysis,
  current: readonly CurrentAnalysis[],
): Promise<SampleResult['clock']> {
  const [rows, scores] = await Promise.all([
    answers.query
      .selectFrom('clock_values')
      .selectAll()
      .where('analysis_id', 'in', boundList(current.map(({ analysisId }) => analysisId)))
      .execute(),
    currentScoresOf(answers, current),
  ])
  const ages = new Map(current.map(({ analysisId }, age) => [analysisId, age]))
  const newestFirst = rows.sort((a, b) => (ages.get(a.analysis_id) ?? 0) - (ages.get(b.analysis_id) ?? 0))
  const values = Map.groupBy(newestFirst, ({ name }) => name)
  return {
    ...provenanceOf(newest),
    values: [...values]
      .flatMap(([name, [first]]) => (first ? [{ name, value: first.value }] : []))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    offsets: scores.flatMap(({ score: { pathway, agingOffset } }) =>
      agingOffset === null ? [] : [{ pathway, agingOffset }],
    ),
  }
}
