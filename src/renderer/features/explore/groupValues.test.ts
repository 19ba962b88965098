import { expect, it } from 'vitest'
import { toGroups, toPairs } from './chartData.ts'
import { madeTable } from './testing/cohortFixtures.ts'

const table = madeTable(['mTOR'], { a1: [1], b1: [2], a2: [Number.NaN], b2: [4], a3: [5], a4: [9] })
const groups = ['a', 'b', 'a', 'b', 'a', null]

it('puts values by group in a fixed order, a missing one as none and never as 0', () => {
  const made = toGroups(table, groups, ['b', 'a', 'no sample has it'], 'none given')
  expect(made.map(({ name, values }) => [name, ...values.map(({ value }) => value)])).toEqual([
    ['b', 2, 4],
    ['a', 1, null, 5],
    ['none given', 9],
  ])
})

it('makes pairs of those who have a value in both groups, and means of several on one side', () => {
  const donors = ['D1', 'D1', 'D2', 'D2', 'D1', 'D1']
  expect(toPairs(table, groups, donors, ['a', 'b'])).toEqual([{ id: 'D1', label: 'D1', first: 3, second: 2 }])
})
