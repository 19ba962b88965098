import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

/** A thin bar over content that stays while newer content is on its way; it always keeps its place. */
export function LoadingBar({ visible }: { visible: boolean }) {
  const { t } = useTranslation('ui')
  return (
    <div
      className={classes.bar}
      role={visible ? 'progressbar' : undefined}
      aria-label={visible ? t('loading') : undefined}
    >
      {visible && <div className={classes.barMoving} />}
    </div>
  )
}
