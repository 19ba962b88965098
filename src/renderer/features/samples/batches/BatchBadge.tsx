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
import { StatusBadge } from '../../../ui/feedback/StateBadges.tsx'

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
  return (
    <StatusBadge icon={toLookAt ? IconAlertTriangle : batchIcons[state]} state={toLookAt ? 'unknown' : state}>
      {t(toLookAt ? 'batch.toLookAt' : `batch.${state}`)}
    </StatusBadge>
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

export function RowBadge({ state }: { state: LedgerState }) {
  const { t } = useTranslation('samples')
  return (
    <StatusBadge icon={rowIcons[state]} state={state}>
      {t(`batch.rowState.${state}`)}
    </StatusBadge>
  )
}
