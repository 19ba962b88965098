import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../IconButton.tsx'
import classes from '../ui.module.css'

type Props = { page: number; pageSize: number; total: number; go: (page: number) => void }

/** Shows the range of rows and the total, with buttons for other pages. */
export function PageFoot({ page, pageSize, total, go }: Props) {
  const { t } = useTranslation('ui')
  const last = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(total, (page - 1) * pageSize + 1)
  return (
    <div className={classes.foot}>
      <span>{t('page', { from, to: Math.min(total, page * pageSize), total })}</span>
      {last > 1 && (
        <>
          <IconButton
            icon={IconChevronLeft}
            iconSize={16}
            label={t('previous')}
            disabled={page <= 1}
            onClick={() => go(page - 1)}
          />
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t('nextPage')}
            disabled={page >= last}
            onClick={() => go(page + 1)}
          >
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </div>
  )
}
