import { afterEach, describe, expect, it } from 'vitest'
import { all } from '../search/index/rawSql.ts'
import {
  createDrugCacheFixture,
  type DrugCacheFixture,
  drugOf,
  toFetchedDrug,
} from '../testing/drugCacheFixture.ts'

let fixture: DrugCacheFixture
afterEach(() => fixture.close())

const checkIndexIntegrity = async () => {
  for (const table of ['drug_name_words', 'drug_words', 'drug_grams'])
    await all(fixture.database.query, `INSERT INTO ${table}(${table}) VALUES ('integrity-check')`)
}

describe('a malformed catalogue', () => {
  it('is cached completely, twice, and the index stays consistent', async () => {
    const malformed = [
      drugOf('D1', 'First'),
      drugOf('D1', 'Second'),
      drugOf('D2', ''),
      drugOf('D3', 'D3'),
      drugOf('D4', 'Long', { description: 'word '.repeat(200_000) }),
      drugOf('D5', 'Many', { synonyms: Array.from({ length: 5000 }, (_, index) => `other ${index}`) }),
      drugOf('D6', 'nul\u0000in\u0007side\u001b[31m', { category: '\u0000' }),
      drugOf('D7', 'half \ud800 pair', { synonyms: ['\udc00'], category: '\ud800', description: '\udfff' }),
      drugOf('\ud800', 'no id'),
      drugOf('', 'empty id'),
      drugOf("D8'; DROP TABLE drugs; --", '"; --'),
    ]
    fixture = await createDrugCacheFixture(malformed)
    await fixture.drugCache.cacheDrugs(malformed.map(toFetchedDrug), true)
    await fixture.drugCache.cacheDrugs(
      malformed.map((drug) => toFetchedDrug({ ...drug, description: `${drug.name} again` })),
    )
    expect(await fixture.drugCache.facets({ text: '' })).toMatchObject({ cached: 10 })
    expect(await fixture.find('second')).toEqual(['Second'])
    expect(await fixture.find('first')).toEqual([])
    expect((await fixture.drugCache.get(malformed.map(({ drugId }) => drugId))).length).toBe(11)
    await checkIndexIntegrity()
  })
})

describe('a query of the cached drugs', () => {
  const mtor = { pathway: 'mTOR', direction: 'inhibits' as const, evidence: null }
  const ampk = { pathway: 'AMPK', direction: 'activates' as const, evidence: null }

  it('returns drugs in the requested order and leaves out those that are not cached', async () => {
    fixture = await createDrugCacheFixture([drugOf('D1', 'A'), drugOf('D2', 'B')])
    const rows = await fixture.drugCache.get(['D2', 'D7', 'D1', 'D2'])
    expect(rows.map(({ drug_id }) => drug_id)).toEqual(['D2', 'D1', 'D2'])
    expect(await fixture.drugCache.get([])).toEqual([])
    expect(await fixture.drugCache.get(Array.from({ length: 5000 }, (_, index) => `D${index}`))).toHaveLength(
      2,
    )
  })

  it('counts each drug once per pathway', async () => {
    fixture = await createDrugCacheFixture([drugOf('D1', 'A'), drugOf('D2', 'B'), drugOf('D3', 'C')])
    await fixture.setPathways('D1', [mtor, ampk, mtor])
    await fixture.setPathways('D2', [ampk])
    await fixture.setPathways('none', [ampk])
    expect(await fixture.drugCache.pathwayNames()).toEqual([
      { name: 'AMPK', drugs: 2 },
      { name: 'mTOR', drugs: 1 },
    ])
    expect(await fixture.drugCache.countActingOn(['mTOR', 'AMPK', 'other'])).toBe(2)
    expect(await fixture.drugCache.countActingOn(['mTOR'])).toBe(1)
    expect(await fixture.drugCache.countActingOn([])).toBe(0)
  })

  it('keeps the newer pathways, whichever are written last', async () => {
    fixture = await createDrugCacheFixture([drugOf('D1', 'A')])
    await fixture.drugCache.cachePathways('D1', { value: [mtor], raw: {}, fetchedAt: '2026-02-02' })
    await fixture.drugCache.cachePathways('D1', { value: [ampk], raw: {}, fetchedAt: '2026-01-01' })
    expect((await fixture.drugCache.get(['D1']))[0]).toMatchObject({ pathways_fetched_at: '2026-02-02' })
    expect(await fixture.drugCache.pathwayNames()).toEqual([{ name: 'mTOR', drugs: 1 }])
  })

  it('returns the last response for a name in any spelling', async () => {
    fixture = await createDrugCacheFixture([])
    const answer = { name: 'TGF-β', pathways: [mtor], raw: { a: 1 }, fetchedAt: '2026-01-01' }
    await fixture.drugCache.cacheLookup(answer)
    await fixture.drugCache.cacheLookup({ ...answer, fetchedAt: '2026-02-02' })
    expect(await fixture.drugCache.lookup('tgf-Β')).toEqual({ ...answer, fetchedAt: '2026-02-02' })
    expect(await fixture.drugCache.lookup('\ud800')).toBeNull()
  })

  it('looks up drugs by id and by primary name, ignoring case', async () => {
    fixture = await createDrugCacheFixture([
      drugOf('D1', 'Metformin'),
      drugOf('D2', 'Rapamycin'),
      drugOf('D3', 'METFORMIN'),
    ])
    const found = await fixture.drugCache.names({ drugIds: ['D2', 'D9'], names: ['metformin', '\ud800'] })
    expect(found.map(({ drugId }) => drugId).sort()).toEqual(['D1', 'D2', 'D3'])
  })
})
