import { describe, expect, it } from 'vitest'
import { countAddedByService, type DrugHit, mergeHits } from './drug.ts'

const hit = (drugId: string, source: DrugHit['source'], fetchedAt = '2026-01-01T00:00:00Z'): DrugHit => ({
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

  it('gives each drug the source of its newest response', () => {
    const shown = [hit('a', 'cache', '2026-01-01T00:00:00Z'), hit('b', 'cache', '2026-01-01T00:00:00Z')]
    const merged = mergeHits(shown, [hit('a', 'service', '2026-02-01T00:00:00Z')])
    expect(merged.map(({ source }) => source)).toEqual(['service', 'cache'])
    expect(merged[0]?.fetchedAt).toBe('2026-02-01T00:00:00Z')
  })

  it('does not replace a newer response with an older cached one', () => {
    const shown = [hit('a', 'service', '2026-02-01T00:00:00Z')]
    const merged = mergeHits(shown, [hit('a', 'cache', '2026-01-01T00:00:00Z')])
    expect(merged[0]?.source).toBe('service')
  })

  it('marks a drug as cached once the service no longer answers', () => {
    const merged = mergeHits([hit('a', 'service')], [hit('a', 'cache')])
    expect(merged[0]?.source).toBe('cache')
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

describe('addedByService', () => {
  it('counts each uncached drug once, and none if nothing was cached', () => {
    const answered = [hit('a', 'service'), hit('b', 'service'), hit('b', 'service')]
    expect(countAddedByService([hit('a', 'cache')], answered)).toBe(1)
    expect(countAddedByService([], answered)).toBe(0)
  })
})
