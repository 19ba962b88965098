import { describe, expect, it } from 'vitest'
import { chinese } from '../../../../shared/words/chinese.ts'
import { joinMessages, toEnglish, translate } from '../../../../shared/words/message.ts'
import { measureCpu } from '../../../testing/cpuTime.ts'
import { unitOfHeader } from '../detect/headerWords.ts'
import { checkWith, csv } from '../validation/testing/checkWith.ts'
import { findUnitColumn } from './ageUnits.ts'

const assumed = { ageUnitAssumed: true }
const ages = (values: string[], transform = {}, decimal: ',' | '.' = '.', column = 'age') =>
  checkWith(
    {
      columns: ['sample', column],
      mapping: { sample: 'client_reference', [column]: 'age' },
      transform,
      decimal,
    },
    values.map((value, index) => [`S-${index}`, value]),
  )
const sent = (value: string, transform = {}, decimal: ',' | '.' = '.') => {
  const [row] = ages([value], transform, decimal).checked
  return row!.fields ? row!.fields['age'] : row!.problems.map(({ rule }) => rule).join()
}
/** Checks rows of a sample, an age and one more column. */
const beside = (column: string, rows: string[][], transform: object = assumed) =>
  checkWith(
    { columns: ['sample', 'age', column], mapping: { sample: 'client_reference', age: 'age' }, transform },
    rows,
  )

describe('an age with its unit in the cell', () => {
  it.each([
    [0.1533, 'P56|PND 56|8周龄'],
    [0.1916, '10 wks'],
    [0.23, 'P12W'],
    [0.25, '3 mo|3mo.'],
    [0.5, '6m'],
    [0.9966, '52w|52-week-old'],
    [1, '12_months|12 meses|12 个月|12개월'],
    [1.5, '18 Monate|1 year 6 months'],
    [3.5, '3.5 yrs'],
    [34, '34 years|34 yo|34 y.o.|34 ans|34 años|34歳'],
  ])('is sent as %j years, whatever the unit of the column: %s', (years, values) => {
    for (const value of values.split('|'))
      expect([value, sent(value), sent(value, { ageUnit: 'weeks' })]).toEqual([value, years, years])
  })

  it.each([
    ['age', 'E14.5|embryonic day 14|12 dpc|GW 20|30-35|30 – 35 years|>89|65+|10 w, 12 w'],
    ['number', '34 parsecs|1,500 days'],
    ['range', '200 years'],
  ])('is refused by the rule %s: %s', (rule, values) => {
    for (const value of values.split('|')) expect([value, sent(value)]).toEqual([value, rule])
  })

  it('explains why it is refused', () => {
    const message = (value: string) => ages([value]).checked[0]!.problems[0]!.message
    expect(toEnglish(message('E14.5'))).toMatch(/age before birth.*Move the stage to another column/)
    expect(toEnglish(message('30-35'))).toContain('is a range')
    expect(toEnglish(message('10 w, 12 w'))).toContain('several ages')
  })

  it('is found as soon in a cell of thousands of characters as in others', async () => {
    const cells = ['1'.repeat(30_000), `1${' '.repeat(30_000)}`, `1${'_'.repeat(30_000)}`]
    const { cpuMs } = await measureCpu(() => {
      for (const cell of cells) expect(sent(`${cell}x`)).not.toBe(1)
    })
    expect(cpuMs).toBeLessThan(500)
  })

  it('takes either decimal sign that cannot part thousands', () => {
    expect(sent('3,5 Monate')).toBe(0.2917)
    expect(sent('3,5 Monate', {}, ',')).toBe(0.2917)
    expect(sent('1,500 days', {}, ',')).toBe(0.0041)
  })

  it('is counted in one note of the column, with what some of them became', () => {
    const { notes } = ages(['52w', '34', '52w', '104 weeks'], assumed)
    expect(notes).toMatchObject([
      { rule: 'age-unit-assumed', count: 1, rows: [3], severity: 'warning' },
      { rule: 'age-unit-in-cell', column: 'age', count: 3, rows: [2, 4, 5], severity: 'note' },
    ])
    expect(toEnglish(notes[1]!.message)).toContain('“52w” → “0.9966” (2), “104 weeks” → “1.9932” (1)')
  })

  it('is noted loudly where the column has another unit, which the cell overrules', () => {
    const { checked, notes } = ages(['52', '12 months'], { ageUnit: 'weeks' })
    expect(checked.map(({ fields }) => fields?.['age'])).toEqual([0.9966, 1])
    expect(notes).toMatchObject([{ rule: 'age-unit-differs', count: 1, rows: [3], severity: 'warning' }])
  })
})

