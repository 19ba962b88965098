import { Matrix as Dense, EigenvalueDecomposition } from 'ml-matrix'
import { describe, expect, test } from 'vitest'
import { type Matrix, times } from './matrix.ts'
import { largestEigenvectors, principalComponents } from './principalComponents.ts'

/** Irregular numbers, the same in every run. */
function noise(rows: number, columns: number): Matrix {
  const values = Float64Array.from(
    { length: rows * columns },
    (_, at) => (Math.sin(at * 12.9898 + 1) * 43758.5453) % 1,
  )
  return { values, rows, columns }
}
const matrixOf = (...rows: number[][]): Matrix => ({
  values: Float64Array.from(rows.flat()),
  rows: rows.length,
  columns: rows[0]!.length,
})
const columnOf = (values: Float64Array, of: number, at: number) =>
  values.filter((_, place) => place % of === at)
const product = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0)

describe('many rows and columns', () => {
  // Too large for a full decomposition, so the largest directions are searched for.
  const matrix = noise(110, 2600)
  const found = principalComponents(matrix, { scaled: true })!

  test('have the components of the full decomposition, with matching scores and loadings', () => {
    const centred = scaledOf(matrix)
    const gram = centred.mmul(centred.transpose())
    const { realEigenvalues } = new EigenvalueDecomposition(gram, { assumeSymmetric: true })
    const largest = realEigenvalues.toReversed().slice(0, 10)
    for (const [at, sd] of found.sds.entries())
      expect(Math.abs(sd / Math.sqrt(largest[at]! / 109) - 1)).toBeLessThan(1e-9)
    for (let at = 0; at < 10; at += 1) {
      const [scores, loadings] = [columnOf(found.scores, 10, at), columnOf(found.loadings, 10, at)]
      expect(product(loadings, loadings)).toBeCloseTo(1, 9)
      expect(product(scores, scores) / largest[at]!).toBeCloseTo(1, 9)
      const again = centred.mmul(Dense.columnVector([...loadings])).to1DArray()
      expect(Math.max(...again.map((value, row) => Math.abs(value - scores[row]!)))).toBeLessThan(1e-9)
    }
  })

  test('have orthogonal components', () => {
    for (let other = 0; other < 9; other += 1)
      expect(product(columnOf(found.scores, 10, 9), columnOf(found.scores, 10, other))).toBeCloseTo(0, 6)
  })

  test('have the same components if columns and rows are swapped and both are centered', () => {
    const both = doublyCentred(noise(2600, 110))
    const turned = {
      values: Float64Array.from(dense(both).transpose().to1DArray()),
      rows: 110,
      columns: 2600,
    }
    const [tall, wide] = [both, turned].map((one) => principalComponents(one, { scaled: false })!)
    for (const [at, sd] of tall!.sds.entries())
      expect(sd * Math.sqrt(2599)).toBeCloseTo(wide!.sds[at]! * Math.sqrt(109), 8)
  })
})

describe('the search for the largest directions', () => {
  /** Returns the four largest eigenvalues found, and the number of products that took. */
  const search = (values: number[]) => {
    let products = 0
    const apply = (vector: Float64Array) => vector.map((value, at) => value * values[at]!)
    const counted = (vector: Float64Array) => {
      products += 1
      return apply(vector)
    }
    const trace = values.reduce((sum, value) => sum + value, 0)
    const vectors = largestEigenvectors(counted, values.length, 4, trace)
    const found = vectors.map((vector) => Math.round(product(vector, apply(vector)) * 1e9) / 1e9)
    return { found, products }
  }

  test('finds several equal eigenvalues that hide each other', () => {
    const { found } = search(Array.from({ length: 150 }, (_, at) => (at < 4 ? 100 : 99 - (at % 12))))
    expect(found).toEqual([100, 100, 100, 100])
  })

  test('ends when there are no more directions', () => {
    const { found, products } = search(
      Array.from({ length: 300 }, (_, at) => (at === 3 ? 2 : at === 200 ? 1 : 0)),
    )
    expect(found.slice(0, 2)).toEqual([2, 1])
    expect(products).toBeLessThan(5)
  })

  test('needs few products for many eigenvalues', () => {
    expect(search(Array.from({ length: 400 }, (_, at) => at + 1)).products).toBeLessThan(300)
  })
})

test('makes the largest loading of each component positive, whatever the signs of the values', () => {
  const matrix = noise(12, 5)
  for (const values of [matrix.values, matrix.values.map((value) => -value)]) {
    const { components, loadings } = principalComponents({ ...matrix, values }, { scaled: false })!
    for (let at = 0; at < components; at += 1) {
      const own = [...columnOf(loadings, components, at)]
      expect(Math.max(...own)).toBe(Math.max(...own.map(Math.abs)))
    }
  }
})

test('returns shares that sum to 1, without components that have no spread', () => {
  const { components, shares } = principalComponents(matrixOf([1, 2, 3], [2, 4, 7], [3, 6, 1]), {
    scaled: true,
  })!
  // Three centered rows have two directions, however many columns there are.
  expect(components).toBe(2)
  expect(shares[0]! + shares[1]!).toBeCloseTo(1, 12)
})

test('gives a column without spread no loadings', () => {
  const { loadings, components } = principalComponents(matrixOf([1, 0.1, 3], [2, 0.1, 7], [5, 0.1, 1]), {
    scaled: true,
  })!
  expect([...loadings.subarray(components, 2 * components)]).toEqual([0, 0])
})

test('returns null for one row, equal rows, and numbers whose squares overflow', () => {
  expect(principalComponents(matrixOf([1, 2]), { scaled: false })).toBeNull()
  expect(principalComponents(matrixOf([1, 2], [1, 2]), { scaled: true })).toBeNull()
  expect(principalComponents(matrixOf([1e308, 2], [-1e308, 3]), { scaled: true })).toBeNull()
  expect(principalComponents(matrixOf([1e160, 2], [0, 3]), { scaled: false })).toBeNull()
})

test('multiplies matrices whose row count is not a multiple of four', () => {
  expect([...times(matrixOf([1, 2], [3, 4], [5, 6], [7, 8], [9, 10]), Float64Array.of(1, 10))]).toEqual([
    21, 43, 65, 87, 109,
  ])
})

const dense = ({ values, rows, columns }: Matrix) => Dense.from1DArray(rows, columns, values)
const scaledOf = (matrix: Matrix) => dense(matrix).center('column').scale('column')
const doublyCentred = (matrix: Matrix): Matrix => ({
  ...matrix,
  values: Float64Array.from(dense(matrix).center('column').center('row').to1DArray()),
})
