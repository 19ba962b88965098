import { describe, expect, it } from 'vitest'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'
import { findPathway, NoSuchPathway } from './lookups.ts'
import { UsageError } from './program/exitCodes.ts'

const pathway = (key: string, title: string, ...names: string[]): Pathway => ({
  pathway: key,
  title,
  names: names.map((name) => ({ name, how: 'spelling', drugs: 1, results: 0 })),
  drugs: 1,
  samples: 0,
})
const table = [
  pathway('nfkb', 'NF-κB', 'NF_KB', 'NF-kB'),
  pathway('tgfb', 'TGF-beta', 'TGF-β'),
  pathway('mtor', 'My own name', 'mTOR', 'MTOR complex'),
  pathway('=mTor', 'mTor', 'mTor'),
  pathway('wnt', 'Wnt', '通路'),
]

describe('a pathway on the command line', () => {
  it.each([
    ['nf kb', 'nfkb'],
    ['NFκB', 'nfkb'],
    ['nf-kappa-B', 'nfkb'],
    ['TGF β', 'tgfb'],
    ['tgfbeta', 'tgfb'],
    ['my OWN name', 'mtor'],
    ['mtor_complex', 'mtor'],
    ['mTOR', 'mtor'],
    ['mTor', '=mTor'],
    ['通路', 'wnt'],
  ])('is found as %s', (name, key) => expect(findPathway(table, name)).toBe(key))

  it.each(['MTOR', 'nothing', '', '---', "'; DROP TABLE drugs"])('is not guessed from %j', (name) => {
    expect(() => findPathway(table, name)).toThrow(UsageError)
  })

  it('says which ones are meant by a name of several', () => {
    expect(() => findPathway(table, 'MTOR')).toThrow('My own name, mTor')
    expect(() => findPathway(table, 'MTOR')).not.toThrow(NoSuchPathway)
    expect(() => findPathway(table, 'nothing')).toThrow(NoSuchPathway)
  })
})
