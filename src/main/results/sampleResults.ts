import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Services } from '../../shared/contract/contract.ts'
import { notFound, rejected } from '../../shared/contract/failures.ts'
import type {
  ClockValue,
  PathwayScore,
  Provenance,
  SampleResult,
} from '../../shared/domain/results/analysis.ts'
import type { Drift, StoredResult } from '../../shared/domain/results/cohort.ts'
import { message } from '../../shared/words/message.ts'
import type { Database } from '../ports.ts'
import {
  type CurrentAnalysis,
  findCurrentAnalyses,
  parseRequestedPathways,
  readAnalysedAt,
  readCurrentClocks,
  readCurrentScores,
} from '../store/currentAnalyses.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AnalysisRow, AnswersSchema } from '../store/resultTables.ts'
import { untilChanged } from '../store/untilChanged.ts'
import { byName, compareNames } from './cohort/joinNames.ts'

type Stores = { journal: Database<JournalSchema>; answers: Database<AnswersSchema> }

/** Reading this many samples takes a few ms. Other work gets its turn in between. */
const samplesPerPage = 4000

/** Creates the lookup of samples that have a current pathway analysis. */
export function createAnalysedSamples(
  { query, reader }: Pick<Database<AnswersSchema>, 'query' | 'reader'>,
  pageSize = samplesPerPage,
) {
  return {
    /** Returns when each analysis was fetched. Samples without one are absent. */
    analysedAt: (sampleIds: readonly string[]) => readAnalysedAt(reader.rows, sampleIds),
    /** Returns all such samples; the same set until the file changes. */
    analysedIds: untilChanged(query, () => readAnalysedIds(query, pageSize)),
  }
}

async function readAnalysedIds(query: Kysely<AnswersSchema>, pageSize: number): Promise<ReadonlySet<string>> {
  const all = new Set<string>()
  for (let last = ''; ; await yieldToEventLoop()) {
    const { rows } = await sql<{ sample_id: string }>`
      SELECT sample_id FROM analyses WHERE kind = 'activity' AND current = 1 AND sample_id > ${last}
      ORDER BY sample_id LIMIT ${pageSize}
    `.execute(query)
    for (const { sample_id } of rows) all.add(sample_id)
    if (rows.length < pageSize) return all
    last = rows.at(-1)?.sample_id ?? last
  }
}

/** Returns the current results of one sample. Journal and results are separate files, so their rows are joined here. */
export async function sampleResult({ journal, answers }: Stores, sampleId: string): Promise<SampleResult> {
  const { rows } = answers.reader
  const readCurrent = async (kind: AnalysisRow['kind']) => {
    const current = await findCurrentAnalyses(rows, kind, [sampleId])
    const scores = (await readCurrentScores(rows, current)).get(sampleId) ?? []
    scores.sort((a, b) => byName(a.score, b.score))
    return { current, newest: current.get(sampleId)?.[0], scores }
  }
  const [activity, clock] = await Promise.all([readCurrent('activity'), readCurrent('clock')])
  const { newest } = activity
  if (!newest) throw notFound(message('analyses.sampleNoPathwayAnalysis'), message('shared.result'))
  const registered = await journal.query
    .selectFrom('samples')
    .select('client_reference')
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  const values = (await readCurrentClocks(rows, clock.current)).get(sampleId) ?? []
  return {
    ...provenanceOf(newest),
    sampleId,
    clientReference: registered?.client_reference ?? sampleId,
    scores: activity.scores.map(({ answer, score }) =>
      answer === newest ? score : { ...score, from: provenanceOf(answer) },
    ),
    clock: clock.newest
      ? {
          ...provenanceOf(clock.newest),
          values: [...values]
            .map(([name, { value }]) => ({ name, value }))
            .sort((a, b) => (a.name < b.name ? -1 : 1)),
          offsets: clock.scores.flatMap(({ score: { pathway, agingOffset } }) =>
            agingOffset === null ? [] : [{ pathway, agingOffset }],
          ),
        }
      : null,
    raw: {
      'pathway-analysis': await rawOf(answers, newest.analysisId),
      ...(clock.newest ? { 'pathway-clock': await rawOf(answers, clock.newest.analysisId) } : {}),
    },
  }
}

const provenanceOf = ({ fetchedAt, service, requestId, synthetic }: CurrentAnalysis): Provenance => ({
  fetchedAt,
  service,
  requestId,
  synthetic,
})

