import { describe, expect, it } from 'vitest'
import { readDay } from '../../../shared/domain/samples/calendar.ts'
import { type ImportPlan, keepUnused, unusedColumns } from '../../../shared/domain/samples/importPlan.ts'
import { defaultOrderForm } from '../../../shared/domain/samples/orderForm.ts'
import {
  absentColumns,
  fitPlan,
  missingFields,
  noTransform,
  readAge,
  sendObstacle,
  setAgeUnit,
  setColumnUse,
  setSource,
  setValues,
  sourceOf,
  textOf,
  valuesOf,
} from './plan.ts'

const plan = (mapping: ImportPlan['mapping']): ImportPlan => ({ mapping, transform: noTransform })
const ready = { online: true, offlineSwitch: false, signedIn: true }

describe('the import plan', () => {
  it('drops values of columns the file does not have, and empty value maps', () => {
    const made = setValues(setValues(plan({}), 'sex', { 1: 'M' }), 'site', { A: 'north' })
    expect(fitPlan(made, ['sex'], defaultOrderForm).transform.values).toEqual({ sex: { 1: 'M' } })
    expect(setValues(setValues(made, 'sex', {}), 'site', {}).transform).toEqual(noTransform)
    expect(valuesOf(made, 'constructor')).toEqual({})
  })

  it('clears the assumed age unit once the user chooses one, even the same one', () => {
    const { transform } = setAgeUnit(
      { mapping: {}, transform: { ...noTransform, ageUnitAssumed: true } },
      'years',
    )
    expect(transform).toEqual(noTransform)
  })

  it('gives a field one source: a constant replaces its column, and a column replaces the constant', () => {
    const constant = setSource(plan({ organ: 'tissue' }), 'tissue', { kind: 'constant', value: 'liver' })
    expect(constant.mapping).toEqual({ organ: null })
    expect(sourceOf(constant, 'tissue')).toEqual({ kind: 'constant', value: 'liver' })
    const column = setColumnUse(constant, 'organ', { kind: 'field', field: 'tissue' })
    expect(column.transform.constants).toEqual({})
    expect(sourceOf(column, 'tissue')).toEqual({ kind: 'column', column: 'organ' })
  })

  it('joins the texts of columns and leaves out empty ones', () => {
    const source = { kind: 'joined' as const, columns: ['donor', 'part', 'day'], separator: '-' }
    expect(textOf(source, ['day', 'donor', 'part'], ['3', 'P01', ' '])).toBe('P01-3')
  })

  it('lists the columns without a use, and the required fields without a source', () => {
    const noted = setColumnUse(plan({ a: null, b: 'age', c: null }), 'c', { kind: 'note' })
    expect(unusedColumns(['c', 'b', 'a'], noted)).toEqual(['a'])
    expect(missingFields(defaultOrderForm, noted).map(({ field }) => field)).toEqual(['client_reference'])
  })

  it('gives a field to one column only, and stores the other column as a note until it gets a field', () => {
    const moved = setColumnUse(plan({ name: 'client_reference', id: null }), 'id', {
      kind: 'field',
      field: 'client_reference',
    })
    expect(moved.mapping).toEqual({ name: null, id: 'client_reference' })
    expect(moved.transform.notes).toEqual(['name'])
    const back = setColumnUse(moved, 'name', { kind: 'field', field: 'group' })
    expect(back.transform.notes).toEqual([])
    expect(setColumnUse(back, 'name', { kind: 'none' })).toMatchObject({
      mapping: { name: null },
      transform: { notes: [] },
    })
  })

  it('stores up to a hundred unused columns, and more on request', () => {
    const columns = ['age', ...Array.from({ length: 150 }, (_, index) => `Column ${index}`)]
    const stored = keepUnused(plan({ age: 'age' }), columns)
    expect(stored.transform.notes).toHaveLength(100)
    expect(unusedColumns(columns, stored)).toHaveLength(50)
    expect(unusedColumns(columns, keepUnused(stored, columns, Number.POSITIVE_INFINITY))).toEqual([])
  })

  it('drops columns that the file does not have, and turns columns of missing fields into notes', () => {
    const joined = setSource(plan({ a: 'age', gone: 'sex', odd: 'weight' }), 'tissue', {
      kind: 'joined',
      columns: ['a', 'gone'],
      separator: ' ',
    })
    const fitting = fitPlan(
      setColumnUse(joined, 'gone', { kind: 'note' }),
      ['a', 'odd', 'new'],
      defaultOrderForm,
    )
    expect(fitting.mapping).toEqual({ a: 'age', odd: null, new: null })
    expect(fitting.transform).toEqual({ ...noTransform, notes: ['odd'] })
    const template = { ...joined, templateId: '', name: '', columns: [], options: {}, savedAt: '' }
    expect(absentColumns(template, ['a', 'odd'])).toEqual(['gone'])
  })
})

describe('examples of values', () => {
  it.each([
    ['03/04/2026', 'DD/MM/YYYY', '2026-04-03'],
    ['03/04/2026', 'MM/DD/YYYY', '2026-03-04'],
    ['24-Mar-2026', 'DD-MMM-YYYY', '2026-03-24'],
    ['20260324', 'YYYYMMDD', '2026-03-24'],
    ['2026-03-24', 'DD.MM.YYYY', '2026-03-24'],
    ['31.02.2026', 'DD.MM.YYYY', null],
    ['3.4.26', 'DD.MM.YYYY', null],
    ['05.03.2024 9.30', 'DD.MM.YYYY', '2024-03-05'],
    ['05.03.2024 99:99', 'DD.MM.YYYY', null],
  ] as const)('takes %s, written as %s, for %s', (text, format, day) => {
    expect(readDay(text, format)).toBe(day)
  })

  it('converts ages to years with the decimal sign of the file', () => {
    expect(readAge('18', 'months', '.')).toBe(1.5)
    expect(readAge('33,6', 'years', ',')).toBe(33.6)
    expect(readAge('33,6', 'years', '.')).toBeNull()
  })
})

describe('joined columns', () => {
  it('are sent, so they are not stored as notes', () => {
    const unused = { mapping: { name: null, plate: null, well: null }, transform: noTransform }
    const plan = keepUnused(unused, ['name', 'plate', 'well'])
    const columns = ['plate', 'well']
    const joined = setSource(plan, 'client_reference', { kind: 'joined', columns, separator: '-' })
    expect(joined.transform.notes).toEqual(['name'])
  })
})

describe('sending', () => {
  it('is possible when rows are valid and the service can be reached', () => {
    expect(sendObstacle({ valid: 2 }, ready)).toBeNull()
  })

  it('names the obstacle', () => {
    expect(sendObstacle({ valid: 0 }, ready)).toBe('nothingValid')
    expect(sendObstacle({ valid: 2 }, { ...ready, offlineSwitch: true, online: false })).toBe('offlineSwitch')
    expect(sendObstacle({ valid: 2 }, { ...ready, online: false })).toBe('offline')
    expect(sendObstacle({ valid: 2 }, { ...ready, signedIn: false })).toBe('signedOut')
  })
})
