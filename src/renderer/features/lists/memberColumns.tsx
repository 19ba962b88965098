import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { DrugSetMember } from '../../../shared/domain/drug.ts'
import { DirectionWord } from '../../ui/DirectionWord.tsx'
import { Missing } from '../../ui/Missing.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import type { TableColumn } from '../../ui/VirtualTable.tsx'
import classes from './lists.module.css'
import { nameOf, shortPathways } from './members.ts'

/** What is told of the drugs of a list. */
export const memberColumns = (t: TFunction<'lists'>): TableColumn<DrugSetMember>[] => [
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

function Category({ row: { drug } }: { row: DrugSetMember }) {
  const { t } = useTranslation('lists')
  if (!drug) return <Missing why={t('notKept')} />
  if (drug.category === null) return <span className={classes.dimmed}>{t('notGiven')}</span>
  return (
    <span title={drug.category}>
      <bdi>{drug.category}</bdi>
    </span>
  )
}

function Short({ row }: { row: DrugSetMember }) {
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
