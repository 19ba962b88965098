import type { Chart as ChartInstance, Plugin } from 'chart.js'
import zoomPlugin from 'chartjs-plugin-zoom'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '../../figures/drawing.ts'
import type { ScatterChartProps } from '../../figures/props.ts'
import { pointsWithin } from '../../figures/regions.ts'
import { createScatterDrawing } from '../../figures/scatterDrawing.ts'
import { scatterPixels } from '../../figures/scatterTargets.ts'
import { Brush } from './Brush.tsx'
import { Chart } from './Chart.tsx'
import { type DragMode, ScatterTools } from './ScatterTools.tsx'
import { toPick } from './toggleSelection.ts'

const plugins: readonly Plugin[] = [zoomPlugin]
const noNote: readonly string[] = []

/** Points by two numbers, a colour and a shape a group; zoomed by wheel and buttons, chosen by box or lasso. */
export function ScatterChart(props: ScatterChartProps) {
  const { points, groups, lines, note = noNote, sameRange, xTitle, yTitle, pointWord } = props
  const { selected, onSelect } = props
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
  const legend = useMemo(() => drawing.legend(note, () => leftOut), [drawing, note, leftOut])
  const finish = (path: Point[]): void => {
    if (!chart || mode === 'move') return
    const found = pointsWithin(scatterPixels(chart, scatter), path, mode)
    onSelect?.(found.flatMap((index) => scatter.points[index]?.id ?? []))
  }
  return (
    <Chart
      {...drawing}
      paint={paint}
      legend={legend}
      onPick={toPick(props, drawing.idAt)}
      plugins={plugins}
      onChart={setChart}
      summary={props.summary}
      source={props.source}
      table={props.table ?? drawing.table}
      fileName={props.fileName}
      heightPx={props.heightPx}
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
