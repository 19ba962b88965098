import { useTranslation } from 'react-i18next'
import type { TableDescription } from '../../../shared/domain/exporting.ts'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import classes from './export.module.css'

type Props = {
  description: TableDescription
  chosen: number
  /** Whether the column that says what is synthetic is written. */
  isMarked: boolean
}

/** What the file will hold, and whether any of it was made up. */
export function Summary({ description, chosen, isMarked }: Props) {
  const { t } = useTranslation('export')
  const { rows, synthetic } = description
  return (
    <output className={classes.summary}>
      <span>{rows === null ? t('rowsUnknown') : rows === 0 ? t('noRows') : t('rows', { count: rows })}</span>
      <span>{t('columnCount', { count: chosen })}</span>
      {synthetic && (
        <span>
          <SyntheticMark /> {isMarked && t('synthetic')}
        </span>
      )}
    </output>
  )
}
