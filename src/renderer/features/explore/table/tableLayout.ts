import type { TableLayout } from '../../../../shared/domain/app/appData.ts'
import type { SearchParams } from '../../../state/searchParams.ts'
import { clampColumnWidth, defaultLayout, maxSorts } from '../../../ui/table/columns/columnLayout.ts'
import { createColumnTable } from '../../../ui/table/columns/columnTable.ts'

export const sampleColumn = 'sample'
export const covariateColumn = (name: string): string => `covariate ${name}`
export const pathwayColumn = (name: string): string => `pathway ${name}`

/** Of a column's id, what it is a column of. */
export const nameOf = (columnId: string): string => columnId.slice(columnId.indexOf(' ') + 1)

/** Columns of the register that stand before the pathways as they come. */
export const firstCovariates: readonly string[] = ['group']
/** So many are asked for at a time. */
export const mostCovariates = 20

/** The parts of an address by which views say their columns that were saved before all tables said them alike. */
type EarlierSearch = Pick<
  SearchParams<'/study/$studyId/_cohort/explore/table'>,
  'covariates' | 'pathways' | 'pinned' | 'sort' | 'widths'
>

/** The layout that they say; null where they say none. */
export function readEarlier(search: EarlierSearch): TableLayout | null {
  const { pathways, pinned = [], sort = [], widths = {} } = search
  const covariates = search.covariates?.slice(0, mostCovariates)
  if ([covariates, pathways, search.pinned, search.sort, search.widths].every((part) => part === undefined))
    return null
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

/** The pathways that are shown, in their order; null where they stand as they come, all of them. */
export function shownPathways(pathways: readonly string[], layout: TableLayout): string[] | null {
  const columns = pathways.map((label) => ({ id: pathwayColumn(label), label, width: 100 }))
  const shown = createColumnTable(columns, { layout }).visible.map(({ column }) => column.label)
  const isAll = shown.length === pathways.length && shown.every((name, at) => name === pathways[at])
  return isAll ? null : shown
}
