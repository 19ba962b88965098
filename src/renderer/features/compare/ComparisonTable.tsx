import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow } from '../../../shared/domain/results/comparison.ts'
import { describeMarks, effectNames, headsOf } from '../../../shared/domain/results/describeComparison.ts'
import {
  type ShownColumn,
  type ShownNumber,
  shownComparison,
} from '../../../shared/tables/shownComparison.ts'
import type { Message } from '../../../shared/words/message.ts'
import { Missing } from '../../ui/feedback/Badges.tsx'
import shared from '../../ui/shared.module.css'
import { type Arranging, type Sort, sortOf } from '../../ui/table/columns/columnLayout.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { sortRows } from '../../ui/table/sortRows.ts'
import { type Translator, useTranslator } from '../../ui/text/TranslatedMessage.tsx'

type Props = {
  comparison: Comparison
  columns: readonly Column[]
  arranging: Arranging
  pathway: string | null
  open(pathway: string): void
}

/** Shows one row per pathway; those within the noise are dimmed and labeled. */
export function ComparisonTable({ comparison, columns, arranging, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const rows = useMemo(() => {
    const keys = new Map(columns.map(({ id, keyOf }) => [id, keyOf]))
    const sort = sortOf(columns, arranging.layout, firstSort)
    return sortRows(comparison.rows, sort, (row, by) => keys.get(by)?.(row) ?? null)
  }, [comparison.rows, columns, arranging.layout])
  return (
    <DataTable
      label={t('table.label')}
      rows={rows}
      rowKey={(row) => row.pathway}
      openKey={pathway}
      open={(row) => open(row.pathway)}
      columns={columns}
      arranging={arranging}
    />
  )
}

export const firstSort: Sort = [{ column: 'p', order: 'asc' }]

/** `keyOf`: the sort key of a row. */
type Column = TableColumn<ComparisonRow> & { keyOf?(row: ComparisonRow): number | string | null }

/** Returns the columns of a comparison in default order. */
export function useComparisonColumns(comparison: Comparison): Column[] {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  return useMemo(
    () =>
      toColumns(comparison, t, translate).map((column) => ({
        ...column,
        cell: (row) => (
          <span className={row.withinNoise ? shared.dimmed : undefined}>{column.cell(row)}</span>
        ),
      })),
    [comparison, t, translate],
  )
}

/** Returns the columns, the most important ones first, so that q stays visible next to the open detail pane. */
function toColumns(comparison: Comparison, t: TFunction<'compare'>, translate: Translator): Column[] {
  const { groups, test, rows, effectName, statisticName } = comparison
  const shown = shownComparison(comparison)
  const heads = headsOf(test)
  const none = t('notGiven')
  const text = ({ id, names, text: textOf }: ShownColumn, label: string, width: number): Column => ({
    id,
    label,
    width,
    numeric: true,
    copies: names,
    cell: (row) => textOf(row) ?? <Missing why={none} />,
  })
  const number = (column: ShownNumber, label: string, width: number): Column => ({
    ...text(column, label, width),
    sorts: 'asc',
    keyOf: column.read,
    cell: (row) => <Value column={column} row={row} none={none} />,
  })
  const count = (column: ShownNumber, label: string): Column => ({
    ...number(column, label, 84),
    cell: (row) => t('table.count', { value: column.read(row) ?? 0 }),
  })
  const isOfTwo = groups.length === 2
  const difference = translate(heads.difference)
  const isPaired = rows.some(({ pairs }) => pairs !== null)
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
    ...(isOfTwo
      ? [number(shown.difference, difference, difference.length > 12 ? 140 : 88)]
      : // A test of several groups has a statistic instead of a single difference.
        [number(shown.statistic, statisticName, 80), text(shown.df, t('table.df'), 84)]),
    {
      ...number(shown.effect, translate(shortName(comparison)), 84),
      title: translate(effectNames[effectName]),
    },
    number(shown.p, t('table.p'), 92),
    {
      ...number(shown.q, t('table.q'), 92),
      cell: (row) => <Q column={shown.q} row={row} none={none} below={t('table.q005')} />,
    },
    ...(isOfTwo ? [text(shown.interval, translate(heads.interval), 150)] : []),
    ...groups.flatMap(({ name }, at) => {
      const mean = shown.means[at]
      return mean ? number(mean, t('table.mean', { name }), 108) : []
    }),
    ...(isPaired
      ? [count(shown.pairs, t('table.pairs'))]
      : groups.flatMap(({ name }, at) => {
          const n = shown.counts[at]
          return n ? count(n, t('table.n', { name })) : []
        })),
    {
      id: 'note',
      label: t('table.note'),
      width: 190,
      // Files have the reasons as columns of their own.
      copies: [],
      cell: (row) => <Note text={describeMarks(row)} />,
    },
  ]
}

/** Returns the short name of the effect. The table's footer mentions the pairs. */
const shortName = ({ effectName }: Comparison) =>
  effectNames[effectName === 'hedges_g_paired' ? 'hedges_g' : effectName]

/** Shows a note, truncated at the column width, with the full text as its title. */
function Note({ text }: { text: Message | null }) {
  const translate = useTranslator()
  const translated = text === null ? '' : translate(text)
  return <span title={translated}>{translated}</span>
}

type ValueProps = { column: ShownNumber; row: ComparisonRow; none: string }

function Value({ column, row, none }: ValueProps) {
  const text = column.text(row)
  return text === null ? <Missing why={none} /> : <span title={String(column.read(row))}>{text}</span>
}

/** Shows q as a number. Below 0.05 it is bold, with a title that says so. */
function Q({ below, ...value }: ValueProps & { below: string }) {
  const q = value.column.read(value.row)
  if (q === null || q >= 0.05) return <Value {...value} />
  return <strong title={`${below}; ${q}`}>{value.column.text(value.row)}</strong>
}
