import type { Copied } from '../../../shared/format/copyTable.ts'
import type { CovariateColumns, ValueTable } from '../../client/useValues.ts'
import { covariateColumn, nameOf, pathwayColumn, sampleColumn, type TableLayout } from './tableLayout.ts'

/** The pathways that are shown, each with its place in the table; those that no answer holds are left out. */
export function shownPathways(table: ValueTable, layout: TableLayout): { pathway: string; at: number }[] {
  const places = new Map(table.pathways.map((pathway, at) => [pathway, at]))
  return (layout.pathways ?? table.pathways).flatMap((pathway) => {
    const at = places.get(pathway)
    return at === undefined ? [] : [{ pathway, at }]
  })
}

/** null: the service returned none, or the view has none. */
export function valueAt(table: ValueTable, row: number, at: number): number | null {
  const value = table.values[row * table.pathways.length + at]
  return value === undefined || Number.isNaN(value) ? null : value
}

type Sortable = number | string | null

/** The rows of the table in the order shown. What has no value stands last, either way; equal ones as in the register. */
export function sortRows(
  table: ValueTable,
  covariates: CovariateColumns,
  sort: TableLayout['sort'],
): readonly number[] {
  const rows = table.samples.map((_, row) => row)
  const keyed = sort.map(({ by, order }) => ({
    keys: sortKeys(table, covariates, by),
    sign: order === 'asc' ? 1 : -1,
  }))
  return rows.sort((a, b) => {
    for (const { keys, sign } of keyed) {
      const order = compare(keys[a] ?? null, keys[b] ?? null, sign)
      if (order !== 0) return order
    }
    return a - b
  })
}

function compare(a: Sortable, b: Sortable, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b || 0)
  return sign * byText.compare(String(a), String(b))
}

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function sortKeys(table: ValueTable, covariates: CovariateColumns, by: string): Sortable[] {
  if (by === sampleColumn) return table.samples.map(({ clientReference }) => clientReference)
  const texts = by === covariateColumn(nameOf(by)) ? covariates.get(nameOf(by)) : undefined
  if (texts) {
    const areNumbers = texts.every((text) => text === null || isNumber(text))
    return texts.map((text) => (text === null ? null : areNumbers ? Number(text) : text))
  }
  const at = by === pathwayColumn(nameOf(by)) ? table.pathways.indexOf(nameOf(by)) : -1
  return table.samples.map((_, row) => (at < 0 ? null : valueAt(table, row, at)))
}

const isNumber = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

/** What the z-scores of a pathway refer to; empty for other values. */
function referenceOf({ reference }: ValueTable, pathway: string): string {
  const one = reference.find((line) => line.pathway === pathway)
  return one ? `; n ${one.n}, mean ${one.mean ?? '–'}, SD ${one.sd ?? '–'}` : ''
}

/**
 * Rows and columns as they are shown, to be copied, with their origin: numbers as they are, not as they are rounded for
 * the eye. `service` is empty where there are several.
 */
export function toCopied(
  shown: { table: ValueTable; covariates: CovariateColumns; layout: TableLayout; rows: readonly number[] },
  words: { sample: string; sampleId: string; value: string },
): Copied {
  const { table, covariates, layout, rows } = shown
  const pathways = shownPathways(table, layout)
  const columns = [
    words.sample,
    words.sampleId,
    ...layout.covariates,
    ...pathways.map(({ pathway }) => `${pathway} (${words.value}${referenceOf(table, pathway)})`),
    'fetched_at',
    'service',
    'synthetic',
  ]
  const cells = rows.map((row) => [
    table.samples[row]?.clientReference ?? null,
    table.samples[row]?.sampleId ?? null,
    ...layout.covariates.map((name) => covariates.get(name)?.[row] ?? null),
    ...pathways.map(({ at }) => valueAt(table, row, at)),
    table.samples[row]?.fetchedAt ?? null,
    table.service,
    table.synthetic ? 'yes' : 'no',
  ])
  const json = {
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
      covariates: Object.fromEntries(
        layout.covariates.map((name) => [name, covariates.get(name)?.[row] ?? null]),
      ),
      values: Object.fromEntries(pathways.map(({ pathway, at }) => [pathway, valueAt(table, row, at)])),
    })),
  }
  return { table: { columns, rows: cells }, json }
}
