import type { ChartData, Chart as ChartInstance, ChartOptions } from 'chart.js'
import type { TFunction } from 'i18next'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { PointShape } from '../data.ts'
import { breakLine } from './lines.ts'
import type { ChartTheme } from './theme.ts'

/** The translations of the namespace `charts`; see `en/screens/shared/charts.json`. */
export type Words = TFunction<'charts'>

export type Kind = 'bar' | 'matrix' | 'scatter' | 'boxplot'

/**
 * The target of a drawing. `screen`: pixels. `vector`: every mark is a shape of its own, but marks too numerous for
 * other programs become one image. `shapes`: like `vector`, in a process that cannot create images.
 */
export type Surface = 'screen' | 'vector' | 'shapes'
export type Paint = (chart: ChartInstance, surface: Surface) => void

/** Painters that run below and above the elements of chart.js. */
export type Painters = { under?: Paint; over?: Paint }

/** A chart as functions of the theme, so that the page and exported figures (always light) draw the same. */
export type Drawing<K extends Kind> = {
  type: K
  draw: (theme: ChartTheme) => { data: ChartData<K>; options: ChartOptions<K> }
  paint?: ((theme: ChartTheme) => Painters) | undefined
  legend: (theme: ChartTheme) => LegendItem[]
  /** Returns a sentence for each kind of names that the drawn chart has no room for. Absent: there is always room. */
  hidden?: ((chart: ChartInstance) => string[]) | undefined
}

/** Everything about a chart, computed once from its data. The user's selection is passed to `paint`. */
export type ChartDrawing<K extends Kind> = Omit<Drawing<K>, 'paint'> & {
  paint: (selected: ReadonlySet<string> | undefined) => (theme: ChartTheme) => Painters
  targets: Targets
  /** Computed on demand when the user views or copies it, as it may be larger than the picture. */
  table: () => DataTable
  /** Returns the id of the item at a target, or null or undefined if it has none. */
  idAt: (index: number) => string | null | undefined
}

export type Point = { x: number; y: number }

export type TooltipContent = { title: string; value: string; lines: readonly string[] }

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** The points that the pointer can reach, in canvas pixels; the arrow keys reach the first `count` of them. */
export type Targets = {
  count: number
  describe: (index: number) => TooltipContent
  /** Returns null if the point is outside the visible area. */
  locate: (chart: ChartInstance, index: number) => Point | null
  /** Returns the target at a pointer position, or null. */
  hit: (chart: ChartInstance, at: Point) => number | null
  /** Returns the target that an arrow key leads to, or the same one at the end. */
  next: (index: number, key: ArrowKey) => number
  /** Returns the bands to highlight besides the tooltip, such as the row and column of a cell. */
  bands?: (chart: ChartInstance, index: number) => Box[]
}

/** Returns the nearest of `count` positions within `reachPx`, or null. */
export function nearest(
  count: number,
  locate: (index: number) => Point | null,
  at: Point,
  reachPx: number,
): number | null {
  let found: number | null = null
  let nearestSquared = reachPx * reachPx
  for (let index = 0; index < count; index++) {
    const point = locate(index)
    if (!point) continue
    const distance = (point.x - at.x) ** 2 + (point.y - at.y) ** 2
    if (distance > nearestSquared) continue
    nearestSquared = distance
    found = index
  }
  return found
}

const noContent: TooltipContent = { title: '', value: '', lines: [] }

/** Returns one target per item. Right and down go forward, left and up go back; the pointer hits the nearest item. */
export function listTargets<Item>(
  items: readonly Item[],
  list: {
    describe: (item: Item) => TooltipContent
    locate: (chart: ChartInstance, item: Item) => Point | null
    reachPx: number | ((chart: ChartInstance) => number)
    /** Returns the point of an item to measure the pointer's distance from. Default: `locate`. */
    pointFor?: (chart: ChartInstance, item: Item, at: Point) => Point | null
  },
): Targets {
  const { describe, locate, reachPx, pointFor = locate } = list
  const ofItem = <T>(index: number, of: (item: Item) => T): T | null => {
    const item = items[index]
    return item === undefined ? null : of(item)
  }
  return {
    count: items.length,
    describe: (index) => ofItem(index, describe) ?? noContent,
    locate: (chart, index) => ofItem(index, (item) => locate(chart, item)),
    hit: (chart, at) =>
      nearest(
        items.length,
        (index) => ofItem(index, (item) => pointFor(chart, item, at)),
        at,
        typeof reachPx === 'number' ? reachPx : reachPx(chart),
      ),
    // One of the two steps is 0.
    next: (index, key) => clamp(index + stepX(key) + stepY(key), items.length),
  }
}

const stepX = (key: ArrowKey): number => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)
const stepY = (key: ArrowKey): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)
/** Clamps a position to a list of `count` items. */
export const clamp = (position: number, count: number): number => Math.max(0, Math.min(count - 1, position))

/** Returns the neighbor of a cell in the direction of an arrow key, or the same cell at the edge. */
export const nextCell = (
  { column, row }: { column: number; row: number },
  key: ArrowKey,
  { columns, rows }: { columns: number; rows: number },
): { column: number; row: number } => ({
  column: clamp(column + stepX(key), columns),
  row: clamp(row + stepY(key), rows),
})

/** Measures text in the last font that was set, like a canvas. */
export type Ruler = { font: string; measureText(text: string): { width: number } }

