import type { SearchParams } from '../../state/searchParams.ts'

type ChartSearch = SearchParams<'/study/$studyId/_cohort/explore'>
type Settings = { [Name in keyof ChartSearch]-?: Exclude<ChartSearch[Name], undefined> }

/** The default settings, which addresses omit. Null: the view chooses. '' (covariates only): none. */
const defaultView = {
  tracks: [] as string[],
  cluster: 'both',
  linkage: 'average',
  distance: 'euclidean',
  /** Component numbers, starting at 1. */
  x: 1,
  y: 2,
  scaled: true,
  colour: null,
  shape: null,
  predicted: null,
  chronological: null,
  pathway: null,
  by: null,
  pair: null,
  ageMeasure: 'age_acceleration_residual',
} as const satisfies { [Name in keyof Settings]: Settings[Name] | null }

/** The settings of the charts that the address holds, beside the selection that all views share. */
export type ChartView = { [Name in keyof Settings]: Settings[Name] | (typeof defaultView)[Name] }
export type ClusterBy = ChartView['cluster']

const names = Object.keys(defaultView) as (keyof ChartView)[]

export const parseChartView = (search: ChartSearch): ChartView =>
  Object.fromEntries(names.map((name) => [name, search[name] ?? defaultView[name]])) as ChartView

/** Returns the settings as search params; those with their default value are undefined. */
export function toChartSearch(chartView: ChartView): ChartSearch {
  const unlessDefault = (name: keyof ChartView) =>
    JSON.stringify(chartView[name]) === JSON.stringify(defaultView[name]) ? undefined : chartView[name]
  return Object.fromEntries(names.map((name) => [name, unlessDefault(name)])) as ChartSearch
}
