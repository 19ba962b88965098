import { describe, expect, it } from 'vitest'
import { stylesByName } from '../../../figures/style/groupStyles.ts'
import { countedCovariate } from '../../../shared/domain/results/testing/countedCovariate.ts'
import { canColour, toColouring } from './chartData.ts'

const words = { none: 'none given' }
const group = {
  covariate: countedCovariate('group', { treated: 2, control: 1 }),
  values: ['treated', null, 'control'],
  styles: new Map([...stylesByName(['control', 'treated'])].reverse()),
  place: 0,
}
const sex = {
  covariate: countedCovariate('sex', { F: 1, M: 1 }),
  values: ['F', 'M', null],
  styles: stylesByName(['F', 'M']),
  place: 0,
}

describe('colors and shapes of points', () => {
  it('are those of the group alone, and empty if no property is chosen', () => {
    const { groups, groupOf } = toColouring(group, null, words)
    expect(groups).toEqual([...group.styles].map(([name, style]) => ({ name, ...style })))
    expect([0, 1, 2].map(groupOf)).toEqual(['treated', null, 'control'])
    expect(toColouring(null, null, words).groupOf(0)).toBeNull()
  })

  it('show two properties together, with the same color for a group as alone', () => {
    const { groups, groupOf } = toColouring(group, sex, words)
    expect([0, 1, 2].map(groupOf)).toEqual(['treated · F', 'none given · M', 'control · none given'])
    const treated = groups.filter(({ name }) => name.startsWith('treated'))
    expect(new Set(treated.map(({ colour }) => colour)).size).toBe(1)
    const women = groups.filter(({ name }) => name.endsWith('· F'))
    expect(new Set(women.map(({ shape }) => shape)).size).toBe(1)
    for (const row of [0, 1, 2]) expect(groups.map(({ name }) => name)).toContain(groupOf(row))
  })

  it('divide many numbers into four ranges, and leave out texts that are not numbers', () => {
    const values = [...Array.from({ length: 40 }, (_, age) => String(age + 20)), 'unknown', null]
    const covariate = { ...countedCovariate('age', {}, { kind: 'numbers' }), distinct: 40 }
    const age = { covariate, values, styles: new Map(), place: 0 }
    const { groups, groupOf } = toColouring(age, null, words)
    expect(groups.map(({ name }) => name)).toEqual(['20 – 29', '30 – 39', '40 – 49', '50 – 59'])
    expect([0, 39, 40, 41].map(groupOf)).toEqual(['20 – 29', '50 – 59', null, null])
    expect(new Set(groups.map(({ colour }) => colour)).size).toBe(4)
  })

  it('are not offered for more categories than the eye can tell apart', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`v${at}`, 1]))
    expect(canColour(countedCovariate('donor', many))).toBe(false)
    expect(canColour(countedCovariate('age', many, { kind: 'numbers' }))).toBe(true)
    expect(canColour(countedCovariate('empty', {}))).toBe(false)
  })
})
