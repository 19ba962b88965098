import type { Chart as ChartInstance } from 'chart.js'
import { boxOf, type Point } from '../frame/drawing.ts'
import type { ChartTheme } from '../frame/theme.ts'
import { type Branch, type Heatmap, type Span, shorten } from './heatmap.ts'

/** The minimum height of a row with its name. */
const rowPx = 13
const maxRowPx = 36
/** The maximum number of rows shown together. The rest are on further pages. */
export const maxRows = 400

/** Returns the height of the cells with a name for every row. A higher heatmap scrolls in its window. */
export const cellsHeightPx = (rows: number): number => rows * rowPx

/** Returns the maximum height of the cells in a tall window, so that a few rows do not become tall blocks. */
export const maxCellsHeightPx = (rows: number): number => rows * maxRowPx

const minColumnPx = 2
/** Limits the width so that one sample stays a column. */
const maxColumnPx = 80
const namedColumnPx = 12

/** Returns the number of columns that fit a chart of this width beside its axes and trees. */
export const columnCapacity = (widthPx: number, insets: Insets): number =>
  Math.max(50, Math.floor((widthPx - insets.left - insets.right) / minColumnPx))

/** Returns the width of a chart with this many columns: at their maximum width, or wide enough for every name. */
export const widthOfColumns = (columns: number, insets: Insets, fit: 'widest' | 'named' = 'widest'): number =>
  columns * (fit === 'named' ? namedColumnPx * insets.scale : maxColumnPx) + insets.left + insets.right

export const maxPerColumn = ({ columns }: Heatmap): number =>
  columns.reduce((max, { size }) => Math.max(max, size), 1)

const minHeightPx = 220
const letterPx = 11
/** Names are written smaller if that makes all of them fit, and hidden otherwise. */
const minLetterPx = 9
/** Line height as a factor of the font size. */
const lineShare = 1.1
const maxNameLength = 26
const titlePx = 20
const namePaddingPx = 8

export type Insets = ReturnType<typeof insetsOf>

/** Returns the space left and right of the cells, in pixels of a chart at this scale. It does not depend on the font. */
export function insetsOf(heatmap: Heatmap, scale: number) {
  const names = heatmap.rows.map((row) => textWidth(row, maxNameLength))
  const tracks = heatmap.tracks.map(
    ({ name }) => textWidth(name, maxTrackNameLength) * (trackLetterPx / letterPx),
  )
  const group = hasGroups(heatmap) ? [5 * trackLetterPx] : []
  const widest = [...names, ...tracks, ...group].reduce((most, width) => Math.max(most, width), 40)
  return {
    left: Math.ceil((titlePx + widest + namePaddingPx) * scale),
    right: Math.ceil(rightInsetPx(heatmap) * scale),
    scale,
  }
}

export type Names = ReturnType<typeof namesOf>

/** Returns the display of row and column names in a chart of this size. A font size of null: they do not all fit. */
export function namesOf(heatmap: Heatmap, insets: Insets, size: { widthPx: number; heightPx: number }) {
  const { scale } = insets
  const columnPx = (size.widthPx - insets.left - insets.right) / Math.max(1, heatmap.columns.length)
  // If no name can fit a column, thousands of names need not be measured.
  const hasRoom = columnPx >= namePaddingPx || letterFor(columnPx, scale) !== null
  const widest = hasRoom ? widestName(heatmap) : letterPx
  const upright = widest * scale + namePaddingPx > columnPx
  const columnLetterPx = upright ? letterFor(columnPx, scale) : letterPx * scale
  const isUpright = upright && columnLetterPx !== null
  // The height of a single line: horizontal names, or the sentence that replaces them.
  const lengthPx = isUpright ? (widest * columnLetterPx) / letterPx : letterPx * 1.4 * scale
  const bottomPx = Math.ceil((titlePx + namePaddingPx) * scale + lengthPx)
  const cellsPx = size.heightPx - topInsetPx(heatmap) * scale - bottomPx
  return {
    rowLetterPx: letterFor(cellsPx / Math.max(1, heatmap.rows.length), scale),
    columnLetterPx,
    upright,
    /** The height below the cells. */
    bottomPx,
  }
}

