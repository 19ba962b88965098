import { Checkbox } from '@mantine/core'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugListMember } from '../../../shared/domain/drugs/drug.ts'
import { DirectionWord, Missing } from '../../ui/feedback/Badges.tsx'
import type { Arranging } from '../../ui/table/columns/columnLayout.ts'
import { type TableColumn, VirtualTable } from '../../ui/table/VirtualTable.tsx'
import { Timestamp } from '../../ui/text/Timestamp.tsx'
import classes from './lists.module.css'
import { nameOf, shortPathways, tick } from './members.ts'

type Props = {
  label: string
  rows: DrugListMember[]
  columns: readonly TableColumn<DrugListMember>[]
  arranging: Arranging
  ticked: ReadonlySet<string>
  setTicked(ticked: ReadonlySet<string>): void
  open(drugId: string): void
  remove(): void
}

/** The drugs of a list. Enter opens one, Space ticks, Shift with Space ticks up to here, Delete takes out. */
export function MembersTable({ label, rows, columns, arranging, ticked, setTicked, open, remove }: Props) {
  const { t } = useTranslation('lists')
  const last = useRef<string | null>(null)
  const toggle = (drugId: string, through = false) => {
    setTicked(tick(ticked, rows, drugId, through ? last.current : null))
    last.current = drugId
  }
  const press = (event: KeyboardEvent, active: DrugListMember | undefined) => {
    const all = event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (event.key === ' ' && active) toggle(active.drugId, event.shiftKey)
    else if (all) setTicked(new Set(rows.map(({ drugId }) => drugId)))
    else if (event.key === 'Escape') setTicked(new Set())
    else if (event.key === 'Delete') remove()
    else return
    event.preventDefault()
  }
  const all = rows.every(({ drugId }) => ticked.has(drugId))
  return (
    <VirtualTable
      label={label}
      rows={rows}
      arranging={arranging}
      rowKey={({ drugId }) => drugId}
      onRowClick={({ drugId }) => open(drugId)}
      onKey={press}
      columns={[
        {
          id: 'tick',
          role: 'mark',
          label: t('tickAll'),
          width: 40,
          header: (
            <Checkbox
              size="xs"
              aria-label={t('tickAll')}
              checked={all}
              indeterminate={!all && rows.some(({ drugId }) => ticked.has(drugId))}
              onChange={() => setTicked(all ? new Set() : new Set(rows.map(({ drugId }) => drugId)))}
            />
          ),
          cell: (row) => (
            <Checkbox
              size="xs"
              aria-label={t('tick', { name: nameOf(row) })}
              checked={ticked.has(row.drugId)}
              onChange={(event) => toggle(row.drugId, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          ),
        },
        ...columns,
      ]}
    />
  )
}

/** What is told of the drugs of a list. */
export const memberColumns = (t: TFunction<'lists'>): TableColumn<DrugListMember>[] => [
  {
    id: 'name',
    role: 'name',
    width: 190,
    label: t('columns.name'),
    sorts: 'asc',
    copies: ['name'],
    cell: (row) => (
      <span title={nameOf(row)} className={classes.name}>
        <bdi>{nameOf(row)}</bdi>
      </span>
    ),
  },
  {
    id: 'category',
    width: 180,
    label: t('columns.category'),
    sorts: 'asc',
    copies: ['category'],
    cell: (row) => <Category row={row} />,
  },
  {
    id: 'pathways',
    width: 276,
    label: t('columns.pathways'),
    copies: ['pathways'],
    cell: (row) => <Short row={row} />,
  },
  {
    id: 'kept',
    width: 104,
    label: t('columns.kept'),
    sorts: 'asc',
    copies: ['fetched_at'],
    cell: ({ drug }) => (drug ? <Timestamp at={drug.fetchedAt} /> : '–'),
  },
  {
    id: 'added',
    width: 104,
    label: t('columns.added'),
    sorts: 'asc',
    copies: ['added_at'],
    cell: (row) => <Timestamp at={row.addedAt} />,
  },
]

function Category({ row: { drug } }: { row: DrugListMember }) {
  const { t } = useTranslation('lists')
  if (!drug) return <Missing why={t('notKept')} />
  if (drug.category === null) return <span className={classes.dimmed}>{t('notGiven')}</span>
  return (
    <span title={drug.category}>
      <bdi>{drug.category}</bdi>
    </span>
  )
}

function Short({ row }: { row: DrugListMember }) {
  const { t } = useTranslation('lists')
  if (!row.drug) return <Missing why={t('notKept')} />
  if (row.drug.pathways === null) return <Missing why={t('notFetched')} />
  const { first, more } = shortPathways(row)
  if (first.length === 0) return <span className={classes.dimmed}>{t('noPathways')}</span>
  return (
    <>
      {first.map(({ pathway, direction }, index) => (
        // A pathway may be named twice, in two directions.
        <span key={`${index} ${pathway}`} className={classes.short}>
          <bdi>{pathway}</bdi>
          <DirectionWord direction={direction} short />
        </span>
      ))}
      {more > 0 && <span className={classes.dimmed}>{t('more', { count: more })}</span>}
    </>
  )
}
