import { type Kysely, sql } from 'kysely'
import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { ClockValue, Measure, PathwayScore } from '../../shared/domain/analysis.ts'
import type { Drift, StoredResult } from '../../shared/domain/cohort.ts'
import type { Database } from '../ports.ts'
import { findCurrentAnalyses, parseRequestedPathways } from '../store/currentAnalyses.ts'
import type { AnalysisRow, AnswersSchema } from '../store/resultTables.ts'
import { scoresOf, toProvenance } from './sampleResults.ts'

type History = {
  history: Handlers['results.history']
  answer: Handlers['results.answer']
  drift: Handlers['results.drift']
}

type ListedRow = Omit<AnalysisRow, 'raw' | 'current'> & { scores: number }
type SampleEntry = StoredResult & { sampleId: string }
type EntryWithValues = { entry: SampleEntry; scores: PathwayScore[]; values: ClockValue[] }

/** Every answer that was ever kept, the current ones and those before them. */
export function createHistory({ answers }: { answers: Database<AnswersSchema> }): History {
  const readRow = async (analysisId: string): Promise<ListedRow> => {
    const row = await selectListed(answers.query).where('analysis_id', '=', analysisId).executeTakeFirst()
    if (row) return row
    throw new Failure('notFound', 'This answer is not kept on this computer.', { what: 'answer' })
  }
  /** Ids of the answers of a sample that give current values, of either kind. */
  const currentIds = async (sampleId: string): Promise<ReadonlySet<string>> => {
    const found = await Promise.all(
      (['activity', 'clock'] as const).map((kind) =>
        findCurrentAnalyses(answers.reader.rows, kind, [sampleId]),
      ),
    )
    return new Set(found.flatMap((of) => of.get(sampleId) ?? []).map(({ analysisId }) => analysisId))
  }
  const readEntry = async (row: ListedRow): Promise<SampleEntry> =>
    toEntry(row, await currentIds(row.sample_id))
  const withValues = async (analysisId: string): Promise<EntryWithValues> => ({
    entry: await readEntry(await readRow(analysisId)),
    scores: await scoresOf(answers, analysisId),
    values: await clockValuesOf(answers, analysisId),
  })

  return {
    async history({ sampleId }) {
      const rows = await selectListed(answers.query)
        .where('sample_id', '=', sampleId)
        .orderBy('fetched_at', 'desc')
        .orderBy(sql`rowid`, 'desc')
        .execute()
      const current = await currentIds(sampleId)
      return rows.map((row) => withoutSample(toEntry(row, current)))
    },
    async answer({ analysisId }) {
      const row = await readRow(analysisId)
      const { raw } = await answers.query
        .selectFrom('analyses')
        .select('raw')
        .where('analysis_id', '=', analysisId)
        .executeTakeFirstOrThrow()
      const values = await scoresOf(answers, analysisId)
      return { ...(await readEntry(row)), values, request: JSON.parse(row.request), raw: JSON.parse(raw) }
    },
    async drift({ before, after }) {
      const [first, second] = await Promise.all([withValues(before), withValues(after)])
      requireComparable(first.entry, second.entry)
      return {
        sampleId: first.entry.sampleId,
        before: withoutSample(first.entry),
        after: withoutSample(second.entry),
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
const selectListed = (query: Kysely<AnswersSchema>) =>
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

const toEntry = (row: ListedRow, current: ReadonlySet<string>): SampleEntry => ({
  ...toProvenance(row),
  analysisId: row.analysis_id,
  sampleId: row.sample_id,
  kind: row.kind,
  current: current.has(row.analysis_id),
  pathways: parseRequestedPathways(row.request),
  scores: row.scores,
})

const withoutSample = ({ sampleId: _sampleId, ...entry }: SampleEntry): StoredResult => entry

function requireComparable(before: SampleEntry, after: SampleEntry): void {
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
  return [...names].sort(compareIgnoringCase).flatMap((pathway) =>
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
  return [...new Set([...first.keys(), ...second.keys()])].sort(compareIgnoringCase).map((name) => {
    const values = { before: first.get(name) ?? null, after: second.get(name) ?? null }
    return { name, ...values, difference: difference(values) }
  })
}

const byName = (values: ClockValue[]): Map<string, number> =>
  new Map(values.map(({ name, value }) => [name, value]))

const byPathway = (scores: PathwayScore[]): Map<string, PathwayScore> =>
  new Map(scores.map((score) => [score.pathway, score]))

/** Code units decide between names that differ in case alone. */
function compareIgnoringCase(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  if (a === b) return one < other ? -1 : 1
  return a < b ? -1 : 1
}

/** null also where it is too large for a number. */
function difference({ before, after }: { before: number | null; after: number | null }): number | null {
  if (before === null || after === null) return null
  const delta = after - before
  return Number.isFinite(delta) ? delta : null
}
