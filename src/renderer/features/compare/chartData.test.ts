import { expect, it } from 'vitest'
import { toBoxGroups } from '../../../figures/comparisonFigures.ts'
import { toSlopePairs } from './chartData.ts'

const sample = (sampleId: string) => ({
  sampleId,
  clientReference: sampleId.toLowerCase(),
  group: null,
  fetchedAt: '',
})
const table = {
  pathways: ['mTOR'],
  samples: ['A1', 'A2', 'B1', 'B2', 'B3'].map(sample),
  values: Float64Array.of(1, Number.NaN, 3, 4, 8),
}
const groups = [
  { name: 'a', sampleIds: ['A1', 'A2', 'not among them'] },
  { name: 'b', sampleIds: ['B1', 'B2', 'B3'] },
]

it('has every sample of a group as a point, one without a value as none and never as 0', () => {
  expect(toBoxGroups(table, groups)).toEqual([
    {
      name: 'a',
      values: [
        { id: 'A1', label: 'a1', value: 1 },
        { id: 'A2', label: 'a2', value: null },
      ],
    },
    {
      name: 'b',
      values: [
        { id: 'B1', label: 'b1', value: 3 },
        { id: 'B2', label: 'b2', value: 4 },
        { id: 'B3', label: 'b3', value: 8 },
      ],
    },
  ])
})

it('has a pair where both sides have a value, and the mean of several on one side', () => {
  const donors = ['D1', 'D2', 'D2', 'D1', 'D1']
  expect(toSlopePairs(table, groups, donors)).toEqual([{ id: 'D1', label: 'D1', first: 1, second: 6 }])
  expect(toSlopePairs(table, groups, [])).toEqual([])
})
