import { Group } from '@mantine/core'
import { IconZoomIn, IconZoomReset } from '@tabler/icons-react'
import type { Chart as ChartInstance } from 'chart.js'
import { startTransition, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '../../figures/frame/drawing.ts'
import {
  binColumns,
  type Heatmap,
  recolour,
  type Span,
  samplesIn,
  sliceHeatmap,
  toUnbinnedColumns,
} from '../../figures/heatmap/heatmap.ts'
import { createHeatmapDrawing } from '../../figures/heatmap/heatmapDrawing.ts'
import {
  cellRegion,
  columnCapacity,
  findSelectedColumns,
  heightsOf,
  type Insets,
  insetsOf,
  maxPerColumn,
  maxRows,
  namesOf,
  type Region,
  regionOf,
  spanning,
  widthOfColumns,
} from '../../figures/heatmap/heatmapView.ts'
import type { HeatmapChartProps } from '../../figures/spec.ts'
import { SegmentedControl } from '../ui/forms/SegmentedControl.tsx'
import shared from '../ui/shared.module.css'
import { Brush } from './frame/Brush.tsx'
import classes from './frame/Chart.module.css'
import { Chart } from './frame/Chart.tsx'
import { ClearButton, RowPages, ToolButton } from './frame/ChartTools.tsx'
import { useChartTheme, usePalettes } from './frame/theme.ts'

/**
 * Pathways × samples as colors with trees, groups and tracks. Cells, names and branches can be clicked. A region drawn
 * with the pointer selects its samples and can be zoomed to.
 */
export function HeatmapChart(props: HeatmapChartProps) {
  const { ref, width } = useWidth()
  return (
    <div ref={ref} className={classes.frame}>
      {width !== null && <MeasuredChart {...props} width={width} />}
    </div>
  )
}

function MeasuredChart({
  width,
  heatmap: originalHeatmap,
  measure,
  selected,
  onSelect,
  row = null,
  onRow,
  ...figure
}: HeatmapChartProps & { width: number }) {
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const { scale } = useChartTheme()
  const heatmap = useMemo(() => recolour(originalHeatmap, palettes), [originalHeatmap, palettes])
  const view = useHeatmapView(heatmap, width, scale)
  const { shown, zoomed, insets } = view
  const [chart, setChart] = useState<ChartInstance | null>(null)
  const [drawn, setDrawn] = useState<{ region: Region; of: Heatmap } | null>(null)
  const region = drawn?.of === shown ? drawn.region : null
  const columns = useMemo(() => findSelectedColumns(zoomed, shown, selected), [zoomed, shown, selected])
  const { perColumn } = view
  const drawing = useMemo(
    () => createHeatmapDrawing({ heatmap, shown, perColumn, measure }, t),
    [heatmap, shown, perColumn, measure, t],
  )
  const paint = useMemo(() => {
    const at = row === null ? -1 : shown.rows.indexOf(row)
    return drawing.paint({ columns, region, row: at === -1 ? null : at })
  }, [drawing, shown, columns, region, row])
  const finish = (path: Point[]): void => {
    const found = chart && regionOf(chart, shown, path)
    if (!found) return
    setDrawn({ region: found, of: shown })
    onSelect?.(samplesIn(zoomed, shown, found.columns))
  }
  const selectSamples = (ids: string[], extend: boolean): void => {
    const isSameSelection = ids.length === selected?.size && ids.every((id) => selected.has(id))
    if (extend) onSelect?.([...new Set([...(selected ?? []), ...ids])])
    else onSelect?.(isSameSelection ? [] : ids)
  }
  const pick = (index: number, extend: boolean): void => {
    const part = drawing.partAt(index)
    if (part.kind === 'row') {
      const pathway = shown.rows[part.row]
      if (pathway !== undefined) onRow?.(pathway)
    } else if (part.kind === 'branch' && part.side === 'rows') {
      setDrawn({
        region: { columns: fullSpan(shown.columns), rows: within(part.leaves, shown.shown.rows) },
        of: shown,
      })
    } else if (part.kind === 'branch') {
      const ids = heatmap.columns.slice(part.leaves.from, part.leaves.to + 1).map(({ id }) => id)
      selectSamples(ids, extend)
    } else if (part.kind === 'column') {
      selectSamples(samplesIn(zoomed, shown, { from: part.column, to: part.column }), extend)
    } else {
      const cell = cellRegion(part)
      const next = extend && region ? spanning(region, cell) : cell
      setDrawn({ region: next, of: shown })
      selectSamples(samplesIn(zoomed, shown, next.columns), extend)
    }
  }
  const heights = heightsOf(shown, insets, view.widthPx ?? width)
  return (
    <Chart
      {...figure}
      {...drawing}
      paint={paint}
      onPick={pick}
      onChart={setChart}
      heightPx={heights.minPx}
      maxHeightPx={heights.maxPx}
      widthPx={view.widthPx}
      tools={
        <HeatmapTools
          view={view}
          heatmap={heatmap}
          region={region}
          clear={() => {
            setDrawn(null)
            onSelect?.([])
          }}
          selected={selected?.size ?? 0}
        />
      }
      overlay={<Brush shape="box" chart={chart} finish={finish} />}
    />
  )
}

/**
 * Returns the width in pixels, null until it is measured. Nothing is rendered before that, because a heatmap of
 * thousands of columns would be created twice.
 */
function useWidth(): { ref(element: HTMLElement | null): void; width: number | null } {
  const [width, setWidth] = useState<number | null>(null)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width))
    // The frame appears first, with the rest of the screen.
    startTransition(measure)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

