import { IconUserEdit } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pathway } from '../../../shared/domain/pathway.ts'
import { numberFormatter } from '../../ui/formats.ts'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { type Field, isChanged } from './aliases.ts'
import classes from './pathways.module.css'

type Props = {
  rows: Pathway[]
  open: string | undefined
  show(pathway: string): void
  arranging: Arranging
}

/** One line a pathway: how it is shown, how it comes written, and how much here names it. */
export function AliasTable({ rows, open, show, arranging }: Props) {
  const { t, i18n } = useTranslation('pathways')
  const number = numberFormatter(i18n.language)
  const sortable = (by: Field) => ({
    label: t(`columns.${by}`),
    // Counts are asked for where they are high.
    sorts: by === 'title' ? ('asc' as const) : ('desc' as const),
  })
  const counted = (by: 'drugs' | 'samples', width: number) => ({
    id: by,
    width,
    numeric: true,
    ...sortable(by),
    cell: (row: Pathway) => number.format(row[by]),
  })
  return (
    <VirtualTable
      label={t('table')}
      rows={rows}
      arranging={arranging}
      rowKey={({ pathway }) => pathway}
      selectedKey={open ?? null}
      onRowClick={({ pathway }) => show(pathway)}
      columns={[
        {
          id: 'title',
          width: 170,
          pinned: true,
          role: 'name',
          ...sortable('title'),
          cell: (row) => (
            <>
              <span className={classes.title} title={row.title}>
                <bdi>{row.title}</bdi>
              </span>
              {isChanged(row) && (
                <span className={classes.changed} role="img" aria-label={t('changed')} title={t('changed')}>
                  <IconUserEdit size={14} stroke={1.75} aria-hidden />
                </span>
              )}
            </>
          ),
        },
        { id: 'names', width: 76, numeric: true, ...sortable('names'), cell: (row) => row.names.length },
        counted('drugs', 72),
        counted('samples', 84),
        { id: 'written', width: 320, label: t('columns.written'), cell: (row) => <Written row={row} /> },
      ]}
    />
  )
}

/** Only where there is more to tell than the title. */
function Written({ row: { names, title } }: { row: Pathway }) {
  const { t } = useTranslation('pathways')
  const written = names.map(({ name }) => name).join(', ')
  if (written === title) return <span className={classes.dimmed}>{t('asShown')}</span>
  return (
    <span title={written}>
      {names.map(({ name }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </span>
  )
}
