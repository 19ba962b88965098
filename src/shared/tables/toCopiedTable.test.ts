import { expect, it } from 'vitest'
import { toCopiedTable, toCopy, yesNo } from './copyTable.ts'

const rows = [
  { name: 'a|b', count: 1, at: null },
  { name: '=1+1', count: 0, at: '2026-01-01T00:00:00Z' },
]
const copied = toCopiedTable(rows, {
  name: ({ name }) => name,
  count: ({ count }) => count,
  at: ({ at }) => at,
  any: ({ count }) => yesNo(count > 0),
})

it('copies rows under their column names, with missing values empty and formulas neutralized', () => {
  expect(toCopy(copied, 'tsv').split('\n')[0]).toBe('name\tcount\tat\tany')
  expect(toCopy(copied, 'csv').split('\r\n')[2]).toBe("'=1+1,0,2026-01-01T00:00:00Z,no")
  expect(toCopy(copied, 'markdown').split('\n')[2]).toBe('| a\\|b | 1 |  | yes |')
})

it('copies the rows themselves as JSON, or the given JSON', () => {
  expect(JSON.parse(toCopy(copied, 'json'))).toEqual(rows)
  expect(toCopiedTable(rows, { name: ({ name }) => name }, { all: 2 }).json).toEqual({ all: 2 })
})
