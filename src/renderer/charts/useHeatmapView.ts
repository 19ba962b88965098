import { useMemo, useState } from 'react'
import type { Heatmap } from '../../figures/heatmap.ts'
import type { Region } from '../../figures/heatmapLayout.ts'
import { binColumns, sliceHeatmap } from '../../figures/heatmapSlices.ts'
import {
  columnCapacity,
  maxPerColumn,
  maxRows,
  toUnbinnedColumns,
  widthOfColumns,
} from '../../figures/heatmapView.ts'

const everyColumnPx = 5
/** Canvases wider than this are refused by some drivers. */
const maxWidthPx = 15_000

type WidthMode = 'fit' | 'every'

/** Which part of a heatmap is shown and how; all of it again when another one comes. */
export type HeatmapView = {
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

export function useHeatmapView(heatmap: Heatmap, widthPx: number): HeatmapView {
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
