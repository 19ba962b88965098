import { type Clustering, type Distance, type Linkage, mostClustered } from '../../../shared/domain/cohort.ts'
import { clusterRows } from '../statistics/clustering.ts'
import type { Column, Matrix } from './matrix.ts'

type How = { linkage: Linkage; distance: Distance }
type Tree = {
  tree: Clustering['sampleTree']
  why: Clustering['whyNoSamples']
  kept: number[]
  leftOut: number[]
}

/** Both trees of a matrix, over the values of one view. Objects of a tree are those of `sampleIds` and `pathways`. */
export function toClustering(
  { sampleIds, joined }: Pick<Matrix, 'sampleIds' | 'joined'>,
  columns: readonly Column[],
  how: How,
): Clustering {
  const values = columns.map((column) => column.values)
  const [many, wide] = [sampleIds.length, columns.length]
  const samples = treeOf(many, wide, (row, column) => values[column]?.[row], how)
  const pathways = treeOf(wide, many, (row, column) => values[row]?.[column], how)
  const samplesAt = (rows: readonly number[]) => rows.flatMap((row) => sampleIds[row] ?? [])
  const pathwaysAt = (rows: readonly number[]) => rows.flatMap((row) => columns[row]?.pathway ?? [])
  return {
    sampleIds: samplesAt(samples.kept),
    pathways: pathwaysAt(pathways.kept),
    sampleTree: samples.tree,
    pathwayTree: pathways.tree,
    leftOut: { samples: samplesAt(samples.leftOut), pathways: pathwaysAt(pathways.leftOut) },
    whyNoSamples: samples.why,
    whyNoPathways: pathways.why,
    joined: [...joined],
    ...how,
  }
}

function treeOf(
  rows: number,
  columns: number,
  valueAt: (row: number, column: number) => number | undefined,
  { linkage, distance }: How,
): Tree {
  const all = Array.from({ length: rows }, (_, row) => row)
  if (rows > mostClustered) return { kept: all, leftOut: [], tree: null, why: 'tooMany' }
  const values = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      values[row * columns + column] = valueAt(row, column) ?? Number.NaN
  const { kept, leftOut, tree } = clusterRows({ values, rows, columns }, distance, linkage)
  return { kept, leftOut, tree, why: tree ? null : 'tooFew' }
}
