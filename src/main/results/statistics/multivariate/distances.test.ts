import { expect, test } from 'vitest'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { distancesOf } from './clustering.ts'

const rows = 40
const columns = 12

function withGaps(share: number) {
  const random = createSeededRandom(7)
  const value = () => (random() < share ? Number.NaN : random() * 4 - 2)
  return { rows, columns, values: Float64Array.from({ length: rows * columns }, value) }
}

/**
 * Computes the distances of a pair by definition, over the common columns: the scaled-up sum of squares, and 1 −
 * Pearson's r.
 */
function byDefinition(a: readonly number[], b: readonly number[]) {
  const pairs = a
    .map((value, at) => [value, b[at] ?? Number.NaN] as const)
    .filter(([x, y]) => !Number.isNaN(x) && !Number.isNaN(y))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const [meanX, meanY] = [
    sum(pairs.map(([x]) => x)) / pairs.length,
    sum(pairs.map(([, y]) => y)) / pairs.length,
  ]
  const product = (of: (x: number, y: number) => number) =>
    sum(pairs.map(([x, y]) => of(x - meanX, y - meanY)))
  return {
    euclidean: Math.sqrt((sum(pairs.map(([x, y]) => (x - y) ** 2)) * a.length) / pairs.length),
    correlation: 1 - product((x, y) => x * y) / Math.sqrt(product((x) => x * x) * product((_x, y) => y * y)),
  }
}

test.each([
  ['euclidean', 0],
  ['euclidean', 0.2],
  ['correlation', 0],
  ['correlation', 0.2],
] as const)('%s distances are as defined where a share of %d of the values is missing', (distance, share) => {
  const matrix = withGaps(share)
  const found = distancesOf(matrix, distance)
  const rowAt = (row: number) => [...matrix.values.subarray(row * columns, (row + 1) * columns)]
  for (let one = 0; one < rows; one += 1)
    for (let other = one + 1; other < rows; other += 1)
      expect(found[one * rows + other]).toBeCloseTo(byDefinition(rowAt(one), rowAt(other))[distance], 12)
})

test('rows without common columns, or without spread in them, have no correlation', () => {
  const nan = Number.NaN
  const values = Float64Array.from([1, 2, nan, nan, nan, nan, 3, 4, 0.1, 0.1, 0.1, nan, 1, 2, 3, nan])
  const found = distancesOf({ rows: 4, columns: 4, values }, 'correlation')
  expect([found[1], found[2 * 4 + 3]]).toEqual([nan, nan])
  expect(found[3]).toBe(0)
})
