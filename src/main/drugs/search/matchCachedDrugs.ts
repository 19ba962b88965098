import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type Act,
  type CachedMatch,
  type CachedMatches,
  type CachedMatchQuery,
  createScorer,
  type MatchCounts,
  type MatchDirection,
  type MatchScore,
  toActs,
} from '../../../shared/domain/drugs/drugMatch.ts'
import { readDrugIds } from '../../../shared/domain/drugs/drugReferences.ts'
import { otherFieldsOf } from '../rows/drugRows.ts'
import { type Association, toActs as actsOfDrug } from './index/indexEntry.ts'
import { all, type CacheQueries } from './index/rawSql.ts'
import { type IndexState, readState } from './index/writeIndex.ts'

/** The rows per read, a few ms each; waiting searches get a turn in between. */
const classesAtOnce = 2000
const drugsAtOnce = 20_000
const waitingAtOnce = 1000
/** With more drugs of equal score than this, the index of names is used. */
const fewDrugs = 2000

/** Drugs with the same effects on the profile's pathways. */
type Kind = MatchScore & { acts: Act[]; ids: number[] }
/** `isMatched`: a direction on one of the pathways is known. `kind`: set if it scores above 0 in the direction. */
type Classification = { hasPathways: boolean; isMatched: boolean; kind: Kind | null }

/** Returns the drugs that oppose or mimic a profile: by score, coverage, name. Each set of pathways is scored once. */
export async function matchCachedDrugs(
  query: CacheQueries,
  { pathways, direction, limit }: CachedMatchQuery,
): Promise<CachedMatches> {
  const { classify, kinds } = createClassifier(pathways, direction)
  const counts = { matched: 0, withPathways: 0 }
  const count = (id: number, { hasPathways, isMatched, kind }: Classification) => {
    if (hasPathways) counts.withPathways += 1
    if (isMatched) counts.matched += 1
    kind?.ids.push(id)
  }
  const state = await readState(query)
  const classifications = await classifyDrugClasses(query, classify)
  for await (const drugs of indexedDrugs(query, state))
    for (const [id, one] of drugs) {
      const classification = classifications.get(one)
      if (classification) count(id, classification)
    }
  for await (const rows of waitingDrugs(query, state))
    for (const row of rows) count(row.id, classify(actsOfDrug(row)))
  const found = await best(query, [...kinds.values()], limit)
  return { drugs: found, counts: { ...counts, ...(await countCached(query)) } }
}

async function countCached(
  query: CacheQueries,
): Promise<Pick<MatchCounts, 'cached' | 'withoutPathways' | 'withoutDetails'>> {
  // The last two counts come from indexes: rows are long, and there may be 200,000.
  const [row] = await all<{ cached: number; withoutPathways: number; withoutDetails: number }>(
    query,
    `SELECT (SELECT count(*) FROM drugs) AS cached,
      (SELECT count(*) FROM drugs WHERE pathways_fetched_at IS NULL) AS withoutPathways,
      (SELECT count(*) FROM drugs WHERE details_fetched_at IS NULL) AS withoutDetails`,
  )
  return row ?? { cached: 0, withoutPathways: 0, withoutDetails: 0 }
}

function createClassifier(pathways: CachedMatchQuery['pathways'], direction: MatchDirection) {
  const scoreOf = createScorer(
    pathways.map(({ value }) => value),
    direction,
  )
  const pathwayIndexes = new Map(
    pathways.flatMap(({ names }, at) => names.map((name) => [name, at] as const)),
  )
  const kinds = new Map<string, Kind>()
  const classify = (associations: readonly Association[]): Classification => {
    const acts = toActs(
      associations.flatMap(([name, direction]) => {
        const at = pathwayIndexes.get(name)
        return at === undefined ? [] : [{ at, direction }]
      }),
    )
    const matchScore = scoreOf(acts)
    const classification = {
      hasPathways: associations.length > 0,
      isMatched: matchScore !== null,
      kind: null,
    }
    if (!matchScore || matchScore.score <= 0) return classification
    const key = acts.map(({ at, direction }) => `${at}${direction.slice(0, 1)}`).join()
    const kind = kinds.get(key) ?? { ...matchScore, acts, ids: [] }
    kinds.set(key, kind)
    return { ...classification, kind }
  }
  return { classify, kinds }
}

