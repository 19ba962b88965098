import { afterEach, expect, it } from 'vitest'
import type { Direction } from '../../../shared/domain/drugs/drug.ts'
import { createDrugCacheFixture, type DrugCacheFixture, drugOf } from '../testing/drugCacheFixture.ts'
import { all } from './index/rawSql.ts'

let open: DrugCacheFixture | null = null
afterEach(async () => {
  open?.drugCache.stop()
  await open?.close()
  open = null
})

type Acts = Record<string, Direction>

/** Creates drugs by name with their pathway effects; null: the pathways were not fetched. */
async function createFixture(drugs: Record<string, Acts | null>): Promise<DrugCacheFixture> {
  const fixture = await createDrugCacheFixture(
    Object.keys(drugs).map((name) => drugOf(`id-${name}`, name, { category: `class of ${name}` })),
  )
  open = fixture
  for (const [name, acts] of Object.entries(drugs))
    if (acts)
      await fixture.setPathways(
        `id-${name}`,
        Object.entries(acts).map(([pathway, direction]) => ({ pathway, direction, evidence: null })),
      )
  return fixture
}

const direction = 'opposing'
const profile = [
  { names: ['mTOR', 'MTOR', 'm-TOR'], value: 2 },
  { names: ['AMPK'], value: -1 },
]

it('finds the drugs that oppose a profile, best first, with their effects', async () => {
  const { drugCache } = await createFixture({
    both: { mTOR: 'inhibits', AMPK: 'activates', other: 'inhibits' },
    one: { AMPK: 'activates' },
    follows: { mTOR: 'activates', AMPK: 'inhibits' },
    unknown: { mTOR: 'unknown' },
    elsewhere: { other: 'inhibits' },
    never: null,
  })
  const found = await drugCache.matchCachedDrugs({ pathways: profile, direction, limit: 10 })
  expect(found.counts).toEqual({
    matched: 3,
    withPathways: 5,
    cached: 6,
    withoutPathways: 1,
    withoutDetails: 6,
  })
  expect(found.drugs.map(({ name }) => name)).toEqual(['both', 'one'])
  expect(found.drugs[0]).toEqual({
    drugId: 'id-both',
    name: 'both',
    synonyms: expect.any(Array),
    category: 'class of both',
    ids: { drugbankId: null, chemblId: null },
    fetchedAt: '2026-01-01T00:00:00.000Z',
    synthetic: false,
    score: expect.closeTo(3 / Math.sqrt(10), 12),
    coverage: 1,
    acts: [
      { at: 0, direction: 'inhibits' },
      { at: 1, direction: 'activates' },
    ],
  })
})

it('finds the drugs that mimic a profile, without those that oppose it or do both equally', async () => {
  const { drugCache } = await createFixture({
    opposes: { mTOR: 'inhibits', AMPK: 'activates' },
    both: { mTOR: 'activates', AMPK: 'inhibits' },
    mostly: { mTOR: 'activates', AMPK: 'activates' },
    neither: { even: 'activates', odd: 'activates' },
  })
  const even = [...profile, { names: ['even'], value: 1 }, { names: ['odd'], value: -1 }]
  const { drugs, counts } = await drugCache.matchCachedDrugs({
    pathways: even,
    direction: 'mimicking',
    limit: 10,
  })
  expect(drugs.map(({ name, score }) => [name, score])).toEqual([
    ['both', expect.closeTo(3 / Math.sqrt(14), 12)],
    ['mostly', expect.closeTo(1 / Math.sqrt(14), 12)],
  ])
  expect(counts.matched).toBe(4)
})

it('merges all names of a pathway and ignores contradicting directions', async () => {
  const { drugCache } = await createFixture({
    spelled: { 'm-TOR': 'inhibits', MTOR: 'unknown' },
    torn: { mTOR: 'inhibits', MTOR: 'activates', AMPK: 'activates' },
  })
  const { drugs } = await drugCache.matchCachedDrugs({ pathways: profile, direction, limit: 10 })
  expect(drugs.map(({ name, acts }) => [name, acts])).toEqual([
    ['spelled', [{ at: 0, direction: 'inhibits' }]],
    [
      'torn',
      [
        { at: 0, direction: 'unknown' },
        { at: 1, direction: 'activates' },
      ],
    ],
  ])
})

it('sorts many drugs with equal scores by name, ignoring case', async () => {
  const names = Array.from(
    { length: 3000 },
    (_, n) => `${n % 2 ? 'Drug' : 'drug'}-${String(n).padStart(4, '0')}`,
  )
  const fixture = await createDrugCacheFixture(names.toReversed().map((name) => drugOf(name, name)))
  open = fixture
  const acts = JSON.stringify([['mTOR', 'inhibits']])
  await all(fixture.database.query, `UPDATE drug_classes SET acts = ?`, [acts])
  const { drugs, counts } = await fixture.drugCache.matchCachedDrugs({
    pathways: profile,
    direction,
    limit: 4,
  })
  expect(counts.matched).toBe(3000)
  expect(drugs.map(({ name }) => name)).toEqual(names.slice(0, 4))
})

it('finds drugs that are not indexed yet, each once', async () => {
  const { drugCache, database } = await createFixture({
    one: { mTOR: 'inhibits' },
    two: { mTOR: 'inhibits' },
    never: null,
  })
  await all(database.query, 'UPDATE drug_index SET done = 1, todo = 3')
  const { drugs, counts } = await drugCache.matchCachedDrugs({ pathways: profile, direction, limit: 10 })
  expect(drugs.map(({ name }) => name)).toEqual(['one', 'two'])
  expect(counts).toMatchObject({ matched: 2, withPathways: 2, cached: 3, withoutPathways: 1 })
})

it('counts fetched but empty pathways as fetched', async () => {
  const { drugCache, database } = await createFixture({ empty: {}, never: null })
  const { counts } = await drugCache.matchCachedDrugs({ pathways: profile, direction, limit: 10 })
  expect(counts).toMatchObject({ withPathways: 0, withoutPathways: 1 })
  const plan = await all<{ detail: string }>(
    database.query,
    'EXPLAIN QUERY PLAN SELECT count(*) FROM drugs WHERE pathways_fetched_at IS NULL',
  )
  expect(plan.map(({ detail }) => detail).join()).toContain('drugs_without_pathways')
})

it('returns the counts of cached drugs for an empty profile', async () => {
  const { drugCache } = await createFixture({ one: { mTOR: 'inhibits' } })
  expect(await drugCache.matchCachedDrugs({ pathways: [], direction, limit: 10 })).toEqual({
    drugs: [],
    counts: { matched: 0, withPathways: 1, cached: 1, withoutPathways: 0, withoutDetails: 1 },
  })
})
