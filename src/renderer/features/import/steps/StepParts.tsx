import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Severity } from '../../../../shared/domain/samples/importing.ts'
import { numberFormatter } from '../../../ui/text/formats.ts'
import classes from '../import.module.css'

type Props = {
  back?: (() => void) | undefined
  next: ReactNode
  onNext(): void
  disabled?: boolean
  loading?: boolean
  /** Why the way on is closed, or what it needs. */
  remark?: ReactNode
}

/** The way back and the way on, always in sight at the foot of a step. */
export function Actions({ back, next, onNext, disabled = false, loading = false, remark }: Props) {
  const { t } = useTranslation('import')
  return (
    <div className={classes.actions}>
      {back && (
        <Button variant="default" disabled={loading} onClick={back}>
          {t('back')}
        </Button>
      )}
      <Button disabled={disabled} loading={loading} onClick={onNext}>
        {next}
      </Button>
      <span className={classes.remark} role="status">
        {remark}
      </span>
    </div>
  )
}

export const severityIcons = { error: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle }

/** How grave a finding is, by icon and word. */
export function SeverityMark({ severity, children }: { severity: Severity; children: ReactNode }) {
  const Icon = severityIcons[severity]
  return (
    <span className={classes.severity} data-severity={severity}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}

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