describe('an M behind an age', () => {
  it('asks for its meaning where F follows other numbers, since M may then be the sex', () => {
    expect(ages(['34M', '28F', '61M'], assumed).last).toMatchObject([
      { row: 2, column: 'age', value: '34M', rule: 'ambiguous-age', severity: 'error' },
    ])
    expect(ages(['28 f', '34 m'], { ageUnit: 'years' }).last).toHaveLength(1)
  })

  it('asks for its meaning where most donors would be children, since ages of adults are rarely given in months', () => {
    expect(ages(['34M', '45M', '61M'], assumed).last).toMatchObject([{ rule: 'ambiguous-age' }])
  })

  it('means months where the column gives no reason to doubt it', () => {
    expect(ages(['3M', '12M', '24M'], assumed).last).toEqual([])
    expect(ages(['3 months', '60M'], assumed, '.', 'Age (months)').last).toEqual([])
  })
})

describe('the unit of ages', () => {
  it.each(['AgeUnit', 'Age unit', 'age_units', 'unit of age', 'Alter Einheit', 'time_unit', '年龄单位'])(
    'is looked for in the column %s, wherever it stands',
    (header) => expect(findUnitColumn(['age', 'site', header], 0)).toBe(2),
  )

  it('takes a header of just “unit” as their unit only if that column directly follows the ages', () => {
    expect(findUnitColumn(['age', 'Unit[time unit]'], 0)).toBe(1)
    expect(findUnitColumn(['age', 'unit'], 0)).toBe(1)
    expect(findUnitColumn(['age', 'dose', 'unit'], 0)).toBe(-1)
    expect(findUnitColumn(['age', 'Community'], 0)).toBe(-1)
  })
})

