import { type Kysely, sql } from 'kysely'
import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { ClockValue, Measure, PathwayScore } from '../../shared/domain/analysis.ts'
import type { Drift, KeptAnswer } from '../../shared/domain/cohort.ts'
import type { Database } from '../ports.ts'
import type { AnalysisRow, AnswersSchema } from '../store/answers.ts'
import { askedPathways, currentAnswers } from '../store/currentAnswers.ts'
import { scoresOf, toProvenance } from './results.ts'

type History = {
  history: Handlers['results.history']
  answer: Handlers['results.answer']
  drift: Handlers['results.drift']
}

type Listed = Omit<AnalysisRow, 'raw' | 'current'> & { scores: number }
type Kept = KeptAnswer & { sampleId: string }
type Whole = { kept: Kept; scores: PathwayScore[]; values: ClockValue[] }

/** Every answer that was ever kept, the current ones and those before them. */
export function createHistory({ answers }: { answers: Database<AnswersSchema> }): History {
  const one = async (analysisId: string): Promise<Listed> => {
    const row = await listed(answers.query).where('analysis_id', '=', analysisId).executeTakeFirst()
    if (row) return row
    throw new Failure('notFound', 'This answer is not kept on this computer.', { what: 'answer' })
  }
  /** Ids of the answers of a sample that give current values, of either kind. */
  const shown = async (sampleId: string): Promise<ReadonlySet<string>> => {
    const found = await Promise.all(
      (['activity', 'clock'] as const).map((kind) => currentAnswers(answers.reader.rows, kind, [sampleId])),
    )
    return new Set(found.flatMap((of) => of.get(sampleId) ?? []).map(({ analysisId }) => analysisId))
  }
  const keptOf = async (row: Listed): Promise<Kept> => toKept(row, await shown(row.sample_id))
  const withValues = async (analysisId: string): Promise<Whole> => ({
    kept: await keptOf(await one(analysisId)),
    scores: await scoresOf(answers, analysisId),
    values: await clockValuesOf(answers, analysisId),
  })

  return {
    async history({ sampleId }) {
      const rows = await listed(answers.query)
        .where('sample_id', '=', sampleId)
        .orderBy('fetched_at', 'desc')
        .orderBy(sql`rowid`, 'desc')
        .execute()
      const current = await shown(sampleId)
      return rows.map((row) => withoutSample(toKept(row, current)))
    },
    async answer({ analysisId }) {
      const row = await one(analysisId)
      const { raw } = await answers.query
        .selectFrom('analyses')
        .select('raw')
        .where('analysis_id', '=', analysisId)
        .executeTakeFirstOrThrow()
      const values = await scoresOf(answers, analysisId)
      return { ...(await keptOf(row)), values, request: JSON.parse(row.request), raw: JSON.parse(raw) }
    },
    async drift({ before, after }) {
      const [first, second] = await Promise.all([withValues(before), withValues(after)])
      refuseUnlike(first.kept, second.kept)
      return {
        sampleId: first.kept.sampleId,
        before: withoutSample(first.kept),
        after: withoutSample(second.kept),
        rows: toRows(first.scores, second.scores),
        values: toValues(first.values, second.values),
      }
    },
  }
}

const clockValuesOf = (answers: Database<AnswersSchema>, analysisId: string): Promise<ClockValue[]> =>
  answers.query
    .selectFrom('clock_values')
    .select(['name', 'value'])
    .where('analysis_id', '=', analysisId)
    .execute()

/** Without the raw JSON, which may be long. */
const listed = (query: Kysely<AnswersSchema>) =>
  query
    .selectFrom('analyses')
    .select(['analysis_id', 'sample_id', 'kind', 'request', 'fetched_at', 'service', 'request_id'])
    .select('synthetic')
    .select(({ selectFrom, fn }) =>
      selectFrom('scores')
        .select(fn.countAll<number>().as('n'))
        .whereRef('scores.analysis_id', '=', 'analyses.analysis_id')
        .$asScalar()
        .$notNull()
        .as('scores'),
    )

const toKept = (row: Listed, current: ReadonlySet<string>): Kept => ({
  ...toProvenance(row),
  analysisId: row.analysis_id,
  sampleId: row.sample_id,
  kind: row.kind,
  current: current.has(row.analysis_id),
  pathways: askedPathways(row.request),
  scores: row.scores,
})

const withoutSample = ({ sampleId: _sampleId, ...kept }: Kept): KeptAnswer => kept

function refuseUnlike(before: Kept, after: Kept): void {
  const problem =
    before.sampleId !== after.sampleId
      ? 'These answers are about two samples. Choose two answers about the same sample.'
      : before.kind !== after.kind
        ? 'One of these answers is a pathway analysis and the other a pathway clock. Choose two of one kind.'
        : null
  if (problem !== null) throw new Failure('rejected', problem, { problems: [] })
}

const measures: readonly [Measure, (score: PathwayScore) => number | null][] = [
  ['activity', ({ activity }) => activity],
  ['aging_offset', ({ agingOffset }) => agingOffset],
]

/** By pathway, blind to case. What neither has a value of is left out. */
function toRows(before: PathwayScore[], after: PathwayScore[]): Drift['rows'] {
  const [first, second] = [byPathway(before), byPathway(after)]
  const names = new Set([...first.keys(), ...second.keys()])
  return [...names].sort(blindToCase).flatMap((pathway) =>
    measures.flatMap(([measure, valueOf]) => {
      const [one, other] = [first.get(pathway), second.get(pathway)]
      const values = { before: one ? valueOf(one) : null, after: other ? valueOf(other) : null }
      if (values.before === null && values.after === null) return []
      return [{ pathway, measure, ...values, difference: difference(values) }]
    }),
  )
}

/** By name. */
function toValues(before: ClockValue[], after: ClockValue[]): Drift['values'] {
  const [first, second] = [byName(before), byName(after)]
  return [...new Set([...first.keys(), ...second.keys()])].sort(blindToCase).map((name) => {
    const values = { before: first.get(name) ?? null, after: second.get(name) ?? null }
    return { name, ...values, difference: difference(values) }
  })
}

const byName = (values: ClockValue[]): Map<string, number> =>
  new Map(values.map(({ name, value }) => [name, value]))

const byPathway = (scores: PathwayScore[]): Map<string, PathwayScore> =>
  new Map(scores.map((score) => [score.pathway, score]))

/** Code units decide between names that differ in case alone. */
function blindToCase(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  if (a === b) return one < other ? -1 : 1
  return a < b ? -1 : 1
}

/** null also where it is too large for a number. */
function difference({ before, after }: { before: number | null; after: number | null }): number | null {
  if (before === null || after === null) return null
  const by = after - before
  return Number.isFinite(by) ? by : null
}
