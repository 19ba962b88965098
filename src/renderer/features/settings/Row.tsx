import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { placeOfSetting } from './found.ts'
import classes from './settings.module.css'

type Props = {
  /** As the search names it. */
  setting: string
  name: string
  hint?: string
  /** Back to the default; null where it is that, left out where there is none. */
  reset?: (() => void) | null
  children: (ids: { 'aria-labelledby': string; 'aria-describedby'?: string }) => ReactNode
}

/** One setting: what it is at the left, its control at the right, and a way back where it is not as at first. */
export function Row({ setting, name, hint, reset, children }: Props) {
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
