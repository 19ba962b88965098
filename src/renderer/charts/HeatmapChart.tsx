import { useElementSize } from '@mantine/hooks'
import type { Chart as ChartInstance } from 'chart.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Heatmap, recolour } from '../../figures/heatmap.ts'
import { createHeatmapDrawing } from '../../figures/heatmapDrawing.ts'
import type { Region } from '../../figures/heatmapLayout.ts'
import { samplesIn } from '../../figures/heatmapParts.ts'
import { cellRegion, chosenColumns, heightsOf, regionOf, spanning } from '../../figures/heatmapView.ts'
import type { Place } from '../../figures/picture.ts'
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
  heatmap: given,
  measure,
  summary,
  source,
  fileName,
  selected,
  onSelect,
}: HeatmapChartProps) {
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const heatmap = useMemo(() => recolour(given, palettes), [given, palettes])
  const { ref, width } = useElementSize()
  const view = useHeatmapView(heatmap, width)
  const { shown, zoomed } = view
  const [chart, setChart] = useState<ChartInstance | null>(null)
  const [drawn, setDrawn] = useState<{ region: Region; of: Heatmap } | null>(null)
  const picked = drawn?.of === shown ? drawn.region : null
  const chosen = useMemo(() => chosenColumns(zoomed, shown, selected), [zoomed, shown, selected])
  const { perColumn } = view
  const drawing = useMemo(
    () => createHeatmapDrawing({ heatmap, shown, perColumn, measure }, t),
    [heatmap, shown, perColumn, measure, t],
  )
  const paint = useMemo(() => drawing.paint(chosen, picked), [drawing, chosen, picked])
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
        heightPx={heights.leastPx}
        mostHeightPx={heights.mostPx}
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
