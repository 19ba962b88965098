import { expect, test } from 'vitest'
import { linkageSchema } from '../../../../shared/domain/results/cohort.ts'
import { clusterRows, distancesOf, hclust } from './clustering.ts'
import { type Matrix, transposed } from './matrix.ts'

const nan = Number.NaN
const matrixOf = (...rows: number[][]): Matrix => ({
  values: Float64Array.from(rows.flat()),
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
})

test('omits a row that has nothing in common with another, and clusters the rest', () => {
  const { included, leftOut, tree } = clusterRows(
    matrixOf([1, 2, 3], [nan, nan, nan], [1, nan, 4], [9, 9, nan]),
    'euclidean',
    'average',
  )
  expect([included, leftOut]).toEqual([[0, 2, 3], [1]])
  expect(tree?.order.toSorted()).toEqual([0, 1, 2])
})

test('omits the row that lacks the most first, so that most rows stay', () => {
  // The first row has nothing in common with the last three, which have much in common.
  const rows = matrixOf([1, nan, nan], [nan, 2, 3], [nan, 5, 1], [nan, 0, 4])
  expect(clusterRows(rows, 'euclidean', 'single')).toMatchObject({ included: [1, 2, 3], leftOut: [0] })
})

test('omits the last of two rows that lack equally many', () => {
  expect(clusterRows(matrixOf([1, nan], [nan, 1]), 'euclidean', 'single')).toMatchObject({
    included: [0],
    leftOut: [1],
  })
})

test('requires common columns for correlation too', () => {
  expect(
    clusterRows(matrixOf([1, 2, nan, nan], [nan, nan, 5, 1]), 'correlation', 'single').included,
  ).toHaveLength(1)
})

test('finds no correlation for a row without spread, and an exact one for two columns', () => {
  const { leftOut, tree } = clusterRows(
    matrixOf([1, 2], [0.1, 0.1], [3, 7], [7, 3]),
    'correlation',
    'complete',
  )
  expect(leftOut).toEqual([1])
  expect(tree).toEqual({
    merge: [
      [-1, -2],
      [-3, 1],
    ],
    height: [0, 2],
    order: [2, 0, 1],
  })
})

test('omits a row with 1e308 without affecting the others', () => {
  const others = matrixOf([1, 2, 4], [2, 1, 3], [5, 3, 1])
  const withHuge = matrixOf([1, 2, 4], [2, 1, 3], [1e308, 3, 0], [5, 3, 1])
  for (const distance of ['euclidean', 'correlation'] as const)
    expect(clusterRows(withHuge, distance, 'ward')).toEqual({
      included: [0, 1, 3],
      leftOut: [2],
      tree: clusterRows(others, distance, 'ward').tree,
    })
})

test('returns no tree for fewer than two rows', () => {
  expect(clusterRows(matrixOf([1, 2]), 'euclidean', 'ward')).toEqual({
    included: [0],
    leftOut: [],
    tree: null,
  })
  expect(clusterRows(matrixOf(), 'euclidean', 'ward')).toEqual({ included: [], leftOut: [], tree: null })
  expect(clusterRows(matrixOf([nan], [nan]), 'euclidean', 'ward').tree).toBeNull()
})

test('merges identical rows at height 0 in their order', () => {
  const { tree } = clusterRows(matrixOf([1, 2], [1, 2], [1, 2]), 'euclidean', 'average')
  expect(tree).toEqual({
    merge: [
      [-1, -2],
      [-3, 1],
    ],
    height: [0, 0],
    order: [2, 0, 1],
  })
})

test.each(linkageSchema.options)('a thousand rows in one chain make a tree by %s linkage', (linkage) => {
  // The deepest possible tree: every step adds one row.
  const values = Float64Array.from({ length: 1000 }, (_, row) => 1.01 ** row)
  const { tree } = clusterRows({ values, rows: 1000, columns: 1 }, 'euclidean', linkage)
  expect(tree?.merge).toHaveLength(999)
  expect(new Set(tree?.order).size).toBe(1000)
  expect(tree?.height).toEqual(tree?.height.toSorted((a, b) => a - b))
})

test('prefers a mean that rounding brought below its distances, as R does', () => {
  // The second of nine objects is far from the others.
  const far = 14.0945
  const distance = (a: number, b: number) => (a === b ? 0 : a === 0 ? far : a === 1 ? 50 : 1 + b / 10)
  const all = Float64Array.from({ length: 81 }, (_, at) => {
    const [row, column] = [Math.floor(at / 9), at % 9]
    return distance(Math.min(row, column), Math.max(row, column))
  })
  expect(hclust(all, 9, 'average')).toMatchObject({ order: [1, 0, 8, 7, 6, 5, 4, 2, 3] })
})

test('clusters columns like rows of the transposed matrix', () => {
  const matrix = matrixOf([1, 2, 3], [4, 5, 6])
  expect(transposed(matrix)).toEqual(matrixOf([1, 4], [2, 5], [3, 6]))
})

test('scales up for missing values: two of four columns count double', () => {
  const [, distance] = distancesOf(matrixOf([0, 0, 0, 0], [nan, 1, 1, nan]), 'euclidean')
  expect(distance).toBe(2)
})