const fullSpan = (places: readonly unknown[]): Span => ({ from: 0, to: places.length - 1 })

const within = ({ from, to }: Span, shown: Span): Span => ({
  from: Math.max(0, from - shown.from),
  to: Math.min(shown.to, to) - shown.from,
})

type Props = {
  view: ReturnType<typeof useHeatmapView>
  heatmap: Heatmap
  region: Region | null
  clear: () => void
  selected: number
}

/** Buttons for zoom, column width and row pages. Unavailable buttons keep their space, so that nothing moves. */
function HeatmapTools({ view, heatmap, region, clear, selected }: Props) {
  const { t } = useTranslation('charts')
  return (
    <div className={classes.tools}>
      {!view.hasNames && view.widthMode === 'fit' && (
        <span className={shared.dimmed}>{t('pointForNames')}</span>
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
          aria-label={t('width')}
          value={view.widthMode}
          onChange={view.setWidthMode}
          data={[
            { value: 'fit', label: t('fit') },
            { value: 'every', label: t('every') },
          ]}
        />
      )}
      <Group gap="xs" wrap="nowrap" align="stretch">
        <ToolButton icon={IconZoomIn} label={t('zoomTo')} act={region ? () => view.zoomTo(region) : null} />
        <ToolButton icon={IconZoomReset} label={t('zoomReset')} act={view.isZoomed ? view.zoomOut : null} />
        <ClearButton selected={selected} clear={clear} />
      </Group>
    </div>
  )
}

/** Some drivers reject wider canvases. */
const maxWidthPx = 15_000

type WidthMode = 'fit' | 'every'

const hasNamesIn = (heatmap: Heatmap, insets: Insets, widthPx: number): boolean =>
  namesOf(heatmap, insets, { widthPx, heightPx: Number.POSITIVE_INFINITY }).columnLetterPx !== null

const fullRegion = ({ columns, rows }: Heatmap): Region => ({
  columns: { from: 0, to: columns.length - 1 },
  rows: { from: 0, to: Math.min(rows.length, maxRows) - 1 },
})

/** Returns the shown part of a heatmap and its settings, which are reset when the heatmap changes. */
function useHeatmapView(heatmap: Heatmap, widthPx: number, scale: number) {
  const [widthMode, setWidthMode] = useState<WidthMode>('fit')
  const [storedView, setStoredView] = useState<{ region: Region; of: Heatmap; zoomed: boolean } | null>(null)
  const current = storedView?.of === heatmap ? storedView : null
  const region = useMemo(() => current?.region ?? fullRegion(heatmap), [current, heatmap])
  const zoomed = useMemo(() => sliceHeatmap(heatmap, region.columns, region.rows), [heatmap, region])
  const insets = useMemo(() => insetsOf(zoomed, scale), [zoomed, scale])
  const maxColumns = columnCapacity(widthPx, insets)
  const namedWidthPx = widthOfColumns(zoomed.columns.length, insets, 'named')
  const crowded = widthPx > 0 && (zoomed.columns.length > maxColumns || !hasNamesIn(zoomed, insets, widthPx))
  const showsEveryColumn = crowded && widthMode === 'every'
  const shown = useMemo(
    () => (showsEveryColumn ? zoomed : binColumns(zoomed, maxColumns)),
    [zoomed, showsEveryColumn, maxColumns],
  )
  const naturalWidthPx = widthOfColumns(shown.columns.length, insets)
  const narrow = naturalWidthPx < widthPx ? naturalWidthPx : undefined
  const shownWidthPx = showsEveryColumn ? Math.min(maxWidthPx, namedWidthPx) : narrow
  const perColumn = useMemo(() => maxPerColumn(shown), [shown])
  return {
    /** The zoomed part, with one column per sample. */
    zoomed,
    /** The same with as many columns as fit. */
    shown,
    perColumn,
    insets,
    widthPx: shownWidthPx,
    /** True if every column shows its name. */
    hasNames: hasNamesIn(shown, insets, shownWidthPx ?? widthPx),
    isZoomed: current?.zoomed === true,
    /** True if the width is too small for all samples or their names. */
    crowded,
    widthMode,
    setWidthMode,
    firstRow: region.rows.from,
    setFirstRow: (row: number) =>
      setStoredView({
        region: {
          columns: region.columns,
          rows: { from: row, to: Math.min(heatmap.rows.length, row + maxRows) - 1 },
        },
        of: heatmap,
        zoomed: current?.zoomed === true,
      }),
    zoomTo: ({ columns, rows }: Region) => {
      const columnSpan = toUnbinnedColumns(shown, columns)
      setStoredView({
        region: {
          columns: { from: region.columns.from + columnSpan.from, to: region.columns.from + columnSpan.to },
          rows: { from: region.rows.from + rows.from, to: region.rows.from + rows.to },
        },
        of: heatmap,
        zoomed: true,
      })
    },
    zoomOut: () => setStoredView(null),
  }
}
