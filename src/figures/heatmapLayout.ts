import type { Chart as ChartInstance } from 'chart.js'
import type { Heatmap, Span } from './heatmap.ts'
import type { ChartTheme } from './theme.ts'

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
