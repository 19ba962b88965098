import type { TFunction } from 'i18next'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow } from '../../../shared/domain/comparison.ts'
import { useMeasureUnit } from '../../state/useValueTitle.ts'
import { Missing } from '../../ui/Missing.tsx'
import { formatP, formatValue } from '../../ui/numbers.ts'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import classes from './compare.module.css'
import { firstSorting, type Sorting, sortRows, turned } from './sorting.ts'

type Props = { comparison: Comparison; pathway: string | null; open(pathway: string): void }

/** One line a pathway; those within the noise are dimmed and say so. */
export function ComparisonTable({ comparison, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const unit = useMeasureUnit(comparison.measure) ?? t('unitOf')
  const [sorting, setSorting] = useState<Sorting>(firstSorting)
  const rows = useMemo(() => sortRows(comparison.rows, sorting), [comparison.rows, sorting])
  return (
    <>
      <VirtualTable
        label={t('table.label')}
        rows={rows}
        rowKey={(row) => row.pathway}
        selectedKey={pathway}
        onRowClick={(row) => open(row.pathway)}
        columns={toColumns(comparison, t).map(({ sortable = true, ...column }) => ({
          ...column,
          cell: (row: ComparisonRow) => (
            <span className={row.withinNoise ? classes.faded : undefined}>{column.cell(row)}</span>
          ),
          ...(sortable
            ? {
                sorted: sorting.by === column.id && sorting.order,
                onSort: () => setSorting(turned(sorting, column.id)),
              }
            : {}),
        }))}
      />
      <p className={classes.foot}>{t('table.unit', { unit })}</p>
    </>
  )
}

type Column = {
  id: string
  width: number
  header: string
  numeric?: boolean
  pinned?: boolean
  sortable?: boolean
  cell(row: ComparisonRow): ReactNode
}

function toColumns(comparison: Comparison, t: TFunction<'compare'>): Column[] {
  const { groups, effectName } = comparison
  const isOfTwo = groups.length === 2
  const none = t('why.none')
  const number = (
    id: string,
    header: string,
    width: number,
    read: (row: ComparisonRow) => number | null,
  ): Column => ({
    id,
    header,
    width,
    numeric: true,
    cell: (row) => <Value value={read(row)} none={none} />,
  })
  const isPaired = comparison.rows.some(({ pairs }) => pairs !== null)
  return [
    {
      id: 'pathway',
      header: t('table.pathway'),
      width: 170,
      pinned: true,
      cell: ({ pathway }) => <bdi>{pathway}</bdi>,
    },
    ...(isPaired
      ? [
          {
            ...number('pairs', t('table.pairs'), 64, ({ pairs }) => pairs),
            cell: ({ pairs }: ComparisonRow) => pairs,
          },
        ]
      : groups.map(({ name }, at) => ({
          ...number(`n ${at}`, t('table.n', { name }), 84, (row) => row.groups[at]?.n ?? null),
          cell: (row: ComparisonRow) => row.groups[at]?.n ?? 0,
        }))),
    ...groups.map(({ name }, at) =>
      number(`mean ${at}`, t('table.mean', { name }), 108, (row) => row.groups[at]?.mean ?? null),
    ),
    ...(isOfTwo
      ? [
          number('difference', t('table.difference'), 92, ({ difference }) => difference),
          {
            id: 'interval',
            header: t('table.interval'),
            width: 140,
            numeric: true,
            sortable: false,
            cell: ({ ciLow, ciHigh }: ComparisonRow) =>
              ciLow === null || ciHigh === null ? (
                <Missing why={none} />
              ) : (
                `${formatValue(ciLow)} … ${formatValue(ciHigh)}`
              ),
          },
        ]
      : []),
    number('effect', t(`effects.${effectName}`), 96, ({ effect }) => effect),
    { ...number('p', t('table.p'), 88, ({ p }) => p), cell: ({ p }) => <P value={p} none={none} /> },
    {
      ...number('q', t('table.q'), 88, ({ q }) => q),
      cell: ({ q }) => <Q value={q} none={none} below={t('table.q005')} />,
    },
    { id: 'note', header: t('table.note'), width: 170, sortable: false, cell: (row) => toNote(row, t) },
  ]
}

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

function toNote({ why, withinNoise, exact }: ComparisonRow, t: TFunction<'compare'>): string {
  const parts = [
    ...(withinNoise ? [t('why.noise')] : []),
    ...(why === null ? [] : [t(`why.${why}`)]),
    ...(exact === false ? [t('why.approximate')] : []),
  ]
  return parts.join('; ')
}
