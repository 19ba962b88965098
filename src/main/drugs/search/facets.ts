import type { Direction } from '../../../shared/domain/drugs/drug.ts'
import { fold } from '../../../shared/format/fold.ts'
import type { CachedFacets, FacetsQuery } from '../rows/drugStore.ts'
import {
  type Association,
  type FacetKind,
  type Filter,
  tagOf,
  tokenOf,
  withinOf,
} from './index/indexEntry.ts'
import { all, type CacheQueries } from './index/rawSql.ts'
import { matchesOf } from './index/searchIndex.ts'
import { type IndexQuery, toIndexQuery } from './index/searchSteps.ts'
import { readState } from './index/writeIndex.ts'
import { toWellFormed } from './searchCachedDrugs.ts'

/** Only this many of the best matches are counted, because reading the class of each is slow. */
const maxFacetedMatches = 2000

type Counts = Map<string, number>
type Counted = Record<Exclude<FacetKind, 'all'>, Counts> & { countedOf: number | null }

/** Returns the values of the matches with their counts, most frequent first. Each facet ignores its own filter. */
export async function facetsOf(
  query: CacheQueries,
  params: FacetsQuery,
  limit = maxFacetedMatches,
): Promise<CachedFacets> {
  const { text, category, pathwayNames, direction, countAsOne = [] } = toWellFormed(params)
  const groups = countAsOne.map((names) => names.map((name) => name.toWellFormed()))
  const countFacet = createCounter(query, text, groups, limit)
  // Without a filter two of these queries are equal, and such a query runs once.
  const byCategory = await countFacet('category', { pathwayNames, direction })
  const byPathway = await countFacet('pathway', { category, direction })
  const byDirection = await countFacet('direction', { category, pathwayNames })
  const parts = [byCategory, byPathway, byDirection].flatMap(({ countedOf }) => countedOf ?? [])
  const indexed = await count(query, `SELECT count FROM drug_facets WHERE kind = 'all'`)
  const { done, todo } = await readState(query)
  return {
    categories: toList(withoutSpellings(byCategory.counts)),
    pathways: toList(byPathway.counts).map(({ value, count }) => ({ name: value, count })),
    directions: toList(byDirection.counts).map(({ value, count }) => ({ value: value as Direction, count })),
    countedOf: parts.length > 0 ? Math.min(...parts) : done < todo ? indexed : null,
    cached: done < todo ? await count(query, 'SELECT count(*) AS count FROM drugs') : indexed,
  }
}

/** Merges spellings of a category, because the filter ignores case and accents. The most frequent spelling is shown. */
function withoutSpellings(counts: Counts): Counts {
  const spellings = new Map<string, { value: string; most: number; sum: number }>()
  for (const [value, count] of counts) {
    const before = spellings.get(fold(value)) ?? { value, most: 0, sum: 0 }
    const isMore = count > before.most || (count === before.most && value < before.value)
    spellings.set(fold(value), {
      value: isMore ? value : before.value,
      most: Math.max(count, before.most),
      sum: before.sum + count,
    })
  }
  return new Map([...spellings.values()].map(({ value, sum }) => [value, sum]))
}

const toList = (counts: Counts): { value: string; count: number }[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))

type Groups = readonly (readonly string[])[]
type Facet = { counts: Counts; countedOf: number | null }

function createCounter(query: CacheQueries, text: string, groups: Groups, limit: number) {
  const matches = new Map<string, Promise<Counted>>()
  return async (kind: Exclude<FacetKind, 'all'>, filter: Filter): Promise<Facet> => {
    const indexQuery = await toIndexQuery(query, { ...filter, text })
    if (indexQuery === null) return { counts: new Map(), countedOf: null }
    if (indexQuery.words.length === 0 && (filter.pathwayNames?.length ?? 0) <= 1)
      return { counts: await storedCounts(query, kind, filter, groups), countedOf: null }
    const key = JSON.stringify([filter.category, filter.pathwayNames, filter.direction])
    const counted = matches.get(key) ?? countMatches(indexQuery, groups, limit)
    matches.set(key, counted)
    const found = await counted
    // With a direction filter, a pathway counts if the drug acts on it in that direction.
    return { counts: found[kind], countedOf: found.countedOf }
  }
}

