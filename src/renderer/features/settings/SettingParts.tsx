import { Button, ScrollArea } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingBar } from '../../ui/feedback/Feedback.tsx'
import classes from './settings.module.css'

type Props = {
  title: string
  /** As the search names it, where it is found as a whole. */
  setting?: string
  /** Newer content is on its way; the old one stays under a thin bar. */
  loading?: boolean
  children: ReactNode
}

/** One group of settings: its name at the left, what can be seen and set at the right. */
export function Section({ title, setting, loading = false, children }: Props) {
  const id = useId()
  return (
    <section
      className={classes.section}
      aria-labelledby={id}
      {...(setting !== undefined && { id: placeOfSetting(setting), tabIndex: -1 })}
    >
      <div className={classes.loading}>
        <LoadingBar visible={loading} />
      </div>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <div className={classes.body}>{children}</div>
    </section>
  )
}

type RowProps = {
  /** As the search names it. */
  setting: string
  name: string
  hint?: string
  /** Back to the default; null where it is that, left out where there is none. */
  reset?: (() => void) | null
  children: (ids: { 'aria-labelledby': string; 'aria-describedby'?: string }) => ReactNode
}

/** One setting: what it is at the left, its control at the right, and a way back where it is not as at first. */
export function Row({ setting, name, hint, reset, children }: RowProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }
  return (
    <div className={classes.row} id={placeOfSetting(setting)} tabIndex={-1}>
      <div className={classes.rowText}>
        <div id={id} className={classes.rowName}>
          {name}
        </div>
        {hint !== undefined && (
          <div id={`${id}-hint`} className={classes.rowHint}>
            {hint}
          </div>
        )}
      </div>
      <div className={classes.rowControl}>{children({ 'aria-labelledby': id, ...described })}</div>
      <div className={classes.rowReset}>
        {reset && (
          <Button size="compact-xs" variant="subtle" onClick={reset} aria-label={t('resetNamed', { name })}>
            {t('reset')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A table in a frame that scrolls sideways by itself, by keyboard too, where the page is too narrow for it. */
export const Framed = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollArea
    className={classes.frame}
    type="auto"
    offsetScrollbars="present"
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
  >
    {children}
  </ScrollArea>
)

/** The element of a setting, by its name in the search. */
export const placeOfSetting = (setting: string): string => `setting-${setting}`

const control = 'input:not([disabled]), select, textarea, button:not([disabled]), [role="slider"], a[href]'

/** Brings a setting into sight and gives it the focus: its control, or itself where it has none. False: not there yet. */
export function focusSetting(setting: string): boolean {
  const row = document.getElementById(placeOfSetting(setting))
  if (!row) return false
  row.scrollIntoView({ block: 'center' })
  const checked = row.querySelector<HTMLElement>('input:checked')
  const target = checked ?? row.querySelector<HTMLElement>(control) ?? row
  target.focus({ preventScroll: true })
  row.dataset['found'] = ''
  row.addEventListener('focusout', () => delete row.dataset['found'], { once: true })
  return true
}
