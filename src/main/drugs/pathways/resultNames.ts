import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
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

/** The current results by `resultKey`, with the names of their pathways. */
export type ResultNames = {
  current: ReadonlyMap<string, SampleResults>
  sampleGroups(): readonly SampleGroup[]
}

export const resultKey = (kind: AnalysisRow['kind'], sampleId: string): string => `${kind} ${sampleId}`

/** The results per read, about 3 ms; other work gets a turn in between. */
const answersAtOnce = 250
/** Results of one service share few lists of names. If they do not, the shared lists are dropped at this number. */
const maxShared = 20_000

/** The position of the last read: the last row, and the number of current results at that time. */
type Stamp = { row: number; id: string; count: number }
const emptyStamp: Stamp = { row: 0, id: '', count: 0 }

/** Reads the pathway names in the results. They are cached, and later reads add only newer results. */
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
      // Removed results show only as a smaller count.
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

/** True if the last row that was read still has the same id; the file may have been recreated. */
async function isUnchanged(query: Query, { row, id }: Stamp): Promise<boolean> {
  const { rows } = await sql<{ analysis_id: string }>`
    SELECT analysis_id FROM analyses WHERE rowid = ${row}
  `.execute(query)
  return rows[0]?.analysis_id === id
}

/** Uses the index of current results, so that the long JSON of the rows is not read. */
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

type Names = { names: ReadonlySet<string>; valued: ReadonlySet<string> }
/** Samples whose results name the same pathways. `valued`: the names with a value. */
type SampleGroup = Names & { samples: number }

/** Groups samples by their current names. Most samples have the same names, so there are few groups. */
function createSampleGroups() {
  const ofSample = new Map<string, readonly SampleResults[]>()
  const found = new Map<string, { namesOf: () => Names; samples: number }>()
  const numbers = new Map<NamedPathways, number>()

  const numberOf = (named: NamedPathways): number => {
    const number = numbers.get(named) ?? numbers.size
    numbers.set(named, number)
    return number
  }
  const keyOf = (all: readonly NamedPathways[]): string =>
    [...new Set(all.map(numberOf))].sort((a, b) => a - b).join(' ')
  const count = (current: readonly SampleResults[], by: 1 | -1): void => {
    if (current.length === 0) return
    const named = current.flatMap(({ answers }) => answers.map((one) => one.named))
    const key = keyOf(named)
    const group = found.get(key) ?? { namesOf: lazyNames(named), samples: 0 }
    group.samples += by
    if (group.samples === 0) found.delete(key)
    else found.set(key, group)
  }

  return {
    replace(former: SampleResults | undefined, current: SampleResults): void {
      const before = ofSample.get(current.sampleId) ?? []
      const after = [...before.filter((one) => one !== former), current]
      count(before, -1)
      count(after, 1)
      ofSample.set(current.sampleId, after)
    },
    clear(): void {
      ofSample.clear()
      found.clear()
      numbers.clear()
    },
    all: (): readonly SampleGroup[] =>
      [...found.values()].map(({ namesOf, samples }) => ({ ...namesOf(), samples })),
  }
}

/** Builds the names on first use: while a register is read, many groups come and go unused. */
function lazyNames(named: readonly NamedPathways[]): () => Names {
  let names: Names | null = null
  return () => {
    names ??= {
      names: new Set(named.flatMap(({ all }) => all)),
      valued: new Set(named.flatMap(({ valued }) => [...valued])),
    }
    return names
  }
}

/** The pathways of a result; `valued` has those with a value. Results with equal lists share one object. */
export type NamedPathways = { all: readonly string[]; valued: ReadonlySet<string> }
/** A result with its pathways that are current. */
export type CurrentResult = { analysisId: string; named: NamedPathways }
/** The results with a sample's current values of one kind, newest first. */
export type SampleResults = { sampleId: string; kind: AnalysisRow['kind']; answers: readonly CurrentResult[] }

type NewestRow = Pick<AnalysisRow, 'analysis_id' | 'sample_id' | 'kind' | 'request'>

type Stored = Database<AnswersSchema>

/** Returns the current values of the samples whose newest results these are. `shared`: known lists by their text. */
async function readCurrent(
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

/** Returns earlier results that are still current, for samples whose newest result covers only some pathways. */
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

/** Returns each result with the pathways that no newer one names or requested. */
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

/** Reads the names of each result as one text, which is the same for all results with the same pathways. */
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
