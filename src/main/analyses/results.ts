import { sql } from 'kysely'
import { Failure } from '../../shared/contract/failures.ts'
import type { PathwayScore, Provenance, SampleResult } from '../../shared/domain/analysis.ts'
import type { Database } from '../ports.ts'
import { among } from '../store/among.ts'
import type { AnalysisRow, AnswersSchema } from '../store/answers.ts'
import type { JournalSchema } from '../store/journal.ts'

/** Reads the current answers of single samples. Journal and answers are two files, so rows are joined here. */
export type Results = {
  sample(sampleId: string): Promise<SampleResult>
  /** When the current pathway analysis of each sample was fetched; samples without one are left out. */
  analysedAt(sampleIds: readonly string[]): Promise<Map<string, string>>
}

type Stores = { journal: Database<JournalSchema>; answers: Database<AnswersSchema> }

export function createResults(stores: Stores): Results {
  const { answers } = stores
  return {
    sample: (sampleId) => sampleResult(stores, sampleId),
    async analysedAt(sampleIds) {
      const rows = await answers.query
        .selectFrom('analyses')
        .select(['sample_id', 'fetched_at'])
        .where('sample_id', 'in', among(sampleIds))
        .where('kind', '=', 'activity')
        .where('current', '=', 1)
        .execute()
      return new Map(rows.map((row) => [row.sample_id, row.fetched_at]))
    },
  }
}

async function sampleResult({ journal, answers }: Stores, sampleId: string): Promise<SampleResult> {
  const rows = await answers.query
    .selectFrom('analyses')
    .selectAll()
    .where('sample_id', '=', sampleId)
    .where('current', '=', 1)
    .execute()
  const activity = rows.find((row) => row.kind === 'activity')
  const clock = rows.find((row) => row.kind === 'clock')
  if (!activity)
    throw new Failure('notFound', 'This sample has no pathway analysis yet. Run the analysis first.', {
      what: 'result',
    })
  const registered = await journal.query
    .selectFrom('samples')
    .select('client_reference')
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  return {
    ...toProvenance(activity),
    sampleId,
    clientReference: registered?.client_reference ?? sampleId,
    scores: await scoresOf(answers, activity.analysis_id),
    clock: clock ? await clockOf(answers, clock) : null,
    raw: {
      'pathway-analysis': JSON.parse(activity.raw),
      ...(clock ? { 'pathway-clock': JSON.parse(clock.raw) } : {}),
    },
  }
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

async function clockOf(answers: Database<AnswersSchema>, row: AnalysisRow): Promise<SampleResult['clock']> {
  const [values, scores] = await Promise.all([
    answers.query
      .selectFrom('clock_values')
      .select(['name', 'value'])
      .where('analysis_id', '=', row.analysis_id)
      .orderBy('name')
      .execute(),
    scoresOf(answers, row.analysis_id),
  ])
  return {
    ...toProvenance(row),
    values: values.map(({ name, value }) => ({ name, value })),
    offsets: scores.flatMap(({ pathway, agingOffset }) =>
      agingOffset === null ? [] : [{ pathway, agingOffset }],
    ),
  }
}
