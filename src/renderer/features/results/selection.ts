import type { Measure, SampleResult } from '../../../shared/domain/analysis.ts'
import type { Clustering, Covariate } from '../../../shared/domain/cohort.ts'
import { buildHeatmap, type Heatmap } from '../../charts/heatmap.ts'
import { type RankedBars, rankBars } from '../../charts/rankedBars.ts'
import type { CovariateColumns, ValueTable } from '../../client/useValues.ts'

/** As many samples as a heatmap is drawn of; the table shows all. */
export const mostDrawn = 3000

/** Pathways × samples for the heatmap; the table's rows are samples, so its values already lie column by column. */
export function toHeatmap(
  table: ValueTable,
  clustering: Clustering | null,
  covariates: CovariateColumns = new Map(),
  kindOf: (covariate: string) => Covariate['kind'] = () => 'categories',
): Heatmap {
  const samples = table.samples.slice(0, mostDrawn)
  const groups = [...new Set(table.samples.flatMap(({ group }) => group ?? []))].sort()
  return buildHeatmap({
    rows: table.pathways,
    columns: samples.map(({ sampleId, clientReference, group }) => ({
      id: sampleId,
      label: clientReference,
      group,
    })),
    values: table.values.subarray(0, samples.length * table.pathways.length),
    groups,
    ...(clustering?.sampleTree && {
      columnTree: { tree: clustering.sampleTree, ids: clustering.sampleIds },
    }),
    ...(clustering?.pathwayTree && {
      rowTree: { tree: clustering.pathwayTree, ids: clustering.pathways },
    }),
    tracks: [...covariates].map(([name, values]) => ({
      name,
      kind: kindOf(name),
      values: values.slice(0, mostDrawn),
    })),
  })
}

/** One sample's pathways, ranked by the measure. */
export const toRankedBars = (result: SampleResult, measure: Measure): RankedBars =>
  rankBars(
    result.scores.map(({ pathway, activity, agingOffset }) => ({
      label: pathway,
      value: measure === 'activity' ? activity : agingOffset,
    })),
  )
