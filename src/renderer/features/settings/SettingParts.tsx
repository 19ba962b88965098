import { Box, Button, Group, ScrollArea } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingBar } from '../../ui/feedback/Feedback.tsx'
import classes from './settings.module.css'

type Props = {
  title: string
  /** The name in the search, if the section is found as a whole. */
  setting?: string
  /** True while newer content loads; the old content stays below a progress bar. */
  loading?: boolean
  children: ReactNode
}

/** A group of settings: its title to the left, its content to the right. */
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
  /** The name in the search. */
  setting: string
  name: string
  hint?: string
  /** Restores the default; null if the setting has it, undefined if there is none. */
  reset?: (() => void) | null
  children: (ids: { 'aria-labelledby': string; 'aria-describedby'?: string }) => ReactNode
}

/** One setting: its name to the left, its control to the right, and a reset button if it was changed. */
export function Row({ setting, name, hint, reset, children }: RowProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const described = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }
  return (
    <div className={classes.row} id={placeOfSetting(setting)} tabIndex={-1}>
      <div className={classes.rowText}>
        <div id={id}>{name}</div>
        {hint !== undefined && (
          <Box id={`${id}-hint`} maw={440} c="dimmed" fz="xs" lh={1.4}>
            {hint}
          </Box>
        )}
      </div>
      <div className={classes.rowControl}>{children({ 'aria-labelledby': id, ...described })}</div>
      <Group gap={0} wrap="nowrap" mih={34}>
        {reset && (
          <Button size="compact-xs" variant="subtle" onClick={reset} aria-label={t('resetNamed', { name })}>
            {t('reset')}
          </Button>
        )}
      </Group>
    </div>
  )
}

/** A table in a frame that scrolls sideways, by keyboard too, if the page is too narrow. */
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

/** Returns the element id of a setting, by its name in the search. */
export const placeOfSetting = (setting: string): string => `setting-${setting}`

const control = 'input:not([disabled]), select, textarea, button:not([disabled]), [role="slider"], a[href]'

/**
 * Scrolls to a setting and focuses its control, or the row if it has none. Returns false if the row is not rendered
 * yet.
 */
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
