import {
  IconAlertTriangle,
  IconArrowBigDownLine,
  IconArrowBigUpLine,
  IconBan,
  IconCircleCheck,
  IconFlask2,
  IconHelpCircle,
  IconHourglass,
  IconLoader2,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Direction } from '../../../shared/domain/drugs/drug.ts'
import type { SampleState } from '../../../shared/domain/samples/sample.ts'
import classes from '../ui.module.css'

const stateIcons = {
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
  const Icon = stateIcons[state]
  const word = state === 'unknown' && status ? status : t(`state.${state}`)
  return (
    <span className={classes.badge} data-state={state} title={status}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {word}
    </span>
  )
}

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

/** Stands where a value would: hatched, with the reason in words, so that nobody reads it as empty or zero. */
export function Missing({ why }: { why: string }) {
  return <span className={classes.missing}>{why}</span>
}
