import type { AnalysisAnswer, Answer, ClockAnswer, Database, Random } from '../ports.ts'
import { among } from '../store/among.ts'
import type { AnalysisRow, AnswersSchema } from '../store/answers.ts'
import { currentAnswers } from '../store/currentAnswers.ts'
import { isQuestion } from './underWay.ts'

export type AnalysisKind = AnalysisRow['kind']

/** The answer to keep; `pathways` as asked for, empty when all were. */
type NewAnswer = { sampleId: string; pathways: readonly string[] } & (
  | { kind: 'activity'; answer: Answer<AnalysisAnswer> }
  | { kind: 'clock'; answer: Answer<ClockAnswer> }
)

/** The answers of pathway-analysis and pathway-clock as they came. A newer one never removes an older one. */
export type Answers = {
  /** Keeps one answer whole or not at all, and makes it the newest of its sample and kind. */
  keep(added: NewAnswer): Promise<void>
  /**
   * The `coverKey` of every sample and kind whose current answers cover `pathways` (empty: all pathways). An answer
   * without a value covers nothing, nor does one that is not from after `since` (ISO 8601).
   */
  covered(sampleIds: readonly string[], pathways: readonly string[], since?: string): Promise<Set<string>>
}

export const coverKey = (sampleId: string, kind: AnalysisKind): string => `${kind} ${sampleId}`

export function createAnswers({
  answers,
  random,
}: {
  answers: Database<AnswersSchema>
  random: Random
}): Answers {
  return {
    keep: (added) =>
      answers.transaction(async (query) => {
        const row = toRow(added, random.id())
        const scores = scoresOf(added, row.analysis_id)
        const clockValues = clockValuesOf(added, row.analysis_id)
        await query
          .updateTable('analyses')
          .set({ current: 0 })
          .where('sample_id', '=', row.sample_id)
          .where('kind', '=', row.kind)
          .where('current', '=', 1)
          .execute()
        const parts = scores.length + clockValues.length
        await query
          .insertInto('analyses')
          .values({ ...row, parts })
          .execute()
        for (const rows of slices(scores)) await query.insertInto('scores').values(rows).execute()
        for (const rows of slices(clockValues)) await query.insertInto('clock_values').values(rows).execute()
        await query.deleteFrom('asked').where(isQuestion(added)).execute()
      }),
    async covered(sampleIds, pathways, since = '') {
      const keys = new Set<string>()
      const empty = await withoutValues(answers, sampleIds)
      for (const kind of ['activity', 'clock'] as const)
        for (const [sampleId, kept] of await currentAnswers(answers.reader.rows, kind, sampleIds)) {
          const counted = kept.filter((one) => one.fetchedAt > since && !empty.has(one.analysisId))
          const had = counted.map((answer) => answer.pathways)
          if (covers(had, pathways)) keys.add(coverKey(sampleId, kind))
        }
      return keys
    },
  }
}

async function withoutValues(
  { query }: Database<AnswersSchema>,
  sampleIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await query
    .selectFrom('analyses')
    .select('analysis_id')
    .where('sample_id', 'in', among(sampleIds))
    .where('parts', '=', 0)
    .execute()
  return new Set(rows.map((row) => row.analysis_id))
}

const toRow = ({ sampleId, kind, pathways, answer }: NewAnswer, analysisId: string): AnalysisRow => ({
  analysis_id: analysisId,
  sample_id: sampleId,
  kind,
  request: JSON.stringify({ sampleId, pathways }),
  raw: JSON.stringify(answer.raw),
  fetched_at: answer.fetchedAt,
  service: answer.service,
  request_id: answer.requestId,
  synthetic: answer.synthetic ? 1 : 0,
  current: 1,
})

/** An answer for all pathways covers every question; those for some cover these. */
function covers(had: readonly (readonly string[])[], wanted: readonly string[]): boolean {
  if (had.some((pathways) => pathways.length === 0)) return true
  const known = new Set(had.flat())
  return wanted.length > 0 && wanted.every((pathway) => known.has(pathway))
}

/** A number too large for JavaScript is read as infinite; that is no value, and no value is null, never 0. */
const finite = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null

/** Each pathway once, so that a service that repeats one does not make its whole answer unkeepable. */
const scoresOf = (added: NewAnswer, analysisId: string) => [
  ...new Map(
    added.kind === 'activity'
      ? added.answer.value.scores.map(({ pathway, activity, agingOffset }) => [
          pathway,
          { analysis_id: analysisId, pathway, activity: finite(activity), aging_offset: finite(agingOffset) },
        ])
      : added.answer.value.offsets.map(({ pathway, agingOffset }) => [
          pathway,
          { analysis_id: analysisId, pathway, activity: null, aging_offset: finite(agingOffset) },
        ]),
  ).values(),
]

const clockValuesOf = (added: NewAnswer, analysisId: string) =>
  added.kind === 'activity'
    ? []
    : [
        ...new Map(
          added.answer.value.values
            .filter(({ value }) => Number.isFinite(value))
            .map(({ name, value }) => [name, { analysis_id: analysisId, name, value }]),
        ).values(),
      ]

function* slices<T>(rows: readonly T[], size = 500): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}
