import { useMemo, useState } from 'react'
import type { Heatmap } from '../../figures/heatmap.ts'
import type { Region } from '../../figures/heatmapLayout.ts'
import { binColumns, sliceHeatmap } from '../../figures/heatmapParts.ts'
import {
  mostPerColumn,
  mostRows,
  roomForColumns,
  toWholeColumns,
  widthOfColumns,
} from '../../figures/heatmapView.ts'

const everyColumnPx = 5
/** Canvases wider than this are refused by some drivers. */
const widestPx = 15_000

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

const everything = ({ columns, rows }: Heatmap): Region => ({
  columns: { from: 0, to: columns.length - 1 },
  rows: { from: 0, to: Math.min(rows.length, mostRows) - 1 },
})

export function useHeatmapView(heatmap: Heatmap, widthPx: number): HeatmapView {
  const [widthMode, setWidthMode] = useState<WidthMode>('fit')
  const [kept, setKept] = useState<{ region: Region; of: Heatmap; zoomed: boolean } | null>(null)
  const current = kept?.of === heatmap ? kept : null
  const region = useMemo(() => current?.region ?? everything(heatmap), [current, heatmap])
  const zoomed = useMemo(() => sliceHeatmap(heatmap, region.columns, region.rows), [heatmap, region])
  const room = roomForColumns(widthPx)
  const crowded = widthPx > 0 && zoomed.columns.length > room
  const wide = crowded && widthMode === 'every'
  const shown = useMemo(() => (wide ? zoomed : binColumns(zoomed, room)), [zoomed, wide, room])
  const mostPx = widthOfColumns(shown.columns.length)
  const narrow = mostPx < widthPx ? mostPx : undefined
  const perColumn = useMemo(() => mostPerColumn(shown), [shown])
  return {
    zoomed,
    shown,
    perColumn,
    widthPx: wide ? Math.min(widestPx, widthOfColumns(zoomed.columns.length, everyColumnPx)) : narrow,
    isZoomed: current?.zoomed === true,
    crowded,
    widthMode,
    setWidthMode,
    firstRow: region.rows.from,
    setFirstRow: (row) =>
      setKept({
        region: {
          columns: region.columns,
          rows: { from: row, to: Math.min(heatmap.rows.length, row + mostRows) - 1 },
        },
        of: heatmap,
        zoomed: current?.zoomed === true,
      }),
    zoomTo: ({ columns, rows }) => {
      const within = toWholeColumns(shown, columns)
      const base = region
      setKept({
        region: {
          columns: { from: base.columns.from + within.from, to: base.columns.from + within.to },
          rows: { from: base.rows.from + rows.from, to: base.rows.from + rows.to },
        },
        of: heatmap,
        zoomed: true,
      })
    },
    zoomOut: () => setKept(null),
  }
}
