import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Direction, Drug, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import { fold } from '../../../shared/format/fold.ts'
import type { CachedFacets, FacetsQuery, StoreFilter } from '../rows/drugStore.ts'
import { createDrugCacheFixture, type DrugCacheFixture, drugOf } from '../testing/drugCacheFixture.ts'
import { facetsOf } from './facets.ts'

type Acting = Drug & { pathways: DrugPathway[] }

const directions: Direction[] = ['inhibits', 'activates', 'unknown']
const names = ['mTOR', 'NF_KB', 'NF-kB', 'AMPK', 'a"b,[']
const act = fc.record({
  pathway: fc.constantFrom(...names),
  direction: fc.constantFrom(...directions),
  evidence: fc.constantFrom(null, 'in vitro'),
})
const word = fc.constantFrom('mato', 'mera', 'pain', 'olxi')
const someDrugs = fc
  .array(
    fc.record({
      name: fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
      category: fc.option(fc.constantFrom('Mato', 'mato', 'Inhibitör', 'inhibitor')),
      pathways: fc.array(act, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((records) =>
    records.map(({ pathways, ...more }, at): Acting => ({ ...drugOf(`D${at}`, more.name, more), pathways })),
  )
const someFilter: fc.Arbitrary<StoreFilter> = fc.record({
  text: fc.constantFrom('', 'm', 'mato', 'pain mera', 'xi'),
  category: fc.constantFrom(undefined, undefined, 'MATO', 'inhibitor', 'none'),
  pathwayNames: fc.constantFrom<string[] | undefined>(
    undefined,
    ['mTOR'],
    ['NF_KB', 'NF-kB'],
    ['a"b,['],
    [...names, 'c', 'd', 'e', 'f', 'g'],
    ['unheard of'],
    [],
  ),
  direction: fc.constantFrom<Direction | undefined>(undefined, ...directions),
})

const createActingFixture = async (drugs: readonly Acting[]): Promise<DrugCacheFixture> => {
  const fixture = await createDrugCacheFixture(drugs)
  for (const { drugId, pathways } of drugs)
    if (pathways.length > 0) await fixture.setPathways(drugId, pathways)
  return fixture
}

const passes = (drug: Acting, { category, pathwayNames, direction }: StoreFilter): boolean =>
  (category === undefined || (drug.category !== null && fold(drug.category) === fold(category))) &&
  ((pathwayNames === undefined && direction === undefined) ||
    drug.pathways.some(
      (one) =>
        (pathwayNames === undefined || pathwayNames.includes(one.pathway)) &&
        (direction === undefined || one.direction === direction),
    ))

/** Checks the property for generated catalogues and filters, and throws if it fails. */
const always = (
  check: (fixture: DrugCacheFixture, drugs: Acting[], filter: StoreFilter) => Promise<void>,
  options: fc.Parameters<unknown> = {},
) =>
  fc.assert(
    fc.asyncProperty(
      someDrugs,
      fc.array(someFilter, { minLength: 1, maxLength: 8 }),
      async (drugs, filters) => {
        const fixture = await createActingFixture(drugs)
        try {
          for (const filter of filters) await check(fixture, drugs, filter)
        } finally {
          await fixture.close()
        }
      },
    ),
    { numRuns: 12, ...options },
  )

const idsOf = async (
  fixture: DrugCacheFixture,
  { text, ...filter }: StoreFilter,
  more = {},
): Promise<string[]> => (await fixture.search(text, { ...filter, ...more })).hits.map(({ drugId }) => drugId)

describe('filters', () => {
  test('keep the drugs that a naive check keeps, in the same order under every sort', async () => {
    await always(async (fixture, drugs, filter) => {
      const byId = new Map(drugs.map((drug) => [drug.drugId, drug]))
      // Typos are accepted only if there are few hits, which a filter may change.
      if (filter.text === 'xi') return
      const isLeft = (drugId: string) => passes(byId.get(drugId) as Acting, filter)
      for (const sort of [undefined, 'name', 'category', 'drug_id', 'age'])
        for (const order of ['asc', 'desc'] as const) {
          const unfiltered = (await fixture.search(filter.text, { sort, order })).hits
          const left = unfiltered.filter(({ match }) => match?.kind !== 'typo').map(({ drugId }) => drugId)
          const filtered = (await fixture.search(filter.text, { ...filter, sort, order })).hits
            .filter(({ match }) => match?.kind !== 'typo')
            .map(({ drugId }) => drugId)
          expect(filtered).toEqual(left.filter(isLeft))
        }
    })
  })

  test('give the same drugs when counted and when paged', async () => {
    await always(async (fixture, _drugs, filter) => {
      const all = await idsOf(fixture, filter)
      const { total } = await fixture.search(filter.text, { ...filter, limit: 3 })
      const pages: string[] = []
      for (let page = 1; page <= 8; page++) pages.push(...(await idsOf(fixture, filter, { page, limit: 3 })))
      expect({ total, pages }).toEqual({ total: all.length, pages: all })
    })
  })
})

const groups = [['NF_KB', 'NF-kB'], ['mTOR']]
const groupOf = (name: string) => groups.find((group) => group.includes(name))?.[0] ?? name

/** Counts every facet by reading every match. */
async function naiveFacets(fixture: DrugCacheFixture, drugs: readonly Acting[], filter: StoreFilter) {
  const byId = new Map(drugs.map((drug) => [drug.drugId, drug]))
  const matches = async (own: Partial<StoreFilter>) =>
    (await idsOf(fixture, { ...filter, ...own })).map((id) => byId.get(id) as Acting)
  const { pathwayNames, direction } = filter
  const tally = (lists: string[][]) => {
    const counts = new Map<string, number>()
    for (const value of lists.flatMap((list) => [...new Set(list)]))
      counts.set(value, (counts.get(value) ?? 0) + 1)
    return Object.fromEntries(counts)
  }
  return {
    categories: tally(
      (await matches({ category: undefined })).map(({ category }) =>
        category === null ? [] : [fold(category)],
      ),
    ),
    pathways: tally(
      (await matches({ pathwayNames: undefined })).map(({ pathways }) =>
        pathways
          .filter((one) => direction === undefined || one.direction === direction)
          .map((one) => groupOf(one.pathway)),
      ),
    ),
    directions: tally(
      (await matches({ direction: undefined })).map(({ pathways }) =>
        pathways
          .filter((one) => pathwayNames === undefined || pathwayNames.includes(one.pathway))
          .map((one) => one.direction),
      ),
    ),
  }
}

const toComparable = ({ categories, pathways, directions: directionCounts }: CachedFacets) => ({
  categories: Object.fromEntries(categories.map(({ value, count }) => [fold(value), count])),
  pathways: Object.fromEntries(pathways.map(({ name, count }) => [name, count])),
  directions: Object.fromEntries(directionCounts.map(({ value, count }) => [value, count])),
})

/** Returns null if every facet equals the naive count, else the first difference. */
const disagreement = (
  countFacets: (fixture: DrugCacheFixture, query: FacetsQuery) => Promise<CachedFacets>,
  numRuns: number,
) =>
  always(
    async (fixture, drugs, filter) => {
      const facets = await countFacets(fixture, { ...filter, countAsOne: groups })
      expect(toComparable(facets)).toEqual(await naiveFacets(fixture, drugs, filter))
      expect(facets).toMatchObject({ countedOf: null, cached: drugs.length })
    },
    { numRuns, endOnFailure: true },
  ).then(
    () => null,
    (error: unknown) => String(error),
  )

describe('facets', () => {
  test('equal the counts of all matches, each without its own filter and with each drug once', async () => {
    expect(await disagreement((fixture, query) => fixture.drugCache.facets(query), 20)).toBeNull()
  })

  test('report when only the best matches were counted', async () => {
    const fixture = await createDrugCacheFixture(
      Array.from({ length: 30 }, (_, at) => drugOf(`D${at}`, `Same ${at}`, { category: 'C' })),
    )
    const categories = (count: number) => [{ value: 'C', count }]
    const text = 'same'
    expect(await facetsOf(fixture.database.query, { text }, 30)).toMatchObject({
      categories: categories(30),
      countedOf: null,
    })
    expect(await facetsOf(fixture.database.query, { text }, 29)).toMatchObject({
      categories: categories(29),
      countedOf: 29,
    })
    expect(await facetsOf(fixture.database.query, { text: '' }, 5)).toMatchObject({
      categories: categories(30),
      countedOf: null,
    })
    await fixture.close()
  })

  test.each<[string, (query: FacetsQuery) => FacetsQuery]>([
    ['forgets that names are one pathway', (query) => ({ ...query, countAsOne: [] })],
    ['forgets the direction', ({ direction: _forgotten, ...query }) => query],
    ['forgets the category', ({ category: _forgotten, ...query }) => query],
    ['takes one of two names', (query) => ({ ...query, pathwayNames: query.pathwayNames?.slice(0, 1) })],
  ])('a count that %s is found out', async (_, mutant) => {
    expect(
      await disagreement((fixture, query) => fixture.drugCache.facets(mutant(query)), 100),
    ).not.toBeNull()
  })
})
