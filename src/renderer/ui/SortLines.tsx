import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ColumnChooser.module.css'
import { type ArrangeableColumn, maxSorts, sortOf, withSort } from './columnLayout.ts'
import type { Arranging } from './useArrangedColumns.ts'

type Props = { columns: readonly ArrangeableColumn[]; arranging: Arranging }

/** What the rows are sorted by, first to last; the same as clicks on the header, without a key to hold. */
export function SortLines({ columns, arranging: { layout, change, firstSort } }: Props) {
  const { t } = useTranslation('ui')
  const sortable = columns.filter(({ sorts }) => sorts)
  if (sortable.length === 0) return null
  const sort = sortOf(columns, layout, firstSort)
  const unsorted = sortable.filter(({ id }) => !sort.some(({ column }) => column === id))
  // What a table is sorted by as it comes is no wish of a person: it is neither taken away nor added to.
  const customSort = sortOf(columns, layout)
  const setSort = (next: typeof sort) => change(withSort(columns, layout, next))
  const action = { size: 'sm', variant: 'subtle', color: 'gray' } as const
  return (
    <div className={classes.sorts} role="group" aria-label={t('columns.sortedBy')}>
      <span className={classes.note}>{t('columns.sortedBy')}</span>
      <ol className={classes.sortList}>
        {sort.map(({ column, order }) => {
          const name = columns.find(({ id }) => id === column)?.label ?? column
          const Arrow = order === 'asc' ? IconArrowUp : IconArrowDown
          return (
            <li key={column} className={classes.line}>
              <span className={classes.lineName}>
                <bdi>{name}</bdi>
              </span>
              <ActionIcon
                {...action}
                aria-label={t(order === 'asc' ? 'columns.turnDown' : 'columns.turnUp', { name })}
                onClick={() =>
                  setSort(
                    sort.map((one) =>
                      one.column === column ? { column, order: order === 'asc' ? 'desc' : 'asc' } : one,
                    ),
                  )
                }
              >
                <Arrow size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                {...action}
                aria-label={t('columns.unsort', { name })}
                disabled={customSort.length === 0}
                onClick={() => setSort(sort.filter((one) => one.column !== column))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          )
        })}
      </ol>
      {sort.length < maxSorts && unsorted.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t('columns.sortAlso')}
          value=""
          onChange={({ currentTarget: { value } }) => {
            const added = unsorted.find(({ id }) => id === value)
            if (added) setSort([...customSort, { column: value, order: added.sorts ?? 'asc' }])
          }}
          data={[
            { value: '', label: t('columns.sortAlso') },
            ...unsorted.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      )}
    </div>
  )
}
