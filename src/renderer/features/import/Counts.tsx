import { useTranslation } from 'react-i18next'
import classes from './import.module.css'

export type Count = { label: string; value: number; hint?: string }

/** Numbers side by side, each with its word. */
export function Counts({ counts }: { counts: Count[] }) {
  const { i18n } = useTranslation()
  const format = new Intl.NumberFormat(i18n.language)
  return (
    <dl className={classes.counts}>
      {counts.map(({ label, value, hint }) => (
        <div key={label} className={classes.count}>
          <dt className={classes.caption}>{label}</dt>
          <dd className={classes.number}>{format.format(value)}</dd>
          {hint && value > 0 && <dd className={classes.hint}>{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}
