import { Group, Tooltip } from '@mantine/core'
import {
  IconArrowsMove,
  IconLasso,
  IconMarquee2,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react'
import type { Chart as ChartInstance, Plugin } from 'chart.js'
import zoomPlugin from 'chartjs-plugin-zoom'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Point, pointsWithin } from '../../figures/frame/drawing.ts'
import { createScatterDrawing, scatterPixels } from '../../figures/scatter/scatterDrawing.ts'
import { createVolcano } from '../../figures/scatter/volcano.ts'
import type { ScatterChartProps, VolcanoChartProps } from '../../figures/spec.ts'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import { Brush } from './frame/Brush.tsx'
import classes from './frame/Chart.module.css'
import { Chart, toPick } from './frame/Chart.tsx'
import { ClearButton, ToolButton } from './frame/ChartTools.tsx'
import { usePalettes } from './frame/theme.ts'

const plugins: readonly Plugin[] = [zoomPlugin]

/** Points of two numbers, with a color and a shape per group, to zoom and to select by box or lasso. */
export function ScatterChart(props: ScatterChartProps) {
  const { points, groups, lines, sameRange, xTitle, yTitle, pointWord, selected, onSelect, ...figure } = props
  const { t } = useTranslation('charts')
  const [chart, setChart] = useState<ChartInstance | null>(null)
  const [mode, setMode] = useState<DragMode>('move')
  const [leftOut, setLeftOut] = useState(0)
  const drawing = useMemo(
    () => createScatterDrawing({ points, groups, lines, sameRange, xTitle, yTitle, pointWord }, t),
    [points, groups, lines, sameRange, xTitle, yTitle, pointWord, t],
  )
  const { scatter } = drawing
  const paint = useMemo(() => drawing.paint(selected, setLeftOut), [drawing, selected])
  const legend = useMemo(() => drawing.legend(null, () => leftOut), [drawing, leftOut])
  const finish = (path: Point[]): void => {
    if (!chart || mode === 'move') return
    const found = pointsWithin(scatterPixels(chart, scatter), path, mode)
    onSelect?.(found.flatMap((index) => scatter.points[index]?.id ?? []))
  }
  return (
    <Chart
      {...figure}
      {...drawing}
      paint={paint}
      legend={legend}
      table={figure.table ?? drawing.table}
      onPick={toPick({ selected, onSelect }, drawing.idAt)}
      plugins={plugins}
      onChart={setChart}
      tools={
        <ScatterTools
          chart={chart}
          mode={mode}
          setMode={setMode}
          selected={selected?.size ?? 0}
          clear={onSelect && (() => onSelect([]))}
        />
      }
      overlay={mode !== 'move' && onSelect && <Brush shape={mode} chart={chart} finish={finish} />}
    />
  )
}

type DragMode = 'move' | 'box' | 'lasso'

type Props = {
  chart: ChartInstance | null
  mode: DragMode
  setMode: (mode: DragMode) => void
  selected: number
  /** Left out if points cannot be selected. */
  clear?: (() => void) | undefined
}

const zoomStep = 1.4
const icons = { move: IconArrowsMove, box: IconMarquee2, lasso: IconLasso }

function ScatterTools({ chart, mode, setMode, selected, clear }: Props) {
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
      {clear && <SegmentedControl aria-label={t('drag.what')} value={mode} onChange={setMode} data={modes} />}
      <Group gap="xs" wrap="nowrap" align="stretch">
        <ToolButton icon={IconZoomIn} label={t('zoomIn')} act={() => chart?.zoom(zoomStep, 'none')} />
        <ToolButton icon={IconZoomOut} label={t('zoomOut')} act={() => chart?.zoom(1 / zoomStep, 'none')} />
        <ToolButton icon={IconZoomReset} label={t('zoomReset')} act={() => chart?.resetZoom('none')} />
        {clear && <ClearButton selected={selected} clear={clear} />}
      </Group>
    </div>
  )
}

/** The difference against −log10 of p or q, with the threshold as a line and the most extreme points labeled. */
export function VolcanoChart({ rows, against, threshold, effectTitle, ...figure }: VolcanoChartProps) {
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const volcano = useMemo(
    () => createVolcano({ rows, against, threshold, effectTitle, palettes }, t),
    [rows, against, threshold, effectTitle, palettes, t],
  )
  return <ScatterChart {...figure} {...volcano} />
}