/** Reads the counts that were stored when the drugs were cached. */
async function storedCounts(
  query: CacheQueries,
  kind: Exclude<FacetKind, 'all'>,
  filter: Filter,
  groups: Groups,
): Promise<Counts> {
  const { category, pathwayNames, direction } = filter
  const isFiltered = [category, pathwayNames, direction].some((one) => one !== undefined)
  if (pathwayNames?.length === 0) return new Map()
  const rows = isFiltered
    ? await all<{ value: string; count: number }>(
        query,
        'SELECT value, count FROM drug_cells WHERE within = ? AND kind = ? AND count > 0',
        [withinOf({ category, pathway: pathwayNames?.[0], direction }), kind],
      )
    : await all<{ value: string; count: number }>(
        query,
        'SELECT value, count FROM drug_facets WHERE kind = ? AND count > 0',
        [kind],
      )
  const counts = new Map(rows.map(({ value, count }) => [value, count]))
  return kind === 'pathway' ? unite(query, counts, filter, groups) : counts
}

/** Merges the counts of names of one pathway: the sum, without drugs already counted under an earlier name. */
async function unite(query: CacheQueries, counts: Counts, filter: Filter, groups: Groups): Promise<Counts> {
  for (const names of groups) {
    const present = names.filter((name) => counts.has(name))
    const [first] = names
    if (present.length === 0 || first === undefined) continue
    let sum = 0
    for (const [at, name] of present.entries()) {
      const before = present.slice(0, at)
      sum += (counts.get(name) ?? 0) - (before.length > 0 ? await countBoth(query, name, before, filter) : 0)
      counts.delete(name)
    }
    counts.set(first, sum)
  }
  return counts
}

async function countBoth(
  query: CacheQueries,
  name: string,
  others: readonly string[],
  { category, direction }: Filter,
): Promise<number> {
  const token = (one: string) =>
    `"${tokenOf(direction === undefined ? tagOf.pathway(one) : tagOf.association(one, direction))}"`
  const within = category === undefined ? '' : ` AND "${tokenOf(tagOf.category(category))}"`
  return count(query, countMatchesSql, [`${token(name)} AND (${others.map(token).join(' OR ')})${within}`])
}

async function countMatches(indexQuery: IndexQuery, groups: Groups, limit: number): Promise<Counted> {
  const { query, filter } = indexQuery
  const found = await matchesOf(indexQuery, limit + 1)
  const ids = found.slice(0, limit)
  const rows = await all<{ category: string | null; acts: string; count: number }>(
    query,
    `SELECT c.category, c.acts, count FROM (SELECT o.class, count(*) AS count FROM json_each(?) AS ids
      CROSS JOIN drug_class_of AS o ON o.id = ids.value GROUP BY o.class
    ) AS counted CROSS JOIN drug_classes AS c ON c.class = counted.class`,
    // Sorted by id, the order in which they are stored.
    [JSON.stringify(ids.sort((a, b) => a - b))],
  )
  const { pathwayNames, direction } = filter
  const oneOf = new Map(groups.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)))
  const counted: Counted = {
    category: new Map(),
    pathway: new Map(),
    direction: new Map(),
    countedOf: found.length > limit ? limit : null,
  }
  const add = (counts: Counts, value: string, by: number) => counts.set(value, (counts.get(value) ?? 0) + by)
  for (const { category, acts, count } of rows) {
    if (category !== null) add(counted.category, category, count)
    const parsed: Association[] = JSON.parse(acts)
    const named = parsed.filter(([name]) => pathwayNames?.includes(name) ?? true)
    const directed = parsed.filter(([, one]) => direction === undefined || one === direction)
    for (const name of new Set(directed.map(([name]) => oneOf.get(name) ?? name)))
      add(counted.pathway, name, count)
    for (const one of new Set(named.map(([, one]) => one))) add(counted.direction, one, count)
  }
  return counted
}

export async function pathwayNames(query: CacheQueries): Promise<{ name: string; drugs: number }[]> {
  const rows = await all<{ name: string; drugs: number }>(
    query,
    `SELECT value AS name, count AS drugs FROM drug_facets WHERE kind = 'pathway' AND count > 0`,
  )
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1))
}

export async function countActingOn(query: CacheQueries, names: readonly string[]): Promise<number> {
  const once = [...new Set(names.map((name) => name.toWellFormed()))]
  if (once.length === 0) return 0
  return count(query, countMatchesSql, [once.map((name) => `"${tokenOf(tagOf.pathway(name))}"`).join(' OR ')])
}

const countMatchesSql = 'SELECT count(*) AS count FROM drug_words WHERE drug_words MATCH ?'

async function count(query: CacheQueries, sql: string, values: readonly unknown[] = []): Promise<number> {
  const [row] = await all<{ count: number }>(query, sql, values)
  return row?.count ?? 0
}
