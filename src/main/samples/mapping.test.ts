import { describe, expect, it } from 'vitest'
import { nameColumns } from './columns.ts'
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

  it.each([
    ['different', (index: number) => `c${index}`],
    ['equal', () => 'c'],
  ])('takes no longer than a person waits for a header of 100,000 %s names', (_what, name) => {
    const started = performance.now()
    const cells = ['sample_name', ...Array.from({ length: 100_000 }, (_, index) => name(index))]
    const { columns } = nameColumns({ row: 1, cells, fault: null, notes: null })
    expect(new Set(columns).size).toBe(cells.length)
    const mapped = toMappedColumns(columns, suggestMapping(columns))
    expect(mapped).toEqual([{ column: 'sample_name', field: 'client_reference', index: 0 }])
    expect(performance.now() - started).toBeLessThan(3000)
  })
})
