import type { ScatterPoint } from '../../../../figures/data.ts'
import type { Pca } from '../../../../shared/domain/results/cohort.ts'
import { unpack } from '../../../../shared/domain/results/packedNumbers.ts'
import type { DataTable } from '../../../../shared/format/copyTable.ts'
import type { Colouring } from './colouring.ts'

/** Scores of the samples on two components, from 0. */
export function toPcaPoints(
  pca: Pca,
  [x, y]: readonly [number, number],
  { groupOf }: Colouring,
): ScatterPoint[] {
  const scores = unpack(pca.scores)
  const width = pca.components.length
  return pca.samples.map(({ sampleId, clientReference }, row) => ({
    id: sampleId,
    label: clientReference,
    x: scores[row * width + x] ?? null,
    y: scores[row * width + y] ?? null,
    group: groupOf(row),
  }))
}

export type Loading = { pathway: string; x: number; y: number }

/** Loadings of the pathways on two components, the largest on the first of them foremost. */
export function toLoadings(pca: Pca, [x, y]: readonly [number, number]): Loading[] {
  const loadings = unpack(pca.loadings)
  const width = pca.components.length
  return pca.pathways
    .map((pathway, row) => ({
      pathway,
      x: loadings[row * width + x] ?? Number.NaN,
      y: loadings[row * width + y] ?? Number.NaN,
    }))
    .sort((a, b) => Math.abs(b.x) - Math.abs(a.x))
}

/** All loadings, one column a component. */
export function toLoadingTable(pca: Pca, pathwayWord: string): DataTable {
  const loadings = unpack(pca.loadings)
  const width = pca.components.length
  return {
    columns: [pathwayWord, ...pca.components.map(({ name }) => name)],
    rows: pca.pathways.map((pathway, row) => [
      pathway,
      ...pca.components.map((_, component) => loadings[row * width + component] ?? null),
    ]),
  }
}
