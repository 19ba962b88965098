import type { AgeSource, Distance, Linkage } from '../../../shared/domain/results/cohort.ts'
import type { AgeMeasure } from '../../../shared/domain/results/comparison.ts'
import type { SearchParams } from '../../state/searchParams.ts'
import { clusterings } from '../../state/searchSchemas.ts'

export type ClusterBy = (typeof clusterings)[number]

/** The settings of the charts that the address holds, beside the selection that all views share. */
export type ChartView = {
  tracks: readonly string[]
  cluster: ClusterBy
  linkage: Linkage
  distance: Distance
  /** Component numbers, starting at 1. */
  x: number
  y: number
  scaled: boolean
  /** Names of covariates; null for the default, '' for none. */
  colour: string | null
  shape: string | null
  predicted: AgeSource | null
  chronological: AgeSource | null
  pathway: string | null
  by: string | null
  pair: string | null
  ageMeasure: AgeMeasure
}

type ChartSearch = SearchParams<'/study/$studyId/_cohort/explore'>

export const parseChartView = (search: ChartSearch): ChartView => ({
  tracks: search.tracks ?? [],
  cluster: search.cluster ?? 'both',
  linkage: search.linkage ?? 'average',
  distance: search.distance ?? 'euclidean',
  x: search.x ?? 1,
  y: search.y ?? 2,
  scaled: search.scaled ?? true,
  colour: search.colour ?? null,
  shape: search.shape ?? null,
  predicted: search.predicted ?? null,
  chronological: search.chronological ?? null,
  pathway: search.pathway ?? null,
  by: search.by ?? null,
  pair: search.pair ?? null,
  ageMeasure: search.ageMeasure ?? 'age_acceleration_residual',
})

/** Returns the settings as search params, without those that have their default value. */
export function toChartSearch(chartView: ChartView): ChartSearch {
  const unlessFirst = <T>(value: T, first: T): T | undefined => (value === first ? undefined : value)
  return {
    tracks: chartView.tracks.length === 0 ? undefined : [...chartView.tracks],
    cluster: unlessFirst(chartView.cluster, 'both'),
    linkage: unlessFirst(chartView.linkage, 'average'),
    distance: unlessFirst(chartView.distance, 'euclidean'),
    x: unlessFirst(chartView.x, 1),
    y: unlessFirst(chartView.y, 2),
    scaled: unlessFirst(chartView.scaled, true),
    colour: chartView.colour ?? undefined,
    shape: chartView.shape ?? undefined,
    predicted: chartView.predicted ?? undefined,
    chronological: chartView.chronological ?? undefined,
    pathway: chartView.pathway ?? undefined,
    by: chartView.by ?? undefined,
    pair: chartView.pair ?? undefined,
    ageMeasure: unlessFirst(chartView.ageMeasure, 'age_acceleration_residual'),
  }
}
