import {
  IconArrowBigDownLine,
  IconArrowBigUpLine,
  IconFlask2,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Direction } from '../../../shared/domain/drugs/drug.ts'
import classes from '../ui.module.css'

const directionIcons: Record<Direction, TablerIcon> = {
  inhibits: IconArrowBigDownLine,
  activates: IconArrowBigUpLine,
  unknown: IconQuestionMark,
}

/** A drug's effect on a pathway, as an icon and a word. With `short` the word is only read aloud. */
export function DirectionWord({ direction, short = false }: { direction: Direction; short?: boolean }) {
  const { t } = useTranslation('ui')
  const Icon = directionIcons[direction]
  const word = t(`direction.${direction}`)
  return (
    <span className={classes.direction} {...(short && { role: 'img', 'aria-label': word, title: word })}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {!short && word}
    </span>
  )
}

export function SyntheticMark() {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.synthetic} title={t('syntheticHint')}>
      <IconFlask2 size={12} stroke={1.75} aria-hidden />
      {t('synthetic')}
    </span>
  )
}

export const Swatch = ({ colour }: { colour: string }) => (
  <span className={classes.swatch} style={{ background: colour }} aria-hidden />
)

/** A hatched placeholder for a value, with the reason in words, so that it does not look empty or zero. */
export function Missing({ why }: { why: string }) {
  return <span className={classes.missing}>{why}</span>
}
