import type { Dendrogram, Distance, Linkage } from '../../../../shared/domain/results/cohort.ts'
import { hasSpread } from '../values.ts'
import { dot, type Matrix, rowOf } from './matrix.ts'

export type RowClusters = {
  /** The matrix rows in the tree, ascending. An object of the tree is an index in this list. */
  included: number[]
  leftOut: number[]
  /** null: fewer than two rows are left. */
  tree: Dendrogram | null
}

/**
 * Clusters the rows of a matrix (NaN: missing). While two rows have no computable distance, the row that lacks the most
 * distances is left out (the last of several). Time grows with rows² · columns: at most 1,000 rows (`maxClustered`).
 */
export function clusterRows(matrix: Matrix, distance: Distance, linkage: Linkage): RowClusters {
  const distances = distancesOf(matrix, distance)
  const included = comparable(distances, matrix.rows)
  const includedRows = new Set(included)
  const leftOut = Array.from({ length: matrix.rows }, (_, row) => row).filter((row) => !includedRows.has(row))
  if (included.length < 2) return { included, leftOut, tree: null }
  const between = new Float64Array(included.length ** 2)
  for (const [index, row] of included.entries())
    for (const [other, column] of included.entries())
      between[index * included.length + other] = distances[row * matrix.rows + column] ?? Number.NaN
  return { included, leftOut, tree: hclust(between, included.length, linkage) }
}

/** Returns rows that all have a distance from each other. */
function comparable(distances: Float64Array, n: number): number[] {
  const lacking = new Int32Array(n)
  const count = (row: number, by: number) => {
    for (let other = 0; other < n; other += 1)
      if (Number.isNaN(distances[row * n + other])) lacking[other] = (lacking[other] ?? 0) + by
  }
  for (let row = 0; row < n; row += 1) count(row, 1)
  const remaining = new Set(lacking.keys())
  for (;;) {
    let worst = -1
    for (const row of remaining)
      if ((lacking[row] ?? 0) > 0 && (lacking[row] ?? 0) >= (lacking[worst] ?? 0)) worst = row
    if (worst < 0) return [...remaining]
    remaining.delete(worst)
    count(worst, -1)
  }
}

/**
 * Returns the distances of all rows from each other. NaN in a row means missing; only columns that both rows have
 * count.
 * - euclidean, as R's `dist`: the sum of squares is scaled up by the share of columns that both have.
 * - correlation: 1 − Pearson's r, as R's `1 - cor(use = 'pairwise.complete.obs')`.
 *
 * The result is rows × rows, symmetric, 0 on the diagonal. A distance is NaN if it cannot be computed: no common
 * columns, a row without spread (correlation), or squares that overflow.
 */
export function distancesOf(matrix: Matrix, distance: Distance): Float64Array {
  const rows = Array.from({ length: matrix.rows }, (_, row) => rowOf(matrix, row))
  const between = distance === 'euclidean' ? euclidean : correlationOf(rows)
  const distances = new Float64Array(matrix.rows * matrix.rows)
  for (const [one, a] of rows.entries())
    for (let other = one + 1; other < matrix.rows; other += 1) {
      const value = between(a, rows[other] ?? a, one, other)
      distances[one * matrix.rows + other] = Number.isFinite(value) ? value : Number.NaN
      distances[other * matrix.rows + one] = distances[one * matrix.rows + other] ?? Number.NaN
    }
  return distances
}

type Between = (a: Float64Array, b: Float64Array, rowA: number, rowB: number) => number

const euclidean: Between = (a, b) => {
  let squares = 0
  let both = 0
  // Adds column by column, as R does, so that distances that are equal in R are equal here and tie the same way.
  for (let at = 0; at < a.length; at += 1) {
    const by = (a[at] ?? 0) - (b[at] ?? 0)
    if (Number.isNaN(by)) continue
    squares += by * by
    both += 1
  }
  // This is 0 / 0 without a common column.
  return Math.sqrt(squares / (both / a.length))
}

