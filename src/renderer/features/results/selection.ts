import type { Measure, ResultMatrix, SampleResult } from '../../../shared/domain/analysis.ts'
import { buildHeatmap, type Heatmap } from '../../charts/heatmap.ts'
import { type RankedBars, rankBars } from '../../charts/rankedBars.ts'

export const views = ['table', 'heatmap', 'bars'] as const
type View = (typeof views)[number]

/** What the results show: kept in the address, so that a link or Back shows the same again. */
export type Selection = { view: View; measure: Measure; sample: string | null }

/** Reads the search part of the address; anything unknown falls back to the first choice. */
export function parseSelection(search: Record<string, unknown>): Selection {
  return {
    view:
      views.find((view) => view === search.view) ?? (typeof search.sample === 'string' ? 'bars' : 'table'),
    measure: search.measure === 'aging_offset' ? 'aging_offset' : 'activity',
    sample: typeof search.sample === 'string' ? search.sample : null,
  }
}

/** Pathways × samples for the heatmap; the matrix's rows are samples, so its values already lie column by column. */
export const toHeatmap = (matrix: ResultMatrix): Heatmap =>
  buildHeatmap({
    rows: matrix.pathways,
    columns: matrix.samples.map(({ sampleId, clientReference, group }) => ({
      id: sampleId,
      label: clientReference,
      group,
    })),
    values: matrix.values,
  })

/** One sample's pathways, ranked by the measure. */
export const toRankedBars = (result: SampleResult, measure: Measure): RankedBars =>
  rankBars(
    result.scores.map(({ pathway, activity, agingOffset }) => ({
      label: pathway,
      value: measure === 'activity' ? activity : agingOffset,
    })),
  )

export type TableRow = {
  sampleId: string
  clientReference: string
  group: string | null
  values: (number | null)[]
}

/** One row a sample, its values in the order of the pathways. */
export const toTableRows = (matrix: ResultMatrix): TableRow[] =>
  matrix.samples.map((sample, index) => ({
    ...sample,
    values: matrix.values.slice(index * matrix.pathways.length, (index + 1) * matrix.pathways.length),
  }))
