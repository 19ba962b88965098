import { describe, expect, it } from 'vitest'
import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { checkWith, csv } from './testing/checkWith.ts'

const name = 'client_reference'
const reference: FieldRule = { field: name, sendAs: name, type: 'reference', required: true }

/** Checks one row with a sample and one more field. Returns the sent value and the findings. */
function sent(
  rules: Partial<FieldRule>,
  cell: string,
  more: Omit<Parameters<typeof checkWith>[0], 'columns'> = {},
) {
  const rule: FieldRule = { field: 'x', sendAs: 'x', type: 'text', required: false, ...rules }
  const form = [reference, rule]
  const mapping = { id: 'client_reference', value: 'x' }
  const { checked } = checkWith({ columns: ['id', 'value'], form, mapping, ...more }, [['S', cell]])
  const { fields, problems } = checked[0]!
  return { sent: fields ? fields['x'] : 'refused', rules: problems.map(({ rule: of }) => of), problems }
}

/** The findings of each row, as `column rule`. */
const findingsOf = (rows: ReturnType<typeof checkWith>['checked']) =>
  rows.map(({ problems }) => problems.map(({ column, rule }) => `${column} ${rule}`).join())

describe('a number', () => {
  it.each([
    ['12', 12],
    ['-3.50', -3.5],
    ['+7', 7],
    ['-0', 0],
    ['007', 7],
    ['', undefined],
    ['123456789012345', 123_456_789_012_345],
    ['1234567890123456', 1234567890123456],
    ['33.60027378507871', 33.60027378507871],
    ['0.30000000000000004', 0.30000000000000004],
    ['0000000000000000012.50000000000', 12.5],
    ['0.00000000000000012', 1.2e-16],
  ])('%j is sent as %j', (cell, value) => {
    expect(sent({ type: 'number' }, cell)).toMatchObject({ sent: value, rules: [] })
  })

  it.each(['1,5', '12 g', '1e5', '0x1', '1 000', '12345678901234567', '9007199254740993'])(
    '%j is refused',
    (cell) => expect(sent({ type: 'number' }, cell)).toMatchObject({ sent: 'refused', rules: ['number'] }),
  )

  it.each([
    [{ least: 10 }, '9.99', 'at least 10 g'],
    [{ most: 50 }, '50.01', 'at most 50 g'],
    [{ least: 10, most: 50 }, '0', 'between 10 and 50 g'],
  ])('keeps to the bounds %j, whose unit is named', (bounds, cell, message) => {
    const { sent: value, problems } = sent({ type: 'number', unit: 'g', ...bounds }, cell)
    expect(value).toBe('refused')
    expect(problems).toMatchObject([{ row: 2, column: 'value', value: cell, rule: 'range' }])
    expect(toEnglish(problems[0]!.message)).toContain(message)
    for (const edge of [10, 50]) expect(sent({ type: 'number', ...bounds }, `${edge}`).sent).toBe(edge)
  })

  it('is noted where its last digits are rounded', () => {
    const { sent: value, problems } = sent({ type: 'number' }, '0.12345678901234567890')
    expect(value).toBe(0.12345678901234568)
    expect(problems).toMatchObject([{ rule: 'rounded', severity: 'note' }])
    expect(toEnglish(problems[0]!.message)).toContain('sent as 0.12345678901234568')
    expect(sent({ type: 'age' }, '33.600273785078713').rules).toEqual(['rounded'])
  })
})

