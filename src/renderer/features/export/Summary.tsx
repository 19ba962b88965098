import { useTranslation } from 'react-i18next'
import type { TableDescription } from '../../../shared/domain/exporting.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import classes from './export.module.css'

/** What the file will hold, and whether any of it was made up. */
export function Summary({ description, chosen }: { description: TableDescription; chosen: number }) {
  const { t } = useTranslation('export')
  const { rows, synthetic } = description
  return (
    <output className={classes.summary}>
      <span>{rows === null ? t('rowsUnknown') : t('rows', { count: rows })}</span>
      <span>{t('columnCount', { count: chosen })}</span>
      {synthetic && (
        <span>
          <SyntheticMark /> {t('synthetic')}
        </span>
      )}
    </output>
  )
}
