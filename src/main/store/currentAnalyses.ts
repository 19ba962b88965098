import type { PathwayScore } from '../../shared/domain/results/analysis.ts'
import { toJsonList } from '../../shared/json.ts'
import type { Reader } from '../ports.ts'
import type { AnalysisRow, ClockValueRow, ScoreRow } from './resultTables.ts'

/** A stored response that provides current values. */
export type CurrentAnalysis = {
  analysisId: string
  sampleId: string
  fetchedAt: string
  service: string
  requestId: string | null
  synthetic: boolean
  /** The requested pathways. Empty for all. */
  pathways: readonly string[]
}

type Row = Omit<AnalysisRow, 'raw' | 'kind' | 'current'>

/** Returns the pathways that were requested. Empty for all. */
export const parseRequestedPathways = (request: string): string[] =>
  (JSON.parse(request) as { pathways?: string[] }).pathways ?? []

/**
 * Returns the responses that provide the current values of each sample, newest first. The current value of a pathway
 * comes from the newest response that names it or was requested with it. A response for all pathways therefore replaces
 * all earlier ones; a response for some replaces only those.
 */
export async function findCurrentAnalyses(
  rows: Reader['rows'],
  kind: AnalysisRow['kind'],
  sampleIds: readonly string[],
): Promise<Map<string, CurrentAnalysis[]>> {
  const newestRows = await rows<Row>(`${select} AND current = 1`, [kind, toJsonList(sampleIds)])
  const found = new Map(newestRows.map((row) => [row.sample_id, [toCurrentAnalysis(row)]]))
  const partialIds = [...found]
    .filter(([, analyses]) => !coversAllPathways(analyses))
    .map(([sampleId]) => sampleId)
  if (partialIds.length === 0) return found
  // Most samples were requested with all pathways and need no second query.
  const olderRows = await rows<Row>(`${select} AND current = 0 AND ${isCompleteSql} ${newestFirst}`, [
    kind,
    toJsonList(partialIds),
  ])
  for (const row of olderRows) {
    const [analyses, older] = [found.get(row.sample_id), toCurrentAnalysis(row)]
    if (analyses && hasMorePathways(analyses, older)) analyses.push(older)
  }
  return found
}

/** Returns the current scores among those of `analyses`, which must be in the order of `findCurrentAnalyses`. */
export function currentScores<Score extends { pathway: string }>(
  analyses: readonly CurrentAnalysis[],
  scoresOf: (analysisId: string) => readonly Score[],
): { answer: CurrentAnalysis; score: Score }[] {
  const replaced = new Set<string>()
  return analyses.flatMap((analysis) => {
    const own = scoresOf(analysis.analysisId)
    const current = own.filter(({ pathway }) => !replaced.has(pathway))
    for (const name of [...analysis.pathways, ...own.map(({ pathway }) => pathway)]) replaced.add(name)
    return current.map((score) => ({ answer: analysis, score }))
  })
}

/**
 * Reads the current pathway scores of samples by name, each with its response. `current` is the output of
 * `findCurrentAnalyses`.
 */
export async function readCurrentScores(
  rows: Reader['rows'],
  current: ReadonlyMap<string, readonly CurrentAnalysis[]>,
): Promise<Map<string, { answer: CurrentAnalysis; score: PathwayScore }[]>> {
  const found = await rows<ScoreRow>(
    `SELECT * FROM scores WHERE analysis_id IN (SELECT value FROM json_each(?))
    ORDER BY pathway COLLATE NOCASE, pathway`,
    [idsOf(current)],
  )
  const places = new Map(found.map((row, at) => [row, at]))
  const scores = Map.groupBy(found, (row) => row.analysis_id)
  return mapValues(current, (analyses) =>
    currentScores(analyses, (analysisId) => scores.get(analysisId) ?? [])
      .sort((a, b) => (places.get(a.score) ?? 0) - (places.get(b.score) ?? 0))
      .map(({ answer, score: { pathway, activity, aging_offset: agingOffset } }) => ({
        answer,
        score: { pathway, activity, agingOffset },
      })),
  )
}

/** Values for a sample as a whole by name, each with its response. */
export type CurrentClock = Map<string, { value: number; answer: CurrentAnalysis }>

/** Reads the current values of pathway-clock for samples as a whole. */
export async function readCurrentClocks(
  rows: Reader['rows'],
  current: ReadonlyMap<string, readonly CurrentAnalysis[]>,
): Promise<Map<string, CurrentClock>> {
  const found = await rows<ClockValueRow>(
    'SELECT * FROM clock_values WHERE analysis_id IN (SELECT value FROM json_each(?))',
    [idsOf(current)],
  )
  const values = Map.groupBy(found, (row) => row.analysis_id)
  return mapValues(current, (analyses) => {
    const clock: CurrentClock = new Map()
    // The newest comes last and overwrites the others.
    for (const answer of analyses.toReversed())
      for (const { name, value } of values.get(answer.analysisId) ?? []) clock.set(name, { value, answer })
    return clock
  })
}

const idsOf = (current: ReadonlyMap<string, readonly CurrentAnalysis[]>): string =>
  toJsonList([...current.values()].flat().map(({ analysisId }) => analysisId))

const mapValues = <From, To>(from: ReadonlyMap<string, From>, to: (value: From) => To): Map<string, To> =>
  new Map([...from].map(([key, value]) => [key, to(value)]))

/** Reads the time of the newest pathway analysis of each sample. */
export async function readAnalysedAt(
  rows: Reader['rows'],
  sampleIds: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<Pick<AnalysisRow, 'sample_id' | 'fetched_at'>>(`${select} AND current = 1`, [
    'activity',
    toJsonList(sampleIds),
  ])
  return new Map(found.map((row) => [row.sample_id, row.fetched_at]))
}

const coversAllPathways = (analyses: readonly CurrentAnalysis[]): boolean =>
  analyses.at(-1)?.pathways.length === 0

/** Returns true if an older response was requested with a pathway that no newer one covers. */
function hasMorePathways(newer: readonly CurrentAnalysis[], { pathways }: CurrentAnalysis): boolean {
  if (coversAllPathways(newer)) return false
  const requested = new Set(newer.flatMap((analysis) => analysis.pathways))
  return pathways.length === 0 || pathways.some((pathway) => !requested.has(pathway))
}

const select = `SELECT analysis_id, sample_id, request, fetched_at, service, request_id, synthetic FROM analyses
  WHERE kind = ? AND sample_id IN (SELECT value FROM json_each(?))`
const newestFirst = 'ORDER BY fetched_at DESC, rowid DESC'
/** A response that lost parts in a damaged file counts as history only. */
const isCompleteSql = `(parts IS NULL OR parts =
  (SELECT count(*) FROM scores s WHERE s.analysis_id = analyses.analysis_id)
  + (SELECT count(*) FROM clock_values v WHERE v.analysis_id = analyses.analysis_id))`

const toCurrentAnalysis = (row: Row): CurrentAnalysis => ({
  analysisId: row.analysis_id,
  sampleId: row.sample_id,
  fetchedAt: row.fetched_at,
  service: row.service,
  requestId: row.request_id,
  synthetic: row.synthetic === 1,
  pathways: parseRequestedPathways(row.request),
})
