import { expect, it } from 'vitest'
import { hasPairs, toGroupNames, toGroups, toPairs } from './chartData.ts'
import { madeCovariate, madeTable } from './testing/cohortFixtures.ts'

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

it('orders groups as people count them', () => {
  expect(toGroupNames(madeCovariate('week', { w12: 1, w3: 1, w24: 1 }))).toEqual(['w3', 'w12', 'w24'])
})

it('makes a test of pairs where the overview does: three values and two thirds of all are in both groups', () => {
  const of = (count: number, alone = 0) => {
    const donors = Array.from({ length: count }, (_, at) => `D${at}`)
    const others = Array.from({ length: alone }, (_, at) => `alone ${at}`)
    const texts = [...donors.map(() => 'a'), ...donors.map(() => 'b'), ...others.map(() => 'a'), 'a', 'b']
    return hasPairs(texts, [...donors, ...donors, ...others, null, null], ['a', 'b'])
  }
  expect([of(2), of(3)]).toEqual([false, true])
  expect([of(4, 3), of(4, 2)]).toEqual([false, true])
  expect(hasPairs(['a'], ['D1'], ['a'])).toBe(false)
})