/** Standardizes rows without gaps once. A pair with gaps has its own means and spread. */
function correlationOf(rows: readonly Float64Array[]): Between {
  const standard = rows.map((row) => standardize(row.slice(), row.length))
  const columns = rows[0]?.length ?? 0
  const buffers: [Float64Array, Float64Array] = [new Float64Array(columns), new Float64Array(columns)]
  return (a, b, rowA, rowB) => {
    const r = dot(standard[rowA] ?? a, standard[rowB] ?? b)
    return 1 - clipped(Number.isNaN(r) ? correlationOfBoth(a, b, buffers) : r)
  }
}

/** Returns Pearson's r of the common columns, copied to `buffers`, which hundreds of thousands of pairs share. */
function correlationOfBoth(a: Float64Array, b: Float64Array, [x, y]: [Float64Array, Float64Array]): number {
  let both = 0
  for (let at = 0; at < a.length; at += 1) {
    const [one, other] = [a[at] ?? 0, b[at] ?? 0]
    if (Number.isNaN(one) || Number.isNaN(other)) continue
    x[both] = one
    y[both] = other
    both += 1
  }
  standardize(x, both)
  standardize(y, both)
  let r = both === 0 ? Number.NaN : 0
  for (let at = 0; at < both; at += 1) r += (x[at] ?? 0) * (y[at] ?? 0)
  return r
}

/** Rounds r to ±1 within the rounding of its sum, so that rows that go exactly alike have distance 0, and tie. */
const clipped = (r: number): number => (Math.abs(r) > 1 - 8 * Number.EPSILON ? Math.sign(r) : r)

/**
 * Replaces the first `n` values by their deviations from the mean, scaled so that their squares sum to 1; NaN if there
 * is no spread or the squares overflow. The mean is computed in two passes, so that the mean of equal values is exactly
 * the value.
 */
function standardize(values: Float64Array, n: number): Float64Array {
  let sum = 0
  for (let at = 0; at < n; at += 1) sum += values[at] ?? 0
  const near = sum / n
  let rest = 0
  for (let at = 0; at < n; at += 1) rest += (values[at] ?? 0) - near
  const mean = near + rest / n
  let squares = 0
  for (let at = 0; at < n; at += 1) squares += ((values[at] ?? 0) - mean) ** 2
  const length = n > 1 && hasSpread(n, mean, squares) ? Math.sqrt(squares) : Number.NaN
  const by = Number.isFinite(length) ? length : Number.NaN
  for (let at = 0; at < n; at += 1) values[at] = ((values[at] ?? 0) - mean) / by
  return values
}

/** The clusters that are not merged yet. A cluster keeps the index of its first object. */
type Work = {
  n: number
  /** n × n; squared for Ward's linkage. */
  distances: Float64Array
  alive: Uint8Array
  sizes: Float64Array
  /** For each index: the nearest later one and its distance. The first of several equal ones. */
  nearest: Int32Array
  least: Float64Array
}

/**
 * Clusters hierarchically as R's `hclust` (ward: 'ward.D2'): the same merges, heights and order, and the same choice
 * among equal distances. `distances`: n × n, symmetric, without NaN, not modified; n from 2. Uses lists of nearest
 * neighbors (Anderberg 1973, Murtagh 1985) and the update formulas of Lance and Williams (1967).
 */
export function hclust(distances: Float64Array, n: number, linkage: Linkage): Dendrogram {
  const work = begin(
    linkage === 'ward' ? distances.map((distance) => distance * distance) : distances.slice(),
    n,
  )
  const labels = Int32Array.from({ length: n }, (_, at) => -(at + 1))
  const tree: Dendrogram = { merge: [], height: [], order: [] }
  for (let step = 1; step < n; step += 1) {
    const [low, high, distance] = closest(work)
    tree.merge.push(inOrder(labels[low] ?? 0, labels[high] ?? 0))
    tree.height.push(linkage === 'ward' ? Math.sqrt(distance) : distance)
    labels[low] = step
    join(work, low, high, updates[linkage])
  }
  return { ...tree, order: leaves(tree.merge) }
}

