import { sql } from 'kysely'
import type { Database } from '../../../ports.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import type { AnswersSchema } from '../../../store/resultTables.ts'
import { sampleRow, service as sampleService } from '../../../store/testing/rows.ts'

export type MadeSample = {
  sampleId: string
  fields?: Record<string, string | number>
  annotation?: { group?: string | null; tags?: string[]; fields?: Record<string, string | number> }
  /** Absent: no pathway analysis. A pair is activity and aging offset. */
  scores?: Record<string, number | null | [activity: number | null, offset: number | null]>
  /** Absent: no pathway clock. */
  clock?: Record<string, number>
  fetchedAt?: string
  service?: string
  synthetic?: boolean
  /** A later result for only these pathways; null: it had no value of that name. */
  later?: Pick<MadeSample, 'clock' | 'service' | 'synthetic'> & {
    fetchedAt: string
    scores: Record<string, number | null>
  }
}

const at = '2026-01-01T00:00:00.000Z'
const rowsAStatement = 100

/** Adds samples with their stored results, in this order. */
export async function addCohort(
  stores: { journal: Database<JournalSchema>; answers?: Database<AnswersSchema> },
  made: readonly MadeSample[],
): Promise<void> {
  await stores.journal.transaction(async (query) => {
    const before = await query.selectFrom('samples').select('sample_id').execute()
    for (let from = 0; from < made.length; from += rowsAStatement)
      await query
        .insertInto('samples')
        .values(
          made
            .slice(from, from + rowsAStatement)
            .map((one, index) => toSampleRow(one, before.length + from + index)),
        )
        .execute()
    for (const one of made)
      if (one.annotation) await query.insertInto('annotations').values(toAnnotationRow(one)).execute()
  })
  await stores.answers?.transaction((query) => addAnswers(query, made))
}

const toSampleRow = ({ sampleId, fields = {} }: MadeSample, index: number) => ({
  ...sampleRow(sampleId, { fields: JSON.stringify(fields) }),
  place: String(index).padStart(8, '0'),
})

const toAnnotationRow = ({ sampleId, annotation }: MadeSample) => ({
  sample_id: sampleId,
  group_name: annotation?.group ?? null,
  tags: JSON.stringify(annotation?.tags ?? []),
  note: null,
  fields: JSON.stringify(annotation?.fields ?? {}),
  changed_at: at,
  changed_by: '',
})

async function addAnswers(
  query: Database<AnswersSchema>['query'],
  made: readonly MadeSample[],
): Promise<void> {
  for (const one of made) {
    if (one.scores) await addAnswer(query, one, 'activity')
    if (one.clock) await addAnswer(query, one, 'clock')
    if (one.later) await addLater(query, one, one.later)
  }
}

/** Adds a later result for only the given pathways. */
export async function addLater(
  query: Database<AnswersSchema>['query'],
  { sampleId }: MadeSample,
  { scores, clock = {}, ...origin }: NonNullable<MadeSample['later']>,
): Promise<void> {
  await query.updateTable('analyses').set({ current: 0 }).where('sample_id', '=', sampleId).execute()
  const returned = Object.entries(scores).filter(([, score]) => score !== null)
  const made = { ...origin, sampleId, scores: Object.fromEntries(returned), clock }
  for (const kind of ['activity', 'clock'] as const) await addAnswer(query, made, kind, Object.keys(scores))
}

async function addAnswer(
  query: Database<AnswersSchema>['query'],
  { sampleId, fetchedAt = at, service = sampleService, ...one }: MadeSample,
  kind: 'activity' | 'clock',
  pathways: string[] = [],
): Promise<void> {
  const analysisId = `${kind}-${sampleId}${pathways.length > 0 ? '-later' : ''}`
  const origin = { fetched_at: fetchedAt, service, request_id: null, synthetic: one.synthetic ? 1 : 0 }
  await query
    .insertInto('analyses')
    .values({
      analysis_id: analysisId,
      sample_id: sampleId,
      kind,
      request: JSON.stringify({ sampleId, pathways }),
      raw: '{}',
      ...origin,
      current: 1,
    })
    .execute()
  const scores = Object.entries(kind === 'activity' ? (one.scores ?? {}) : {}).map(([pathway, score]) => {
    const [activity, offset] = Array.isArray(score) ? score : [score, null]
    return [pathway, activity, offset]
  })
  // Bound as one JSON text: thousands of bound values would be slow.
  await sql`INSERT INTO scores SELECT ${analysisId}, value ->> 0, value ->> 1, value ->> 2
    FROM json_each(${JSON.stringify(scores)})`.execute(query)
  const values = Object.entries(kind === 'clock' ? (one.clock ?? {}) : {})
  for (const [name, value] of values)
    await query.insertInto('clock_values').values({ analysis_id: analysisId, name, value }).execute()
}
