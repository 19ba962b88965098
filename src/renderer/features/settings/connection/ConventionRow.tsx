import { Button } from '@mantine/core'
import { IconEye, IconHelpCircle, IconUser } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import shared from '../../../ui/shared.module.css'
import { placeOfSetting } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import type { Source } from './conventionDraft.ts'

type Props = {
  /** The name in the search. */
  setting: string
  label: string
  source: Source
  /** The value without a setting: detected or assumed, with `shown` as its text. */
  otherwise: { from: Exclude<Source, 'set'>; shown: string }
  reset: () => void
  children: ReactNode
}

const icons = { set: IconUser, found: IconEye, assumed: IconHelpCircle }

/** Shows one convention: its control, the origin of its value, and a reset button. */
export function ConventionRow({ setting, label, source, otherwise, reset, children }: Props) {
  const { t } = useTranslation('connection')
  const Icon = icons[source]
  const action = t(`set.reset.${otherwise.from}`)
  return (
    <div className={classes.convention} id={placeOfSetting(setting)} tabIndex={-1}>
      <div className={classes.control}>{children}</div>
      <div className={classes.origin}>
        <span className={classes.mark} data-how={source}>
          <Icon size={14} stroke={1.75} aria-hidden />
          {t(`set.from.${source}`)}
        </span>
        {/* The name used in messages and on the command line. */}
        <code className={classes.code}>{setting}</code>
        {source === 'set' && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('set.resetNamed', { action, name: label })}
            onClick={reset}
          >
            {otherwise.shown ? t('set.resetTo', { action, value: otherwise.shown }) : action}
          </Button>
        )}
      </div>
    </div>
  )
}

type LabelledProps = { label: string; hint: string; children: (labelledBy: string) => ReactNode }

/** A control without a label of its own, under one that looks like that of a text field. */
export function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId()
  return (
    <div>
      <div id={id} className={shared.strong}>
        {label}
      </div>
      <div className={classes.hint}>{hint}</div>
      {children(id)}
    </div>
  )
}
