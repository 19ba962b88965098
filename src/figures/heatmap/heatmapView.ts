import type { Chart as ChartInstance } from 'chart.js'
import { boxOf, type Point } from '../frame/drawing.ts'
import type { ChartTheme } from '../frame/theme.ts'
import { type Branch, type Heatmap, type Span, shorten } from './heatmap.ts'

/** A row with its name. */
const rowPx = 13
const maxRowPx = 36
/** So many rows are shown together; the rest is on further pages. */
export const maxRows = 400

/** Every row has its name: a heatmap of many rows is higher than its window, which scrolls. */
export const cellsHeightPx = (rows: number): number => rows * rowPx

/** Where a window is tall: few rows do not stand below each other like walls. */
export const maxCellsHeightPx = (rows: number): number => rows * maxRowPx

const minColumnPx = 2
/** One sample is a column, no wall. */
const maxColumnPx = 80
/** A column with its name. */
const namedColumnPx = 12

/** As many columns as a chart of this width has room for, axes and trees beside them. */
export const columnCapacity = (widthPx: number, insets: Insets): number =>
  Math.max(50, Math.floor((widthPx - insets.left - insets.right) / minColumnPx))

/** The width of so many columns with what stands beside them: as wide as they get, or with room for every name. */
export const widthOfColumns = (columns: number, insets: Insets, fit: 'widest' | 'named' = 'widest'): number =>
  columns * (fit === 'named' ? namedColumnPx * insets.scale : maxColumnPx) + insets.left + insets.right

/** At most so many samples share a column. */
export const maxPerColumn = ({ columns }: Heatmap): number =>
  columns.reduce((max, { size }) => Math.max(max, size), 1)

const minHeightPx = 220
const letterPx = 11
/** Names are written smaller where that makes room for all of them, and left out where it does not. */
const minLetterPx = 9
/** Of the size of the letters. */
const lineShare = 1.1
const maxNameLength = 26
const titlePx = 20
const namePaddingPx = 8

/** What stands left and right of the cells, in pixels of a chart of this scale; nothing here hangs on a font. */
export type Insets = { left: number; right: number; scale: number }

export function insetsOf(heatmap: Heatmap, scale: number): Insets {
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

/** How the names of rows and columns are written in a chart of this size; a letter of null: there is no room for all. */
export type Names = {
  rowLetterPx: number | null
  columnLetterPx: number | null
  upright: boolean
  /** What stands below the cells. */
  bottomPx: number
}

export function namesOf(
  heatmap: Heatmap,
  insets: Insets,
  size: { widthPx: number; heightPx: number },
): Names {
  const { scale } = insets
  const columnPx = (size.widthPx - insets.left - insets.right) / Math.max(1, heatmap.columns.length)
  // Columns without room for any name are the same for all names: of thousands, none is measured.
  const hasRoom = columnPx >= namePaddingPx || letterFor(columnPx, scale) !== null
  const widest = hasRoom ? widestName(heatmap) : letterPx
  const upright = widest * scale + namePaddingPx > columnPx
  const columnLetterPx = upright ? letterFor(columnPx, scale) : letterPx * scale
  const isUpright = upright && columnLetterPx !== null
  // Of one line: names that lie, or the sentence in the place of all.
  const lengthPx = isUpright ? (widest * columnLetterPx) / letterPx : letterPx * 1.4 * scale
  const bottomPx = Math.ceil((titlePx + namePaddingPx) * scale + lengthPx)
  const cellsPx = size.heightPx - topInsetPx(heatmap) * scale - bottomPx
  return {
    rowLetterPx: letterFor(cellsPx / Math.max(1, heatmap.rows.length), scale),
    columnLetterPx,
    upright,
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

/** About how wide a name is in letters of axes; rather too much, so that the same room fits every font. */
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

/** How high a heatmap with its axes must be for every name of a row, and as high as it should be at most. */
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

/** One cell as a region. */
export const cellRegion = ({ column, row }: { column: number; row: number }): Region => ({
  columns: { from: column, to: column },
  rows: { from: row, to: row },
})

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
  /** The pathway that is inspected. */
  selectedRow: number | null
  words: { noGroup: string; group: string; namesHidden: (count: number, axis: 'rows' | 'columns') => string }
}

/** What stands above the cells at scale 1, from the top: tree, names of groups, tracks, the mark of what was chosen. */
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

/** Where a leaf's middle lies among the shown, as a share of their length. */
const leafShare = (position: number, { from, to }: Span): number => (position + 0.5 - from) / (to - from + 1)

export type TreeSide = 'columns' | 'rows'
type Line = { from: Point; to: Point }

/** The three lines of a branch as they are drawn, above the cells or right of them. */
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

/** How large the theme draws: its letters say so. */
export const scaleOf = (chart: ChartInstance): number => (chart.options.font?.size ?? letterPx) / letterPx

const reachPx = 6

/** The branch that is meant by a place: the nearest line, the lower one where two are as near. */
export function branchAt(chart: ChartInstance, heatmap: Heatmap, side: TreeSide, at: Point): number | null {
  const tree = side === 'columns' ? heatmap.columnTree : heatmap.rowTree
  const { left, right, top, bottom } = chart.chartArea
  const isBeside = side === 'columns' ? at.x >= left && at.x < right : at.y >= top && at.y < bottom
  if (!isBeside) return null
  let found: number | null = null
  let nearestPx = reachPx * scaleOf(chart)
  tree.forEach((branch, index) => {
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

/** Lines of trees are upright or lie. */
function distanceTo({ from, to }: Line, { x, y }: Point): number {
  const beside = (value: number, a: number, b: number) =>
    Math.max(0, Math.min(a, b) - value, value - Math.max(a, b))
  return Math.hypot(beside(x, from.x, to.x), beside(y, from.y, to.y))
}

/** How many names a drawn chart has no room for. */
export const hiddenNames = (chart: ChartInstance, heatmap: Heatmap): { rows: number; columns: number } => ({
  rows: chart.scales.y?.ticks.length === 0 ? heatmap.rows.length : 0,
  columns: chart.scales.x?.ticks.length === 0 ? heatmap.columns.length : 0,
})
