import { describe, expect, it } from 'vitest'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { emptyRow, moved, nameFor, problemsOf, toForm, toRows } from './formRows.ts'

const rows = toRows(defaultOrderForm)
const weight = { ...emptyRow(50), sendAs: 'Body weight', type: 'number' as const, least: '1', most: '900' }

describe('the rows of the order form', () => {
  it('convert back to the same form when nothing changes', () => {
    expect(toForm(rows)).toEqual(defaultOrderForm)
    expect(problemsOf(rows)).toEqual([])
  })

  it('give a new field its own name, and keep the name of a renamed one', () => {
    const renamed = rows.map((row) => (row.field === 'age' ? { ...row, sendAs: 'donor_age' } : row))
    const form = toForm([...renamed, weight])
    expect(form.find(({ field }) => field === 'age')?.sendAs).toBe('donor_age')
    expect(form.at(-1)).toEqual({
      field: 'body_weight',
      sendAs: 'Body weight',
      type: 'number',
      required: false,
      least: 1,
      most: 900,
    })
    expect(nameFor('年龄', new Set(['field']))).toBe('field_2')
  })

  it('swap places when moved, and stay at the ends of the list', () => {
    expect(moved(rows, 0, -1)).toEqual(rows)
    expect(moved(rows, 0, 1).map(({ field }) => field)).toEqual([
      'donor_id',
      'client_reference',
      ...rows.slice(2).map(({ field }) => field),
    ])
  })

  it.each([
    ['no name', { ...weight, sendAs: ' ' }, 'sendAs'],
    ['the name of another', { ...weight, sendAs: 'age' }, 'twice'],
    ['a bound that is no number', { ...weight, least: 'few' }, 'bounds'],
    ['bounds the wrong way round', { ...weight, least: '9', most: '1' }, 'bounds'],
  ])('are not saved with %s', (_, row, what) => {
    expect(problemsOf([...rows, row])).toEqual([{ key: 50, what }])
  })

  it('need exactly one sample name', () => {
    expect(problemsOf(rows.slice(1))).toEqual([{ key: null, what: 'reference' }])
    expect(problemsOf([...rows, { ...weight, type: 'reference' as const }])).toEqual([
      { key: null, what: 'reference' },
    ])
  })
})
