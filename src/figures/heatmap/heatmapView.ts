import type { Chart as ChartInstance } from 'chart.js'
import { boxOf, type Point } from '../frame/drawing.ts'
import type { ChartTheme } from '../frame/theme.ts'
import type { Heatmap, Span } from './heatmap.ts'

/** As much as a name needs. */
const minRowPx = 13
const fullHeightPx = 800
const maxRowPx = 36
/** As many rows as can be distinguished, a pixel each; the rest is on further pages. */
export const maxRows = 1000

/** Rows whose names can be read while they fit; then ever thinner ones, which still show their pattern. */
export const cellsHeightPx = (rows: number): number => Math.max(Math.min(rows * minRowPx, fullHeightPx), rows)

/** Where a window is tall: few rows do not stand below each other like walls. */
export const maxCellsHeightPx = (rows: number): number => Math.max(cellsHeightPx(rows), rows * maxRowPx)

const sidesPx = 200
const minColumnPx = 2
/** One sample is a column, no wall. */
const maxColumnPx = 80

/** As many columns as a chart of this width has room for, axes and trees beside them. */
export const columnCapacity = (widthPx: number): number =>
  Math.max(50, Math.floor((widthPx - sidesPx) / minColumnPx))

/** The width of so many columns of `columnPx` with what stands beside them. */
export const widthOfColumns = (columns: number, columnPx = maxColumnPx): number =>
  columns * columnPx + sidesPx

/** At most so many samples share a column. */
export const maxPerColumn = ({ columns }: Heatmap): number =>
  columns.reduce((max, { size }) => Math.max(max, size), 1)

const axesPx = 130
const minHeightPx = 220

/** How high a heatmap with its axes must be, and as high as it should be at most. */
export function heightsOf(heatmap: Heatmap): { minPx: number; maxPx: number } {
  const surroundingsPx = axesPx + topInsetPx(heatmap)
  const rows = heatmap.rows.length
  return {
    minPx: Math.max(minHeightPx, cellsHeightPx(rows) + surroundingsPx),
    maxPx: Math.max(minHeightPx, maxCellsHeightPx(rows) + surroundingsPx),
  }
}

/** The cells under a drawn box; null where it lies beside them. */
export function regionOf(chart: ChartInstance, heatmap: Heatmap, path: readonly Point[]): Region | null {
  const { left, top, width, height, cellX, cellY } = gridOf(chart, heatmap)
  const box = boxOf(path)
  if (box.right <= left || box.left >= left + width || box.bottom <= top || box.top >= top + height)
    return null
  return {
    columns: spanOf(box.left - left, box.right - left, cellX, heatmap.columns.length),
    rows: spanOf(box.top - top, box.bottom - top, cellY, heatmap.rows.length),
  }
}

const spanOf = (fromPx: number, toPx: number, cellPx: number, count: number): Span => ({
  from: Math.max(0, Math.floor(fromPx / cellPx)),
  to: Math.min(count - 1, Math.floor(toPx / cellPx)),
})

/** One cell as a region; cells count column by column. */
export function cellRegion({ rows }: Heatmap, index: number): Region {
  const column = Math.floor(index / rows.length)
  const row = index % rows.length
  return { columns: { from: column, to: column }, rows: { from: row, to: row } }
}

/** The least region that holds both. */
export const spanning = (a: Region, b: Region): Region => ({
  columns: spanOfBoth(a.columns, b.columns),
  rows: spanOfBoth(a.rows, b.rows),
})

const spanOfBoth = (a: Span, b: Span): Span => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) })

/** A region of what is shown, as places of the heatmap before its columns were shared out. */
export function toUnbinnedColumns(shown: Heatmap, columns: Span): Span {
  const sizes = shown.columns.map(({ size }) => size)
  const offset = sizes.slice(0, columns.from).reduce((sum, size) => sum + size, 0)
  const count = sizes.slice(columns.from, columns.to + 1).reduce((sum, size) => sum + size, 0)
  return { from: offset, to: offset + count - 1 }
}

const noColumns: ReadonlySet<number> = new Set()

/** Columns that stand for a chosen sample, alone or with others. */
export function findSelectedColumns(
  zoomed: Heatmap,
  shown: Heatmap,
  selected: ReadonlySet<string> | undefined,
): ReadonlySet<number> {
  if (!selected || selected.size === 0) return noColumns
  const selectedColumns = new Set<number>()
  let first = 0
  shown.columns.forEach(({ size }, column) => {
    if (zoomed.columns.slice(first, first + size).some(({ id }) => selected.has(id)))
      selectedColumns.add(column)
    first += size
  })
  return selectedColumns
}

export type Region = { columns: Span; rows: Span }

/** All that is painted of a heatmap. */
export type HeatmapScene = {
  heatmap: Heatmap
  theme: ChartTheme
  colours: Map<string, string>
  /** Columns that stand for a chosen sample. */
  selectedColumns: ReadonlySet<number>
  /** The region that was drawn with the pointer, in cells. */
  picked: Region | null
  words: { noGroup: string; group: string }
}

/** What stands above the cells, from the top: tree, names of groups, tracks, the mark of what was chosen. */
export const treePx = 52
export const groupNamesPx = 16
export const trackPx = 12
export const trackGapPx = 2
export const selectionMarkPx = 6

export const hasGroups = (heatmap: Heatmap): boolean => heatmap.runs.some(({ group }) => group !== null)

const trackCount = (heatmap: Heatmap): number => heatmap.tracks.length + (hasGroups(heatmap) ? 1 : 0)

export const topInsetPx = (heatmap: Heatmap): number =>
  (heatmap.columnTree.length > 0 ? treePx : 0) +
  (hasGroups(heatmap) && heatmap.byGroup ? groupNamesPx : 4) +
  trackCount(heatmap) * (trackPx + trackGapPx) +
  selectionMarkPx

export const rightInsetPx = (heatmap: Heatmap): number => (heatmap.rowTree.length > 0 ? treePx + 8 : 8)

export type CellGrid = {
  left: number
  top: number
  width: number
  height: number
  cellX: number
  cellY: number
}

/** Where the cells lie, in pixels of the canvas. */
export function gridOf({ chartArea }: ChartInstance, { columns, rows }: Heatmap): CellGrid {
  const { left, top, width, height } = chartArea
  const cellX = width / Math.max(1, columns.length)
  return { left, top, width, height, cellX, cellY: height / Math.max(1, rows.length) }
}
