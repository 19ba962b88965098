import { describe, expect, it } from 'vitest'
import { transformSchema } from './importing.ts'
import { keepUnused, storedNames } from './importPlan.ts'

const transform = transformSchema.parse({})

describe('kept columns', () => {
  it('keep their names, or get the names chosen for them', () => {
    const plan = keepUnused({ mapping: { name: 'client_reference' }, transform }, ['name', 'batch', 'well'])
    expect([...storedNames(plan)]).toEqual([
      ['batch', 'batch'],
      ['well', 'well'],
    ])
    const named = { ...plan, transform: { ...plan.transform, noteNames: { well: 'position' } } }
    expect(storedNames(named).get('well')).toBe('position')
  })

  it('get a new name if another column or a field has theirs', () => {
    const plan = {
      mapping: { 'age at death': 'age', group: null },
      transform: {
        ...transform,
        constants: { group: 'a' },
        notes: ['age', 'group', 'x', 'y'],
        noteNames: { x: 'y' },
      },
    }
    expect([...storedNames(plan).values()]).toEqual(['age (column)', 'group (column)', 'y', 'y (column)'])
  })
})
