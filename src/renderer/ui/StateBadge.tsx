import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconHelpCircle,
  IconHourglass,
  IconLoader2,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SampleState } from '../../shared/domain/sample.ts'
import classes from './ui.module.css'

const icons = {
  queued: IconHourglass,
  running: IconLoader2,
  succeeded: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
  unknown: IconHelpCircle,
}

/** A state as word and icon, never by colour alone; `status` is the service's own word, shown where it says more. */
export function StateBadge({ state, status }: { state: SampleState; status?: string }) {
  const { t } = useTranslation('ui')
  const Icon = icons[state]
  const word = state === 'unknown' && status ? status : t(`state.${state}`)
  return (
    <span className={classes.badge} data-state={state} title={status}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {word}
    </span>
  )
}
