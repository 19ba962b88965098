import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableLayout } from '../../../../shared/domain/app/appData.ts'
import type { ViewReference } from '../../../../shared/domain/results/cohort.ts'
import { columnFormat, formatAlone } from '../../../../shared/format/numbers.ts'
import type { CovariateColumns, ValueTable } from '../../../client/useValues.ts'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { type ArrangeableColumn, type Arranging, sortOf } from '../../../ui/table/columns/columnLayout.ts'
import { useHeadColumns } from '../../../ui/table/columns/columnTable.ts'
import type { CellValue } from '../../../ui/table/DataTableRows.tsx'
import {
  covariateColumn,
  firstCovariates,
  mostCovariates,
  nameOf,
  pathwayColumn,
  sampleColumn,
} from './tableLayout.ts'
import { type ShownGroups, valueAt } from './tableRows.ts'

/** Returns all columns in their default order, with their labels. `known`: the names of the register's columns. */
export function useResultColumns(table: ValueTable, layout: TableLayout, known: readonly string[] = none) {
  const { t } = useTranslation('explore')
  const viewTitle = useValueTitle(table.measure, table.view)
  const describe = useReferenceText(table)
  return useMemo((): ResultColumn[] => {
    const sample = {
      id: sampleColumn,
      width: 160,
      label: t('term.sample'),
      title: t('sampleTip'),
      pinned: true,
      opens: true,
      role: 'name' as const,
      sorts: 'desc' as const,
    }
    const ofRegister = covariatesOf(layout, known).map((name) => ({
      id: covariateColumn(name),
      kind: 'covariate',
      width: 110,
      label: name === 'group' ? t('field.group') : name,
      title: t('covariateTip', { name }),
      hiddenAtFirst: !firstCovariates.includes(name),
      sorts: 'desc' as const,
    }))
    const ofPathways = table.pathways.map((pathway) => ({
      id: pathwayColumn(pathway),
      kind: 'pathway',
      width: 104,
      label: pathway,
      title: [`${pathway}: ${viewTitle}`, describe(pathway)].filter(Boolean).join('\n'),
      numeric: true,
      sorts: 'desc' as const,
    }))
    return [sample, ...ofRegister, ...ofPathways]
  }, [table, layout, known, viewTitle, describe, t])
}

export type ResultColumn = ArrangeableColumn & { title: string; opens?: boolean }
const none: readonly string[] = []

/** Returns the covariate columns. Those in the layout are included before all covariates are loaded. */
const covariatesOf = ({ columns }: TableLayout, known: readonly string[]): string[] => {
  const requested = columns.flatMap(({ id }) => (id === covariateColumn(nameOf(id)) ? [nameOf(id)] : []))
  return [...new Set([...firstCovariates, ...known, ...requested])]
}

/** Returns the columns as arranged, with the covariates that their cells and the sorting need. */
export function useTableColumns(table: ValueTable, arranging: Arranging) {
  const natural = useResultColumns(table, arranging.layout)
  const arranged = useHeadColumns(natural, arranging)
  const columns = useMemo(() => {
    const covariates = arranged.filter(({ kind }) => kind === 'covariate')
    const tooMany = new Set(covariates.slice(mostCovariates))
    return arranged.filter((column) => !tooMany.has(column))
  }, [arranged])
  const sort = useMemo(() => sortOf(natural, arranging.layout), [natural, arranging.layout])
  const names = new Set(
    [...sort.map(({ column }) => column), ...columns.map(({ id }) => id)].flatMap((id) =>
      id === covariateColumn(nameOf(id)) ? [nameOf(id)] : [],
    ),
  )
  return { natural, columns, sort, covariates: [...names].slice(0, mostCovariates) }
}

type Shown = { table: ValueTable; covariates: CovariateColumns; groups: ShownGroups | null }

/** Returns the content of a cell. `row` is the index of the sample in the table of values. */
export function useCell({ table, covariates, groups }: Shown) {
  const describe = useReferenceText(table)
  const { t } = useTranslation('explore')
  const places = useMemo(
    () => new Map(table.pathways.map((pathway, at) => [pathwayColumn(pathway), { pathway, at }])),
    [table],
  )
  const formatOf = useMemo(() => createColumnFormats(table), [table])
  const off = useMemo(
    () => new Set(table.reference.filter(({ why }) => why !== null).map(({ pathway }) => pathway)),
    [table],
  )
  return useCallback(
    (row: number, id: string): CellValue => {
      const sample = table.samples[row]
      if (id === sampleColumn) {
        const name = sample?.clientReference ?? ''
        return { text: name, title: t('open', { sample: name }) }
      }
      const place = places.get(id)
      if (!place) {
        const name = id.slice(covariateColumn('').length)
        const column = covariates.get(name)
        // The column is still loading, so the cell is not marked as missing.
        if (!column) return { text: '' }
        const text = column[row] ?? null
        if (text === null) return { text: '–', title: t('noCovariate'), missing: true }
        const colour = groups?.field === name ? groups.styles.get(text)?.colour : undefined
        return { text, title: text, ...(colour && { colour }) }
      }
      const value = valueAt(table, row, place.at)
      if (value === null) {
        const title = off.has(place.pathway) ? describe(place.pathway) : t('missing')
        return { text: '–', title, missing: true }
      }
      return {
        text: table.view === 'rank' ? formatAlone(value) : formatOf(place.at)(value),
        title: String(value),
      }
    },
    [table, covariates, groups, places, off, formatOf, describe, t],
  )
}

/** Returns the number format of each pathway, the same in all rows. Computed only for columns that are shown. */
function createColumnFormats(table: ValueTable): (at: number) => (value: number) => string {
  const formats = new Map<number, (value: number) => string>()
  return (at) => {
    const existing = formats.get(at)
    if (existing) return existing
    const format = columnFormat(table.samples.map((_, row) => valueAt(table, row, at)))
    formats.set(at, format)
    return format
  }
}

/** Returns the n, mean and SD that a pathway's z-scores refer to, or the reason why there are none. */
function useReferenceText(table: ValueTable): (pathway: string) => string {
  const { t } = useTranslation('explore')
  const { view } = table
  return useMemo(() => {
    const references = new Map(table.reference.map((one) => [one.pathway, one]))
    const figure = (value: ViewReference['mean']) => (value === null ? '–' : formatAlone(value))
    return (pathway) => {
      const one = references.get(pathway)
      if (!one || (view !== 'z' && view !== 'zControls')) return ''
      const figures = { n: one.n, mean: figure(one.mean), sd: figure(one.sd) }
      return one.why ? t(`why.${one.why}`, figures) : t(`reference.${view}`, figures)
    }
  }, [table, view, t])
}
