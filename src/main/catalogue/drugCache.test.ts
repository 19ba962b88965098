import { afterEach, describe, expect, it } from 'vitest'
import { all } from './index/rawSql.ts'
import { prepareIndex } from './index/writeIndex.ts'
import { drugOf, type Kept, keepDrugs, seenOf } from './testing/keptDrugs.ts'

let kept: Kept
afterEach(() => kept.close())

const soundIndex = async () => {
  for (const table of ['drug_name_words', 'drug_words', 'drug_grams'])
    await all(kept.cache.query, `INSERT INTO ${table}(${table}) VALUES ('integrity-check')`)
}

describe('a bad catalogue', () => {
  it('is kept whole, twice, and its index stays sound', { timeout: 30_000 }, async () => {
    const bad = [
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
    kept = await keepDrugs(bad)
    await kept.kept.keep(bad.map(seenOf), true)
    await kept.kept.keep(bad.map((drug) => seenOf({ ...drug, description: `${drug.name} again` })))
    expect(await kept.kept.facets({ text: '' })).toMatchObject({ kept: 10 })
    expect(await kept.find('second')).toEqual(['Second'])
    expect(await kept.find('first')).toEqual([])
    expect((await kept.kept.get(bad.map(({ drugId }) => drugId))).length).toBe(11)
    await soundIndex()
  })
})

describe('what is asked of kept drugs', () => {
  const mtor = { pathway: 'mTOR', direction: 'inhibits' as const, evidence: null }
  const ampk = { pathway: 'AMPK', direction: 'activates' as const, evidence: null }

  it('is in the order asked for, and left out where it is not kept', async () => {
    kept = await keepDrugs([drugOf('D1', 'A'), drugOf('D2', 'B')])
    const rows = await kept.kept.get(['D2', 'D7', 'D1', 'D2'])
    expect(rows.map(({ drug_id }) => drug_id)).toEqual(['D2', 'D1', 'D2'])
    expect(await kept.kept.get([])).toEqual([])
    expect(await kept.kept.get(Array.from({ length: 5000 }, (_, index) => `D${index}`))).toHaveLength(2)
  })

  it('counts each drug once for pathways, also while they wait to be indexed', async () => {
    kept = await keepDrugs([drugOf('D1', 'A'), drugOf('D2', 'B'), drugOf('D3', 'C')])
    await kept.acts('D1', [mtor, ampk, mtor])
    await kept.acts('D2', [ampk])
    await kept.acts('none', [ampk])
    const check = async () => {
      expect(await kept.kept.pathwayNames()).toEqual([
        { name: 'AMPK', drugs: 2 },
        { name: 'mTOR', drugs: 1 },
      ])
      expect(await kept.kept.countActingOn(['mTOR', 'AMPK', 'other'])).toBe(2)
      expect(await kept.kept.countActingOn(['mTOR'])).toBe(1)
      expect(await kept.kept.countActingOn([])).toBe(0)
    }
    await check()
    await all(kept.cache.query, 'UPDATE drug_index SET version = 0')
    await kept.cache.transaction(prepareIndex)
    await check()
  })

  it('keeps the newer pathways, whichever comes last', async () => {
    kept = await keepDrugs([drugOf('D1', 'A')])
    await kept.kept.keepPathways('D1', [mtor], {}, '2026-02-02')
    await kept.kept.keepPathways('D1', [ampk], {}, '2026-01-01')
    expect((await kept.kept.get(['D1']))[0]).toMatchObject({ pathways_fetched_at: '2026-02-02' })
    expect(await kept.kept.pathwayNames()).toEqual([{ name: 'mTOR', drugs: 1 }])
  })

  it('gives the last answer for a name, however it is spelled', async () => {
    kept = await keepDrugs([])
    const answer = { name: 'TGF-β', pathways: [mtor], raw: { a: 1 }, fetchedAt: '2026-01-01' }
    await kept.kept.keepLookup(answer)
    await kept.kept.keepLookup({ ...answer, fetchedAt: '2026-02-02' })
    expect(await kept.kept.lookup('tgf-Β')).toEqual({ ...answer, fetchedAt: '2026-02-02' })
    expect(await kept.kept.lookup('\ud800')).toBeNull()
  })

  it('names drugs by id and by their own name, blind to case', async () => {
    kept = await keepDrugs([drugOf('D1', 'Metformin'), drugOf('D2', 'Rapamycin'), drugOf('D3', 'METFORMIN')])
    const found = await kept.kept.names({ drugIds: ['D2', 'D9'], names: ['metformin', '\ud800'] })
    expect(found.map(({ drugId }) => drugId).sort()).toEqual(['D1', 'D2', 'D3'])
  })
})
