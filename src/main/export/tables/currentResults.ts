import { CompiledQuery, type Kysely, sql } from 'kysely'
import { rejected } from '../../../shared/contract/failures.ts'
import { noPathwayMessage } from '../../../shared/domain/results/describeCohort.ts'
import { message } from '../../../shared/words/message.ts'
import type { Reader } from '../../ports.ts'
import {
  findCurrentAnalyses,
  readAnalysedAt,
  readCurrentClocks,
  readCurrentScores,
} from '../../store/currentAnalyses.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'

type Query = Kysely<AnswersSchema>

const rowsOf =
  (query: Query): Reader['rows'] =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await query.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

/** Returns the current pathway scores of samples, with pathways sorted by name, ignoring case. */
export async function scoresOf(query: Query, sampleIds: readonly string[]) {
  const rows = rowsOf(query)
  return readCurrentScores(rows, await findCurrentAnalyses(rows, 'activity', sampleIds))
}

/** Returns the current values of pathway-clock for whole samples, by sample id and name. */
export async function clocksOf(query: Query, sampleIds: readonly string[]) {
  const rows = rowsOf(query)
  return readCurrentClocks(rows, await findCurrentAnalyses(rows, 'clock', sampleIds))
}

/** Returns the time when the newest pathway analysis of each sample was fetched. */
export const analysedAt = (query: Query, sampleIds: readonly string[]) =>
  readAnalysedAt(rowsOf(query), sampleIds)

/** Returns every name in the current clock results, sorted. It may include a name that only replaced results use. */
export async function clockNames(query: Query): Promise<string[]> {
  // If the newest result covers only some pathways, earlier ones may still be current.
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT name FROM clock_values JOIN analyses a USING (analysis_id)
    WHERE current = 1 OR EXISTS (
      SELECT 1 FROM analyses n WHERE n.sample_id = a.sample_id AND n.kind = a.kind AND n.current = 1
        AND json_array_length(n.request, '$.pathways') > 0
    )
    ORDER BY name
  `.execute(query)
  return rows.map((row) => row.name)
}

/** Returns the origins of the current results of one kind, newest first within a sample. */
export async function currentOrigins(
  query: Query,
  sampleIds: readonly string[],
  kind: 'activity' | 'clock' = 'activity',
) {
  const answers = await findCurrentAnalyses(rowsOf(query), kind, sampleIds)
  return [...answers].flatMap(([sampleId, of]) =>
    of.map(({ fetchedAt, service, synthetic }) => ({ sampleId, fetchedAt, service, synthetic })),
  )
}

/** The names of each pathway, as returned. */
export type Groups = readonly { names: readonly string[] }[]

/** Throws `rejected` for pathways without any result, whose samples would look as if they had no values. */
export function rejectUnknownPathways(
  requested: readonly string[],
  returned: ReadonlySet<string>,
  groups: Groups,
): void {
  const knownNames = new Set(
    groups.filter(({ names }) => names.some((name) => returned.has(name))).flatMap(({ names }) => names),
  )
  const unknownNames = requested.filter((name) => !returned.has(name) && !knownNames.has(name))
  if (unknownNames.length === 0) return
  throw rejected(
    noPathwayMessage(unknownNames, [...returned].sort()),
    unknownNames.map((name) => ({ field: 'pathways', message: message('export.noPathway', { name }) })),
  )
}
