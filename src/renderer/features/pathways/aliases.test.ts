import { describe, expect, it } from 'vitest'
import type { Pathway, PathwayName } from '../../../shared/domain/drugs/pathway.ts'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { arrange, isChanged, isFirstChange, resolve } from './aliases.ts'

const parse = (search: unknown) => searchSchemas()['/library/pathways'].parse(search)

const name = (written: string, how: PathwayName['how'] = 'spelling'): PathwayName => ({
  name: written,
  how,
  drugs: 1,
  results: 0,
})
const pathway = (key: string, names: PathwayName[], drugs = 1): Pathway => ({
  pathway: key,
  title: names[0]?.name ?? key,
  names,
  drugs,
  samples: 0,
})
const nfkb = pathway('nfkb', [name('NF-kB'), name('NF_KB')], 5)
const tgfb = pathway('tgfb', [name('TGF-β')], 9)
const mtor = pathway('mtor', [name('mTOR')], 9)
const all = [nfkb, tgfb, mtor]

describe('the address of the pathways', () => {
  it('accepts a key or any known name, and nothing else', () => {
    expect(resolve(parse({ pathway: 53 }), all)).toBe('53')
    expect(resolve(parse({ name: 'NF_KB' }), all)).toBe('nfkb')
    expect(resolve(parse({ name: 'TGF-beta' }), all)).toBe('tgfb')
    expect(resolve(parse({ name: 'p53' }), all)).toBeUndefined()
    expect(resolve(parse({ pathway: {}, name: '' }), all)).toBeUndefined()
  })
})

describe('the table of pathways', () => {
  const found = (text: string) => arrange(all, text, []).map((one) => one.pathway)

  it('is filtered by every name, ignoring dashes and Greek letters', () => {
    expect(found('nfkb')).toEqual(['nfkb'])
    expect(found('TGFb')).toEqual(['tgfb'])
    expect(found(' _kb')).toEqual(['nfkb'])
    expect(found('-')).toEqual(['nfkb', 'tgfb'])
    expect(found('zzz')).toEqual([])
  })

  it('is sorted by counts in descending order, with ties by title', () => {
    expect(arrange(all, '', [{ column: 'drugs', order: 'desc' }]).map((one) => one.pathway)).toEqual([
      'mtor',
      'tgfb',
      'nfkb',
    ])
  })
})

describe('a change by the user', () => {
  it('shows in a name, or in a title that is not a name', () => {
    expect(isChanged(nfkb)).toBe(false)
    expect(isChanged({ ...nfkb, title: 'Inflammation' })).toBe(true)
    expect(isChanged(pathway('x', [name('x'), name('y', 'person')]))).toBe(true)
  })

  it('is undone by a reset only if that reverts no other change', () => {
    expect(isFirstChange(tgfb, nfkb, all)).toBe(true)
    expect(isFirstChange(tgfb, { ...nfkb, title: 'Inflammation' }, all)).toBe(false)
    expect(isFirstChange(tgfb, nfkb, [...all, pathway('=NFkB', [name('NFkB', 'person')])])).toBe(false)
    expect(isFirstChange(tgfb, nfkb, [...all, pathway('=NFkB+', [name('NFkB+', 'person')])])).toBe(true)
    expect(isFirstChange(tgfb, nfkb, [...all, pathway('=p', [name('p53', 'person')])])).toBe(true)
  })
})
