import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewReference } from '../../../shared/domain/cohort.ts'
import type { CovariateColumns, ValueTable } from '../../client/useValues.ts'
import { useValueTitle } from '../../state/useValueTitle.ts'
import type { GridCell, GridColumn } from '../../ui/gridColumns.ts'
import { formatAlone, formatValue } from '../../ui/numbers.ts'
import { covariateColumn, nextSort, pathwayColumn, sampleColumn } from './tableLayout.ts'
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
    const isPinned = (id: string) => layout.pinned.includes(id)
    const sorting = (id: string): Pick<GridColumn, 'sorted' | 'onSort'> => ({
      sorted: layout.sort?.by === id && layout.sort.order,
      onSort: () => setLayout({ sort: nextSort(layout.sort, id) }),
    })
    const sample: GridColumn = {
      id: sampleColumn,
      width: 160,
      label: t('sample'),
      title: t('sampleTip'),
      pinned: true,
      opens: true,
      ...sorting(sampleColumn),
    }
    const ofRegister = layout.covariates.map((name): GridColumn => {
      const id = covariateColumn(name)
      const title = t('covariateTip', { name })
      return { id, width: 110, label: name, title, pinned: isPinned(id), ...sorting(id) }
    })
    const ofPathways = shownPathways(table, layout).map(({ pathway }): GridColumn => {
      const id = pathwayColumn(pathway)
      const title = [`${pathway}: ${viewTitle}`, describe(pathway)].filter(Boolean).join('\n')
      return { id, width: 104, label: pathway, title, numeric: true, pinned: isPinned(id), ...sorting(id) }
    })
    return [sample, ...ofRegister, ...ofPathways]
  }, [table, layout, setLayout, viewTitle, describe, t])
  const cell = useCell({ table, covariates, rows }, describe)
  return { columns, cell }
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
        const text = covariates.get(id.slice(covariateColumn('').length))?.[row] ?? null
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
