import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { HeadColumn } from './useArrangedColumns.ts'

type Props = { id: string; columns: readonly HeadColumn[]; resized: string | null }

/** For those who do not see a table: what its keys do, what it is sorted by, and how wide a column has become. */
export function GridAnnouncer({ id, columns, resized }: Props) {
  const { t } = useTranslation('ui')
  const sorted = columns
    .filter((column) => column.sorted)
    .sort((a, b) => (a.sortPosition ?? 1) - (b.sortPosition ?? 1))
    .map(({ label, sorted: order }) => t(`grid.${order === 'asc' ? 'ascending' : 'descending'}`, { label }))
  const resizedColumn = columns.find((column) => column.id === resized)
  return (
    <>
      <VisuallyHidden id={id}>{t('grid.keys')}</VisuallyHidden>
      <VisuallyHidden role="status">
        {sorted.length > 0 && t('grid.sorted', { list: sorted.join(t('between')) })}
      </VisuallyHidden>
      <VisuallyHidden role="status">
        {resizedColumn && t('grid.width', { label: resizedColumn.label, width: resizedColumn.width })}
      </VisuallyHidden>
    </>
  )
}
