import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../adapters/database/openDatabase.ts'
import { type DrugsSchema, drugsMigrations } from '../store/drugs.ts'
import { createDrugCache } from './drugCache.ts'
import { facetsOf } from './facets.ts'
import { indexVersion } from './index/entry.ts'
import { indexBatch, indexWaiting } from './index/indexing.ts'
import { all } from './index/rawSql.ts'
import { toSearchText } from './ranking.ts'
import { drugOf, type Kept, keepDrugs, seenOf } from './testing/keptDrugs.ts'

let kept: Kept
beforeAll(async () => {
  kept = await keepDrugs([drugOf('D1', 'Metformin'), drugOf('D2', 'Rapamycin', { synonyms: ['Sirolimus'] })])
})
afterAll(() => kept.close())

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
  ])('is answered: %#', { timeout: 5000 }, async (text) => {
    for (const more of [{}, { category: text }, { sort: 'name' }, { sort: text, order: 'desc' as const }])
      expect((await kept.ask(text, more)).hits).toBeInstanceOf(Array)
    expect(await kept.find('metformin')).toEqual(['Metformin'])
  })

  test('of random characters is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        expect((await kept.ask(text)).total).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300 },
    )
  })

  test('far beyond the last page gives nothing', async () => {
    expect(await kept.ask('m', { page: 1_000_000 })).toMatchObject({ hits: [], total: 1 })
  })
})

describe('any drug', () => {
  test('is kept and found: no name, one id twice, a megabyte of description, a thousand synonyms', async () => {
    const odd = await keepDrugs([
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
    expect(await odd.find('second')).toEqual(['Second'])
    expect(await odd.find('first')).toEqual([])
    expect(await odd.find('word')).toEqual(['Long'])
    expect(await odd.find('other 7')).toEqual(['Many'])
    expect(await odd.ask('')).toMatchObject({ total: 8 })
    expect((await odd.ask('', { sort: 'name' })).hits).toHaveLength(8)
    expect((await odd.ask('d1')).hits[0]?.drugId).toBe('D1')
    await odd.close()
  })
})

describe('a cache from before there was an index', () => {
  const old = async (count: number) => {
    const cacheOnly = await keepDrugs([])
    const query = cacheOnly.cache.query
    // As the first version of the app left it: rows, and nothing of the index.
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
          search_text: toSearchText(drug),
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
    return cacheOnly
  }

  test('is searched while it is indexed, and says so', async () => {
    const { cache, close, ask } = await old(50)
    await cache.transaction(indexBatch)
    const { searchKept } = await import('./searchKept.ts')
    const halfway = await searchKept(cache.query, { text: 'oldname', page: 1, limit: 100 })
    expect(halfway.hits).toHaveLength(50)
    expect(halfway.notice).toContain('40%')
    await indexWaiting(cache, async () => {})
    expect(await ask('oldname')).toMatchObject({ total: 50, notice: null })
    expect((await ask('oldnaem7')).hits).toHaveLength(0)
    expect((await facetsOf(cache.query, { text: '' })).categories).toEqual([{ value: 'Old', count: 50 }])
    await close()
  })

  test('takes new drugs and changed ones meanwhile, each once', async () => {
    const { cache, close, ask, kept: drugs } = await old(50)
    await cache.transaction(indexBatch)
    const seen = (drugId: string, name: string) => ({
      drug: drugOf(drugId, name),
      raw: {},
      fetchedAt: '2026-01-02T00:00:00.000Z',
    })
    await drugs.keep([seen('D1', 'Changedone'), seen('D49', 'Changedtwo'), seen('D99', 'Newname')])
    await indexWaiting(cache, async () => {})
    expect((await ask('changed')).hits.map(({ drugId }) => drugId)).toEqual(['D1', 'D49'])
    expect(await ask('newname')).toMatchObject({ total: 1 })
    expect(await ask('oldname')).toMatchObject({ total: 48 })
    expect(await ask('')).toMatchObject({ total: 51 })
    await close()
  })

  test('is indexed by itself when a newer version of the app opens it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pathclock-old-'))
    const open = () =>
      openDatabase<DrugsSchema>({
        file: join(folder, 'drugs.db'),
        migrations: drugsMigrations,
        durability: 'normal',
      })
    const before = await open()
    await createDrugCache(before).keep([seenOf(drugOf('D1', 'Rapamycin', { synonyms: ['Sirolimus'] }))])
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
