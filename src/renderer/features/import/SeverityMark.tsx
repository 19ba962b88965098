import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Severity } from '../../../shared/domain/samples/importing.ts'
import classes from './import.module.css'

export const severityIcons = { error: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle }

/** Shows the severity of a finding as an icon and a word. */
export function SeverityMark({ severity, children }: { severity: Severity; children: ReactNode }) {
  const Icon = severityIcons[severity]
  return (
    <span className={classes.severity} data-severity={severity}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}