async function rawOf({ query }: Database<AnswersSchema>, analysisId: string): Promise<unknown> {
  const row = await query
    .selectFrom('analyses')
    .select('raw')
    .where('analysis_id', '=', analysisId)
    .executeTakeFirstOrThrow()
  return JSON.parse(row.raw)
}

/** Returns the scores sorted by pathway name, ignoring case. */
async function scoresOf(answers: Database<AnswersSchema>, analysisId: string): Promise<PathwayScore[]> {
  const rows = await answers.query
    .selectFrom('scores')
    .select(['pathway', 'activity', 'aging_offset'])
    .where('analysis_id', '=', analysisId)
    .orderBy(sql`pathway COLLATE NOCASE`)
    .orderBy('pathway')
    .execute()
  return rows.map(({ pathway, activity, aging_offset }) => ({ pathway, activity, agingOffset: aging_offset }))
}

type History = Pick<Services['results'], 'history' | 'answer' | 'drift'>

type ListedRow = Omit<AnalysisRow, 'raw' | 'current'> & { scores: number }
type SampleEntry = StoredResult & { sampleId: string }

/** Creates the history of stored results: the current and all earlier ones. */
export function createHistory({ answers }: { answers: Database<AnswersSchema> }): History {
  const readRow = async (analysisId: string): Promise<ListedRow> => {
    const row = await selectListed(answers.query).where('analysis_id', '=', analysisId).executeTakeFirst()
    if (row) return row
    throw notFound(message('analyses.computerNotResponse'), message('shared.answer'))
  }
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
  const withValues = async (analysisId: string) => ({
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
      const raw = await rawOf(answers, analysisId)
      const values = await scoresOf(answers, analysisId)
      return { ...(await readEntry(row)), values, request: JSON.parse(row.request), raw }
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

/** Selects everything but the raw JSON, which may be long. */
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
  fetchedAt: row.fetched_at,
  service: row.service,
  requestId: row.request_id,
  synthetic: row.synthetic === 1,
  analysisId: row.analysis_id,
  sampleId: row.sample_id,
  kind: row.kind,
  current: current.has(row.analysis_id),
  pathways: parseRequestedPathways(row.request),
  scores: row.scores,
})

const withoutSample = ({ sampleId: _sampleId, ...entry }: SampleEntry): StoredResult => entry

function requireComparable(before: SampleEntry, after: SampleEntry): void {
  if (before.sampleId !== after.sampleId) throw rejected(message('analyses.responsesTwoSamplesChoose'))
  if (before.kind !== after.kind) throw rejected(message('analyses.oneResponsesPathwayAnalysis'))
}

const measures = [
  ['activity', 'activity'],
  ['aging_offset', 'agingOffset'],
] as const

/** Returns the differences by pathway name, ignoring case. Pathways without a value in both results are omitted. */
function toRows(before: PathwayScore[], after: PathwayScore[]): Drift['rows'] {
  const [first, second] = [byPathway(before), byPathway(after)]
  const names = new Set([...first.keys(), ...second.keys()])
  return [...names].sort(compareNames).flatMap((pathway) =>
    measures.flatMap(([measure, field]) => {
      const change = changeOf(first.get(pathway)?.[field], second.get(pathway)?.[field])
      return change.before === null && change.after === null ? [] : [{ pathway, measure, ...change }]
    }),
  )
}

function toValues(before: ClockValue[], after: ClockValue[]): Drift['values'] {
  const [first, second] = [valuesByName(before), valuesByName(after)]
  return [...new Set([...first.keys(), ...second.keys()])]
    .sort(compareNames)
    .map((name) => ({ name, ...changeOf(first.get(name), second.get(name)) }))
}

const valuesByName = (values: ClockValue[]): Map<string, number> =>
  new Map(values.map(({ name, value }) => [name, value]))

const byPathway = (scores: PathwayScore[]): Map<string, PathwayScore> =>
  new Map(scores.map((score) => [score.pathway, score]))

/** Returns a change. The difference is null if a value is missing or the difference overflows. */
function changeOf(before: number | null = null, after: number | null = null) {
  const difference = before === null || after === null ? Number.NaN : after - before
  return { before, after, difference: Number.isFinite(difference) ? difference : null }
}
