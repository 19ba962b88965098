import { useTranslation } from 'react-i18next'
import { numberFormatter } from '../../ui/formats.ts'
import classes from './import.module.css'
import { SeverityMark } from './SeverityMark.tsx'

export type Count = {
  label: string
  value: number
  /** Of how many; left out where that says nothing. */
  of?: number
  hint?: string
  /** Marked where there are any. */
  kind?: 'error' | 'warning'
}

/** Numbers side by side, each with its word. */
export function Counts({ counts }: { counts: Count[] }) {
  const { t, i18n } = useTranslation('import')
  const format = numberFormatter(i18n.language)
  return (
    <dl className={classes.counts} aria-live="polite">
      {counts.map(({ label, value, of, hint, kind }) => (
        <div key={label} className={classes.count}>
          <dt className={classes.caption}>
            {kind && value > 0 ? <SeverityMark severity={kind}>{label}</SeverityMark> : label}
          </dt>
          <dd className={classes.number} data-none={value === 0}>
            {format.format(value)}
          </dd>
          <dd className={classes.hint}>
            {of === undefined ? value > 0 && hint : t('check.of', { count: of })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
