import { Button, SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconZoomIn, IconZoomReset } from '@tabler/icons-react'
import type { Chart as ChartInstance } from 'chart.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '../../figures/frame/drawing.ts'
import { binColumns, type Heatmap, recolour, samplesIn, sliceHeatmap } from '../../figures/heatmap/heatmap.ts'
import { createHeatmapDrawing } from '../../figures/heatmap/heatmapDrawing.ts'
import {
  cellRegion,
  columnCapacity,
  findSelectedColumns,
  heightsOf,
  maxPerColumn,
  maxRows,
  type Region,
  regionOf,
  spanning,
  toUnbinnedColumns,
  widthOfColumns,
} from '../../figures/heatmap/heatmapView.ts'
import type { HeatmapChartProps } from '../../figures/spec.ts'
import { Brush } from './frame/Brush.tsx'
import classes from './frame/Chart.module.css'
import { Chart } from './frame/Chart.tsx'
import { RowPages } from './frame/RowPages.tsx'
import { usePalettes } from './frame/theme.ts'

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

type Props = {
  view: HeatmapView
  heatmap: Heatmap
  picked: Region | null
  clear: () => void
  selected: number
}

/** Zooming, how wide the columns are, which rows, and how many samples are chosen. */
function HeatmapTools({ view, heatmap, picked, clear, selected }: Props) {
  const { t } = useTranslation('charts')
  return (
    <div className={classes.tools}>
      {selected > 0 && (
        <Button size="compact-xs" variant="subtle" onClick={clear}>
          {t('clearChosen', { count: selected })}
        </Button>
      )}
      {picked && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconZoomIn size={14} aria-hidden />}
          onClick={() => view.zoomTo(picked)}
        >
          {t('zoomTo')}
        </Button>
      )}
      {view.isZoomed && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconZoomReset size={14} aria-hidden />}
          onClick={view.zoomOut}
        >
          {t('zoomReset')}
        </Button>
      )}
      {!view.isZoomed && heatmap.rows.length > maxRows && (
        <RowPages
          from={view.firstRow}
          setFrom={(from) => view.setFirstRow(from ?? 0)}
          total={heatmap.rows.length}
          each={maxRows}
        />
      )}
      {view.crowded && (
        <SegmentedControl
          size="xs"
          aria-label={t('width')}
          value={view.widthMode}
          onChange={(value) => view.setWidthMode(value === 'every' ? 'every' : 'fit')}
          data={[
            { value: 'fit', label: t('fit') },
            { value: 'every', label: t('every') },
          ]}
        />
      )}
    </div>
  )
}

const everyColumnPx = 5
/** Canvases wider than this are refused by some drivers. */
const maxWidthPx = 15_000

type WidthMode = 'fit' | 'every'

/** Which part of a heatmap is shown and how; all of it again when another one comes. */
type HeatmapView = {
  /** Zoomed to, a column a sample. */
  zoomed: Heatmap
  /** The same with as many columns as there is room for. */
  shown: Heatmap
  /** At most so many samples share a column. */
  perColumn: number
  widthPx: number | undefined
  isZoomed: boolean
  /** More samples than the width has room for. */
  crowded: boolean
  widthMode: WidthMode
  setWidthMode: (mode: WidthMode) => void
  firstRow: number
  setFirstRow: (row: number) => void
  zoomTo: (region: Region) => void
  zoomOut: () => void
}

const fullRegion = ({ columns, rows }: Heatmap): Region => ({
  columns: { from: 0, to: columns.length - 1 },
  rows: { from: 0, to: Math.min(rows.length, maxRows) - 1 },
})

function useHeatmapView(heatmap: Heatmap, widthPx: number): HeatmapView {
  const [widthMode, setWidthMode] = useState<WidthMode>('fit')
  const [storedView, setStoredView] = useState<{ region: Region; of: Heatmap; zoomed: boolean } | null>(null)
  const current = storedView?.of === heatmap ? storedView : null
  const region = useMemo(() => current?.region ?? fullRegion(heatmap), [current, heatmap])
  const zoomed = useMemo(() => sliceHeatmap(heatmap, region.columns, region.rows), [heatmap, region])
  const maxColumns = columnCapacity(widthPx)
  const crowded = widthPx > 0 && zoomed.columns.length > maxColumns
  const showsEveryColumn = crowded && widthMode === 'every'
  const shown = useMemo(
    () => (showsEveryColumn ? zoomed : binColumns(zoomed, maxColumns)),
    [zoomed, showsEveryColumn, maxColumns],
  )
  const naturalWidthPx = widthOfColumns(shown.columns.length)
  const narrow = naturalWidthPx < widthPx ? naturalWidthPx : undefined
  const perColumn = useMemo(() => maxPerColumn(shown), [shown])
  return {
    zoomed,
    shown,
    perColumn,
    widthPx: showsEveryColumn
      ? Math.min(maxWidthPx, widthOfColumns(zoomed.columns.length, everyColumnPx))
      : narrow,
    isZoomed: current?.zoomed === true,
    crowded,
    widthMode,
    setWidthMode,
    firstRow: region.rows.from,
    setFirstRow: (row) =>
      setStoredView({
        region: {
          columns: region.columns,
          rows: { from: row, to: Math.min(heatmap.rows.length, row + maxRows) - 1 },
        },
        of: heatmap,
        zoomed: current?.zoomed === true,
      }),
    zoomTo: ({ columns, rows }) => {
      const columnSpan = toUnbinnedColumns(shown, columns)
      const base = region
      setStoredView({
        region: {
          columns: { from: base.columns.from + columnSpan.from, to: base.columns.from + columnSpan.to },
          rows: { from: base.rows.from + rows.from, to: base.rows.from + rows.to },
        },
        of: heatmap,
        zoomed: true,
      })
    },
    zoomOut: () => setStoredView(null),
  }
}
