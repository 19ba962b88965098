import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow } from '../../../shared/domain/results/comparison.ts'
import {
  describeMarks,
  effectNames,
  formatDf,
  headsOf,
  scaleOfRow,
} from '../../../shared/domain/results/describeComparison.ts'
import { columnFormat, columnFormatP, joinInterval } from '../../../shared/format/numbers.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { Missing } from '../../ui/feedback/Badges.tsx'
import shared from '../../ui/shared.module.css'
import { type Arranging, type Sort, sortOf } from '../../ui/table/columns/columnLayout.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { sortRows } from '../../ui/table/sortRows.ts'
import { type Translator, useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { copiesOf } from './toCopied.ts'

type Props = {
  comparison: Comparison
  columns: readonly ComparisonColumn[]
  arranging: Arranging
  pathway: string | null
  open(pathway: string): void
}

/** Shows one row per pathway; those within the noise are dimmed and labeled. */
export function ComparisonTable({ comparison, columns, arranging, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const sort = useMemo(() => sortOf(columns, arranging.layout, firstSort), [columns, arranging.layout])
  const rows = useMemo(() => sortRows(comparison.rows, sort, keyOf), [comparison.rows, sort])
  return (
    <>
      <DataTable
        label={t('table.label')}
        rows={rows}
        rowKey={(row) => row.pathway}
        openKey={pathway}
        open={(row) => open(row.pathway)}
        columns={columns}
        arranging={arranging}
      />
    </>
  )
}

type ComparisonColumn = TableColumn<ComparisonRow>
type Column = ComparisonColumn

/** Returns the columns of a comparison in default order. */
export function useComparisonColumns(comparison: Comparison): Column[] {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  return useMemo(
    () =>
      toColumns(comparison, t, translate).map((column) => ({
        ...column,
        copies: copiesOf(column.id, comparison),
        cell: (row) => (
          <span className={row.withinNoise ? shared.dimmed : undefined}>{column.cell(row)}</span>
        ),
      })),
    [comparison, t, translate],
  )
}

/** Returns the columns, the most important ones first, so that q stays visible next to the open detail pane. */
function toColumns(comparison: Comparison, t: TFunction<'compare'>, translate: Translator): Column[] {
  const none = t('notGiven')
  const heads = headsOf(comparison.test)
  const { rows } = comparison
  const formats = { p: columnFormatP(rows.map(({ p }) => p)), q: columnFormatP(rows.map(({ q }) => q)) }
  return [
    {
      id: 'pathway',
      label: t('table.pathway'),
      width: 150,
      pinned: true,
      role: 'name',
      sorts: 'asc',
      copies: ['pathway'],
      cell: ({ pathway }) => <bdi title={pathway}>{pathway}</bdi>,
    },
    ...(comparison.groups.length === 2
      ? [ofDifference(comparison, translate(heads.difference), none)]
      : ofStatistic(comparison, t)),
    {
      ...number(comparison, none, 'effect', translate(shortName(comparison)), 84, ({ effect }) => effect),
      title: translate(effectNames[comparison.effectName]),
    },
    {
      ...number(comparison, none, 'p', t('table.p'), 92, ({ p }) => p),
      cell: ({ p }) => <Value value={p} none={none} format={formats.p} />,
    },
    {
      ...number(comparison, none, 'q', t('table.q'), 92, ({ q }) => q),
      cell: ({ q }) => <Q value={q} none={none} format={formats.q} below={t('table.q005')} />,
    },
    ...(comparison.groups.length === 2 ? [ofInterval(comparison, translate(heads.interval), none)] : []),
    ...ofGroups(comparison, t),
    {
      id: 'note',
      label: t('table.note'),
      width: 190,
      cell: (row) => <Note text={describeMarks(row)} />,
    },
  ]
}

/** Returns the short name of the effect. The table's footer mentions the pairs. */
const shortName = ({ effectName }: Comparison) =>
  effectNames[effectName === 'hedges_g_paired' ? 'hedges_g' : effectName]

const ofDifference = (comparison: Comparison, label: string, none: string): Column =>
  value(comparison, none, 'difference', label, label.length > 12 ? 140 : 88, ({ difference }) => difference)

function ofInterval({ rows }: Comparison, label: string, none: string): Column {
  const format = columnFormat(
    rows.flatMap(({ ciLow, ciHigh }) => [ciLow, ciHigh]),
    rows.flatMap((row) => [scaleOfRow(row), scaleOfRow(row)]),
  )
  return {
    id: 'interval',
    label,
    width: 150,
    numeric: true,
    cell: (row) =>
      row.ciLow === null || row.ciHigh === null ? (
        <Missing why={none} />
      ) : (
        joinInterval(format(row.ciLow, scaleOfRow(row)), format(row.ciHigh, scaleOfRow(row)))
      ),
  }
}

/** Returns the columns of a test of several groups, which has a statistic instead of a single difference. */
const ofStatistic = (comparison: Comparison, t: TFunction<'compare'>): Column[] => [
  number(comparison, t('notGiven'), 'statistic', comparison.statisticName, 80, ({ statistic }) => statistic),
  {
    id: 'df',
    label: t('table.df'),
    width: 84,
    numeric: true,
    cell: (row) => formatDf(row) || <Missing why={t('notGiven')} />,
  },
]

function ofGroups(comparison: Comparison, t: TFunction<'compare'>): Column[] {
  const { groups, rows } = comparison
  const none = t('notGiven')
  const count = (id: string, header: string, read: (row: ComparisonRow) => number): Column => ({
    ...number(comparison, none, id, header, 84, read),
    cell: (row) => t('table.count', { value: read(row) }),
  })
  const isPaired = rows.some(({ pairs }) => pairs !== null)
  return [
    ...groups.map(({ name }, at) =>
      value(
        comparison,
        none,
        `mean ${at}`,
        t('table.mean', { name }),
        108,
        (row) => row.groups[at]?.mean ?? null,
      ),
    ),
    ...(isPaired
      ? [count('pairs', t('table.pairs'), ({ pairs }) => pairs ?? 0)]
      : groups.map(({ name }, at) =>
          count(`n ${at}`, t('table.n', { name }), (row) => row.groups[at]?.n ?? 0),
        )),
  ]
}

type NumberColumn = [
  /** The tooltip of a missing number. */
  none: string,
  id: string,
  label: string,
  width: number,
  read: (row: ComparisonRow) => number | null,
]

/** Returns a numeric column with the same decimals in all rows. */
function number({ rows }: Comparison, ...[none, id, label, width, read]: NumberColumn): Column {
  const format = columnFormat(rows.map(read))
  return {
    id,
    label,
    width,
    numeric: true,
    sorts: 'asc',
    cell: (row) => <Value value={read(row)} none={none} format={format} />,
  }
}

/** Shows a note, truncated at the column width, with the full text as its title. */
function Note({ text }: { text: Message | null }) {
  const translate = useTranslator()
  const translated = text === null ? '' : translate(text)
  return <span title={translated}>{translated}</span>
}

/** Returns a column in the unit of the measure. Pathways may have different scales. */
function value(comparison: Comparison, ...column: NumberColumn): Column {
  const [, , , , read] = column
  const { rows } = comparison
  const format = columnFormat(rows.map(read), rows.map(scaleOfRow))
  return {
    ...number(comparison, ...column),
    cell: (row) => (
      <Value value={read(row)} none={column[0]} format={(shown) => format(shown, scaleOfRow(row))} />
    ),
  }
}

type ValueProps = { value: number | null; none: string; format(value: number): string }

function Value({ value, none, format }: ValueProps) {
  return value === null ? <Missing why={none} /> : <span title={String(value)}>{format(value)}</span>
}

/** Shows q as a number. Below 0.05 it is bold, with a title that says so. */
function Q({ value, none, format, below }: ValueProps & { below: string }) {
  if (value === null || value >= 0.05) return <Value value={value} none={none} format={format} />
  return <strong title={`${below}; ${value}`}>{format(value)}</strong>
}

export const firstSort: Sort = [{ column: 'p', order: 'asc' }]

/** Returns the sort key of a column. `mean 0`: the mean of the first group. */
function keyOf(row: ComparisonRow, by: string): number | string | null {
  if (by === 'pathway') return row.pathway
  const [kind, at] = by.split(' ')
  if (kind === 'n') return row.groups[Number(at)]?.n ?? null
  if (kind === 'mean') return row.groups[Number(at)]?.mean ?? null
  const keys: Record<string, number | null> = {
    difference: row.difference,
    effect: row.effect,
    statistic: row.statistic,
    p: row.p,
    q: row.q,
    pairs: row.pairs,
  }
  return keys[by] ?? null
}
