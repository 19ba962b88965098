import { describe, expect, it } from 'vitest'
import { suggestMapping, toMappedColumns } from './mapping.ts'

describe('suggestMapping', () => {
  it('knows the columns of the example cohorts', () => {
    const columns = [
      'sample_name',
      'donor',
      'group',
      'age',
      'sex',
      'tissue',
      'treatment',
      'collected_at',
      'Notes',
    ]
    const fields = [
      'client_reference',
      'donor_id',
      'group',
      'age',
      'sex',
      'tissue',
      'treatment',
      'collected_at',
    ]
    expect(Object.values(suggestMapping(columns))).toEqual([...fields, null])
  })

  it.each([
    ['Sample ID', 'client_reference'],
    ['编号', 'client_reference'],
    ['  Reference ', 'client_reference'],
    ['Age (years)', 'age'],
    ['age_years', 'age'],
    ['年龄', 'age'],
    ['Gender', 'sex'],
    ['性别', 'sex'],
    ['Compound', 'treatment'],
    ['Drug', 'treatment'],
    ['Arm', 'group'],
    ['Condition', 'group'],
    ['Collection date', 'collected_at'],
    ['Donor-ID', 'donor_id'],
    ['Patient', 'donor_id'],
    ['Sample type', 'tissue'],
    ['weight', null],
    ['stage', null],
  ])('takes %j for %s', (column, field) => {
    expect(suggestMapping([column])).toEqual({ [column]: field })
  })

  it('never gives a field to two columns, and prefers the better name', () => {
    expect(suggestMapping(['id', 'sample_id', 'name'])).toEqual({
      id: null,
      sample_id: 'client_reference',
      name: null,
    })
  })

  it('survives columns with names of the language itself', () => {
    const columns = ['__proto__', 'constructor', 'id']
    const mapping = suggestMapping(columns)
    expect(mapping.id).toBe('client_reference')
    expect(toMappedColumns(columns, mapping)).toEqual([{ column: 'id', field: 'client_reference', index: 2 }])
  })
})
