import type { Chart as ChartInstance, Plugin } from 'chart.js'
import zoomPlugin from 'chartjs-plugin-zoom'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../../figures/picture.ts'
import type { ScatterChartProps, ScatterLine } from '../../figures/props.ts'
import { pointsWithin } from '../../figures/regions.ts'
import { buildScatter, toScatterTable } from '../../figures/scatter.ts'
import { toScatterData, toScatterLegend, toScatterOptions } from '../../figures/scatterOptions.ts'
import { createScatterPainters } from '../../figures/scatterPainter.ts'
import { scatterPlaces, toScatterTargets } from '../../figures/scatterTargets.ts'
import type { ChartTheme } from '../../figures/theme.ts'
import { Brush } from './Brush.tsx'
import { Chart } from './Chart.tsx'
import { toPick } from './choosing.ts'
import { type DragMode, ScatterTools } from './ScatterTools.tsx'

const plugins: readonly Plugin[] = [zoomPlugin]
const noLines: readonly ScatterLine[] = []
const noNote: readonly string[] = []

/** Points by two numbers, a colour and a shape a group; zoomed by wheel and buttons, chosen by box or lasso. */
export function ScatterChart(props: ScatterChartProps) {
  const { points, groups, lines = noLines, note = noNote, sameRange = false, xTitle, yTitle } = props
  const { selected, onSelect, pointWord } = props
  const { t } = useTranslation('charts')
  const [chart, setChart] = useState<ChartInstance | null>(null)
  const [mode, setMode] = useState<DragMode>('move')
  const [leftOut, setLeftOut] = useState(0)
  const scatter = useMemo(
    () => buildScatter({ points, groups, lines, sameRange }),
    [points, groups, lines, sameRange],
  )
  const draw = useCallback(
    (theme: ChartTheme) => ({
      data: toScatterData(scatter, theme),
      options: toScatterOptions(scatter, theme, { x: xTitle, y: yTitle }, lines),
    }),
    [scatter, lines, xTitle, yTitle],
  )
  const paint = useCallback(
    (theme: ChartTheme) => createScatterPainters({ scatter, theme, selected, leftOut: setLeftOut }),
    [scatter, selected],
  )
  const legend = useCallback(
    (theme: ChartTheme) =>
      toScatterLegend(scatter, lines, theme, {
        figures: note,
        noGroup: t('noGroup'),
        undrawn: scatter.undrawn > 0 ? t('undrawn', { count: scatter.undrawn }) : null,
        leftOut: leftOut > 0 ? t('leftOutNames', { count: leftOut }) : null,
      }),
    [scatter, lines, note, leftOut, t],
  )
  const targets = useMemo(
    () => toScatterTargets(scatter, { x: xTitle, y: yTitle }),
    [scatter, xTitle, yTitle],
  )
  const ownTable = useCallback(
    () => toScatterTable(points, { point: pointWord, group: t('group'), x: xTitle, y: yTitle }),
    [points, pointWord, xTitle, yTitle, t],
  )
  const finish = (path: Place[]): void => {
    if (!chart || mode === 'move') return
    const found = pointsWithin(scatterPlaces(chart, scatter), path, mode)
    onSelect?.(found.flatMap((index) => scatter.points[index]?.id ?? []))
  }
  return (
    <Chart
      type="scatter"
      draw={draw}
      paint={paint}
      legend={legend}
      targets={targets}
      onPick={toPick(props, (index) => scatter.points[index]?.id)}
      plugins={plugins}
      onChart={setChart}
      summary={props.summary}
      source={props.source}
      table={props.table ?? ownTable}
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
