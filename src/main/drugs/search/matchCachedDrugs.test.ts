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

/** Drugs by name, each with what it does to pathways; null: its pathways were never fetched. */
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

const profile = [
  { names: ['mTOR', 'MTOR', 'm-TOR'], value: 2 },
  { names: ['AMPK'], value: -1 },
]

it('finds the drugs that oppose a profile, best first, and says what each does to it', async () => {
  const { drugCache } = await createFixture({
    both: { mTOR: 'inhibits', AMPK: 'activates', other: 'inhibits' },
    one: { AMPK: 'activates' },
    follows: { mTOR: 'activates', AMPK: 'inhibits' },
    unknown: { mTOR: 'unknown' },
    elsewhere: { other: 'inhibits' },
    never: null,
  })
  const found = await drugCache.matchCachedDrugs({ pathways: profile, limit: 10 })
  expect(found).toMatchObject({ matched: 3, withPathways: 5, cached: 6 })
  expect(found.drugs.map(({ name }) => name)).toEqual(['both', 'one'])
  expect(found.drugs[0]).toEqual({
    drugId: 'id-both',
    name: 'both',
    category: 'class of both',
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

it('takes all names of a pathway for one, and contradicting directions for none', async () => {
  const { drugCache } = await createFixture({
    spelled: { 'm-TOR': 'inhibits', MTOR: 'unknown' },
    torn: { mTOR: 'inhibits', MTOR: 'activates', AMPK: 'activates' },
  })
  const { drugs } = await drugCache.matchCachedDrugs({ pathways: profile, limit: 10 })
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

it('tells drugs that score alike apart by their names, blind to case, however many they are', async () => {
  const names = Array.from(
    { length: 3000 },
    (_, n) => `${n % 2 ? 'Drug' : 'drug'}-${String(n).padStart(4, '0')}`,
  )
  const fixture = await createDrugCacheFixture(names.toReversed().map((name) => drugOf(name, name)))
  open = fixture
  const acts = JSON.stringify([['mTOR', 'inhibits']])
  await all(fixture.database.query, `UPDATE drug_classes SET acts = ?`, [acts])
  const { drugs, matched } = await fixture.drugCache.matchCachedDrugs({ pathways: profile, limit: 4 })
  expect(matched).toBe(3000)
  expect(drugs.map(({ name }) => name)).toEqual(names.slice(0, 4))
})

it('finds drugs that wait to be indexed too, each once', async () => {
  const { drugCache, database } = await createFixture({
    one: { mTOR: 'inhibits' },
    two: { mTOR: 'inhibits' },
    never: null,
  })
  await all(database.query, 'UPDATE drug_index SET done = 1, todo = 3')
  const { drugs, ...counts } = await drugCache.matchCachedDrugs({ pathways: profile, limit: 10 })
  expect(drugs.map(({ name }) => name)).toEqual(['one', 'two'])
  expect(counts).toEqual({ matched: 2, withPathways: 2, cached: 3 })
})

it('counts what is cached where nothing was requested', async () => {
  const { drugCache } = await createFixture({ one: { mTOR: 'inhibits' } })
  expect(await drugCache.matchCachedDrugs({ pathways: [], limit: 10 })).toEqual({
    drugs: [],
    matched: 0,
    withPathways: 1,
    cached: 1,
  })
})
