import { expect, it } from 'vitest'
import type { ComparisonRow } from '../shared/domain/results/comparison.ts'
import { toBoxGroups, toDots, toForestRow, toSlopePairs, toVolcanoRow } from './comparisonFigures.ts'
import { createFigureWords } from './drawSpec.ts'
import { createVolcano } from './scatter/volcano.ts'

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

it('makes every sample of a group a point, and does not turn a missing value into 0', () => {
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

it('pairs values from the second group to the first if both have one, averaging several on one side', () => {
  const donors: Record<string, string> = { A1: 'D1', A2: 'D2', B1: 'D2', B2: 'D1', B3: 'D1' }
  const boxes = toBoxGroups(table, groups)
  expect(toSlopePairs(boxes, (id) => donors[id])).toEqual([{ id: 'D1', label: 'D1', first: 6, second: 1 }])
  expect(toSlopePairs(boxes, () => null)).toEqual([])
})

it('marks no pathway with two values in a group as different, however small its q is', () => {
  const figures = (n: number) => ({ n, mean: 1, sd: 1, median: 1 })
  const row = (n: number) =>
    ({
      pathway: 'mTOR',
      groups: [figures(n), figures(9)],
      pairs: null,
      difference: 3,
      effect: 3,
      p: 0.001,
      q: 0.001,
      withinNoise: false,
    }) as ComparisonRow
  const marksOf = (n: number) => {
    const rows = [row(n)]
    const volcano = createVolcano(
      { rows: rows.map(toVolcanoRow), against: 'q', threshold: 0.05, effectTitle: '' },
      createFigureWords('en'),
    )
    const groups = ['a', 'b'].map((name) => ({ name, sampleIds: [] }))
    return {
      volcano: volcano.points[0]?.group,
      forest: rows.map(toForestRow)[0]?.isFound,
      dots: toDots({ rows, groups }).cells[0]?.faded,
    }
  }
  expect(marksOf(2)).toEqual({ volcano: 'not significant', forest: false, dots: true })
  expect(marksOf(3)).toEqual({ volcano: 'higher', forest: true, dots: false })
})