/** The environment for drawing a vector figure: that of the page, or a plain one without a page. */
export type DrawingBoard = {
  document: Document
  ruler: Ruler
  serialize(root: Element): string
  /** `vector` only if images can be created. */
  surface: Exclude<Surface, 'screen'>
}

export type Box = { left: number; right: number; top: number; bottom: number }

export const boxOf = (path: readonly Point[]): Box => ({
  left: Math.min(...path.map(({ x }) => x)),
  right: Math.max(...path.map(({ x }) => x)),
  top: Math.min(...path.map(({ y }) => y)),
  bottom: Math.max(...path.map(({ y }) => y)),
})

export const isInBox = (box: Box, { x, y }: Point): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

/** True if a point is inside a closed loop, by the number of times a ray from it crosses the loop. */
function inLoop(loop: readonly Point[], x: number, y: number): boolean {
  let inside = false
  let before = loop.at(-1)
  for (const corner of loop) {
    if (before && corner.y > y !== before.y > y) {
      const crossing = ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y) + corner.x
      if (x < crossing) inside = !inside
    }
    before = corner
  }
  return inside
}

/**
 * Returns the indexes of the points within a drawn region: a box given by its corners, or a loop that is closed
 * automatically. `pixels` alternates x and y.
 */
export function pointsWithin(pixels: Float32Array, path: readonly Point[], shape: 'box' | 'lasso'): number[] {
  if (path.length < 2) return []
  const box = boxOf(path)
  const found: number[] = []
  for (let index = 0; index * 2 < pixels.length; index++) {
    const x = pixels[index * 2] ?? Number.NaN
    const y = pixels[index * 2 + 1] ?? Number.NaN
    if (isInBox(box, { x, y }) && (shape === 'box' || inLoop(path, x, y))) found.push(index)
  }
  return found
}

/** The ends of a color scale are quantiles, and more digits would suggest a precision that colors do not have. */
export const scaleDigits = 4

/** One entry of a legend. The page shows it as HTML and figures paint it, so that both match. */
export type LegendItem =
  | { kind: 'scale'; label: string; stops: readonly string[]; ticks: readonly string[] }
  | { kind: 'point'; label: string; colour: string; edge: string; shape: PointShape }
  | { kind: 'swatch'; label: string; colour: string }
  | { kind: 'line'; label: string; colour: string; dashed: boolean }
  | { kind: 'sizes'; label: string; sizes: readonly { radiusPx: number; label: string }[] }
  | { kind: 'hatch'; label: string }
  | { kind: 'clip'; label: string }
  | { kind: 'note'; label: string }
  /** A group of related entries below one name. */
  | { kind: 'set'; label: string; items: readonly SingleItem[] }

export type SingleItem = Exclude<LegendItem, { kind: 'set' }>

/** Returns an entry for each note that is not null. */
export const toNotes = (notes: readonly (string | null)[]): { kind: 'note'; label: string }[] =>
  notes.flatMap((label) => (label === null ? [] : [{ kind: 'note' as const, label }]))

export const scaleBarPx = 160
const markPx = 18
const gapPx = 16
const rowPx = 20
const scaleRowPx = 30

export type PlacedItem = { item: SingleItem; x: number; y: number; widthPx: number }
export type PlacedLegend = { items: PlacedItem[]; heightPx: number }

type Measure = (text: string) => number

function widthOf(item: SingleItem, measure: Measure): number {
  const text = measure(item.label)
  if (item.kind === 'note') return text
  if (item.kind === 'scale') return text + 6 + scaleBarPx
  if (item.kind === 'sizes')
    return item.sizes.reduce((sum, { radiusPx, label }) => sum + radiusPx * 2 + measure(label) + 14, text)
  return markPx + text
}

const withItsName = (set: Extract<LegendItem, { kind: 'set' }>): SingleItem[] => [
  { kind: 'note', label: `${set.label}:` },
  ...set.items,
]

/**
 * Lays out entries from left to right in as many lines as needed. A set that does not fit starts a new line. `y` is the
 * vertical middle.
 */
export function layOutLegend(items: readonly LegendItem[], widthPx: number, measure: Measure): PlacedLegend {
  const placed: PlacedItem[] = []
  let x = 0
  let top = 0
  let lineHeight = 0
  const startLine = () => {
    top += lineHeight
    x = 0
    lineHeight = 0
  }
  const place = (item: SingleItem): void => {
    const width = Math.min(widthOf(item, measure), widthPx)
    const height = item.kind === 'scale' ? scaleRowPx : rowPx
    if (x > 0 && x + width > widthPx) startLine()
    lineHeight = Math.max(lineHeight, height)
    placed.push({ item, x, y: top + rowPx / 2, widthPx: width })
    x += width + gapPx
  }
  for (const item of items) {
    if (item.kind === 'note') {
      for (const label of breakLine(item.label, widthPx, measure)) place({ ...item, label })
      continue
    }
    if (item.kind !== 'set') {
      place(item)
      continue
    }
    const entries = withItsName(item)
    const width = entries.reduce((sum, entry) => sum + widthOf(entry, measure) + gapPx, -gapPx)
    if (x > 0 && x + width > widthPx) startLine()
    entries.forEach(place)
  }
  return { items: placed, heightPx: placed.length === 0 ? 0 : top + lineHeight + 6 }
}
