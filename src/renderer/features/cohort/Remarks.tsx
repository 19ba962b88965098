import { useTranslation } from 'react-i18next'
import classes from './cohort.module.css'

/** What a picture leaves out, and why: one line each, below where its numbers are from. */
export function Remarks({ lines }: { lines: readonly (string | null)[] }) {
  const { t } = useTranslation('cohort')
  const said = lines.filter((line) => line !== null)
  if (said.length === 0) return null
  return (
    <ul className={classes.remarks} aria-label={t('remarks.label')}>
      {said.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
