import { describe, expect, it } from 'vitest'
import { countAddedByService, type DrugHit, mergeHits } from './drug.ts'

const hit = (drugId: string, source: DrugHit['source'], fetchedAt = '2026-01-01'): DrugHit => ({
  drugId,
  name: drugId,
  synonyms: [],
  category: null,
  description: null,
  source,
  fetchedAt,
})
const ids = (hits: DrugHit[]) => hits.map(({ drugId }) => drugId)

describe('mergeHits', () => {
  it('keeps the order of the shown hits and appends new drugs', () => {
    const shown = [hit('b', 'cache'), hit('a', 'cache')]
    const answer = [hit('c', 'service'), hit('a', 'service'), hit('b', 'service')]
    expect(ids(mergeHits(shown, answer))).toEqual(['b', 'a', 'c'])
  })

  it.each([
    ['a newer response', 'cache', '2026-01-01', 'service', '2026-02-01', 'service'],
    ['no older cached response', 'service', '2026-02-01', 'cache', '2026-01-01', 'service'],
    ['the cache once the service no longer answers', 'service', '2026-01-01', 'cache', '2026-01-01', 'cache'],
  ] as const)('takes the source of %s', (_, shown, shownAt, found, foundAt, source) => {
    const merged = mergeHits([hit('a', shown, shownAt), hit('b', 'cache')], [hit('a', found, foundAt)])
    const fetchedAt = shownAt > foundAt ? shownAt : foundAt
    expect(merged).toMatchObject([{ source, fetchedAt }, { source: 'cache' }])
  })

  it('shows a drug once if several responses name it', () => {
    expect(ids(mergeHits([], [hit('a', 'cache')], [hit('a', 'service'), hit('a', 'service')]))).toEqual(['a'])
  })

  it('keeps the highlights when the service names the drug again, unless its name has changed', () => {
    const match = { kind: 'prefix' as const, name: [{ start: 0, end: 1 }], synonym: null }
    const shown = [{ ...hit('a', 'cache'), match }]
    expect(mergeHits(shown, [hit('a', 'service')])[0]?.match).toEqual(match)
    expect(mergeHits(shown, [{ ...hit('a', 'service'), name: 'other' }])[0]?.match).toBeUndefined()
  })
})

it('countAddedByService counts each uncached drug once, and none if nothing was cached', () => {
  const answered = [hit('a', 'service'), hit('b', 'service'), hit('b', 'service')]
  expect(countAddedByService([hit('a', 'cache')], answered)).toBe(1)
  expect(countAddedByService([], answered)).toBe(0)
})
