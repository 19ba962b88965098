import {
  type Clustering,
  type Distance,
  type Linkage,
  maxClustered,
} from '../../../shared/domain/results/cohort.ts'
import { clusterRows } from '../statistics/multivariate/clustering.ts'
import type { Column, Matrix } from './cohortMatrix.ts'

type ClusteringOptions = { linkage: Linkage; distance: Distance }
type TreeResult = {
  tree: Clustering['sampleTree']
  why: Clustering['whyNoSamples']
  included: number[]
  leftOut: number[]
}

/** Both trees of a matrix, over the values of one view. Objects of a tree are those of `sampleIds` and `pathways`. */
export function toClustering(
  { sampleIds, joined }: Pick<Matrix, 'sampleIds' | 'joined'>,
  columns: readonly Column[],
  options: ClusteringOptions,
): Clustering {
  const values = columns.map((column) => column.values)
  const [sampleCount, pathwayCount] = [sampleIds.length, columns.length]
  const samples = treeOf(sampleCount, pathwayCount, (row, column) => values[column]?.[row], options)
  const pathways = treeOf(pathwayCount, sampleCount, (row, column) => values[row]?.[column], options)
  const samplesAt = (rows: readonly number[]) => rows.flatMap((row) => sampleIds[row] ?? [])
  const pathwaysAt = (rows: readonly number[]) => rows.flatMap((row) => columns[row]?.pathway ?? [])
  return {
    sampleIds: samplesAt(samples.included),
    pathways: pathwaysAt(pathways.included),
    sampleTree: samples.tree,
    pathwayTree: pathways.tree,
    leftOut: { samples: samplesAt(samples.leftOut), pathways: pathwaysAt(pathways.leftOut) },
    whyNoSamples: samples.why,
    whyNoPathways: pathways.why,
    joined: [...joined],
    ...options,
  }
}

function treeOf(
  rows: number,
  columns: number,
  valueAt: (row: number, column: number) => number | undefined,
  { linkage, distance }: ClusteringOptions,
): TreeResult {
  const all = Array.from({ length: rows }, (_, row) => row)
  if (rows > maxClustered) return { included: all, leftOut: [], tree: null, why: 'tooMany' }
  const values = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      values[row * columns + column] = valueAt(row, column) ?? Number.NaN
  const { included, leftOut, tree } = clusterRows({ values, rows, columns }, distance, linkage)
  return { included, leftOut, tree, why: tree ? null : 'tooFew' }
}
