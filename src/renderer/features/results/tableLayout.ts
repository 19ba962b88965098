import { z } from 'zod'
import { toWidth } from '../../ui/gridColumns.ts'

type Sort = { by: string; order: 'asc' | 'desc' }

/** What the columns of the table are: kept in the address beside the selection. */
export type TableLayout = {
  /** Columns of the register that stand before the pathways, in their order. */
  covariates: readonly string[]
  /** Pathways in their order; null: all, by name. */
  pathways: readonly string[] | null
  /** Columns that stay at the left, by their ids. */
  pinned: readonly string[]
  /** Columns by which rows are sorted; each decides where those before have equal values. */
  sort: readonly Sort[]
  /** In pixels, by id, of columns that a hand has made wider or narrower. */
  widths: Readonly<Record<string, number>>
}

export const sampleColumn = 'sample'
export const covariateColumn = (name: string): string => `covariate ${name}`
export const pathwayColumn = (name: string): string => `pathway ${name}`

/** Of a column's id, what it is a column of. */
export const nameOf = (columnId: string): string => columnId.slice(columnId.indexOf(' ') + 1)

const namesSchema = z.array(z.string().min(1).max(300)).max(10_000)
const sortSchema = z.object({ by: z.string().min(1).max(300), order: z.enum(['asc', 'desc']) })
/** One alone is written without its list, as views say that were saved before there could be several. */
const sortsSchema = z.union([sortSchema.transform((one) => [one]), z.array(sortSchema).max(20)])
const widthsSchema = z.record(z.string().min(1).max(300), z.number().transform(toWidth))
const mostCovariates = 20
const firstCovariates = ['group']

/** Reads the search part of the address; whatever cannot be read is as it is at first. */
export function parseLayout(search: Record<string, unknown>): TableLayout {
  const covariates = namesSchema.safeParse(search['covariates']).data ?? firstCovariates
  return {
    covariates: covariates.slice(0, mostCovariates),
    pathways: namesSchema.safeParse(search['pathways']).data ?? null,
    pinned: namesSchema.safeParse(search['pinned']).data ?? [],
    sort: sortsSchema.safeParse(search['sort']).data ?? [],
    widths: widthsSchema.safeParse(search['widths']).data ?? {},
  }
}

/** The same as an address holds it; what is as it is at first is left out. */
export function toLayoutSearch(layout: TableLayout): Record<string, unknown> {
  const { covariates, pathways, pinned, sort, widths } = layout
  const isFirst = covariates.length === 1 && covariates[0] === firstCovariates[0]
  return {
    covariates: isFirst ? undefined : covariates,
    pathways: pathways ?? undefined,
    pinned: pinned.length > 0 ? pinned : undefined,
    sort: sort.length > 1 ? sort : sort[0],
    widths: Object.keys(widths).length > 0 ? widths : undefined,
  }
}

/** A column goes from unsorted to the highest first, to the lowest first, and back; alone, or `further` to others. */
export function nextSort(sort: TableLayout['sort'], by: string, further: boolean): TableLayout['sort'] {
  const before = further || sort.length === 1 ? sort : []
  const order = before.find((one) => one.by === by)?.order
  if (order === undefined) return [...(further ? before : []), { by, order: 'desc' }]
  if (order === 'asc') return before.filter((one) => one.by !== by)
  return before.map((one) => (one.by === by ? { by, order: 'asc' } : one))
}

/** One name a place up or down among others. */
export function moved(names: readonly string[], name: string, by: -1 | 1): string[] {
  const from = names.indexOf(name)
  const rest = names.filter((one) => one !== name)
  const to = Math.max(0, Math.min(rest.length, from + by))
  return from < 0 ? [...names] : [...rest.slice(0, to), name, ...rest.slice(to)]
}
