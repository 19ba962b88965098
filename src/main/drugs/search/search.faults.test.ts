import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { type DrugsSchema, drugsMigrations } from '../../store/drugs.ts'
import { createDrugCache } from '../cache/drugCache.ts'
import {
  createDrugCacheFixture,
  type DrugCacheFixture,
  drugOf,
  toFetchedDrug,
} from '../testing/drugCacheFixture.ts'
import { facetsOf } from './facets.ts'
import { indexVersion } from './index/indexEntry.ts'
import { all } from './index/rawSql.ts'
import { indexBatch, indexWaiting } from './index/writeIndex.ts'

let fixture: DrugCacheFixture
beforeAll(async () => {
  fixture = await createDrugCacheFixture([
    drugOf('D1', 'Metformin'),
    drugOf('D2', 'Rapamycin', { synonyms: ['Sirolimus'] }),
  ])
})
afterAll(() => fixture.close())

describe('any query', () => {
  test.each([
    ["'; DROP TABLE drugs; --"],
    ['" OR 1=1'],
    ['drug_words MATCH "x"'],
    ['{words} : metformin'],
    ['NEAR(a b, 3)'],
    ['^metformin + rapamycin'],
    ['metformin*'],
    ['AND OR NOT'],
    ['(((((('],
    ['\\'],
    ['\u0000metformin\u0001'],
    ['\u202eninoftem'],
    ['\ud800'],
    ['🧬🧬🧬'],
    ['مرحبا בעולם'],
    ['m'.repeat(10_000)],
    ['a '.repeat(5000)],
    ['-'.repeat(10_000)],
    ['a-'.repeat(5000)],
    ['雷'.repeat(10_000)],
    ['%'.repeat(10_000)],
    ['"'.repeat(10_000)],
    [Array.from({ length: 1500 }, (_, index) => `w${index}`).join(' ')],
  ])('is answered: %#', async (text) => {
    for (const more of [{}, { category: text }, { sort: 'name' }, { sort: text, order: 'desc' as const }])
      expect((await fixture.search(text, more)).hits).toBeInstanceOf(Array)
    expect(await fixture.find('metformin')).toEqual(['Metformin'])
  })

  test('of random characters gets a response', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        expect((await fixture.search(text)).total).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300 },
    )
  })

  test('far beyond the last page returns no hits', async () => {
    expect(await fixture.search('m', { page: 1_000_000 })).toMatchObject({ hits: [], total: 1 })
  })
})

describe('any drug', () => {
  test('is cached and found: no name, a repeated id, 1 MB of description, 1,000 synonyms', async () => {
    const unusualFixture = await createDrugCacheFixture([
      drugOf('D1', ''),
      drugOf('D2', '---'),
      drugOf('D3', 'First'),
      drugOf('D3', 'Second'),
      drugOf('D4', 'Long', { description: 'word '.repeat(200_000) }),
      drugOf('D5', 'Solid', { description: 'x'.repeat(1_000_000) }),
      drugOf('D6', 'Many', { synonyms: Array.from({ length: 1000 }, (_, index) => `other ${index}`) }),
      drugOf('D7', '\u0000\u202e'),
      drugOf("D8'; --", '" OR name:"'),
    ])
    expect(await unusualFixture.find('second')).toEqual(['Second'])
    expect(await unusualFixture.find('first')).toEqual([])
    expect(await unusualFixture.find('word')).toEqual(['Long'])
    expect(await unusualFixture.find('other 7')).toEqual(['Many'])
    expect(await unusualFixture.search('')).toMatchObject({ total: 8 })
    expect((await unusualFixture.search('', { sort: 'name' })).hits).toHaveLength(8)
    expect((await unusualFixture.search('d1')).hits[0]?.drugId).toBe('D1')
    await unusualFixture.close()
  })
})

describe('a cache that is older than the index', () => {
  const openUnindexed = async (count: number) => {
    const emptyFixture = await createDrugCacheFixture([])
    const query = emptyFixture.database.query
    // The first version of the app wrote rows without an index.
    for (let index = 0; index < count; index++) {
      const drug = drugOf(`D${index}`, `Oldname${index}`, { category: 'Old' })
      await query
        .insertInto('drugs')
        .values({
          drug_id: drug.drugId,
          name: drug.name,
          synonyms: '[]',
          category: drug.category,
          description: null,
          raw: '{}',
          fetched_at: '2026-01-01T00:00:00.000Z',
          pathways: null,
          pathways_raw: null,
          synthetic: 0,
          pathways_synthetic: 0,
        })
        .execute()
    }
    await all(
      query,
      `UPDATE drug_index SET version = ${indexVersion}, done = 0, todo = (SELECT max(rowid) FROM drugs)`,
    )
    return emptyFixture
  }

  test('can be searched while it is indexed, with a notice', async () => {
    const { database, close, search } = await openUnindexed(50)
    await database.transaction(indexBatch)
    const { searchCachedDrugs } = await import('./searchCachedDrugs.ts')
    const halfway = await searchCachedDrugs(database.query, { text: 'oldname', page: 1, limit: 100 })
    expect(halfway.hits).toHaveLength(20)
    expect(toEnglish(halfway.notice!)).toContain('40%')
    await indexWaiting(database, async () => {})
    expect(await search('oldname')).toMatchObject({ total: 50, notice: null })
    expect((await search('oldnaem7')).hits).toHaveLength(0)
    expect((await facetsOf(database.query, { text: '' })).categories).toEqual([{ value: 'Old', count: 50 }])
    await close()
  })

  test('accepts new and changed drugs while it is indexed, each once', async () => {
    const { database, close, search, drugCache: drugs } = await openUnindexed(50)
    await database.transaction(indexBatch)
    const seen = (drugId: string, name: string) => ({
      drug: drugOf(drugId, name),
      raw: {},
      fetchedAt: '2026-01-02T00:00:00.000Z',
    })
    await drugs.cacheDrugs([seen('D1', 'Changedone'), seen('D49', 'Changedtwo'), seen('D99', 'Newname')])
    await indexWaiting(database, async () => {})
    expect((await search('changed')).hits.map(({ drugId }) => drugId)).toEqual(['D1', 'D49'])
    expect(await search('newname')).toMatchObject({ total: 1 })
    expect(await search('oldname')).toMatchObject({ total: 48 })
    expect(await search('')).toMatchObject({ total: 51 })
    await close()
  })

  test('is indexed automatically when a newer version of the app opens it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pathclock-old-'))
    const open = () =>
      openDatabase<DrugsSchema>({
        file: join(folder, 'drugs.db'),
        migrations: drugsMigrations,
        durability: 'normal',
      })
    const before = await open()
    await createDrugCache(before).cacheDrugs([
      toFetchedDrug(drugOf('D1', 'Rapamycin', { synonyms: ['Sirolimus'] })),
    ])
    await all(before.query, 'UPDATE drug_index SET version = version - 1')
    await before.close()

    const after = await open()
    const cache = createDrugCache(after)
    const first = await cache.search({ text: 'sirolimsu', page: 1, limit: 10 })
    expect([0, 1]).toContain(first.hits.length)
    await indexWaiting(after, async () => {})
    const { hits, notice } = await cache.search({ text: 'sirolimsu', page: 1, limit: 10 })
    expect(hits).toMatchObject([{ drugId: 'D1', match: { kind: 'typo' } }])
    expect(notice).toBeNull()
    await after.close()
    await rm(folder, { recursive: true, force: true })
  })
})
