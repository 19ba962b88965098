import { expect, it } from 'vitest'
import { toGroups, toPairs } from './chartData.ts'
import { madeTable } from './testing/cohortFixtures.ts'

const table = madeTable(['mTOR'], { a1: [1], b1: [2], a2: [Number.NaN], b2: [4], a3: [5], a4: [9] })
const groups = ['a', 'b', 'a', 'b', 'a', null]

it('groups values in a fixed order, and turns a missing value into null, not 0', () => {
  const made = toGroups(table, groups, ['b', 'a', 'no sample has it'], 'none given')
  expect(made.map(({ name, values }) => [name, ...values.map(({ value }) => value)])).toEqual([
    ['b', 2, 4],
    ['a', 1, null, 5],
    ['none given', 9],
  ])
})

it('pairs donors with a value in both groups, and averages repeated values of one group', () => {
  const donors = ['D1', 'D1', 'D2', 'D2', 'D1', 'D1']
  expect(toPairs(table, groups, donors, ['a', 'b'])).toEqual([{ id: 'D1', label: 'D1', first: 3, second: 2 }])
})