describe('an age', () => {
  const inUnit = (ageUnit: 'months' | 'weeks' | 'days', cell: string, rules: Partial<FieldRule> = {}) =>
    sent({ type: 'age', ...rules }, cell, { transform: { ageUnit } })

  it.each([
    ['months', '6', 0.5],
    ['months', '1', 0.0833],
    ['weeks', '8', 0.1533],
    ['days', '365.25', 1],
    ['days', '90', 0.2464],
    ['weeks', '0', 0],
    ['months', '1560', 130],
  ] as const)('in %s: %s is sent as %s years, with a note', (unit, cell, years) => {
    expect(inUnit(unit, cell)).toMatchObject({
      sent: years,
      problems: [{ rule: 'age-unit', severity: 'note' }],
    })
  })

  it('is checked after it was turned into years', () => {
    expect(inUnit('months', '130').sent).toBe(10.8333)
    expect(inUnit('months', '1561')).toMatchObject({ sent: 'refused', rules: ['range'] })
    expect(toEnglish(inUnit('weeks', '60', { most: 1 }).problems[0]!.message)).toContain(
      '60 weeks are 1.1499 years',
    )
    expect(inUnit('days', '-1')).toMatchObject({ sent: 'refused', rules: ['range'] })
  })

  it('is noted once for its column', () => {
    const inWeeks = { columns: ['id', 'age'], transform: { ageUnit: 'weeks' } } as const
    const { checked } = checkWith(inWeeks, csv('A,8', 'B,9', 'C,8'))
    expect(checked.map(({ problems }) => problems.length)).toEqual([1, 0, 0])
  })
})

describe('a header that names a unit of ages', () => {
  const findingsFor = (header: string, ageUnit: 'years' | 'weeks', rows = [['A', '8']]) => {
    const mapping = { id: 'client_reference', [header]: 'age' }
    return checkWith({ columns: ['id', header], mapping, transform: { ageUnit } }, rows).last
  }

  it('is reported if the ages are read in another unit', () => {
    expect(findingsFor('Age (weeks)', 'years')).toMatchObject([
      { row: 2, column: 'Age (weeks)', rule: 'age-unit', severity: 'error' },
    ])
    expect(toEnglish(findingsFor('age_yrs', 'weeks')[0]!.message)).toContain('names years, but')
  })

  it('is not reported if it matches, names no unit or two, or no row follows', () => {
    expect(findingsFor('Age (weeks)', 'weeks')).toEqual([])
    expect(findingsFor('age', 'weeks')).toEqual([])
    expect(findingsFor('Age (weeks or months)', 'years')).toEqual([])
    expect(findingsFor('Age (weeks)', 'years', [])).toEqual([])
  })
})

describe('a field that is required', () => {
  it('is not offered to be left empty', () => {
    const message = (required: boolean) =>
      toEnglish(sent({ type: 'number', required }, 'x').problems[0]!.message)
    expect(message(true)).not.toContain('empty')
    expect(message(false)).toContain('or leave the cell empty')
  })
})

describe('a choice', () => {
  const oneOf = ['liver', 'blood', '3']
  it('is refused if it is not listed exactly so, with what can be chosen', () => {
    const { problems } = sent({ oneOf }, 'Liver')
    expect(problems).toMatchObject([{ row: 2, column: 'value', value: 'Liver', rule: 'choice' }])
    expect(toEnglish(problems[0]!.message)).toContain('liver, blood, 3. Write “liver”')
    expect(toEnglish(sent({ oneOf }, 'skin').problems[0]!.message)).toContain('Choose one of them')
    expect(sent({ oneOf: ['F'], type: 'sex' }, 'M').rules).toEqual(['choice'])
  })
})

describe('a pattern', () => {
  it('is for the whole text', () => {
    expect(sent({ pattern: '[A-Z]\\d+' }, 'A12').sent).toBe('A12')
    const { problems } = sent({ pattern: '[A-Z]\\d+' }, 'A12b')
    expect(problems).toMatchObject([{ row: 2, column: 'value', value: 'A12b', rule: 'pattern' }])
    expect(toEnglish(problems[0]!.message)).toContain('[A-Z]\\d+. Correct it, or leave the cell empty')
  })

  it('applies to references too', () => {
    const form = [{ ...reference, pattern: 'HL-\\d{3}' }]
    const { checked } = checkWith({ columns: ['id'], form }, [['HL-001'], ['HL-1']])
    expect(checked.map(({ status }) => status)).toEqual(['valid', 'invalid'])
  })
})

