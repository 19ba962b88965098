import type { Reader } from '../ports.ts'
import type { AnalysisRow } from './answers.ts'

/** A kept answer that gives current values. */
export type CurrentAnswer = {
  analysisId: string
  sampleId: string
  fetchedAt: string
  service: string
  requestId: string | null
  synthetic: boolean
  /** As asked for; empty: all. */
  pathways: readonly string[]
}

type Row = Omit<AnalysisRow, 'raw' | 'kind' | 'current'>

/** The pathways that were asked for; none: all. */
export const askedPathways = (request: string): string[] =>
  (JSON.parse(request) as { pathways?: string[] }).pathways ?? []

/**
 * The answers that give the current values of each of the samples, the newest first. The current value of a pathway is
 * that of the newest answer that names it or was asked for it: an answer for all pathways takes the place of every
 * one before it, an answer for some takes it for those and leaves the others as they were.
 */
export async function currentAnswers(
  rows: Reader['rows'],
  kind: AnalysisRow['kind'],
  sampleIds: readonly string[],
): Promise<Map<string, CurrentAnswer[]>> {
  const newest = await rows<Row>(`${select} AND current = 1`, [kind, asList(sampleIds)])
  const found = new Map(newest.map((row) => [row.sample_id, [toAnswer(row)]]))
  const narrow = [...found].filter(([, answers]) => !hasAll(answers)).map(([sampleId]) => sampleId)
  if (narrow.length === 0) return found
  // Most samples were asked about as a whole and need no second look.
  const before = await rows<Row>(`${select} AND current = 0 AND ${isWhole} ${newestFirst}`, [
    kind,
    asList(narrow),
  ])
  for (const row of before) {
    const [answers, older] = [found.get(row.sample_id), toAnswer(row)]
    if (answers && addsTo(answers, older)) answers.push(older)
  }
  return found
}

/** The scores that are current, out of those of `answers`, which come as `currentAnswers` has them. */
export function currentScores<Score extends { pathway: string }>(
  answers: readonly CurrentAnswer[],
  scoresOf: (analysisId: string) => readonly Score[],
): { answer: CurrentAnswer; score: Score }[] {
  const replaced = new Set<string>()
  return answers.flatMap((answer) => {
    const own = scoresOf(answer.analysisId)
    const shown = own.filter(({ pathway }) => !replaced.has(pathway))
    for (const name of [...answer.pathways, ...own.map(({ pathway }) => pathway)]) replaced.add(name)
    return shown.map((score) => ({ answer, score }))
  })
}

const hasAll = (answers: readonly CurrentAnswer[]): boolean => answers.at(-1)?.pathways.length === 0

/** Whether an older answer was asked for what none of the newer ones was. */
function addsTo(newer: readonly CurrentAnswer[], { pathways }: CurrentAnswer): boolean {
  if (hasAll(newer)) return false
  const asked = new Set(newer.flatMap((answer) => answer.pathways))
  return pathways.length === 0 || pathways.some((pathway) => !asked.has(pathway))
}

const select = `SELECT analysis_id, sample_id, request, fetched_at, service, request_id, synthetic FROM analyses
  WHERE kind = ? AND sample_id IN (SELECT value FROM json_each(?))`
const newestFirst = 'ORDER BY fetched_at DESC, rowid DESC'
/** One that lost some of its parts with a damaged file is history only. */
const isWhole = `(parts IS NULL OR parts =
  (SELECT count(*) FROM scores s WHERE s.analysis_id = analyses.analysis_id)
  + (SELECT count(*) FROM clock_values v WHERE v.analysis_id = analyses.analysis_id))`

const asList = (texts: readonly string[]): string => JSON.stringify(texts.map((text) => text.toWellFormed()))

const toAnswer = (row: Row): CurrentAnswer => ({
  analysisId: row.analysis_id,
  sampleId: row.sample_id,
  fetchedAt: row.fetched_at,
  service: row.service,
  requestId: row.request_id,
  synthetic: row.synthetic === 1,
  pathways: askedPathways(row.request),
})
