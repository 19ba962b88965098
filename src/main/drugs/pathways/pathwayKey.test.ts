import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownKey, pathwayKey } from './nameRules.ts'

const keys = (...names: string[]) => [...new Set(names.map(pathwayKey))]

describe('the key of a pathway', () => {
  test('is the same for every spelling of a name', () => {
    expect(keys('NF_KB', 'NF-kB', 'NFkB', 'nf κb', 'NF-κB', 'NF–KappaB', 'ＮＦ－ｋＢ')).toEqual(['nfkb'])
    expect(keys('TGF-β', 'TGFb', 'TGF-beta', 'TGFbeta', 'tgf Beta', 'TGF_ß'.replace('ß', 'B'))).toEqual([
      'tgfb',
    ])
    expect(keys('PI3K-δ', 'PI3Kdelta', 'pi3k d')).toEqual(['pi3kd'])
    expect(keys('mTORC1', 'MTORC-1', 'mTORC₁')).toEqual(['mtorc1'])
    expect(keys('Rôle', 'role')).toEqual(['role'])
  })

  test('distinguishes names with different digits', () => {
    expect(keys('mTORC1', 'mTORC2', 'mTORC', 'mTORC12')).toHaveLength(4)
    expect(keys('ERK1/2', 'ERK12', 'ERK 1-2')).toEqual(['erk1.2', 'erk12'])
    expect(keys('PI3K', 'P3K')).toHaveLength(2)
  })

  test('distinguishes names with different signs', () => {
    expect(keys('CD4+', 'CD4-', 'CD4', 'cd4–')).toEqual(['cd4+', 'cd4!', 'cd4'])
    expect(keys('CD4+ T cell', 'CD4- T cell', 'CD4 T cell')).toHaveLength(3)
    expect(keys('T-cell', 'T cell', 'T - cell')).toEqual(['tcell'])
  })

  test('keeps Chinese, and keeps each name without a letter or digit separate', () => {
    expect(keys('自噬', ' 自噬 ', '自噬 通路')).toEqual(['自噬', '自噬通路'])
    expect(keys('∅', '→', '∅→', '', ' ')).toHaveLength(5)
    expect(pathwayKey('∅')).toBe('=∅')
  })

  test('has a maximum length and still distinguishes long names', () => {
    const long = 'a'.repeat(1_000_000)
    for (const name of [long, `${long}b`, '→'.repeat(5000), 'beta'.repeat(5000)])
      expect(pathwayKey(name).length).toBeLessThanOrEqual(200)
    expect(keys(long, `${long}b`, `${long}b `)).toHaveLength(2)
    expect(ownKey(`${'a'.repeat(149)}😀${'a'.repeat(200)}`).isWellFormed()).toBe(true)
  })

  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ maxLength: 40 }),
    fc
      .array(fc.constantFrom('TGF', 'be', 'ta', 'κ', '1', '2', '-', '/', ' ', '=', '~', 'β'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  )
  const digitRuns = (text: string) => text.match(/\p{N}+/gu) ?? []

  test('contains the digits of any name, run by run', () => {
    fc.assert(
      fc.property(anything, (name) => {
        const key = pathwayKey(name)
        fc.pre(!key.startsWith('='))
        expect(digitRuns(key)).toEqual(digitRuns(name.normalize('NFKD').replace(/\p{M}/gu, '')))
      }),
    )
  })

  test('is its own key, is not empty, and differs from the own key of every name', () => {
    fc.assert(
      fc.property(anything, anything, (name, other) => {
        const key = pathwayKey(name)
        expect(key).not.toBe('')
        expect(key.length).toBeLessThanOrEqual(200)
        expect(key.startsWith('=') ? ownKey(name) : pathwayKey(key)).toBe(key)
        expect(key === ownKey(other)).toBe(key.startsWith('=') && name === other)
      }),
    )
  })
})
