import type { Checked } from '../../../shared/contract/contract.ts'
import { type Clustering, maxClustered, type Pca } from '../../../shared/domain/results/cohort.ts'
import { pack } from '../../../shared/domain/results/packedNumbers.ts'
import { clusterRows } from '../statistics/multivariate/clustering.ts'
import { principalComponents } from '../statistics/multivariate/principalComponents.ts'
import { hasSpread, meanOf, present, squaresOf } from '../statistics/values.ts'
import { type Column, type Matrix, pick, provenanceOf } from './cohortMatrix.ts'
import type { PathwayNames } from './joinNames.ts'
import { type CohortData, readSamples } from './readMatrix.ts'

/** A pathway missing in more than this share is omitted. Otherwise, the samples without it are omitted. */
const maxMissingShare = 0.2
const minSamples = 3
const minPathways = 2

export type PcaParams = Omit<Checked<'results.pca'>, 'of'> & {
  sampleIds: readonly string[]
  pathwayNames: PathwayNames
}

/** Returns the principal components of the samples with results. */
export async function readPca(data: CohortData, params: PcaParams): Promise<Pca> {
  const { scaled } = params
  const { matrix } = await data.readMatrix(params)
  const { columns, rows } = complete(matrix)
  const usedRows = new Set(rows)
  const leftOut = {
    samples: matrix.sampleIds.filter((_, row) => !usedRows.has(row)),
    pathways: matrix.columns.filter((column) => !columns.includes(column)).map(({ pathway }) => pathway),
    withoutResult: params.sampleIds.length - matrix.sampleIds.length,
  }
  const why =
    columns.length < minPathways ? 'tooFewPathways' : rows.length < minSamples ? 'tooFewSamples' : null
  const found = why ? null : principalComponents(toRows(columns, rows), { scaled })
  return {
    ...provenanceOf([...rows].flatMap((row) => matrix.origins[row] ?? [])),
    samples: await readSamples(data, matrix, rows),
    pathways: columns.map(({ pathway }) => pathway),
    scaled,
    components: (found?.sds ?? []).map((sd, at) => ({
      name: `PC${at + 1}`,
      sd,
      share: found?.shares[at] ?? 0,
    })),
    scores: pack(found?.scores ?? new Float64Array()),
    loadings: pack(found?.loadings ?? new Float64Array()),
    leftOut,
    why: why ?? (found ? null : 'tooFewPathways'),
    joined: [...matrix.joined],
  }
}

/** Returns the columns that vary and that most samples have, and the rows that have all of them. */
function complete({ columns, sampleIds }: Matrix): { columns: Column[]; rows: Uint32Array } {
  const enough = columns.filter(
    ({ values }) =>
      present(values).length >= (1 - maxMissingShare) * values.length && varies(present(values)),
  )
  const all = Uint32Array.from(sampleIds.keys())
  const rows = all.filter((row) => enough.every(({ values }) => !Number.isNaN(values[row])))
  // A pathway may be constant in the remaining samples.
  return { columns: enough.filter(({ values }) => varies(pick(values, rows))), rows }
}

/** Returns true if the values vary and their squares do not overflow. */
function varies(values: Float64Array): boolean {
  const mean = meanOf(values)
  const squares = squaresOf(values, mean)
  return values.length > 1 && Number.isFinite(squares) && hasSpread(values.length, mean, squares)
}

function toRows(columns: readonly Column[], rows: Uint32Array) {
  const values = new Float64Array(rows.length * columns.length)
  for (const [column, { values: from }] of columns.entries())
    for (const [at, row] of rows.entries()) values[at * columns.length + column] = from[row] ?? Number.NaN
  return { values, rows: rows.length, columns: columns.length }
}

type ClusteringOptions = Pick<Clustering, 'linkage' | 'distance' | 'view'>
type TreeResult = {
  tree: Clustering['sampleTree']
  why: Clustering['whyNoSamples']
  included: number[]
  leftOut: number[]
}

/** Clusters the samples and pathways of one view, as ordered in `sampleIds` and `pathways`. */
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
  // The time grows with the square of the rows.
  if (rows > maxClustered) return { included: [], leftOut: [], tree: null, why: 'tooMany' }
  const values = new Float64Array(rows * columns)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      values[row * columns + column] = valueAt(row, column) ?? Number.NaN
  const { included, leftOut, tree } = clusterRows({ values, rows, columns }, distance, linkage)
  return { included, leftOut, tree, why: tree ? null : 'tooFew' }
}
