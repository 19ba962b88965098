import { VisuallyHidden } from '@mantine/core'
import type { Chart as ChartInstance } from 'chart.js'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Targets, TooltipContent } from '../../figures/drawing.ts'
import classes from './Chart.module.css'
import { ChartTip } from './ChartTip.tsx'
import { type Pick, usePointing } from './usePointing.ts'

type Props = {
  chart: () => ChartInstance | null
  targets: Targets
  summary: string
  onPick?: Pick | undefined
  size: CSSProperties
  children: ReactNode
}

/** The picture as something to point at and to walk through: tips, arrow keys, Enter, Escape. */
export function Pointable({ chart, targets, summary, onPick, size, children }: Props) {
  const { t } = useTranslation('charts')
  const hint = useId()
  const { active, events } = usePointing(chart, targets, onPick)
  const content = active && active.index < targets.count ? targets.describe(active.index) : null
  return (
    // A picture that is walked through by arrow keys is what the role is for.
    <div
      className={classes.canvas}
      style={size}
      role="application"
      aria-label={summary}
      aria-describedby={hint}
      {...events}
    >
      {children}
      {active && content && (
        <ChartTip
          content={content}
          at={active.at}
          ringed={active.by === 'keys'}
          width={chart()?.width ?? 0}
        />
      )}
      <VisuallyHidden id={hint}>{t(onPick ? 'keysPick' : 'keys')}</VisuallyHidden>
      <VisuallyHidden role="status">{active?.by === 'keys' && content && toSentence(content)}</VisuallyHidden>
    </div>
  )
}

const toSentence = ({ title, value, lines }: TooltipContent): string =>
  [title, value, ...lines].filter((part) => part !== '').join(', ')
