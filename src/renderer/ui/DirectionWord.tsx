import {
  IconArrowBigDownLine,
  IconArrowBigUpLine,
  IconQuestionMark,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Direction } from '../../shared/domain/drug.ts'
import classes from './ui.module.css'

const icons: Record<Direction, TablerIcon> = {
  inhibits: IconArrowBigDownLine,
  activates: IconArrowBigUpLine,
  unknown: IconQuestionMark,
}

/** What a drug does to a pathway, as icon and word. `short`: the icon alone is seen, the word is still read out. */
export function DirectionWord({ direction, short = false }: { direction: Direction; short?: boolean }) {
  const { t } = useTranslation('ui')
  const Icon = icons[direction]
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
