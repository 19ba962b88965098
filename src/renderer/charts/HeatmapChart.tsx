import { useElementSize } from '@mantine/hooks'
import type { Chart as ChartInstance } from 'chart.js'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupColours } from '../../figures/colours.ts'
import { type Heatmap, toHeatmapTable } from '../../figures/heatmap.ts'
import { type Region, roomAbovePx } from '../../figures/heatmapLayout.ts'
import { toMatrixData, toMatrixOptions } from '../../figures/heatmapOptions.ts'
import { createHeatmapPainters } from '../../figures/heatmapPainter.ts'
import { samplesIn } from '../../figures/heatmapParts.ts'
import { toHeatmapLegend, toHeatmapTargets } from '../../figures/heatmapTargets.ts'
import {
  cellRegion,
  cellsHeightPx,
  chosenColumns,
  mostCellsHeightPx,
  regionOf,
  spanning,
} from '../../figures/heatmapView.ts'
import type { Place } from '../../figures/picture.ts'
import type { HeatmapChartProps } from '../../figures/props.ts'
import type { ChartTheme } from '../../figures/theme.ts'
import { Brush } from './Brush.tsx'
import classes from './Chart.module.css'
import { Chart } from './Chart.tsx'
import { HeatmapTools } from './HeatmapTools.tsx'
import { useHeatmapView } from './useHeatmapView.ts'

const axesPx = 130

/**
 * Pathways × samples as colours with trees, groups and tracks; a region drawn with the pointer chooses its samples and
 * can be zoomed to.
 */
export function HeatmapChart({
  heatmap,
  measure,
  summary,
  source,
  fileName,
  selected,
  onSelect,
}: HeatmapChartProps) {
  const { t } = useTranslation('charts')
  const { ref, width } = useElementSize()
  const view = useHeatmapView(heatmap, width)
  const { shown, zoomed } = view
  const [chart, setChart] = useState<ChartInstance | null>(null)
  const [drawn, setDrawn] = useState<{ region: Region; of: Heatmap } | null>(null)
  const picked = drawn?.of === shown ? drawn.region : null
  const colours = useMemo(() => groupColours(heatmap.groups), [heatmap])
  const chosen = useMemo(() => chosenColumns(zoomed, shown, selected), [zoomed, shown, selected])
  const draw = useCallback(
    (theme: ChartTheme) => ({
      data: toMatrixData(shown),
      options: toMatrixOptions(shown, theme, { columns: t('sample'), rows: t('pathway') }),
    }),
    [shown, t],
  )
  const paint = useCallback(
    (theme: ChartTheme) => {
      const words = { noGroup: t('noGroup'), group: t('group') }
      return createHeatmapPainters({ heatmap: shown, theme, colours, chosen, picked, words })
    },
    [shown, colours, chosen, picked, t],
  )
  const legend = useCallback(
    () =>
      toHeatmapLegend(heatmap, colours, {
        measure,
        group: t('group'),
        missing: t('missingCount', { count: heatmap.missing }),
        clipped: t('clipped', { count: heatmap.scale.clippedLow + heatmap.scale.clippedHigh }),
        binned: view.perColumn > 1 ? t('binned', { count: view.perColumn }) : null,
      }),
    [heatmap, colours, measure, view.perColumn, t],
  )
  const targets = useMemo(
    () =>
      toHeatmapTargets(shown, {
        missing: t('missing'),
        noGroup: t('noGroup'),
        clippedEnd: t('clippedEnd'),
        meanOf: (count) => t('meanOf', { count }),
      }),
    [shown, t],
  )
  const table = useCallback(() => toHeatmapTable(heatmap, t('sample'), t('group')), [heatmap, t])
  const finish = (path: Place[]): void => {
    const region = chart && regionOf(chart, shown, path)
    if (!region) return
    setDrawn({ region, of: shown })
    onSelect?.(samplesIn(zoomed, shown, region.columns))
  }
  const pick = (index: number, extend: boolean): void => {
    const cell = cellRegion(shown, index)
    const region = extend && picked ? spanning(picked, cell) : cell
    setDrawn({ region, of: shown })
    const ids = samplesIn(zoomed, shown, region.columns)
    const again = ids.length === selected?.size && ids.every((id) => selected.has(id))
    onSelect?.(again && !extend ? [] : ids)
  }
  const besideCellsPx = axesPx + roomAbovePx(shown)
  return (
    <div ref={ref} className={classes.frame}>
      <Chart
        type="matrix"
        draw={draw}
        paint={paint}
        legend={legend}
        targets={targets}
        onPick={pick}
        onChart={setChart}
        summary={summary}
        source={source}
        table={table}
        fileName={fileName}
        heightPx={Math.max(220, cellsHeightPx(shown.rows.length) + besideCellsPx)}
        mostHeightPx={Math.max(220, mostCellsHeightPx(shown.rows.length) + besideCellsPx)}
        widthPx={view.widthPx}
        tools={
          <HeatmapTools
            view={view}
            heatmap={heatmap}
            picked={picked}
            clear={() => {
              setDrawn(null)
              onSelect?.([])
            }}
            selected={selected?.size ?? 0}
          />
        }
        overlay={<Brush shape="box" chart={chart} finish={finish} />}
      />
    </div>
  )
}
