import { z } from 'zod'

/** What the columns of the table are: kept in the address beside the selection. */
export type TableLayout = {
  /** Columns of the register that stand before the pathways, in their order. */
  covariates: readonly string[]
  /** Pathways in their order; null: all, by name. */
  pathways: readonly string[] | null
  /** Columns that stay at the left, by their ids. */
  pinned: readonly string[]
  sort: { by: string; order: 'asc' | 'desc' } | null
}

export const sampleColumn = 'sample'
export const covariateColumn = (name: string): string => `covariate ${name}`
export const pathwayColumn = (name: string): string => `pathway ${name}`

/** Of a column's id, what it is a column of. */
export const nameOf = (columnId: string): string => columnId.slice(columnId.indexOf(' ') + 1)

const namesSchema = z.array(z.string().min(1).max(300)).max(10_000)
const sortSchema = z.object({ by: z.string().min(1).max(300), order: z.enum(['asc', 'desc']) })
const mostCovariates = 20
const firstCovariates = ['group']

/** Reads the search part of the address; whatever cannot be read is as it is at first. */
export function parseLayout(search: Record<string, unknown>): TableLayout {
  const covariates = namesSchema.safeParse(search['covariates']).data ?? firstCovariates
  return {
    covariates: covariates.slice(0, mostCovariates),
    pathways: namesSchema.safeParse(search['pathways']).data ?? null,
    pinned: namesSchema.safeParse(search['pinned']).data ?? [],
    sort: sortSchema.safeParse(search['sort']).data ?? null,
  }
}

/** The same as an address holds it; what is as it is at first is left out. */
export function toLayoutSearch({ covariates, pathways, pinned, sort }: TableLayout): Record<string, unknown> {
  const isFirst = covariates.length === 1 && covariates[0] === firstCovariates[0]
  return {
    covariates: isFirst ? undefined : covariates,
    pathways: pathways ?? undefined,
    pinned: pinned.length > 0 ? pinned : undefined,
    sort: sort ?? undefined,
  }
}

/** A column goes from unsorted to the highest first, to the lowest first, and back. */
export function nextSort(sort: TableLayout['sort'], by: string): TableLayout['sort'] {
  if (sort?.by !== by) return { by, order: 'desc' }
  return sort.order === 'desc' ? { by, order: 'asc' } : null
}

/** One name a place up or down among others. */
export function moved(names: readonly string[], name: string, by: -1 | 1): string[] {
  const from = names.indexOf(name)
  const rest = names.filter((one) => one !== name)
  const to = Math.max(0, Math.min(rest.length, from + by))
  return from < 0 ? [...names] : [...rest.slice(0, to), name, ...rest.slice(to)]
}
