import { useTranslation } from 'react-i18next'
import { formatValue } from '../../../shared/format/numbers.ts'
import classes from './results.module.css'

/** A number as the eye reads it, whole on hover; hatched where there is none, with the reason. */
export function Value({ value, why }: { value: number | null; why?: string }) {
  const { t } = useTranslation('results')
  if (value === null)
    return (
      <span className={classes.missing} title={why ?? t('missing')}>
        –
      </span>
    )
  return <span title={String(value)}>{formatValue(value)}</span>
}
