import { describe, expect, it } from 'vitest'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'
import { findPathway, findStudy } from './lookups.ts'
import type { OpenedApp } from './program/command.ts'
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

  it.each(['MTOR', 'nothing', '', '---', "'; DROP TABLE drugs"])('is not found as %j', (name) => {
    expect(() => findPathway(table, name)).toThrow(UsageError)
  })

  it('lists the candidates of an ambiguous name', () => {
    expect(() => findPathway(table, 'MTOR')).toThrow('My own name, mTor')
    expect(() => findPathway(table, 'nothing')).toThrow('No cached drug acts on a pathway "nothing".')
  })
})

describe('a study by its name', () => {
  const all = { studyId: 'all', name: 'All samples' }
  const find = (name: string, ...studies: { studyId: string; name: string }[]) => {
    const call = async () => [all, ...studies]
    return findStudy({ call } as unknown as OpenedApp, name)
  }

  it('is found by id, ignoring case', async () => {
    expect(await find('all')).toEqual(all)
    expect(await find('LIVER', { studyId: 's1', name: 'Liver' })).toMatchObject({ studyId: 's1' })
    await expect(find('spleen')).rejects.toThrow('There is no study "spleen".')
  })

  it('is refused if it may also mean all samples, with the text to type for each', async () => {
    await expect(find('all', { studyId: 's1', name: 'All' })).rejects.toThrow(
      '"all" means several studies: choose "All samples" or s1.',
    )
    await expect(find('All samples', { studyId: 's1', name: 'all samples' })).rejects.toThrow(
      '"All samples" means several studies: choose all or s1.',
    )
  })
})
