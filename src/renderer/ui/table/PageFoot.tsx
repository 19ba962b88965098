import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../IconButton.tsx'
import classes from '../ui.module.css'

type Props = { page: number; pageSize: number; total: number; go: (page: number) => void }

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
          <IconButton
            icon={IconChevronRight}
            iconSize={16}
            label={t('nextPage')}
            disabled={page >= last}
            onClick={() => go(page + 1)}
          />
        </>
      )}
    </div>
  )
}
