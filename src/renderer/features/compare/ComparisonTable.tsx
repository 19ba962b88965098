import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow } from '../../../shared/domain/results/comparison.ts'
import { formatAlone, formatP, formatValue } from '../../../shared/format/numbers.ts'
import { useMeasureUnit } from '../../state/cohort/titles.ts'
import { Missing } from '../../ui/feedback/Badges.tsx'
import { type Arranging, type Sort, sortOf } from '../../ui/table/columns/columnLayout.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { sortRows } from '../../ui/table/sortRows.ts'
import classes from './compare.module.css'
import { headsOf, toDf, toMarks } from './marks.ts'

type Props = {
  comparison: Comparison
  columns: readonly ComparisonColumn[]
  arranging: Arranging
  pathway: string | null
  open(pathway: string): void
}

/** One line a pathway; those within the noise are dimmed and say so. */
export function ComparisonTable({ comparison, columns, arranging, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const unit = useMeasureUnit(comparison.measure) ?? t('unitOf')
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
      <p className={classes.foot}>{t('table.unit', { unit })}</p>
    </>
  )
}

type ComparisonColumn = TableColumn<ComparisonRow>
type Column = ComparisonColumn

/** The columns of a comparison, as they come. */
export function useComparisonColumns(comparison: Comparison): Column[] {
  const { t } = useTranslation('compare')
  return useMemo(
    () =>
      toColumns(comparison, t).map((column) => ({
        ...column,
        copies: copiesOf(column.id, comparison),
        cell: (row) => (
          <span className={row.withinNoise ? classes.faded : undefined}>{column.cell(row)}</span>
        ),
      })),
    [comparison, t],
  )
}

/** Under which names a column is copied; what its note says stays in columns of its own. */
function copiesOf(id: string, { groups, effectName, statisticName }: Comparison): string[] {
  const [kind, at] = id.split(' ')
  const name = groups[Number(at)]?.name
  if ((kind === 'n' || kind === 'mean') && name !== undefined) return [`${kind} ${name}`]
  const copies: Record<string, string[]> = {
    pathway: ['pathway'],
    effect: [effectName],
    interval: ['ci_low', 'ci_high'],
    statistic: [`statistic ${statisticName}`],
    df: ['df', 'df2'],
    note: [],
  }
  return copies[id] ?? [id]
}

/** What a person looks for first stands first: with the detail open beside it, q is still in sight. */
function toColumns(comparison: Comparison, t: TFunction<'compare'>): Column[] {
  const none = t('why.none')
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
    ...(comparison.groups.length === 2 ? ofDifference(comparison, t) : ofStatistic(comparison, t)),
    number(none, 'effect', t(`effects.${comparison.effectName}`), 84, ({ effect }) => effect),
    { ...number(none, 'p', t('table.p'), 92, ({ p }) => p), cell: ({ p }) => <P value={p} none={none} /> },
    {
      ...number(none, 'q', t('table.q'), 92, ({ q }) => q),
      cell: ({ q }) => <Q value={q} none={none} below={t('table.q005')} />,
    },
    ...(comparison.groups.length === 2 ? [ofInterval(comparison, t)] : []),
    {
      id: 'note',
      label: t('table.note'),
      width: 190,
      cell: (row) => <Note>{toMarks(row, t).join('; ')}</Note>,
    },
    ...ofGroups(comparison, t),
  ]
}

function ofDifference({ test }: Comparison, t: TFunction<'compare'>): Column[] {
  const header = t(`difference.${headsOf(test).difference}`)
  return [
    number(
      t('why.none'),
      'difference',
      header,
      header.length > 12 ? 140 : 88,
      ({ difference }) => difference,
    ),
  ]
}

const ofInterval = ({ test }: Comparison, t: TFunction<'compare'>): Column => ({
  id: 'interval',
  label: t(`interval.${headsOf(test).interval}`),
  width: 150,
  numeric: true,
  cell: ({ ciLow, ciHigh }) =>
    ciLow === null || ciHigh === null ? (
      <Missing why={t('why.none')} />
    ) : (
      `${formatValue(ciLow)} … ${formatValue(ciHigh)}`
    ),
})

/** Several groups have no one difference: how far they differ on the whole. */
const ofStatistic = ({ statisticName }: Comparison, t: TFunction<'compare'>): Column[] => [
  number(t('why.none'), 'statistic', statisticName, 80, ({ statistic }) => statistic),
  {
    id: 'df',
    label: t('table.df'),
    width: 84,
    numeric: true,
    cell: (row) => toDf(row, formatAlone) || <Missing why={t('why.none')} />,
  },
]

function ofGroups({ groups, rows }: Comparison, t: TFunction<'compare'>): Column[] {
  const none = t('why.none')
  const count = (id: string, header: string, read: (row: ComparisonRow) => number): Column => ({
    ...number(none, id, header, 84, read),
    cell: (row) => t('table.count', { value: read(row) }),
  })
  const isPaired = rows.some(({ pairs }) => pairs !== null)
  return [
    ...groups.map(({ name }, at) =>
      number(none, `mean ${at}`, t('table.mean', { name }), 108, (row) => row.groups[at]?.mean ?? null),
    ),
    ...(isPaired
      ? [count('pairs', t('table.pairs'), ({ pairs }) => pairs ?? 0)]
      : groups.map(({ name }, at) =>
          count(`n ${at}`, t('table.n', { name }), (row) => row.groups[at]?.n ?? 0),
        )),
  ]
}

/** `none`: what stands in its title where there is no number. */
const number = (
  none: string,
  id: string,
  label: string,
  width: number,
  read: (row: ComparisonRow) => number | null,
): Column => ({
  id,
  label,
  width,
  numeric: true,
  sorts: 'asc',
  cell: (row) => <Value value={read(row)} none={none} />,
})

/** Cut off where the column ends; the whole is in its title. */
const Note = ({ children }: { children: string }) => <span title={children}>{children}</span>

function Value({ value, none }: { value: number | null; none: string }) {
  return value === null ? <Missing why={none} /> : <span title={String(value)}>{formatValue(value)}</span>
}

function P({ value, none }: { value: number | null; none: string }) {
  return value === null ? <Missing why={none} /> : <span title={String(value)}>{formatP(value)}</span>
}

/** Printed, not starred; below 0.05 it is bold, and says so to those who do not see it. */
function Q({ value, none, below }: { value: number | null; none: string; below: string }) {
  if (value === null || value >= 0.05) return <P value={value} none={none} />
  return <strong title={`${below}; ${value}`}>{formatP(value)}</strong>
}

export const firstSort: Sort = [{ column: 'p', order: 'asc' }]

/** What a column is sorted by. `mean 0`: the mean of the first group. */
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