function begin(distances: Float64Array, n: number): Work {
  const work = {
    n,
    distances,
    alive: new Uint8Array(n).fill(1),
    sizes: new Float64Array(n).fill(1),
    nearest: new Int32Array(n),
    least: new Float64Array(n),
  }
  for (let place = 0; place < n; place += 1) findNearest(work, place)
  return work
}

function findNearest({ n, distances, alive, nearest, least }: Work, place: number): void {
  let found = -1
  let distance = Number.POSITIVE_INFINITY
  for (let other = place + 1; other < n; other += 1) {
    const at = distances[place * n + other] ?? 0
    if (alive[other] === 1 && at < distance) {
      distance = at
      found = other
    }
  }
  nearest[place] = found
  least[place] = distance
}

function closest({ n, alive, nearest, least }: Work): [low: number, high: number, distance: number] {
  let low = -1
  let distance = Number.POSITIVE_INFINITY
  for (let place = 0; place < n; place += 1)
    if (alive[place] === 1 && (least[place] ?? 0) < distance) {
      distance = least[place] ?? 0
      low = place
    }
  return [low, nearest[low] ?? -1, distance]
}

/** Returns the distance of a third cluster from two merged ones, from their distances and sizes. */
type Update = (
  first: number,
  second: number,
  between: number,
  sizeFirst: number,
  sizeSecond: number,
  sizeThird: number,
) => number

const updates: Record<Linkage, Update> = {
  single: (first, second) => Math.min(first, second),
  complete: (first, second) => Math.max(first, second),
  average: (first, second, _, sizeFirst, sizeSecond) =>
    (sizeFirst * first + sizeSecond * second) / (sizeFirst + sizeSecond),
  ward: (first, second, between, sizeFirst, sizeSecond, sizeThird) =>
    ((sizeFirst + sizeThird) * first + (sizeSecond + sizeThird) * second - sizeThird * between) /
    (sizeFirst + sizeSecond + sizeThird),
}

/** Merges the cluster at `high` into that at `low`; low < high. */
function join(work: Work, low: number, high: number, update: Update): void {
  const { n, distances, alive, sizes, nearest, least } = work
  const [sizeLow, sizeHigh] = [sizes[low] ?? 0, sizes[high] ?? 0]
  const between = distances[low * n + high] ?? 0
  alive[high] = 0
  sizes[low] = sizeLow + sizeHigh
  for (let other = 0; other < n; other += 1) {
    if (alive[other] !== 1 || other === low) continue
    const fromLow = distances[low * n + other] ?? 0
    const fromHigh = distances[high * n + other] ?? 0
    const distance = update(fromLow, fromHigh, between, sizeLow, sizeHigh, sizes[other] ?? 0)
    distances[low * n + other] = distance
    distances[other * n + low] = distance
    // Only rounding makes it nearer than either was. R follows it too.
    if (other < low && distance < (least[other] ?? 0)) {
      least[other] = distance
      nearest[other] = low
    }
  }
  findNearest(work, low)
  for (let place = 0; place < high; place += 1)
    if (alive[place] === 1 && place !== low && (nearest[place] === low || nearest[place] === high))
      findNearest(work, place)
}

/** R's convention: an object (negative) comes before a cluster, and of two clusters the older comes first. */
const inOrder = (low: number, high: number): [number, number] =>
  (low > 0 && high < 0) || (low > 0 && high > 0 && low > high) ? [high, low] : [low, high]

/** Returns the objects (from 0) from left to right, as the tree is drawn without crossings. */
function leaves(merge: Dendrogram['merge']): number[] {
  const order: number[] = []
  const waiting = [merge.length]
  while (waiting.length > 0) {
    const next = waiting.pop() ?? 0
    const pair = merge[next - 1]
    if (next < 0) order.push(-next - 1)
    else if (pair) waiting.push(pair[1], pair[0])
  }
  return order
}
