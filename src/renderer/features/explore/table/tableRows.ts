import type { GroupStyles } from '../../../../figures/style/groupStyles.ts'
import type { Copied } from '../../../../shared/tables/copyTable.ts'
import type { CovariateColumns, ValueTable } from '../../../client/useValues.ts'
import type { Sort } from '../../../ui/table/columns/columnLayout.ts'
import { compareKeys } from '../../../ui/table/sortRows.ts'
import { covariateColumn, nameOf, pathwayColumn, sampleColumn } from './tableLayout.ts'

/** Returns null if the service returned no value or the view has none. */
export function valueAt(table: ValueTable, row: number, at: number): number | null {
  const value = table.values[row * table.pathways.length + at]
  return value === undefined || Number.isNaN(value) ? null : value
}

type Sortable = number | string | null

export type ShownGroups = { field: string; styles: GroupStyles }

/**
 * Returns the row indexes in the shown order; groups follow the order of the study. Missing values come last in both
 * directions, and equal ones keep the order of the register.
 */
export function sortRows(
  table: ValueTable,
  covariates: CovariateColumns,
  sort: Sort,
  groups: ShownGroups | null = null,
): readonly number[] {
  const rows = table.samples.map((_, row) => row)
  const keyed = sort.map(({ column, order }) => ({
    keys: sortKeys(table, covariates, column, groups),
    sign: order === 'asc' ? 1 : -1,
  }))
  return rows.sort((a, b) => {
    for (const { keys, sign } of keyed) {
      const order = compareKeys(keys[a] ?? null, keys[b] ?? null, sign)
      if (order !== 0) return order
    }
    return a - b
  })
}

function sortKeys(
  table: ValueTable,
  covariates: CovariateColumns,
  by: string,
  groups: ShownGroups | null,
): Sortable[] {
  if (by === sampleColumn) return table.samples.map(({ clientReference }) => clientReference)
  const texts = by === covariateColumn(nameOf(by)) ? covariates.get(nameOf(by)) : undefined
  if (texts && groups?.field === nameOf(by)) {
    const places = new Map([...groups.styles.keys()].map((name, place) => [name, place]))
    return texts.map((text) => (text === null ? null : (places.get(text) ?? places.size)))
  }
  if (texts) {
    const areNumbers = texts.every((text) => text === null || isNumber(text))
    return texts.map((text) => (text === null ? null : areNumbers ? Number(text) : text))
  }
  const at = by === pathwayColumn(nameOf(by)) ? table.pathways.indexOf(nameOf(by)) : -1
  return table.samples.map((_, row) => (at < 0 ? null : valueAt(table, row, at)))
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** Returns the n, mean and SD that a pathway's z-scores refer to; empty for other values. */
function referenceOf({ reference }: ValueTable, pathway: string): string {
  const one = reference.find((line) => line.pathway === pathway)
  return one ? `; n ${one.n}, mean ${one.mean ?? '–'}, SD ${one.sd ?? '–'}` : ''
}

type Cell = string | number | null
type CopiedColumn = { name: string; of: 'covariates' | 'values'; header: string; read(row: number): Cell }
type Shown = { table: ValueTable; covariates: CovariateColumns }

/** Returns how a shown column is copied. The sample columns are always copied first. */
function copiedColumn({ table, covariates }: Shown, id: string, value: string): CopiedColumn[] {
  const name = nameOf(id)
  if (id === covariateColumn(name))
    return [{ name, of: 'covariates', header: name, read: (row) => covariates.get(name)?.[row] ?? null }]
  const at = id === pathwayColumn(name) ? table.pathways.indexOf(name) : -1
  if (at < 0) return []
  const header = `${name} (${value}${referenceOf(table, name)})`
  return [{ name, of: 'values', header, read: (row) => valueAt(table, row, at) }]
}

/**
 * Returns the shown rows and columns for the clipboard, with their source. Numbers are not rounded. `service` is
 * empty if there are several. `columns`: the ids of the shown columns, in order.
 */
export function toCopied(
  shown: Shown & { columns: readonly string[]; rows: readonly number[] },
  words: { sample: string; sampleId: string; value: string },
): Copied {
  const { table, rows } = shown
  const copied = shown.columns.flatMap((id) => copiedColumn(shown, id, words.value))
  const headers = copied.map(({ header }) => header)
  const columns = [words.sample, words.sampleId, ...headers, 'fetched_at', 'service', 'synthetic']
  const cells = rows.map((row) => [
    table.samples[row]?.clientReference ?? null,
    table.samples[row]?.sampleId ?? null,
    ...copied.map(({ read }) => read(row)),
    table.samples[row]?.fetchedAt ?? null,
    table.service,
    table.synthetic ? 'yes' : 'no',
  ])
  return { table: { columns, rows: cells }, json: toJson(table, rows, copied) }
}

function toJson(table: ValueTable, rows: readonly number[], copied: readonly CopiedColumn[]) {
  const named = (of: CopiedColumn['of'], row: number) =>
    Object.fromEntries(copied.flatMap((one) => (one.of === of ? [[one.name, one.read(row)]] : [])))
  return {
    measure: table.measure,
    view: table.view,
    service: table.service,
    oldestFetchedAt: table.oldestFetchedAt,
    newestFetchedAt: table.newestFetchedAt,
    synthetic: table.synthetic,
    reference: table.reference,
    samples: rows.map((row) => ({
      sampleId: table.samples[row]?.sampleId,
      clientReference: table.samples[row]?.clientReference,
      fetchedAt: table.samples[row]?.fetchedAt,
      covariates: named('covariates', row),
      values: named('values', row),
    })),
  }
}
