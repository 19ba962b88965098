import { useElementSize } from '@mantine/hooks'
import type { Chart as ChartInstance } from 'chart.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '../../figures/drawing.ts'
import { type Heatmap, recolour } from '../../figures/heatmap.ts'
import { createHeatmapDrawing } from '../../figures/heatmapDrawing.ts'
import type { Region } from '../../figures/heatmapLayout.ts'
import { samplesIn } from '../../figures/heatmapSlices.ts'
import { cellRegion, findSelectedColumns, heightsOf, regionOf, spanning } from '../../figures/heatmapView.ts'
import type { HeatmapChartProps } from '../../figures/props.ts'
import { Brush } from './Brush.tsx'
import classes from './Chart.module.css'
import { Chart } from './Chart.tsx'
import { HeatmapTools } from './HeatmapTools.tsx'
import { useHeatmapView } from './useHeatmapView.ts'
import { usePalettes } from './usePalettes.ts'

/**
 * Pathways × samples as colours with trees, groups and tracks; a region drawn with the pointer chooses its samples and
 * can be zoomed to.
 */
export function HeatmapChart({
  heatmap: originalHeatmap,
  measure,
  summary,
  source,
  fileName,
  selected,
  onSelect,
}: HeatmapChartProps) {
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const heatmap = useMemo(() => recolour(originalHeatmap, palettes), [originalHeatmap, palettes])
  const { ref, width } = useElementSize()
  const view = useHeatmapView(heatmap, width)
  const { shown, zoomed } = view
  const [chart, setChart] = useState<ChartInstance | null>(null)
  const [drawn, setDrawn] = useState<{ region: Region; of: Heatmap } | null>(null)
  const picked = drawn?.of === shown ? drawn.region : null
  const selectedColumns = useMemo(
    () => findSelectedColumns(zoomed, shown, selected),
    [zoomed, shown, selected],
  )
  const { perColumn } = view
  const drawing = useMemo(
    () => createHeatmapDrawing({ heatmap, shown, perColumn, measure }, t),
    [heatmap, shown, perColumn, measure, t],
  )
  const paint = useMemo(() => drawing.paint(selectedColumns, picked), [drawing, selectedColumns, picked])
  const finish = (path: Point[]): void => {
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
    const isSameSelection = ids.length === selected?.size && ids.every((id) => selected.has(id))
    onSelect?.(isSameSelection && !extend ? [] : ids)
  }
  const heights = heightsOf(shown)
  return (
    <div ref={ref} className={classes.frame}>
      <Chart
        {...drawing}
        paint={paint}
        onPick={pick}
        onChart={setChart}
        summary={summary}
        source={source}
        fileName={fileName}
        heightPx={heights.minPx}
        maxHeightPx={heights.maxPx}
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
