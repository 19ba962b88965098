import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import {
  type CurrentAnalysis,
  currentScores,
  findCurrentAnalyses,
  parseRequestedPathways,
} from '../../store/currentAnalyses.ts'
import type { AnalysisRow, AnswersSchema } from '../../store/resultTables.ts'

/** Pathways that one answer names, those with a value apart. Answers that name the same share one of these. */
export type NamedPathways = { all: readonly string[]; valued: ReadonlySet<string> }
/** An answer with those of its pathways that are current. */
export type CurrentResult = { analysisId: string; named: NamedPathways }
/** The answers that give a sample its current values of one kind, the newest first. */
export type SampleResults = { sampleId: string; kind: AnalysisRow['kind']; answers: readonly CurrentResult[] }

export type NewestRow = Pick<AnalysisRow, 'analysis_id' | 'sample_id' | 'kind' | 'request'>

type Stored = Database<AnswersSchema>

/** What is current of the samples whose newest answers these are. `shared`: what was read before, by its text. */
export async function readCurrent(
  stored: Stored,
  newest: readonly NewestRow[],
  shared: Map<string, NamedPathways>,
): Promise<SampleResults[]> {
  const several = await readSeveral(stored, newest)
  const ids = newest.flatMap((row) => several.get(row)?.map((one) => one.analysisId) ?? [row.analysis_id])
  const named = await namesOf(stored, ids, shared)
  const namedOf = (analysisId: string): NamedPathways => named.get(analysisId) ?? nothing
  return newest.map((row) => {
    const { analysis_id: analysisId, sample_id: sampleId, kind } = row
    const answers = several.get(row)
    const results = answers
      ? toCurrentResults(answers, namedOf, shared)
      : [{ analysisId, named: namedOf(analysisId) }]
    return { sampleId, kind, answers: results }
  })
}

const nothing: NamedPathways = { all: [], valued: new Set() }

/** Where the newest answer is for some pathways, those before it that still give the others. */
async function readSeveral(
  { reader }: Stored,
  newest: readonly NewestRow[],
): Promise<Map<NewestRow, readonly CurrentAnalysis[]>> {
  const narrow = newest.filter(({ request }) => parseRequestedPathways(request).length > 0)
  const several = new Map<NewestRow, readonly CurrentAnalysis[]>()
  for (const [kind, rows] of Map.groupBy(narrow, (row) => row.kind)) {
    const ids = rows.map((row) => row.sample_id)
    const current = await findCurrentAnalyses(reader.rows, kind, ids)
    for (const row of rows) {
      const answers = current.get(row.sample_id) ?? []
      if (answers.length > 1) several.set(row, answers)
    }
  }
  return several
}

/** Each answer with what no newer one names or was asked for. */
function toCurrentResults(
  answers: readonly CurrentAnalysis[],
  namedOf: (analysisId: string) => NamedPathways,
  shared: Map<string, NamedPathways>,
): CurrentResult[] {
  const scores = currentScores(answers, (analysisId) =>
    namedOf(analysisId).all.map((pathway) => ({ pathway })),
  )
  return [...Map.groupBy(scores, ({ answer }) => answer.analysisId)].map(([analysisId, own]) => {
    const { valued } = namedOf(analysisId)
    const list = own.map(({ score: { pathway } }) => `${valued.has(pathway) ? '+' : '-'}${pathway}`)
    return { analysisId, named: share(shared, JSON.stringify(list)) }
  })
}

/** As one text an answer, which is the same text for all that name the same pathways. */
async function namesOf(
  { query }: Stored,
  analysisIds: readonly string[],
  shared: Map<string, NamedPathways>,
): Promise<Map<string, NamedPathways>> {
  const { rows } = await sql<{ analysis_id: string; list: string }>`
    SELECT analysis_id, json_group_array(
      iif(activity IS NULL AND aging_offset IS NULL, '-', '+') || pathway
    ) AS list FROM scores WHERE analysis_id IN ${boundList(analysisIds)}
    GROUP BY analysis_id
  `.execute(query)
  return new Map(rows.map(({ analysis_id, list }) => [analysis_id, share(shared, list)]))
}

function share(shared: Map<string, NamedPathways>, list: string): NamedPathways {
  const named = shared.get(list) ?? toNamed(listSchema.parse(JSON.parse(list)))
  shared.set(list, named)
  return named
}

const listSchema = z.array(z.string())

const toNamed = (list: readonly string[]): NamedPathways => ({
  all: list.map((one) => one.slice(1)),
  valued: new Set(list.filter((one) => one.startsWith('+')).map((one) => one.slice(1))),
})