function letterFor(pitchPx: number, scale: number): number | null {
  const fitting = Math.floor((pitchPx / lineShare) * 10) / 10
  return fitting < minLetterPx * scale ? null : Math.min(letterPx * scale, fitting)
}

const widestName = ({ columns }: Heatmap): number =>
  columns.reduce((most, { tick }) => Math.max(most, textWidth(tick, maxNameLength)), 0)

const narrow = /[ijltfrI.,:;'|!()[\]/ -]/
const broad = /[mwMW@%]/
const capital = /[A-Z0-9_]/
const eastAsian = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffe6]/

/** Estimates the width of a name in axis letters. Estimates high, so that the space suffices in every font. */
function textWidth(text: string, maxLength: number): number {
  const units = Array.from(shorten(text, maxLength)).reduce((sum, sign) => {
    if (narrow.test(sign)) return sum + 0.36
    if (broad.test(sign)) return sum + 0.92
    if (capital.test(sign)) return sum + 0.68
    return sum + (eastAsian.test(sign) ? 1.02 : 0.58)
  }, 0)
  return units * letterPx
}

export const shortName = (name: string): string => shorten(name, maxNameLength)

/** Returns the minimum height at which every row name fits, and the maximum useful height. */
export function heightsOf(
  heatmap: Heatmap,
  insets: Insets,
  widthPx: number,
): { minPx: number; maxPx: number } {
  const { scale } = insets
  const { bottomPx } = namesOf(heatmap, insets, { widthPx, heightPx: Number.POSITIVE_INFINITY })
  const surroundingsPx = topInsetPx(heatmap) * scale + bottomPx
  const rows = heatmap.rows.length
  return {
    minPx: Math.ceil(Math.max(minHeightPx, cellsHeightPx(rows) * scale + surroundingsPx)),
    maxPx: Math.ceil(Math.max(minHeightPx, maxCellsHeightPx(rows) * scale + surroundingsPx)),
  }
}

/** Returns the cells under a drawn box, or null if it is beside them. */
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

export const cellRegion = ({ column, row }: { column: number; row: number }): Region => ({
  columns: { from: column, to: column },
  rows: { from: row, to: row },
})

export const spanning = (a: Region, b: Region): Region => ({
  columns: spanOfBoth(a.columns, b.columns),
  rows: spanOfBoth(a.rows, b.rows),
})

const spanOfBoth = (a: Span, b: Span): Span => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) })

const noColumns: ReadonlySet<number> = new Set()

/** Returns the columns that contain a selected sample, alone or with others. */
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

/** The user's selection: samples (by column), a region drawn with the pointer, and a pathway. */
export type HeatmapMarks = { columns: ReadonlySet<number>; region: Region | null; row: number | null }

export type HeatmapScene = {
  heatmap: Heatmap
  theme: ChartTheme
  colours: Map<string, string>
  marks: HeatmapMarks
  words: { noGroup: string; group: string; namesHidden: (count: number, axis: TreeSide) => string }
}

/** The heights above the cells at scale 1, from the top: tree, group names, tracks, selection mark. */
export const treePx = 52
export const groupNamesPx = 16
export const trackPx = 12
export const trackGapPx = 2
export const selectionMarkPx = 6
export const trackLetterPx = 10
export const maxTrackNameLength = 20

export const hasGroups = (heatmap: Heatmap): boolean => heatmap.runs.some(({ group }) => group !== null)

const trackCount = (heatmap: Heatmap): number => heatmap.tracks.length + (hasGroups(heatmap) ? 1 : 0)