describe('joined columns', () => {
  const columns = ['id', 'city', 'room', 'remark']
  const transform = { joined: { tissue: { columns: ['city', 'room'], separator: '-' } } }
  const joined = { columns, mapping: { id: 'client_reference' }, transform }

  it('are refused with the faulty cell named', () => {
    const { checked } = checkWith(joined, [['A', 'Ulm', '#N/A', '']])
    expect(checked[0]!.problems).toMatchObject([
      { row: 2, column: 'room', value: '#N/A', rule: 'error-value', severity: 'error' },
    ])
  })

  it('are checked cell by cell for damage by a spreadsheet, and not as a whole', () => {
    const { checked } = checkWith(joined, csv('A,2-Sep,x,', 'B,2,Sep,'))
    expect(findingsOf(checked)).toEqual(['city excel-date', ''])
  })

  it('are refused as a whole by the name of the first', () => {
    const { checked } = checkWith(joined, [['A', 'x'.repeat(300), 'y'.repeat(300), '']])
    expect(checked[0]!.problems).toMatchObject([{ column: 'city', rule: 'too-long' }])
  })

  it('can make a day, a name, or a number, by the rules of those', () => {
    const parts = {
      client_reference: { columns: ['plate', 'well'], separator: '/' },
      collected_at: { columns: ['year', 'month', 'day'], separator: '-' },
    }
    const plan = {
      columns: 'year month day plate well'.split(' '),
      mapping: {},
      transform: { joined: parts },
    }
    const { checked } = checkWith(plan, csv('2026,04,03,P1,A1', '2026,02,30,P1,A2', ',,,,', ',,,P1,A1'))
    expect(checked[0]!.fields).toEqual({ client_reference: 'P1/A1', collected_at: '2026-04-03' })
    expect(findingsOf(checked)).toEqual(['', 'year date', 'plate required', 'plate conflicting-row'])
  })
})

it('constants are sent in every row, and what is made of them is noted once', () => {
  const constants = { sex: 'female', age: '8.5', collected_at: '03.04.2026', group: 'A' }
  const transform = { constants, dayFormat: 'DD.MM.YYYY' } as const
  const { checked } = checkWith({ columns: ['id'], decimal: ',', transform }, csv('A', 'B', 'A'))
  const constant = { sex: 'F', age: 8.5, collected_at: '2026-04-03', group: 'A' }
  expect(checked.map(({ fields }) => fields)).toEqual([
    { client_reference: 'A', ...constant },
    { client_reference: 'B', ...constant },
    null,
  ])
  expect(checked.map(({ status }) => status)).toEqual(['valid', 'valid', 'duplicate'])
  expect(findingsOf(checked)).toEqual(['null normalised,null day-form', '', 'id duplicate-in-file'])
})

describe('rows of one name', () => {
  it('are different orders if their joined parts differ', () => {
    const transform = { joined: { client_reference: { columns: ['plate', 'well'], separator: '' } } }
    const { checked } = checkWith({ columns: ['plate', 'well'], transform }, csv('1,23', '12,3', '1, 23'))
    expect(findingsOf(checked).slice(0, 2)).toEqual(['', 'plate conflicting-row'])
    expect(findingsOf(checked)[2]).toContain('duplicate-in-file')
  })

  it('are different orders if their notes differ', () => {
    const rows = csv('A,first vial', 'A,second vial', 'A,first vial')
    const { checked } = checkWith({ columns: ['id', 'remark'], transform: { notes: ['remark'] } }, rows)
    expect(findingsOf(checked)).toEqual(['', 'id conflicting-row', 'id duplicate-in-file'])
  })
})

describe('notes', () => {
  it('are the unchanged cells of their columns, without empty ones, for valid rows only', () => {
    const notes = ['box', '__proto__', 'id']
    const rows = csv('A, 7 ,', 'B,,x', ',7,', 'A, 7 ,')
    const { checked } = checkWith({ columns: ['id', 'box', '__proto__'], transform: { notes } }, rows)
    const noted = checked.map((row) => row.notes && Object.entries(row.notes).join())
    expect(noted).toEqual(['box, 7 ,id,A', '__proto__,x,id,B', null, null])
    expect(checked[0]!.fields).toEqual({ client_reference: 'A' })
  })
})