async function classifyDrugClasses(
  query: CacheQueries,
  classify: (acts: readonly Association[]) => Classification,
): Promise<Map<number, Classification>> {
  const classifications = new Map<number, Classification>()
  for (let after = Number.MIN_SAFE_INTEGER; ; await yieldToEventLoop()) {
    const rows = await all<{ class: number; acts: string }>(
      query,
      `SELECT class, acts FROM drug_classes WHERE class > ? ORDER BY class LIMIT ${classesAtOnce}`,
      [after],
    )
    for (const row of rows) classifications.set(row.class, classify(JSON.parse(row.acts)))
    const last = rows.at(-1)
    if (!last || rows.length < classesAtOnce) return classifications
    after = last.class
  }
}

/** Returns many ids as one text, because separate rows would take ten times as long. */
async function* indexedDrugs(
  query: CacheQueries,
  { done, todo }: IndexState,
): AsyncGenerator<[id: number, drugClass: number][]> {
  for (let after = Number.MIN_SAFE_INTEGER; ; await yieldToEventLoop()) {
    const [row] = await all<{ ids: string | null; classes: string | null }>(
      query,
      `SELECT group_concat(id) AS ids, group_concat(class) AS classes
      FROM (SELECT id, class FROM drug_class_of WHERE id > ? ORDER BY id LIMIT ${drugsAtOnce})`,
      [after],
    )
    const ids = row?.ids?.split(',').map(Number) ?? []
    const classes = row?.classes?.split(',').map(Number) ?? []
    yield ids
      .map((id, at): [number, number] => [id, classes[at] ?? 0])
      .filter(([id]) => id <= done || id > todo)
    if (ids.length < drugsAtOnce) return
    after = ids.at(-1) ?? after
  }
}

async function* waitingDrugs(
  query: CacheQueries,
  { done, todo }: IndexState,
): AsyncGenerator<{ id: number; pathways: string | null }[]> {
  for (let after = done; after < todo; await yieldToEventLoop()) {
    const rows = await all<{ id: number; pathways: string | null }>(
      query,
      `SELECT rowid AS id, pathways FROM drugs WHERE rowid > ? AND rowid <= ?
      ORDER BY rowid LIMIT ${waitingAtOnce}`,
      [after, todo],
    )
    yield rows
    after = rows.at(-1)?.id ?? todo
  }
}

/** Sorts kinds by score; drugs of kinds with equal scores are sorted by name. */
async function best(query: CacheQueries, kinds: Kind[], limit: number): Promise<CachedMatch[]> {
  const sorted = kinds.sort((a, b) => b.score - a.score || b.coverage - a.coverage)
  const found: CachedMatch[] = []
  for (let at = 0; at < sorted.length && found.length < limit; ) {
    const from = at
    while (at < sorted.length && isTied(sorted[at], sorted[from])) at += 1
    const same = sorted.slice(from, at)
    const kindOf = new Map(same.flatMap((kind) => kind.ids.map((id) => [id, kind] as const)))
    for (const row of await byName(query, [...kindOf.keys()], limit - found.length)) {
      const kind = kindOf.get(row.id)
      if (kind) found.push(toDrug(row, kind))
    }
  }
  return found
}

const isTied = (one: MatchScore | undefined, other: MatchScore | undefined): boolean =>
  one?.score === other?.score && one?.coverage === other?.coverage

type Row = {
  id: number
  drug_id: string
  name: string
  synonyms: string
  category: string | null
  raw: string
  fetched_at: string
  synthetic: number
}

/** Returns the first of these drugs by name. */
async function byName(query: CacheQueries, ids: readonly number[], limit: number): Promise<Row[]> {
  const indexHint = ids.length > fewDrugs ? 'INDEXED BY drugs_name' : ''
  return all<Row>(
    query,
    `SELECT d.rowid AS id, d.drug_id, d.name, d.synonyms, d.category, d.raw, max(d.synthetic, d.pathways_synthetic) AS synthetic,
      coalesce(d.pathways_fetched_at, d.fetched_at) AS fetched_at
    FROM drugs AS d ${indexHint} WHERE d.rowid IN (SELECT value FROM json_each(?))
    ORDER BY d.name COLLATE NOCASE, d.drug_id LIMIT ?`,
    [JSON.stringify(ids), limit],
  )
}

const toDrug = (row: Row, { score, coverage, acts }: Kind): CachedMatch => ({
  drugId: row.drug_id,
  name: row.name,
  synonyms: JSON.parse(row.synonyms),
  category: row.category,
  ids: readDrugIds(otherFieldsOf(JSON.parse(row.raw), row.drug_id)),
  fetchedAt: row.fetched_at,
  synthetic: row.synthetic === 1,
  score,
  coverage,
  acts,
})
