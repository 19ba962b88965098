import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconHelpCircle,
  IconHourglass,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  type Sample,
  type SampleStage,
  type SampleState,
  sampleStage,
} from '../../../shared/domain/samples/sample.ts'
import classes from '../ui.module.css'

const icons: Record<SampleState | SampleStage, TablerIcon> = {
  queued: IconHourglass,
  ordered: IconHourglass,
  running: IconLoader2,
  processing: IconLoader2,
  ready: IconCircleDashedCheck,
  succeeded: IconCircleCheck,
  analyzed: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
  unknown: IconHelpCircle,
}

/** The stage of a sample. The service's own status is the tooltip, and the text if the stage is unknown. */
export function StageBadge({ sample }: { sample: Pick<Sample, 'state' | 'status' | 'analysedAt'> }) {
  const { t } = useTranslation('ui')
  const { state, status, analysedAt } = sample
  const stage = sampleStage(state, analysedAt !== null)
  return (
    <StatusBadge icon={icons[stage]} state={stage} title={status}>
      {stage === 'unknown' && status ? status : t(`stage.${stage}`)}
    </StatusBadge>
  )
}

/** The state of a screening. `status`: the service's own word, which is the tooltip and stands for an unknown state. */
export function StateBadge({ state, status }: { state: SampleState; status?: string }) {
  const { t } = useTranslation('ui')
  return (
    <StatusBadge icon={icons[state]} state={state} title={status}>
      {state === 'unknown' && status ? status : t(`state.${state}`)}
    </StatusBadge>
  )
}

/** `state`: chooses the color. */
type BadgeProps = { icon: TablerIcon; state: string; title?: string | undefined; children: string }

/** Shows an icon and a word, so that color is not the only difference. */
export const StatusBadge = ({ icon: Icon, state, title, children }: BadgeProps) => (
  <span className={classes.badge} data-state={state} title={title}>
    <Icon size={14} stroke={1.75} aria-hidden />
    {children}
  </span>
)
