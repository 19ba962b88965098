import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Severity } from '../../../shared/domain/samples/importing.ts'
import { numberFormatter } from '../../ui/text/formats.tsx'
import classes from './import.module.css'

export const severityIcons = { error: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle }

type Count = { label: string; value: number; severity?: Severity; hint?: string }

/** Shows counts. One of problems has the icon of its severity. */
export function Counts({ counts }: { counts: readonly Count[] }) {
  const format = numberFormatter(useTranslation('import').i18n.language)
  return (
    <dl className={classes.counts} aria-live="polite">
      {counts.map(({ label, value, severity, hint }) => (
        <div key={label} title={value > 0 ? hint : undefined}>
          <dt>{severity && value > 0 ? <SeverityMark severity={severity}>{label}</SeverityMark> : label}</dt>
          <dd data-none={value === 0}>{format.format(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function SeverityMark({ severity, children }: { severity: Severity; children: ReactNode }) {
  const Icon = severityIcons[severity]
  return (
    <span className={classes.severity} data-severity={severity}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}
