import { percentile } from '../report.ts'
import type { Queries } from './catalogues.ts'

/**
 * One way to search: ids of the best 20, of page 3 of a filtered and sorted list, of the best 10 for a typo. Filters by
 * pathway and counts of facets only we have.
 */
export type Candidate = {
  name: string
  search(text: string): Promise<string[]>
  filter(query: Queries['filtered'][number]): Promise<string[]>
  typo(text: string): Promise<string[]>
  acting?(query: Queries['acting'][number]): Promise<string[]>
  facets?(query: Queries['faceted'][number]): Promise<unknown>
  close(): Promise<void>
}

/** The query kinds for all candidates; `mixed` averages over them. */
export const columns = [
  '1 letter',
  '2 letters',
  '4 letters',
  'words',
  'filter + sort + page 3',
  'typo',
] as const
type Column = (typeof columns)[number]
/** p95 in ms by kind of question; `acting` and `facets` null where there is no such thing. */
export type Figures = {
  p95: Record<Column, number>
  mixed: number
  recall: number
  acting: number | null
  facets: number | null
}

type Search = () => Promise<unknown>
const tries = 3

export async function measure(candidate: Candidate, queries: Queries): Promise<Figures> {
  const searches = (texts: string[]) => texts.map((text) => () => candidate.search(text))
  const searchesByColumn: Record<Column, Search[]> = {
    '1 letter': searches(queries.letters[1]),
    '2 letters': searches(queries.letters[2]),
    '4 letters': searches(queries.letters[4]),
    words: searches(queries.words),
    'filter + sort + page 3': queries.filtered.map((query) => () => candidate.filter(query)),
    typo: queries.typos.map(
      ({ typed }) =>
        () =>
          candidate.typo(typed),
    ),
  }
  const times: [Column, number[]][] = []
  for (const column of columns) times.push([column, await time(searchesByColumn[column])])
  const { acting, facets } = candidate
  return {
    p95: Object.fromEntries(times.map(([column, ms]) => [column, percentile(ms, 0.95)])) as Figures['p95'],
    mixed: percentile(
      times.flatMap(([, ms]) => ms),
      0.95,
    ),
    recall: await recallOf(candidate, queries),
    acting: acting ? percentile(await time(queries.acting.map((query) => () => acting(query))), 0.95) : null,
    facets: facets ? percentile(await time(queries.faceted.map((query) => () => facets(query))), 0.95) : null,
  }
}

/** The best of three tries each, so that what else the machine does is not counted; bounded in all. */
async function time(searches: Search[]): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + 20_000
  for (const search of searches) {
    let best = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < tries; attempt++) {
      const start = performance.now()
      await search()
      best = Math.min(best, performance.now() - start)
    }
    times.push(best)
    if (performance.now() > end) break
  }
  return times
}

async function recallOf(candidate: Candidate, { typos }: Queries): Promise<number> {
  const end = performance.now() + 20_000
  let count = 0
  let found = 0
  for (const { typed, drugId } of typos) {
    count++
    if ((await candidate.typo(typed)).slice(0, 10).includes(drugId)) found++
    if (performance.now() > end) break
  }
  return found / count
}
