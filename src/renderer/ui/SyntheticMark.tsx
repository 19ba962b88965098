import { IconFlask2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

/** Stands beside everything that the reference service made up. */
export function SyntheticMark() {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.synthetic} title={t('syntheticHint')}>
      <IconFlask2 size={12} stroke={1.75} aria-hidden />
      {t('synthetic')}
    </span>
  )
}
