import { sql } from 'kysely'
import { z } from 'zod'
import { Failure } from '../../shared/contract/failures.ts'
import type {
  Measure,
  PathwayScore,
  Provenance,
  ResultMatrix,
  SampleResult,
} from '../../shared/domain/analysis.ts'
import type { Database } from '../ports.ts'
import { among } from '../store/among.ts'
import type { AnalysisRow, AnswersSchema } from '../store/answers.ts'
import type { JournalSchema } from '../store/journal.ts'

/** Reads the current answers as tables. Journal and answers are two files, so rows are joined here, by sets. */
export type Results = {
  /** `limit` samples from `offset` on, in register order; only those that have an answer count. */
  matrix(asked: { measure: Measure; offset: number; limit: number }): Promise<ResultMatrix>
  sample(sampleId: string): Promise<SampleResult>
  /** When the current pathway analysis of each sample was fetched; samples without one are left out. */
  analysedAt(sampleIds: readonly string[]): Promise<Map<string, string>>
}

type Stores = { journal: Database<JournalSchema>; answers: Database<AnswersSchema> }

export function createResults(stores: Stores): Results {
  const { journal, answers } = stores
  return {
    async matrix({ measure, offset, limit }) {
      const ids = await analysedInOrder(stores)
      const page = ids.slice(offset, offset + limit)
      const [pathways, analyses, samples] = await Promise.all([
        knownPathways(answers),
        currentActivities(answers, page),
        registerEntries(journal, page),
      ])
      const values = await valuesOf(answers, measure, pathways, page, analyses)
      return {
        measure,
        pathways,
        samples,
        values,
        totalSamples: ids.length,
        ...provenanceOf(analyses),
      }
    },
    sample: (sampleId) => sampleResult(stores, sampleId),
    async analysedAt(sampleIds) {
      const rows = await currentActivities(answers, sampleIds)
      return new Map(rows.map((row) => [row.sample_id, row.fetched_at]))
    },
  }
}

async function analysedInOrder({ journal, answers }: Stores): Promise<string[]> {
  const [registered, analysed] = await Promise.all([
    journal.query
      .selectFrom('samples')
      .select('sample_id')
      .orderBy('place')
      .orderBy('created_at')
      .orderBy('sample_id')
      .execute(),
    answers.query
      .selectFrom('analyses')
      .select('sample_id')
      .where('kind', '=', 'activity')
      .where('current', '=', 1)
      .execute(),
  ])
  const has = new Set(analysed.map((row) => row.sample_id))
  return registered.map((row) => row.sample_id).filter((sampleId) => has.has(sampleId))
}

/** Every pathway of the current answers, so that all pages have the same columns; by name, blind to case. */
async function knownPathways(answers: Database<AnswersSchema>): Promise<string[]> {
  const rows = await answers.query
    .selectFrom('scores')
    .innerJoin('analyses', 'analyses.analysis_id', 'scores.analysis_id')
    .select('pathway')
    .distinct()
    .where('kind', '=', 'activity')
    .where('current', '=', 1)
    .orderBy(sql`pathway COLLATE NOCASE`)
    .orderBy('pathway')
    .execute()
  return rows.map((row) => row.pathway)
}

type CurrentRow = Pick<AnalysisRow, 'analysis_id' | 'sample_id' | 'fetched_at' | 'service' | 'synthetic'>

const currentActivities = (
  answers: Database<AnswersSchema>,
  sampleIds: readonly string[],
): Promise<CurrentRow[]> =>
  answers.query
    .selectFrom('analyses')
    .select(['analysis_id', 'sample_id', 'fetched_at', 'service', 'synthetic'])
    .where('sample_id', 'in', among(sampleIds))
    .where('kind', '=', 'activity')
    .where('current', '=', 1)
    .execute()

async function registerEntries(
  journal: Database<JournalSchema>,
  sampleIds: readonly string[],
): Promise<ResultMatrix['samples']> {
  const rows = await journal.query
    .selectFrom('samples')
    .select(['sample_id', 'client_reference', 'fields'])
    .where('sample_id', 'in', among(sampleIds))
    .orderBy('place')
    .orderBy('created_at')
    .orderBy('sample_id')
    .execute()
  return rows.map((row) => ({
    sampleId: row.sample_id,
    clientReference: row.client_reference,
    group: groupOf(row.fields),
  }))
}

const fieldsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

function groupOf(fields: string): string | null {
  const { group } = fieldsSchema.parse(JSON.parse(fields))
  return group === undefined || group === '' ? null : String(group)
}

async function valuesOf(
  answers: Database<AnswersSchema>,
  measure: Measure,
  pathways: string[],
  sampleIds: string[],
  analyses: CurrentRow[],
): Promise<(number | null)[]> {
  const rowOf = new Map(sampleIds.map((sampleId, row) => [sampleId, row]))
  const rowOfAnalysis = new Map(analyses.map((one) => [one.analysis_id, rowOf.get(one.sample_id)]))
  const columnOf = new Map(pathways.map((pathway, column) => [pathway, column]))
  const values = Array.from<number | null>({ length: sampleIds.length * pathways.length }).fill(null)
  const scores = await answers.query
    .selectFrom('scores')
    .select(['analysis_id', 'pathway', `${measure} as value`])
    .where('analysis_id', 'in', among([...rowOfAnalysis.keys()]))
    .execute()
  for (const score of scores) {
    const row = rowOfAnalysis.get(score.analysis_id)
    const column = columnOf.get(score.pathway)
    if (row !== undefined && column !== undefined) values[row * pathways.length + column] = score.value
  }
  return values
}

function provenanceOf(rows: CurrentRow[]): Pick<ResultMatrix, 'service' | 'oldestFetchedAt' | 'synthetic'> {
  const services = [...new Set(rows.map((row) => row.service))].sort()
  return {
    service: services.length === 0 ? null : services.join(', '),
    oldestFetchedAt: rows.reduce<string | null>(
      (oldest, row) => (oldest === null || row.fetched_at < oldest ? row.fetched_at : oldest),
      null,
    ),
    synthetic: rows.some((row) => row.synthetic === 1),
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
