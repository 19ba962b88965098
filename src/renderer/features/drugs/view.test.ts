import { describe, expect, it } from 'vitest'
import type { DrugHit } from '../../../shared/domain/drug.ts'
import { matchingSynonyms, nextHit, parseView } from './view.ts'

const hits = ['a', 'b', 'c'].map((drugId) => ({ drugId })) as DrugHit[]

describe('parseView', () => {
  it('reads texts and passes over anything else that someone wrote into the address', () => {
    expect(parseView({ text: 'rapa', category: 7, drug: '' })).toEqual({
      text: 'rapa',
      category: undefined,
      drug: undefined,
    })
  })
})

describe('nextHit', () => {
  it('begins at the first drug, stops at the last, and leaves other keys alone', () => {
    expect(nextHit('ArrowDown', null, hits)).toBe('a')
    expect(nextHit('ArrowDown', 'c', hits)).toBe('c')
    expect(nextHit('ArrowUp', 'b', hits)).toBe('a')
    expect(nextHit('PageDown', 'a', hits)).toBe('c')
    expect(nextHit('x', 'a', hits)).toBeNull()
    expect(nextHit('ArrowDown', null, [])).toBeNull()
  })
})

describe('matchingSynonyms', () => {
  it('names only the synonyms that explain a hit which the name does not', () => {
    const drug = { name: 'Sirolimus', synonyms: ['Rapamycin', 'AY-22989'] }
    expect(matchingSynonyms(drug, 'rapa')).toEqual(['Rapamycin'])
    expect(matchingSynonyms(drug, 'siro')).toEqual([])
    expect(matchingSynonyms(drug, '')).toEqual([])
  })
})
