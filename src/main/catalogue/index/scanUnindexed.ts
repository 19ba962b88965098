import type { StoreFilter } from '../drugStore.ts'
import { toTerms } from '../ranking.ts'
import { toActs } from './entry.ts'
import { all, type CacheQueries } from './rawSql.ts'
import { tagOf, toTagFilter } from './tags.ts'
import type { IndexState } from './writeIndex.ts'

type Row = { id: number; category: string | null; pathways: string | null }

/** The drugs that are not indexed yet, read one by one: slow, and only until they are. */
export async function scanUnindexed(
  query: CacheQueries,
  { text, ...filter }: StoreFilter,
  { done, todo }: IndexState,
  need: number,
): Promise<number[]> {
  if (done >= todo) return []
  const terms = toTerms(text)
  // `instr` takes every character for itself, so that nothing in a query can act as a wildcard.
  const holds = terms.map(
    (spellings) => ` AND (${spellings.map(() => 'instr(search_text, ?) > 0').join(' OR ')})`,
  )
  const tagFilter = toTagFilter(filter)
  const isFiltered = tagFilter.category !== null || tagFilter.acts !== null
  const rows = await all<Row>(
    query,
    `SELECT rowid AS id, category, pathways FROM drugs WHERE rowid > ? AND rowid <= ?${holds.join('')}
    ORDER BY rowid${isFiltered ? '' : ` LIMIT ${need}`}`,
    [done, todo, ...terms.flat()],
  )
  return rows
    .filter(
      ({ category }) =>
        tagFilter.category === null || (category !== null && tagOf.category(category) === tagFilter.category),
    )
    .filter((row) => tagFilter.acts === null || tagsOfActs(row).some((tag) => tagFilter.acts?.includes(tag)))
    .slice(0, need)
    .map(({ id }) => id)
}

const tagsOfActs = (row: Row): string[] =>
  toActs(row).flatMap(([pathway, direction]) => [
    tagOf.pathway(pathway),
    tagOf.direction(direction),
    tagOf.association(pathway, direction),
  ])
