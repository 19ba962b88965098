import { describe, expect, it } from 'vitest'
import type { Covariate } from '../results/cohort.ts'
import { isPaired, suggestDesign, suggestTest } from './suggestions.ts'

const field = (name: string, counts: Record<string, number>): Covariate => ({
  name,
  kind: 'categories',
  values: Object.entries(counts).map(([value, count]) => ({ value, count })),
  distinct: Object.keys(counts).length,
  missing: 0,
})

describe('a suggested design', () => {
  it.each(['control', 'Ctrl', 'DMSO', 'vehicle', 'saline', 'wild type', '对照组', '未处理'])(
    'takes %s as the control and lists it first',
    (name) => {
      const { control, groups } = suggestDesign([field('group', { [name]: 3, treated: 3 })])
      expect(control).toBe(name)
      expect(groups.map(({ value }) => value)).toEqual([name, 'treated'])
    },
  )

  it.each(['donor_id', 'Donor ID', 'donor', 'Subject', 'patient-id', 'mouse_id', 'Animal No', 'individual'])(
    'pairs samples by %s if one value has several samples',
    (name) => {
      expect(suggestDesign([field(name, { a: 2, b: 2 })]).pairBy).toBe(name)
      expect(suggestDesign([field(name, { a: 1, b: 1 })]).pairBy).toBeNull()
    },
  )

  it('sorts its groups in natural order', () => {
    const { groups } = suggestDesign([field('group', { 'd 10': 3, 'd 9': 3, vehicle: 3 })])
    expect(groups.map(({ value }) => value)).toEqual(['vehicle', 'd 9', 'd 10'])
  })

  it('does not mistake a species for the unit of a sample', () => {
    expect(suggestDesign([field('mouse', { 'C57BL/6': 9, DBA: 9 })]).pairBy).toBeNull()
    expect(suggestDesign([field('animal', { mouse: 9, rat: 9 })]).pairBy).toBeNull()
  })

  it('counts as paired if at least three units and two thirds of all units are in both groups', () => {
    const pairs = [2, 3, 4, 4].map((inBoth, at) => isPaired({ inBoth, units: [2, 3, 6, 7][at] ?? 0 }))
    expect(pairs).toEqual([false, true, true, false])
  })

  it('uses the paired test for exactly two groups, and otherwise averages repeated samples of a unit within a group', () => {
    const found = { units: 4, inBoth: 4, repeated: 2 }
    const averaged = { pairBy: null, replicatesBy: 'donor' }
    expect(suggestTest(2, 'donor', found)).toEqual({ test: 'paired', pairBy: 'donor', replicatesBy: null })
    expect(suggestTest(3, 'donor', found)).toEqual({ test: 'welch-anova', ...averaged })
    expect(suggestTest(2, 'donor', { ...found, inBoth: 2 })).toEqual({ test: 'welch', ...averaged })
    expect(suggestTest(2, null, found)).toEqual({ test: 'welch', pairBy: null, replicatesBy: null })
  })
})
