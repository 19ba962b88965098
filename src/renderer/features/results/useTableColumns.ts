import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewReference } from '../../../shared/domain/cohort.ts'
import { formatAlone, formatValue } from '../../../shared/format/numbers.ts'
import type { CovariateColumns, ValueTable } from '../../client/useValues.ts'
import { useValueTitle } from '../../state/useValueTitle.ts'
import type { GridCell, GridColumn } from '../../ui/gridColumns.ts'
import { covariateColumn, nextSort, pathwayColumn, sampleColumn, type TableLayout } from './tableLayout.ts'
import { shownPathways, valueAt } from './tableRows.ts'
import { useLayout } from './useLayout.ts'

type Shown = { table: ValueTable; covariates: CovariateColumns; rows: readonly number[] }

/** The columns of the table with what each says of itself, and what stands in their cells. */
export function useTableColumns({ table, covariates, rows }: Shown) {
  const { t } = useTranslation('results')
  const { layout, setLayout } = useLayout()
  const viewTitle = useValueTitle(table.measure, table.view)
  const describe = useReferenceText(table)
  const columns = useMemo(() => {
    const sample = {
      id: sampleColumn,
      width: 160,
      label: t('sample'),
      title: t('sampleTip'),
      pinned: true,
      opens: true,
    }
    const ofRegister = layout.covariates.map((name) => ({
      id: covariateColumn(name),
      width: 110,
      label: name,
      title: t('covariateTip', { name }),
    }))
    const ofPathways = shownPathways(table, layout).map(({ pathway }) => ({
      id: pathwayColumn(pathway),
      width: 104,
      label: pathway,
      title: [`${pathway}: ${viewTitle}`, describe(pathway)].filter(Boolean).join('\n'),
      numeric: true,
    }))
    return [sample, ...ofRegister, ...ofPathways].map((column) => laidOut(column, layout, setLayout))
  }, [table, layout, setLayout, viewTitle, describe, t])
  const cell = useCell({ table, covariates, rows }, describe)
  return { columns, cell }
}

/** A column as a person has pinned, sorted and drawn it. */
function laidOut(
  column: GridColumn,
  layout: TableLayout,
  setLayout: (part: Partial<TableLayout>) => void,
): GridColumn {
  const { id } = column
  const at = layout.sort.findIndex(({ by }) => by === id)
  return {
    ...column,
    width: layout.widths[id] ?? column.width,
    pinned: column.pinned === true || layout.pinned.includes(id),
    sorted: layout.sort[at]?.order ?? false,
    ...(at >= 0 && layout.sort.length > 1 ? { sortPlace: at + 1 } : {}),
    onSort: (further) => setLayout({ sort: nextSort(layout.sort, id, further) }),
    onResize: (width) => {
      const { [id]: _former, ...others } = layout.widths
      setLayout({ widths: width === null ? others : { ...others, [id]: width } })
    },
  }
}

function useCell({ table, covariates, rows }: Shown, describe: (pathway: string) => string) {
  const { t } = useTranslation('results')
  const places = useMemo(
    () => new Map(table.pathways.map((pathway, at) => [pathwayColumn(pathway), { pathway, at }])),
    [table],
  )
  const off = useMemo(
    () => new Set(table.reference.filter(({ why }) => why !== null).map(({ pathway }) => pathway)),
    [table],
  )
  return useCallback(
    (index: number, { id }: GridColumn): GridCell => {
      const row = rows[index] ?? -1
      const sample = table.samples[row]
      if (id === sampleColumn) {
        const name = sample?.clientReference ?? ''
        return { text: name, title: t('open', { sample: name }) }
      }
      const place = places.get(id)
      if (!place) {
        const column = covariates.get(id.slice(covariateColumn('').length))
        // Not there yet is not missing.
        if (!column) return { text: '' }
        const text = column[row] ?? null
        return text === null ? { text: '–', title: t('noCovariate'), missing: true } : { text, title: text }
      }
      const value = valueAt(table, row, place.at)
      if (value === null) {
        const title = off.has(place.pathway) ? describe(place.pathway) : t('missing')
        return { text: '–', title, missing: true }
      }
      return { text: table.view === 'rank' ? formatAlone(value) : formatValue(value), title: String(value) }
    },
    [table, covariates, rows, places, off, describe, t],
  )
}

/** For z-scores what they refer to: n, mean and SD; or why there are none. */
function useReferenceText(table: ValueTable): (pathway: string) => string {
  const { t } = useTranslation('results')
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
