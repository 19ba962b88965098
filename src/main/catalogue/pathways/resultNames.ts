import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../ports.ts'
import { among } from '../../store/among.ts'
import type { AnalysisRow, CacheSchema } from '../../store/cache.ts'

/** Pathways that one answer names, those with a value apart. Answers that name the same share one of these. */
type Named = { all: readonly string[]; valued: ReadonlySet<string> }
type Held = { analysisId: string; sampleId: string; kind: AnalysisRow['kind']; named: Named }

/** The current answers by sample and kind, with the names of the pathways in them. */
export type ResultNames = {
  current: ReadonlyMap<string, Held>
  /** Samples whose answers name the same: `names` of both kinds of answers, those with a value apart. */
  alike: readonly { names: ReadonlySet<string>; valued: ReadonlySet<string>; samples: number }[]
}

/** About 3 ms of reading each, then whatever else waits has its turn. */
const answersAtOnce = 250

const mostShared = 20_000

/** Reads which pathways the results name. What was read before is kept: only answers that are new are read again. */
export function createResultNames(cache: Database<CacheSchema>): { read(): Promise<ResultNames> } {
  const shared = new Map<string, Named>()
  let last: { stamp: string; names: ResultNames } | null = null
  return {
    async read() {
      const stamp = await stampOf(cache)
      if (last?.stamp === stamp) return last.names
      if (shared.size > mostShared) shared.clear()
      const current = await readCurrent(cache, last?.names.current ?? new Map(), shared)
      last = { stamp, names: { current, alike: toAlike(current) } }
      return last.names
    },
  }
}

/** Differs whenever an answer has come since: each is a row of its own, with an id of its own. */
async function stampOf({ query }: Database<CacheSchema>): Promise<string> {
  const { rows } = await sql<{ stamp: string | null }>`
    SELECT count(*) || ' ' || max(rowid) || ' ' ||
      (SELECT analysis_id FROM analyses ORDER BY rowid DESC LIMIT 1) AS stamp
    FROM analyses WHERE current = 1
  `.execute(query)
  return rows[0]?.stamp ?? ''
}

async function readCurrent(
  cache: Database<CacheSchema>,
  former: ReadonlyMap<string, Held>,
  shared: Map<string, Named>,
): Promise<Map<string, Held>> {
  const current = new Map<string, Held>()
  for await (const rows of currentPages(cache)) {
    const fresh = rows.filter((row) => former.get(placeOf(row))?.analysisId !== row.analysis_id)
    const read = await namesOf(cache, fresh, shared)
    for (const row of rows) {
      const { analysis_id: analysisId, sample_id: sampleId, kind } = row
      const named = read.get(analysisId) ?? former.get(placeOf(row))?.named
      if (named) current.set(placeOf(row), { analysisId, sampleId, kind, named })
    }
  }
  return current
}

type CurrentRow = Pick<AnalysisRow, 'analysis_id' | 'sample_id' | 'kind'>
const placeOf = ({ sample_id, kind }: CurrentRow): string => `${kind} ${sample_id}`

/** Along the index of current answers, so that nothing else of their rows is read. */
async function* currentPages(cache: Database<CacheSchema>): AsyncGenerator<CurrentRow[]> {
  let after = { sample_id: '', kind: '' }
  for (;;) {
    const { rows } = await sql<CurrentRow>`
      SELECT analysis_id, sample_id, kind FROM analyses INDEXED BY analyses_current
      WHERE current = 1 AND (sample_id, kind) > (${after.sample_id}, ${after.kind})
      ORDER BY sample_id, kind LIMIT ${answersAtOnce}
    `.execute(cache.query)
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < answersAtOnce) return
    after = end
    await nextTurn()
  }
}

const listSchema = z.array(z.string())

/** As one text an answer, which is the same text for all that name the same pathways. */
async function namesOf(
  cache: Database<CacheSchema>,
  rows: readonly CurrentRow[],
  shared: Map<string, Named>,
): Promise<Map<string, Named>> {
  const ids = rows.map((row) => row.analysis_id)
  const named = new Map<string, Named>(ids.map((id) => [id, { all: [], valued: new Set() }]))
  if (ids.length === 0) return named
  const { rows: lists } = await sql<{ analysis_id: string; list: string }>`
    SELECT analysis_id, json_group_array(
      iif(activity IS NULL AND aging_offset IS NULL, '-', '+') || pathway
    ) AS list FROM scores WHERE analysis_id IN ${among(ids)} GROUP BY analysis_id
  `.execute(cache.query)
  for (const { analysis_id, list } of lists) {
    const found = shared.get(list) ?? toNamed(listSchema.parse(JSON.parse(list)))
    shared.set(list, found)
    named.set(analysis_id, found)
  }
  return named
}

const toNamed = (list: readonly string[]): Named => ({
  all: list.map((one) => one.slice(1)),
  valued: new Set(list.filter((one) => one.startsWith('+')).map((one) => one.slice(1))),
})

function toAlike(current: ReadonlyMap<string, Held>): ResultNames['alike'] {
  const ofSample = new Map<string, Held[]>()
  for (const held of current.values()) {
    const others = ofSample.get(held.sampleId)
    if (others) others.push(held)
    else ofSample.set(held.sampleId, [held])
  }
  const numbers = new Map<Named, number>()
  const numberOf = (named: Named) => {
    const number = numbers.get(named) ?? numbers.size
    numbers.set(named, number)
    return number
  }
  const found = new Map<string, { names: Set<string>; valued: Set<string>; samples: number }>()
  for (const held of ofSample.values()) {
    const key = held.map(({ named }) => numberOf(named)).join(' ')
    const like = found.get(key)
    if (like) like.samples += 1
    else
      found.set(key, {
        names: new Set(held.flatMap(({ named }) => named.all)),
        valued: new Set(held.flatMap(({ named }) => [...named.valued])),
        samples: 1,
      })
  }
  return [...found.values()]
}