describe('a column of ages without a unit', () => {
  const human = Array.from({ length: 30 }, (_, index) => String(30 + index))

  it('gets one note that names the assumed unit', () => {
    const { notes, last } = ages([...human, 'NA', ''], assumed)
    const assumption = { rule: 'age-unit-assumed', column: 'age', count: 30, severity: 'note' }
    expect(notes).toMatchObject([assumption, { rule: 'missing-words' }])
    expect(notes[0]?.message).toEqual('“age” names no unit. Its ages are read as years.')
    expect(translate(notes[0]?.message ?? joinMessages([]), chinese)).toBe(
      '“age”没有注明单位，其中的年龄按岁读取。',
    )
    expect(last).toEqual([])
  })

  it('gets no note if the user chose the unit or a header names it', () => {
    expect(ages(human, { ageUnit: 'years' }).notes).toEqual([])
    expect(ages(human, assumed, '.', 'Age (years)').notes).toEqual([])
    const { checked, notes, last } = ages(['52'], assumed, '.', 'Alter (Wochen)')
    expect(checked[0]!.fields!['age']).toBe(0.9966)
    expect([notes, last]).toEqual([[], []])
    expect(checked[0]!.problems).toMatchObject([{ rule: 'age-unit', severity: 'note' }])
  })

  it('gets the note even if the ages have blanks around them', () => {
    const { notes, last } = ages([' 53', '41 ', '\t38'], assumed)
    expect(notes).toMatchObject([{ rule: 'age-unit-assumed', count: 3, severity: 'note' }])
    expect(last).toEqual([])
    expect(ages([' 103', '101 ', ' 104'], assumed).last).toHaveLength(1)
  })

  it('holds all orders back where half of the ages are more than people reach', () => {
    const { notes, last } = ages(['103', '101', '98', '120', '150'], assumed)
    expect(notes).toMatchObject([{ rule: 'age-unit-assumed', count: 5, severity: 'warning' }])
    expect(last).toMatchObject([{ row: 2, column: 'age', rule: 'age-unit-assumed', severity: 'error' }])
    expect(toEnglish(last[0]!.message)).toContain('half of its ages are 103 or more')
  })

  const animals =
    'strain,Bl6|Mouse_ID,7|tissue,mouse liver|species,Mus musculus|background,C57BL/6J|物种,小鼠'
  it.each(csv(...animals.split('|')))(
    'holds all orders back where an animal stands beside it: %s %s',
    (column, cell) => {
      const rows = ['3', '12', '24'].map((age, index) => [`S-${index}`, age, cell])
      const { notes, last } = beside(column, rows)
      expect(notes).toMatchObject([{ severity: 'warning' }])
      expect(last).toMatchObject([{ severity: 'error' }])
      expect(beside(column, rows, { ageUnit: 'months' }).last).toEqual([])
    },
  )

  it.each([
    ['1 and 2', ['1', '1', '2', '2'], 'no age in it is above 2'],
    ['up to 3', ['0', '0.5', '1.2', '2.5', '3'], 'no age in it is above 3'],
    ['of a few groups', ['3', '3', '12', '12', '24', '24', '30', '30'], 'no age in it is above 30'],
  ])('holds all orders back where its ages %s are not plainly years', (_, values, message) => {
    const { notes, last } = ages(values, assumed)
    expect(notes).toMatchObject([{ rule: 'age-unit-assumed', severity: 'warning' }])
    expect(last).toMatchObject([{ row: 2, rule: 'age-unit-assumed', severity: 'error' }])
    expect(toEnglish(last[0]!.message)).toContain(message)
    expect(ages(values, { ageUnit: 'years' }).last).toEqual([])
  })

  it.each([
    ['adults', ['24', '25', '24', '25', '31', '31']],
    ['a child and its parents', ['4', '31', '33']],
    ['children', ['5', '6', '7', '8', '9', '10', '11', '12', '5', '6', '7', '8', '9', '10']],
    ['one adult', ['34']],
    ['children among adults', ['2', '2', '45', '45']],
  ])('is not held back with the ages of %s', (_, values) => {
    expect(ages(values, assumed)).toMatchObject({ last: [], notes: [{ severity: 'note' }] })
  })

  it('blocks all orders if a donor described as old has the age of a child or young adult', () => {
    const aged = (column: string, ...cells: string[]) =>
      beside(column, csv(`A,18,${cells[0]}`, `B,26,${cells[1]}`, `C,78,${cells[2]}`)).last
    expect(toEnglish(aged('age_group', 'Yng', 'Old', 'Old')[0]!.message)).toContain(
      '“Old” stands beside the age 26',
    )
    expect(aged('group', 'young', 'aged liver', 'aged')).toHaveLength(1)
    expect(aged('group', 'young', 'young', 'old')).toEqual([])
    expect(aged('age group', '18 years old', '26-30 years old', 'old')).toEqual([])
    expect(aged('kit', 'new', 'old', 'old')).toEqual([])
  })

  const others = csv('treatment,anti-mouse IgG', 'rate,7', 'operator,Strainer', 'note,demonstrates')
  it.each(others)('is not held back by %s %s', (column, cell) => {
    expect(beside(column, [['A', '34', cell]]).last).toEqual([])
  })
})

it.each([
  ['years', 'Alter (Jahre)|Edad en años|edadaños|Età (anni)|年齢（歳）|age_years'],
  ['months', 'âge (mois)|나이(개월)|age_in_months'],
  ['weeks', 'Age (weeks)|age_w|ageweeks|周龄'],
  ['days', 'age_days|ageDays'],
  [null, 'age|Alter|Stage|age at death'],
])('the unit %s is named by the headers %s', (unit, headers) => {
  for (const header of headers.split('|')) expect([header, unitOfHeader(header)]).toEqual([header, unit])
})
