import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../ports.ts'
import type { AnalysisRow, AnswersSchema } from '../../store/resultTables.ts'
import { type NamedPathways, type NewestRow, readCurrent, type SampleResults } from './currentResults.ts'
import { createSampleGroups, type SampleGroup } from './sampleGroups.ts'

/** The current answers, by `resultKey`, with the names of the pathways in them. */
export type ResultNames = {
  current: ReadonlyMap<string, SampleResults>
  sampleGroups(): readonly SampleGroup[]
}

export const resultKey = (kind: AnalysisRow['kind'], sampleId: string): string => `${kind} ${sampleId}`

/** About 3 ms of reading each, then whatever else waits has its turn. */
const answersAtOnce = 250
/** Lists of names are few where one service gave them; where they are not, sharing them is given up now and then. */
const maxShared = 20_000

/** How far the answers were read: the last row, and how many were current then. */
type Stamp = { row: number; id: string; count: number }
const emptyStamp: Stamp = { row: 0, id: '', count: 0 }

/** Reads which pathways the results name. What was read is kept, and only the answers since then are read after. */
export function createResultNames(stored: Database<AnswersSchema>): { read(): Promise<ResultNames> } {
  const { query } = stored
  const shared = new Map<string, NamedPathways>()
  const current = new Map<string, SampleResults>()
  const sampleGroups = createSampleGroups()
  let last = emptyStamp

  const store = (one: SampleResults) => {
    const key = resultKey(one.kind, one.sampleId)
    sampleGroups.replace(current.get(key), one)
    current.set(key, one)
  }

  const readAfter = async (row: number): Promise<void> => {
    for (let after = { sample_id: '', kind: '' }; ; await yieldToEventLoop()) {
      const rows = await answersAfter(query, row, after)
      for (const one of await readCurrent(stored, rows, shared)) store(one)
      const end = rows.at(-1)
      if (!end || rows.length < answersAtOnce) return
      after = end
    }
  }

  return {
    async read() {
      const now = await readStamp(query)
      if (now.id === last.id && now.count === last.count) return { current, sampleGroups: sampleGroups.all }
      if (shared.size > maxShared) shared.clear()
      const isSame = await isUnchanged(query, last)
      if (isSame) await readAfter(last.row)
      // Answers that went leave no trace but their number.
      if (!isSame || current.size !== now.count) {
        current.clear()
        sampleGroups.clear()
        await readAfter(0)
      }
      last = now
      return { current, sampleGroups: sampleGroups.all }
    },
  }
}

type Query = Database<AnswersSchema>['query']

async function readStamp(query: Query): Promise<Stamp> {
  const { rows } = await sql<Stamp>`
    SELECT row, count, coalesce((SELECT analysis_id FROM analyses WHERE rowid = row), '') AS id FROM (
      SELECT coalesce(max(rowid), 0) AS row, count(*) AS count
      FROM analyses INDEXED BY analyses_current WHERE current = 1
    )
  `.execute(query)
  return rows[0] ?? emptyStamp
}

/** Whether the last row read is still the one it was; the file may have been made anew. */
async function isUnchanged(query: Query, { row, id }: Stamp): Promise<boolean> {
  const { rows } = await sql<{ analysis_id: string }>`
    SELECT analysis_id FROM analyses WHERE rowid = ${row}
  `.execute(query)
  return rows[0]?.analysis_id === id
}

/** Along the index of current answers, so that the long JSON of the rows is not read through. */
async function answersAfter(
  query: Query,
  row: number,
  after: { sample_id: string; kind: string },
): Promise<NewestRow[]> {
  const { rows } = await sql<NewestRow>`
    SELECT analysis_id, sample_id, kind, request FROM analyses INDEXED BY analyses_current
    WHERE current = 1 AND rowid > ${row} AND (sample_id, kind) > (${after.sample_id}, ${after.kind})
    ORDER BY sample_id, kind LIMIT ${answersAtOnce}
  `.execute(query)
  return rows
}
