import { describe, expect, it } from 'vitest'
import { defaultOrderForm, type FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createDraws } from '../../testing/createDraws.ts'
import { checkWith, csv } from '../validation/testing/checkWith.ts'
import { createMissingWords, missingAnywhere } from './missingWords.ts'

const columns = ['sample', 'age', 'sex', 'tissue', 'group', 'date']
const rows = (...lines: string[]) => csv(...lines).map((row, index) => [`S-${index}`, ...row])
const rule = (type: FieldRule['type'], more: Partial<FieldRule> = {}): FieldRule => ({
  field: 'x',
  sendAs: 'x',
  type,
  required: false,
  ...more,
})

describe('a word for a missing value', () => {
  it.each([
    ...'NA|N/A|n.a.|NaN|nan|null|NULL|-|--|.|?| NA |NA |not available|Not applicable'.split('|'),
    ...'not collected|not provided|missing|missing: control sample|Missing:lab stock'.split('|'),
  ])('%j is one in any field but the name', (cell) => {
    for (const type of ['text', 'age', 'number', 'sex', 'day'] as const)
      expect(createMissingWords(rule(type)).has(cell)).toBe(true)
  })

  it.each(['None', 'unknown', 'n.d.', 'ND', '不明'])('%j is one where no free text stands', (cell) => {
    expect(createMissingWords(rule('age')).has(cell)).toBe(true)
    expect(createMissingWords(rule('day')).has(cell)).toBe(true)
    expect(createMissingWords(rule('text')).has(cell)).toBe(false)
  })

  it.each(['', '  ', ...'0|N|Na|NA-12|nana|missing data?|mm|-1|+|normal|肝'.split('|')])(
    '%j is none in a text',
    (cell) => expect(createMissingWords(rule('text')).has(cell)).toBe(false),
  )

  it('is recognized by the fast test exactly as by the full list, whatever characters surround it', () => {
    const { pick } = createDraws(createSeededRandom(11))
    const around = ['', '', '', ' ', '\t', '\u00A0', '\u0000', 'x', 'é', '\u3000']
    const { has } = createMissingWords(rule('text'))
    const all = new Set(missingAnywhere)
    const expected = (cell: string): boolean =>
      (all.has(cell.trim().toLowerCase()) && cell.trim() !== 'Na') || /^missing: ?\S/i.test(cell.trim())
    const texts = Array.from({ length: 20_000 }, () => {
      const word = pick([...missingAnywhere, 'missing: é', 'Missing:x', ''])
      return pick(around) + pick([word, word.toUpperCase(), word.slice(1), word.slice(0, -1)]) + pick(around)
    })
    for (const cell of texts) expect([cell, has(cell)]).toEqual([cell, expected(cell)])
  })

  it('is none where the form offers it, or where it is a known sex', () => {
    expect(createMissingWords(rule('text', { oneOf: ['NA', 'EU'] })).has('NA')).toBe(false)
    expect(createMissingWords(rule('sex')).has('unknown')).toBe(false)
    expect(createMissingWords(rule('sex')).has('NA')).toBe(true)
  })

  it('is read as empty, in a note for each column with its count, its rows and the way back', () => {
    const { checked, notes } = checkWith(
      { columns },
      rows('NA,F,liver,old,not collected', '34,N/A,NA,young,2026-04-03', '-,M,NA,,?'),
    )
    expect(checked.map(({ fields }) => fields)).toEqual([
      { client_reference: 'S-0', sex: 'F', tissue: 'liver', group: 'old' },
      { client_reference: 'S-1', age: 34, group: 'young', collected_at: '2026-04-03' },
      { client_reference: 'S-2', sex: 'M' },
    ])
    expect(checked.flatMap(({ problems }) => problems)).toEqual([])
    expect(notes[0]).toMatchObject({ rule: 'missing-words', severity: 'note', undo: { missingWords: false } })
    const counted = notes.map(({ column, count, rows: lines }) => `${column} ${count}: ${lines.join()}`)
    expect(counted).toEqual(['age 2: 2,4', 'sex 1: 3', 'tissue 2: 3,4', 'date 2: 2,4'])
    const message = 'Words for a missing value in “age” are read as empty: “NA” (1), “-” (1).'
    expect(notes[0]!.message).toEqual(message)
  })

  it('stays a text where that is switched off', () => {
    const { checked, notes } = checkWith({ columns, missingWords: false }, rows('34,F,NA,-,'))
    expect(checked[0]!.fields).toMatchObject({ tissue: 'NA', group: '-' })
    expect(notes).toEqual([])
  })

  it('is named where the field is required', () => {
    const form = defaultOrderForm.map((one) => ({ ...one, required: one.required || one.field === 'age' }))
    const { checked } = checkWith({ columns, form }, rows('NA,,,,'))
    const message = 'Every order needs “age”, but the cell is empty (“NA”). Fill it in.'
    expect(checked[0]!.problems).toMatchObject([{ value: 'NA', rule: 'required', message }])
  })

  it('makes duplicates of two rows that differ only in their words for a missing value', () => {
    const { checked } = checkWith({ columns }, csv('A,NA,F,-,,', 'A,,F,N/A,.,'))
    expect(checked.map(({ status }) => status)).toEqual(['valid', 'duplicate'])
  })

  it('is left out of joined columns, and stays in what is stored here', () => {
    const transform = { joined: { group: { columns: ['tissue', 'group'], separator: '-' } }, notes: ['sex'] }
    const mapping = { sample: 'client_reference' }
    const { checked } = checkWith({ columns, mapping, transform }, rows(',NA,liver,n/a,'))
    expect(checked[0]).toMatchObject({ fields: { group: 'liver' }, notes: { sex: 'NA' } })
  })

  it('warns if a column has both “-” and “+”, which may mean without and with', () => {
    const { notes } = checkWith({ columns }, rows(',,+,,', ',,-,,'))
    expect(notes).toMatchObject([{ rule: 'missing-words', column: 'tissue', severity: 'warning' }])
  })
})
