import { chunks } from '../../concurrency/chunks.ts'
import { isLeaseExpired } from '../../concurrency/lease.ts'
import type { AnalysisResponse, ClockResponse, Database, Random, ServiceResponse } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import { findCurrentAnalyses } from '../../store/currentAnalyses.ts'
import type { AnalysisRow, AnswersSchema } from '../../store/resultTables.ts'
import { matchesRequest, toPathwaysKey } from './requestLeases.ts'

export type AnalysisKind = AnalysisRow['kind']

/** A result to store; `pathways` as requested, empty for all. */
type NewResult = { sampleId: string; pathways: readonly string[] } & (
  | { kind: 'activity'; answer: ServiceResponse<AnalysisResponse> }
  | { kind: 'clock'; answer: ServiceResponse<ClockResponse> }
)

type CoverRequest = {
  sampleIds: readonly string[]
  kinds: readonly AnalysisKind[]
  pathways: readonly string[]
  since: string
  /** True: results without a value count too. */
  countsEmpty?: boolean
}

/** The outcome of a request. `empty`: no value. `lost`: no run waits for the response. `refused`: by the service. */
export type EarlierRequest = 'answered' | 'empty' | 'underWay' | 'lost' | 'refused'

/** The stored results of pathway analyses and clocks. A newer result never removes an older one. */
export type ResultStore = {
  /** Stores one result in a transaction and makes it the newest of its sample and kind. */
  store(result: NewResult): Promise<void>
  /**
   * Returns the `coverKey` of every sample and kind whose current results cover `pathways` (empty: all pathways).
   * Results without a value, or not fetched after `since` (ISO 8601), cover nothing.
   */
  covered(request: CoverRequest): Promise<Set<string>>
  /** Returns the outcome of earlier requests by `coverKey`, without samples and kinds that were never requested. */
  requested(
    request: Pick<CoverRequest, 'sampleIds' | 'kinds'>,
    nowMs: number,
  ): Promise<Map<string, EarlierRequest>>
}

export const coverKey = (sampleId: string, kind: AnalysisKind): string => `${kind} ${sampleId}`

export function createResultStore({
  answers,
  random,
}: {
  answers: Database<AnswersSchema>
  random: Random
}): ResultStore {
  return {
    store: (result) =>
      answers.transaction(async (query) => {
        const row = toRow(result, random.id())
        const scores = scoresOf(result, row.analysis_id)
        const clockValues = clockValuesOf(result, row.analysis_id)
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
        for (const rows of chunks(scores)) await query.insertInto('scores').values(rows).execute()
        for (const rows of chunks(clockValues)) await query.insertInto('clock_values').values(rows).execute()
        await query.deleteFrom('asked').where(matchesRequest(result)).execute()
      }),
    async covered({ sampleIds, kinds, pathways, since, countsEmpty = false }) {
      const keys = new Set<string>()
      const empty = countsEmpty ? new Set<string>() : await withoutValues(answers, sampleIds)
      for (const kind of kinds)
        for (const [sampleId, current] of await findCurrentAnalyses(answers.reader.rows, kind, sampleIds)) {
          const usable = current.filter((one) => one.fetchedAt > since && !empty.has(one.analysisId))
          const storedPathways = usable.map((answer) => answer.pathways)
          if (covers(storedPathways, pathways)) keys.add(coverKey(sampleId, kind))
        }
      return keys
    },
    async requested({ sampleIds, kinds }, nowMs) {
      const sent = await answers.query
        .selectFrom('asked')
        .select(['sample_id', 'kind', 'refused', isLeaseExpired(nowMs, 'owner').as('expired')])
        .where('sample_id', 'in', boundList(sampleIds))
        .where('pathways', '=', toPathwaysKey([]))
        .where(({ or, eb }) => or([eb('sent', '=', 1), eb('refused', '=', 1)]))
        // If the service returned an address for the result, it is fetched from there.
        .where('result_at', 'is', null)
        .execute()
      const requests = new Map<string, EarlierRequest>(
        sent.map((row) => [
          coverKey(row.sample_id, row.kind),
          row.expired === 0 ? 'underWay' : row.refused === 1 ? 'refused' : 'lost',
        ]),
      )
      const empty = await withoutValues(answers, sampleIds)
      for (const kind of kinds)
        for (const [sampleId, current] of await findCurrentAnalyses(answers.reader.rows, kind, sampleIds))
          requests.set(
            coverKey(sampleId, kind),
            current.every((one) => empty.has(one.analysisId)) ? 'empty' : 'answered',
          )
      return requests
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
    .where('sample_id', 'in', boundList(sampleIds))
    .where('parts', '=', 0)
    .execute()
  return new Set(rows.map((row) => row.analysis_id))
}

const toRow = ({ sampleId, kind, pathways, answer }: NewResult, analysisId: string): AnalysisRow => ({
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

/** True if the stored results cover the request: a result for all pathways, or for at least these. */
function covers(storedPathways: readonly (readonly string[])[], requested: readonly string[]): boolean {
  if (storedPathways.some((pathways) => pathways.length === 0)) return true
  const known = new Set(storedPathways.flat())
  return requested.length > 0 && requested.every((pathway) => known.has(pathway))
}

/** Returns null for infinite values: a number too large for JavaScript is a missing value, never 0. */
const finite = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null

/** Returns the rows of the scores, each pathway once, so that a repeated pathway does not make the insert fail. */
function scoresOf(result: NewResult, analysisId: string) {
  const scores =
    result.kind === 'activity'
      ? result.answer.value.scores
      : result.answer.value.offsets.map((one) => ({ ...one, activity: null }))
  const rows = scores.map(({ pathway, activity, agingOffset }) => ({
    analysis_id: analysisId,
    pathway,
    activity: finite(activity),
    aging_offset: finite(agingOffset),
  }))
  return [...new Map(rows.map((row) => [row.pathway, row])).values()]
}

function clockValuesOf(result: NewResult, analysisId: string) {
  const values = result.kind === 'activity' ? [] : result.answer.value.values
  const rows = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ name, value }) => ({ analysis_id: analysisId, name, value }))
  return [...new Map(rows.map((row) => [row.name, row])).values()]
}
