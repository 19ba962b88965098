import type { Dendrogram, Distance, Linkage } from '../../../shared/domain/cohort.ts'
import { distancesOf } from './distances.ts'
import { hclust } from './hclust.ts'
import type { Matrix } from './matrix.ts'

export type RowClusters = {
  /** Rows of the matrix that are in the tree, ascending; an object of the tree is a place in this list. */
  included: number[]
  leftOut: number[]
  /** null: fewer than two rows are left. */
  tree: Dendrogram | null
}

/**
 * Clusters the rows of a matrix (NaN: missing). Where no distance can be told between two of them, the one that lacks
 * the most is left out, the last of several, until all have one. Time grows with rows² · columns: 1,000 rows at most
 * (`mostClustered`).
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

/** Rows that all have a distance from each other. */
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
