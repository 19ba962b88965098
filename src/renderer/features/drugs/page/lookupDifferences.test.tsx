import { describe, expect, it } from 'vitest'
import type { DrugPathway } from '../../../../shared/domain/drugs/drug.ts'
import { compareLookup } from './Pathways.tsx'

const acts = (pathway: string, direction: DrugPathway['direction'] = 'inhibits'): DrugPathway => ({
  pathway,
  direction,
  evidence: null,
})
const differences = (looked: DrugPathway[], listed: DrugPathway[]) =>
  compareLookup(looked, listed).rows.map(({ difference }) => difference)

describe('compareLookup', () => {
  it('finds no difference between the same pathways in other spellings', () => {
    expect(differences([acts('NF-kB')], [acts('NF_KB')])).toEqual([null])
    expect(compareLookup([acts('NF-kB')], [acts('NF_KB')]).missing).toEqual([])
  })

  it('matches names by the rule of the pathway table', () => {
    expect(differences([acts('NF-κB')], [acts('NF-kB')])).toEqual([null])
    expect(differences([acts('CD4+'), acts('ERK1/2')], [acts('CD4-'), acts('ERK12')])).toEqual([
      { kind: 'onlyHere' },
      { kind: 'onlyHere' },
    ])
  })

  it('reports pathways found only by name, and those listed only under the id', () => {
    expect(differences([acts('mTOR')], [acts('AMPK')])).toEqual([{ kind: 'onlyHere' }])
    expect(compareLookup([acts('mTOR')], [acts('AMPK')]).missing).toEqual(['AMPK'])
  })

  it('reports another direction, with the listed ones', () => {
    expect(differences([acts('mTOR', 'activates')], [acts('mTOR'), acts('mTOR', 'unknown')])).toEqual([
      { kind: 'otherDirection', listed: ['inhibits', 'unknown'] },
    ])
  })
})
