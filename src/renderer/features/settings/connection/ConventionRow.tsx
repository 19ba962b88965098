import { Button } from '@mantine/core'
import { IconEye, IconHelpCircle, IconUser } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { placeOfSetting } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import type { Source } from './conventionDraft.ts'

type Props = {
  /** As the search names it. */
  setting: string
  label: string
  source: Source
  /** What holds when nothing is set: found, or assumed; `shown` in words. */
  otherwise: { from: Exclude<Source, 'set'>; shown: string }
  reset: () => void
  children: ReactNode
}

const icons = { set: IconUser, found: IconEye, assumed: IconHelpCircle }

/** One convention: its control, where its value comes from, and the way back to what holds without a person's word. */
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
        {/* As messages and the command line name it. */}
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

/** A control that has no label of its own, under one that looks like that of a text field. */
export function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId()
  return (
    <div>
      <div id={id} className={classes.label}>
        {label}
      </div>
      <div className={classes.hint}>{hint}</div>
      {children(id)}
    </div>
  )
}
