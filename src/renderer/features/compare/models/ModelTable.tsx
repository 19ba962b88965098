import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { foundQ } from '../../../../shared/domain/results/comparison.ts'
import { whyNoEstimate } from '../../../../shared/domain/results/describeModel.ts'
import type { ModelResult, ModelRow } from '../../../../shared/domain/results/model.ts'
import { columnFormatP, formatAlone } from '../../../../shared/format/numbers.ts'
import { intervalTexts, numberTexts, scaledTexts } from '../../../../shared/tables/shownComparison.ts'
import { Missing } from '../../../ui/feedback/Badges.tsx'
import { type Arranging, type Sort, sortOf } from '../../../ui/table/columns/columnLayout.ts'
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx'
import { sortRows } from '../../../ui/table/sortRows.ts'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'

export const firstSort: Sort = [{ column: 'p', order: 'asc' }]

/** `keyOf`: the sort key of a row. */
type Column = TableColumn<ModelRow> & { keyOf?(row: ModelRow): number | string | null }

type Props = {
  /** Of one contrast. */
  rows: readonly ModelRow[]
  columns: readonly Column[]
  arranging: Arranging
  pathway: string | null
  open(pathway: string): void
}

/** Shows one row per pathway. */
export function ModelTable({ rows, columns, arranging, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const sorted = useMemo(() => {
    const keys = new Map(columns.map(({ id, keyOf }) => [id, keyOf]))
    return sortRows(
      rows,
      sortOf(columns, arranging.layout, firstSort),
      (row, by) => keys.get(by)?.(row) ?? null,
    )
  }, [rows, columns, arranging.layout])
  return (
    <DataTable
      label={t('model.table')}
      rows={sorted}
      rowKey={(row) => row.pathway}
      openKey={pathway}
      open={(row) => open(row.pathway)}
      columns={columns}
      arranging={arranging}
    />
  )
}

/** Returns the columns in default order, with q over all contrasts if there are several. */
export function useModelColumns(
  rows: readonly ModelRow[],
  { contrasts, equivalence }: ModelResult,
): Column[] {
  const [hasSeveral, hasMargin] = [contrasts.length > 1, equivalence !== null]
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  return useMemo(() => {
    const none = t('notGiven')
    const text = (
      id: string,
      label: string,
      width: number,
      copies: string[],
      textOf: (row: ModelRow) => string | null,
    ): Column => ({
      id,
      label,
      width,
      numeric: true,
      copies,
      cell: (row) => textOf(row) ?? <Missing why={row.why ? translate(whyNoEstimate) : none} />,
    })
    const number = (
      id: 'estimate' | 'se' | 't' | 'df' | 'p' | 'q' | 'qAll' | 'equivalenceP' | 'n',
      label: string,
      width: number,
      copies: string = id,
    ): Column => {
      const read = (row: ModelRow) => row[id]
      const isChance = id === 'p' || id === 'q' || id === 'qAll' || id === 'equivalenceP'
      const textOf =
        id === 'estimate' || id === 'se'
          ? scaledTexts(rows, read, ({ estimate }) => estimate)
          : numberTexts(rows, read, isChance ? columnFormatP : id === 'df' ? () => formatAlone : undefined)
      const column = text(id, label, width, [copies], textOf)
      return {
        ...column,
        sorts: 'asc',
        keyOf: read,
        cell: (row) => {
          const value = read(row)
          if (value === null) return column.cell(row)
          if (id === 'n') return t('table.count', { value })
          return id === 'q' && value < foundQ ? (
            <strong title={`${t('table.q005')}; ${value}`}>{textOf(row)}</strong>
          ) : (
            <span title={String(value)}>{textOf(row)}</span>
          )
        },
      }
    }
    return [
      {
        id: 'pathway',
        label: t('table.pathway'),
        width: 150,
        pinned: true,
        role: 'name',
        sorts: 'asc',
        keyOf: ({ pathway }) => pathway,
        cell: ({ pathway }) => <bdi title={pathway}>{pathway}</bdi>,
      },
      number('estimate', t('model.estimate'), 96),
      text(
        'interval',
        t('model.interval'),
        150,
        ['ci_low', 'ci_high'],
        intervalTexts(rows, ({ estimate }) => estimate),
      ),
      number('p', t('table.p'), 92),
      number('q', t('table.q'), 92),
      ...(hasSeveral
        ? [{ ...number('qAll', t('model.qAll'), 116, 'q_all'), title: t('model.qAllTitle') }]
        : []),
      ...(hasMargin ? [number('equivalenceP', t('model.equivalenceP'), 116, 'equivalence_p')] : []),
      number('se', t('model.se'), 84),
      number('t', 't', 84),
      number('df', t('table.df'), 84),
      number('n', t('line.n'), 72),
    ]
  }, [rows, hasSeveral, hasMargin, t, translate])
}
