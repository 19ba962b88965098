import type { TableLayout } from '../../../../shared/domain/app/appData.ts'
import type { SearchParams } from '../../../state/searchParams.ts'
import { clampColumnWidth, defaultLayout, maxSorts } from '../../../ui/table/columns/columnLayout.ts'
import { createColumnTable } from '../../../ui/table/columns/columnTable.ts'

export const sampleColumn = 'sample'
export const covariateColumn = (name: string): string => `covariate ${name}`
export const pathwayColumn = (name: string): string => `pathway ${name}`

/** Returns the name of the pathway or covariate from a column's id. */
export const nameOf = (columnId: string): string => columnId.slice(columnId.indexOf(' ') + 1)

/** The register columns before the pathways in the default layout. */
export const firstCovariates: readonly string[] = ['group']
export const mostCovariates = 20

/** The search params of views saved before all tables shared one layout format. */
export const earlierParams = ['covariates', 'pathways', 'pinned', 'sort', 'widths'] as const
type EarlierSearch = Pick<
  SearchParams<'/study/$studyId/_cohort/explore/table'>,
  (typeof earlierParams)[number]
>

/** Returns the layout of such a view; null if it has none. */
export function readEarlier(search: EarlierSearch): TableLayout | null {
  const { pathways, pinned = [], sort = [], widths = {} } = search
  const covariates = search.covariates?.slice(0, mostCovariates)
  if (earlierParams.every((name) => search[name] === undefined)) return null
  const gone = firstCovariates.filter((name) => covariates && !covariates.includes(name))
  const shown = [
    ...(covariates ?? (pathways ? firstCovariates : [])).map(covariateColumn),
    ...(pathways ?? []).map(pathwayColumn),
  ]
  const ids = new Set([...shown, ...pinned, ...Object.keys(widths), ...gone.map(covariateColumn)])
  return {
    ...defaultLayout,
    columns: [...ids].map((id) => ({
      id,
      hidden: gone.some((name) => id === covariateColumn(name)),
      pinned: id === sampleColumn || pinned.includes(id),
      ...(widths[id] !== undefined && { width: clampColumnWidth(widths[id]) }),
    })),
    othersHidden: pathways !== undefined,
    sort: sort.map(({ by, order }) => ({ column: by, order })).slice(0, maxSorts),
  }
}

/** Returns the shown pathways in order; null if all are shown in their default order. */
export function shownPathways(pathways: readonly string[], layout: TableLayout): string[] | null {
  const columns = pathways.map((label) => ({ id: pathwayColumn(label), label, width: 100 }))
  const shown = createColumnTable(columns, { layout }).visible.map(({ column }) => column.label)
  const isAll = shown.length === pathways.length && shown.every((name, at) => name === pathways[at])
  return isAll ? null : shown
}
