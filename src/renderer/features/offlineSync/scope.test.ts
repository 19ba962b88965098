import { describe, expect, it } from 'vitest'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { knownDrugs, mostRequests, parseSyncDraft, toScope } from './scope.ts'

const nothing = { plans: [], cached: 0, categories: [], sets: [] }

describe('the form of an offline sync', () => {
  it('starts with the scope in the address', () => {
    expect(toScope(parseSyncDraft({}))).toEqual({ kind: 'catalogue' })
    expect(toScope(parseSyncDraft(searchSchemas()['/library/offline'].parse({ set: 12 })))).toEqual({
      kind: 'list',
      listId: '12',
    })
    expect(toScope(parseSyncDraft({ category: 'Statin' }))).toEqual({ kind: 'category', category: 'Statin' })
    expect(toScope({ ...parseSyncDraft({}), kind: 'list' })).toBeNull()
  })

  it('estimates the pages of lists, plus the requests for each drug', () => {
    expect(mostRequests('catalogue', 'names', 201)).toBe(3)
    expect(mostRequests('catalogue', 'pathways', 200)).toBe(202)
    expect(mostRequests('catalogue', 'all', 200)).toBe(402)
    expect(mostRequests('list', 'list', 20)).toBe(20)
    expect(mostRequests('list', 'pathways', 20)).toBe(40)
    expect(mostRequests('list', 'all', 20)).toBe(40)
  })

  it('counts the drugs known so far, and says if there may be more', () => {
    expect(knownDrugs(parseSyncDraft({}), nothing)).toBeNull()
    expect(knownDrugs(parseSyncDraft({}), { ...nothing, cached: 7 })).toEqual({ drugs: 7, orMore: true })
    const categories = [{ value: 'Statin', count: 4 }]
    expect(knownDrugs(parseSyncDraft({ category: 'Statin' }), { ...nothing, categories })).toEqual({
      drugs: 4,
      orMore: true,
    })
  })
})
