import { z } from 'zod'
import type { TableLayout } from '../../../shared/domain/app/appData.ts'
import { clampColumnWidth, defaultLayout, maxSorts } from '../../ui/table/columns/columnLayout.ts'
import { createColumnTable } from '../../ui/table/columns/columnTable.ts'

export const sampleColumn = 'sample'
export const covariateColumn = (name: string): string => `covariate ${name}`
export const pathwayColumn = (name: string): string => `pathway ${name}`

/** Of a column's id, what it is a column of. */
export const nameOf = (columnId: string): string => columnId.slice(columnId.indexOf(' ') + 1)

/** Columns of the register that stand before the pathways as they come. */
export const firstCovariates: readonly string[] = ['group']
/** So many are asked for at a time. */
export const mostCovariates = 20

type Search = Record<string, unknown>
const namesSchema = z.array(z.string().min(1).max(300)).max(10_000)
const sortSchema = z.object({ by: z.string().min(1).max(300), order: z.enum(['asc', 'desc']) })
/** One alone was written without its list before there could be several. */
const sortsSchema = z.union([sortSchema.transform((one) => [one]), z.array(sortSchema).max(20)])
const widthsSchema = z.record(
  z.string().min(1).max(300),
  z.number().transform((width) => clampColumnWidth(width)),
)

/** The parts of an address by which views say their columns that were saved before all tables said them alike. */
export const earlierNames = ['covariates', 'pathways', 'pinned', 'sort', 'widths'] as const

/** The layout that such an address says; null where it says none. */
export function readEarlier(search: Search): TableLayout | null {
  if (earlierNames.every((name) => search[name] === undefined)) return null
  const covariates = namesSchema.safeParse(search['covariates']).data?.slice(0, mostCovariates)
  const pathways = namesSchema.safeParse(search['pathways']).data
  const pinned = namesSchema.safeParse(search['pinned']).data ?? []
  const widths = widthsSchema.safeParse(search['widths']).data ?? {}
  const sort = sortsSchema.safeParse(search['sort']).data ?? []
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
      ...(widths[id] !== undefined && { width: widths[id] }),
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
