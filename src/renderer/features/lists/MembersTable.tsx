import type { TFunction } from 'i18next'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugListMember } from '../../../shared/domain/drugs/drug.ts'
import { DirectionWord, Missing } from '../../ui/feedback/Badges.tsx'
import shared from '../../ui/shared.module.css'
import type { Arranging } from '../../ui/table/columns/columnLayout.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { Timestamp } from '../../ui/text/Timestamp.tsx'
import classes from './lists.module.css'
import { nameOf, shortPathways } from './members.ts'

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

/**
 * Shows the drugs of a list. Enter opens one, Space selects it, Shift+Space selects a range, Delete removes the
 * selected ones.
 */
export function MembersTable({ label, rows, columns, arranging, ticked, setTicked, open, remove }: Props) {
  const { t } = useTranslation('lists')
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return
    remove()
    event.preventDefault()
  }
  return (
    <DataTable
      label={label}
      rows={rows}
      arranging={arranging}
      rowKey={({ drugId }) => drugId}
      open={({ drugId }) => open(drugId)}
      onKey={onKey}
      columns={columns}
      selection={{
        isSelected: (drugId) => ticked.has(drugId),
        select: (drugIds, selected) =>
          setTicked(selected ? ticked.union(drugIds) : ticked.difference(drugIds)),
        clear: () => setTicked(new Set()),
        allLabel: t('tickAll'),
        labelOf: (row) => t('tick', { name: nameOf(row) }),
      }}
    />
  )
}

/** Returns the columns of a list's drugs. */
export const memberColumns = (t: TFunction<'lists'>): TableColumn<DrugListMember>[] => [
  {
    id: 'name',
    role: 'name',
    width: 190,
    label: t('term.name'),
    sorts: 'asc',
    cell: (row) => (
      <span title={nameOf(row)} className={shared.strong}>
        <bdi>{nameOf(row)}</bdi>
      </span>
    ),
  },
  {
    id: 'category',
    width: 180,
    label: t('term.category'),
    sorts: 'asc',
    cell: (row) => <Category row={row} />,
  },
  {
    id: 'pathways',
    width: 276,
    label: t('term.pathways'),
    cell: (row) => <Short row={row} />,
  },
  {
    id: 'kept',
    width: 104,
    label: t('term.fetched'),
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
  if (!drug) return <Missing why={t('notCached')} />
  if (drug.category === null) return <span className={classes.dimmed}>{t('term.notGiven')}</span>
  return (
    <span title={drug.category}>
      <bdi>{drug.category}</bdi>
    </span>
  )
}

function Short({ row }: { row: DrugListMember }) {
  const { t } = useTranslation('lists')
  if (!row.drug) return <Missing why={t('notCached')} />
  if (row.drug.pathways === null) return <Missing why={t('notFetched')} />
  const { first, more } = shortPathways(row)
  if (first.length === 0) return <span className={classes.dimmed}>{t('noPathways')}</span>
  return (
    <>
      {first.map(({ pathway, direction }, index) => (
        // A pathway may occur twice, in two directions.
        <span key={`${index} ${pathway}`} className={classes.short}>
          <bdi>{pathway}</bdi>
          <DirectionWord direction={direction} short />
        </span>
      ))}
      {more > 0 && <span className={classes.dimmed}>{t('more', { count: more })}</span>}
    </>
  )
}
