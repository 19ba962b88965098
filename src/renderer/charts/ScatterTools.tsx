import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import {
  IconArrowsMove,
  IconLasso,
  IconMarquee2,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react'
import type { Chart as ChartInstance } from 'chart.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Chart.module.css'

export type DragMode = 'move' | 'box' | 'lasso'

type Props = {
  chart: ChartInstance | null
  mode: DragMode
  setMode: (mode: DragMode) => void
  selected: number
  /** Left out where nothing can be chosen. */
  clear?: (() => void) | undefined
}

const zoomStep = 1.4
const icons = { move: IconArrowsMove, box: IconMarquee2, lasso: IconLasso }
const isMode = (value: string): value is DragMode => value in icons

/** What dragging does, zooming, and how many points are chosen. */
export function ScatterTools({ chart, mode, setMode, selected, clear }: Props) {
  const { t } = useTranslation('charts')
  const modes = (['move', 'box', 'lasso'] as const).map((value) => {
    const Icon = icons[value]
    const label = (
      <Tooltip label={t(`drag.${value}`)}>
        <Icon size={14} className={classes.icon} role="img" aria-label={t(`drag.${value}`)} />
      </Tooltip>
    )
    return { value, label }
  })
  return (
    <div className={classes.tools}>
      {clear && selected > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={clear}>
          {t('clearChosen', { count: selected })}
        </Button>
      )}
      {clear && (
        <SegmentedControl
          size="xs"
          aria-label={t('drag.what')}
          value={mode}
          onChange={(value) => isMode(value) && setMode(value)}
          data={modes}
        />
      )}
      <div className={classes.together}>
        <ZoomButton label={t('zoomIn')} act={() => chart?.zoom(zoomStep, 'none')}>
          <IconZoomIn size={14} aria-hidden />
        </ZoomButton>
        <ZoomButton label={t('zoomOut')} act={() => chart?.zoom(1 / zoomStep, 'none')}>
          <IconZoomOut size={14} aria-hidden />
        </ZoomButton>
        <ZoomButton label={t('zoomReset')} act={() => chart?.resetZoom('none')}>
          <IconZoomReset size={14} aria-hidden />
        </ZoomButton>
      </div>
    </div>
  )
}

const ZoomButton = ({ label, act, children }: { label: string; act: () => void; children: ReactNode }) => (
  <Tooltip label={label}>
    <ActionIcon size="sm" variant="subtle" color="gray" aria-label={label} onClick={act}>
      {children}
    </ActionIcon>
  </Tooltip>
)
