import type { HeatmapTree } from '../../../../figures/data.ts'
import { buildHeatmap, type Heatmap } from '../../../../figures/heatmap/heatmap.ts'
import type { Clustering, Covariate } from '../../../../shared/domain/results/cohort.ts'
import type { CovariateColumns, ValueTable } from '../../../client/useValues.ts'
import type { ClusterBy } from '../view.ts'

type Trees = { rowTree?: HeatmapTree; columnTree?: HeatmapTree }

/** The trees that are wanted and could be made. */
export function toTrees(clustering: Clustering | undefined, by: ClusterBy): Trees {
  const { sampleTree, pathwayTree, sampleIds, pathways } = clustering ?? {}
  return {
    ...(sampleTree && sampleIds && by !== 'pathways'
      ? { columnTree: { tree: sampleTree, ids: sampleIds } }
      : {}),
    ...(pathwayTree && pathways && by !== 'samples' ? { rowTree: { tree: pathwayTree, ids: pathways } } : {}),
  }
}

type Parts = {
  table: ValueTable
  trees: Trees
  tracks: readonly string[]
  columns: CovariateColumns
  /** Of all samples, so that a category keeps its colour whichever samples are looked at. */
  covariates: readonly Covariate[]
}

/** Pathways × samples with trees and tracks. Rows of the table are samples, so its values lie column by column. */
export function toPicture({ table, trees, tracks, columns, covariates }: Parts): Heatmap {
  const categoriesOf = (name: string) =>
    covariates.find((one) => one.name === name)?.values.map(({ value }) => value)
  const groups = categoriesOf('group')
  return buildHeatmap({
    rows: table.pathways,
    columns: table.samples.map(({ sampleId, clientReference, group }) => ({
      id: sampleId,
      label: clientReference,
      group,
    })),
    values: table.values,
    ...trees,
    ...(groups ? { groups } : {}),
    tracks: tracks.flatMap((name) => {
      const values = columns.get(name)
      if (!values) return []
      const kind = covariates.find((one) => one.name === name)?.kind ?? 'categories'
      const categories = categoriesOf(name)
      return [{ name, kind, values, ...(categories ? { categories } : {}) }]
    }),
  })
}
