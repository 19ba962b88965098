import {
  IconAlertTriangle,
  IconArrowBigDownLine,
  IconArrowBigUpLine,
  IconBan,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconFlask2,
  IconHelpCircle,
  IconHourglass,
  IconLoader2,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Direction } from '../../../shared/domain/drugs/drug.ts'
import {
  type Sample,
  type SampleStage,
  type SampleState,
  sampleStage,
} from '../../../shared/domain/samples/sample.ts'
import classes from '../ui.module.css'

const taskIcons: Record<SampleState, TablerIcon> = {
  queued: IconHourglass,
  running: IconLoader2,
  succeeded: IconCircleCheck,
  failed: IconAlertTriangle,
  cancelled: IconBan,
  unknown: IconHelpCircle,
}
const stageIcons: Record<SampleStage, TablerIcon> = {
  ordered: IconHourglass,
  processing: IconLoader2,
  ready: IconCircleDashedCheck,
  analyzed: IconCircleCheck,
  failed: IconAlertTriangle,
  unknown: IconHelpCircle,
}

/** How far a sample is, as word and icon; the service's own word is its title, and stands where the stage is not known. */
export function StageBadge({ sample }: { sample: Pick<Sample, 'state' | 'status' | 'analysedAt'> }) {
  const { t } = useTranslation('ui')
  const { state, status, analysedAt } = sample
  const stage = sampleStage(state, analysedAt !== null)
  return (
    <Badge icon={stageIcons[stage]} state={stage} status={status}>
      {stage === 'unknown' && status ? status : t(`stage.${stage}`)}
    </Badge>
  )
}

/** The state of a screening as word and icon; `status` is the service's own word, shown where it says more. */
export function StateBadge({ state, status }: { state: SampleState; status?: string }) {
  const { t } = useTranslation('ui')
  return (
    <Badge icon={taskIcons[state]} state={state} {...(status !== undefined && { status })}>
      {state === 'unknown' && status ? status : t(`state.${state}`)}
    </Badge>
  )
}

type BadgeProps = { icon: TablerIcon; state: string; status?: string; children: string }

/** Never by color alone. */
const Badge = ({ icon: Icon, state, status, children }: BadgeProps) => (
  <span className={classes.badge} data-state={state} title={status}>
    <Icon size={14} stroke={1.75} aria-hidden />
    {children}
  </span>
)

const directionIcons: Record<Direction, TablerIcon> = {
  inhibits: IconArrowBigDownLine,
  activates: IconArrowBigUpLine,
  unknown: IconQuestionMark,
}

/** What a drug does to a pathway, as icon and word. `short`: the icon alone is seen, the word is still read out. */
export function DirectionWord({ direction, short = false }: { direction: Direction; short?: boolean }) {
  const { t } = useTranslation('ui')
  const Icon = directionIcons[direction]
  const word = t(`direction.${direction}`)
  if (short)
    return (
      <span className={classes.direction} role="img" aria-label={word} title={word}>
        <Icon size={14} stroke={1.75} aria-hidden />
      </span>
    )
  return (
    <span className={classes.direction}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {word}
    </span>
  )
}

/** Stands beside everything that the reference service made up. */
export function SyntheticMark() {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.synthetic} title={t('syntheticHint')}>
      <IconFlask2 size={12} stroke={1.75} aria-hidden />
      {t('synthetic')}
    </span>
  )
}

/** The color of a group, beside its name. */
export const Swatch = ({ colour }: { colour: string }) => (
  <span className={classes.swatch} style={{ background: colour }} aria-hidden />
)

/** Stands where a value would: hatched, with the reason in words, so that nobody reads it as empty or zero. */
export function Missing({ why }: { why: string }) {
  return <span className={classes.missing}>{why}</span>
}
