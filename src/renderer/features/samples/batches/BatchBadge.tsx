import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconHelpCircle,
  IconHourglass,
  IconLoader2,
  IconPlayerPause,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Batch, LedgerState } from '../../../../shared/domain/samples/importing.ts'
import classes from './batches.module.css'

const batchIcons: Record<Batch['state'], TablerIcon> = {
  running: IconLoader2,
  paused: IconPlayerPause,
  done: IconCircleCheck,
  cancelled: IconBan,
}

/** Shows the state of a batch as icon and word. A finished batch with failed or unknown rows asks for attention. */
export function BatchBadge({ batch: { state, failed, unknown } }: { batch: Batch }) {
  const { t } = useTranslation('samples')
  const toLookAt = state === 'done' && failed + unknown > 0
  const Icon = toLookAt ? IconAlertTriangle : batchIcons[state]
  return (
    <span className={classes.badge} data-state={toLookAt ? 'unknown' : state}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {t(toLookAt ? 'batch.toLookAt' : `batch.${state}`)}
    </span>
  )
}

const rowIcons: Record<LedgerState, TablerIcon> = {
  queued: IconHourglass,
  sending: IconLoader2,
  created: IconCircleCheck,
  failed: IconAlertTriangle,
  unknown: IconHelpCircle,
  cancelled: IconBan,
}

/** Shows the state of one row as icon and word. */
export function RowBadge({ state }: { state: LedgerState }) {
  const { t } = useTranslation('samples')
  const Icon = rowIcons[state]
  return (
    <span className={classes.badge} data-state={state}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {t(`batch.rowState.${state}`)}
    </span>
  )
}