export const topInsetPx = (heatmap: Heatmap): number =>
  (heatmap.columnTree.length > 0 ? treePx : 0) +
  (hasGroups(heatmap) && heatmap.byGroup ? groupNamesPx : 4) +
  trackCount(heatmap) * (trackPx + trackGapPx) +
  selectionMarkPx

const rightInsetPx = (heatmap: Heatmap): number => (heatmap.rowTree.length > 0 ? treePx + 8 : 8)

export type CellGrid = ReturnType<typeof gridOf>

export function gridOf({ chartArea }: ChartInstance, { columns, rows }: Heatmap) {
  const { left, top, width, height } = chartArea
  const cellX = width / Math.max(1, columns.length)
  return { left, top, width, height, cellX, cellY: height / Math.max(1, rows.length) }
}

/** Returns the position of a leaf's middle as a share of the shown length. */
const leafShare = (position: number, { from, to }: Span): number => (position + 0.5 - from) / (to - from + 1)

export type TreeSide = 'columns' | 'rows'
export const treeOf = (heatmap: Heatmap, side: TreeSide): Branch[] =>
  side === 'columns' ? heatmap.columnTree : heatmap.rowTree

type Line = { from: Point; to: Point }

/** Returns the three lines of a branch as they are drawn, above or to the right of the cells. */
export function linesOf(chart: ChartInstance, heatmap: Heatmap, branch: Branch, side: TreeSide): Line[] {
  const scale = scaleOf(chart)
  const { left, right, top, width, height } = chart.chartArea
  const depth = (treePx - 4) * scale
  const treeTop = top - topInsetPx(heatmap) * scale
  const place = (position: number, size: number): Point =>
    side === 'columns'
      ? {
          x: left + leafShare(position, heatmap.shown.columns) * width,
          y: treeTop + depth * (1 - size) + 2 * scale,
        }
      : { x: right + 4 * scale + depth * size, y: top + leafShare(position, heatmap.shown.rows) * height }
  const corners = [
    place(branch.from, branch.fromHeight),
    place(branch.from, branch.height),
    place(branch.to, branch.height),
    place(branch.to, branch.toHeight),
  ]
  return corners.slice(1).flatMap((to, index) => {
    const from = corners[index]
    return from ? [{ from, to }] : []
  })
}

export const scaleOf = (chart: ChartInstance): number => (chart.options.font?.size ?? letterPx) / letterPx

const reachPx = 6

/** Returns the branch with the line nearest to a position; the lower one if two are equally near. */
export function branchAt(chart: ChartInstance, heatmap: Heatmap, side: TreeSide, at: Point): number | null {
  const { left, right, top, bottom } = chart.chartArea
  const isBeside = side === 'columns' ? at.x >= left && at.x < right : at.y >= top && at.y < bottom
  if (!isBeside) return null
  let found: number | null = null
  let nearestPx = reachPx * scaleOf(chart)
  treeOf(heatmap, side).forEach((branch, index) => {
    if (!isShown(branch.leaves, heatmap.shown[side])) return
    for (const line of linesOf(chart, heatmap, branch, side)) {
      const distancePx = distanceTo(line, at)
      if (distancePx < nearestPx) {
        nearestPx = distancePx
        found = index
      }
    }
  })
  return found
}

export const isShown = (leaves: Span, shown: Span): boolean =>
  leaves.to >= shown.from && leaves.from <= shown.to

/** Returns the distance to a line, which is either vertical or horizontal. */
function distanceTo({ from, to }: Line, { x, y }: Point): number {
  const beside = (value: number, a: number, b: number) =>
    Math.max(0, Math.min(a, b) - value, value - Math.max(a, b))
  return Math.hypot(beside(x, from.x, to.x), beside(y, from.y, to.y))
}

export const hiddenNames = (chart: ChartInstance, heatmap: Heatmap): { rows: number; columns: number } => ({
  rows: chart.scales.y?.ticks.length === 0 ? heatmap.rows.length : 0,
  columns: chart.scales.x?.ticks.length === 0 ? heatmap.columns.length : 0,
})
