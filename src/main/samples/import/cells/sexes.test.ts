import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/words/message.ts'
import { checkWith, csv } from '../validation/testing/checkWith.ts'
import { suggestSexes } from './sexes.ts'

const sexes = (cells: string[], values?: Record<string, string>) =>
  checkWith(
    { columns: ['sample', 'sex'], transform: values ? { values: { sex: values } } : {} },
    cells.map((cell, index) => [`S-${index}`, cell]),
  )
const sent = (cell: string, values?: Record<string, string>) => {
  const [row] = sexes([cell], values).checked
  return row!.fields ? row!.fields['sex'] : row!.problems[0]!.rule
}

describe('a sex', () => {
  it.each([
    ['F', 'Femelle|hembra|mujer|femmina|vrouw|♀|雌性|여성'],
    ['M', 'mâle|macho|varón|homem|♂|雄|オス|남'],
  ])('%s is sent for %s', (sex, cells) => {
    for (const cell of cells.split('|')) expect([cell, sent(cell)]).toEqual([cell, sex])
  })

  it.each(['1', '2', '0', 'h', 'H', 'V', 'S', 'k'])('%j is asked about, since it may be either', (cell) => {
    expect(sent(cell)).toBe('sex')
    expect(toEnglish(sexes([cell]).checked[0]!.problems[0]!.message)).toContain('may stand for either sex')
  })

  it("is the user's meaning of a code, and the replaced cells are counted", () => {
    const { checked, notes } = sexes(['1', '2', '2', '', '9'], { 1: 'M', 2: 'F', '': 'unknown', 9: '' })
    expect(checked.map(({ fields }) => fields?.['sex'])).toEqual(['M', 'F', 'F', 'unknown', undefined])
    const counted = { rule: 'value-map', column: 'sex', count: 5, rows: [2, 3, 4, 5, 6], severity: 'note' }
    expect(notes).toMatchObject([{ ...counted, undo: null }])
    expect(toEnglish(notes[0]!.message)).toContain('“2” → “F” (2), “1” → “M” (1)')
  })

  it('refuses M if the column also has H or V, since it may mean mujer', () => {
    const rulesOf = (cells: string, values?: Record<string, string>) =>
      sexes(cells.split(','), values).last.map(({ row, rule, severity }) => `${row} ${rule} ${severity}`)
    const doubt = 'ambiguous-sex error'
    expect(rulesOf('H,M')).toEqual([`2 ${doubt}`])
    expect(rulesOf(' H,M ')).toEqual([`2 ${doubt}`])
    expect(rulesOf('M,V', { V: 'M' })).toHaveLength(1)
    for (const cells of [' H,M , F', 'M,F']) expect(rulesOf(cells)).toEqual([])
    expect(rulesOf('H,M', { H: 'M', M: 'F' })).toEqual([])
    expect(rulesOf('V,M', { V: 'F' })).toEqual([])
    expect(rulesOf('H,F,M', { H: 'M' })).toEqual([])
  })

  it('of a single letter is suggested where the letters beside it leave no doubt', () => {
    expect(suggestSexes('sexe', ['H', 'F', '', 'H'])).toEqual({ H: 'M' })
    expect(suggestSexes('sex', ['h', 'H', 'f'])).toEqual({ h: 'M', H: 'M' })
    expect(suggestSexes('Geslacht', ['M', 'V'])).toEqual({ V: 'F' })
    for (const [header, ...cells] of csv('sexo,H,M', 'sexo,V,M', 'sex,H', 'sex,1,2', 'sex,F,M'))
      expect(suggestSexes(header!, cells)).toBe(null)
  })
})

describe('a value map', () => {
  const columns = ['sample', 'tissue', 'age']
  const check = (values: Record<string, Record<string, string>>, ...rows: string[][]) =>
    checkWith({ columns, transform: { values } }, rows)

  it('changes whole texts of its column alone, and its results are checked as cells are', () => {
    const values = { tissue: { LIV: 'liver', NA: 'unknown' }, age: { adult: '34', old: 'very' } }
    const { checked } = check(values, ...csv('A, LIV ,adult', 'LIV,LIV 2,', 'C,NA,old'))
    expect(checked.map(({ fields }) => fields)).toEqual([
      { client_reference: 'A', tissue: 'liver', age: 34 },
      { client_reference: 'LIV', tissue: 'LIV 2' },
      null,
    ])
    expect(checked[2]!.problems).toMatchObject([{ column: 'age', value: 'old', rule: 'number' }])
  })

  it('treats two texts with the same replacement as one order', () => {
    const { checked } = check({ tissue: { LIV: 'liver' } }, ['A', 'LIV', ''], ['A', 'liver', ''])
    expect(checked.map(({ status }) => status)).toEqual(['valid', 'duplicate'])
  })

  it('refuses replacements for a column that the file does not have', () => {
    expect(() => check({ organ: { LIV: 'liver' } })).toThrow('“organ” is no column of this file')
  })
})
