import type { ChartData, Chart as ChartInstance, ChartOptions } from 'chart.js'
import type { TFunction } from 'i18next'
import type { DataTable } from '../../shared/format/copyTable.ts'
import type { LegendItem } from './legend.ts'
import type { ChartTheme } from './theme.ts'

/** Words of the namespace `charts`, see locale.ts. */
export type Words = TFunction<'charts'>

export type Kind = 'bar' | 'matrix' | 'scatter' | 'boxplot'

/**
 * `vector`: every mark stays a shape of its own, but where programs would choke on their number, which is one image;
 * `shapes`: that as well, as nothing can make an image; pixels are only painted on `screen`.
 */
export type Surface = 'screen' | 'vector' | 'shapes'
export type Paint = (chart: ChartInstance, surface: Surface) => void

/** What is painted between chart.js's own axes: below and above its elements. */
export type Painters = { under?: Paint; over?: Paint }

/**
 * A chart as functions of the theme alone, so that the same is drawn on the page, light or dark, and as a figure, which
 * is always light.
 */
export type Drawing<K extends Kind> = {
  type: K
  draw: (theme: ChartTheme) => { data: ChartData<K>; options: ChartOptions<K> }
  paint?: ((theme: ChartTheme) => Painters) | undefined
  legend: (theme: ChartTheme) => LegendItem[]
  /** Of a drawn chart: a sentence for each kind of names that it has no room for. Left out: it always has. */
  hidden?: ((chart: ChartInstance) => string[]) | undefined
}

/** All there is to a chart, made once of its data; what a person chose comes with `paint`. */
export type ChartDrawing<K extends Kind> = Omit<Drawing<K>, 'paint'> & {
  paint: (selected: ReadonlySet<string> | undefined) => (theme: ChartTheme) => Painters
  targets: Targets
  /** Made when it is looked at or copied, as it may be larger than the picture. */
  table: () => DataTable
  /** The id of what a target stands for; nothing where it stands for none. */
  idAt: (index: number) => string | null | undefined
}

export type Point = { x: number; y: number }

/** What is reported of one point: its name, its value, and lines below. */
export type TooltipContent = { title: string; value: string; lines: readonly string[] }

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** What can be pointed at and, up to `count`, walked through with the arrow keys; places in pixels of the canvas. */
export type Targets = {
  count: number
  describe: (index: number) => TooltipContent
  /** null where it lies outside of what is shown. */
  locate: (chart: ChartInstance, index: number) => Point | null
  /** What a pointer at this place means. */
  hit: (chart: ChartInstance, at: Point) => number | null
  /** Where an arrow key leads from here; the same where there is no further. */
  next: (index: number, key: ArrowKey) => number
  /** What a pointer brings out beside its tip, such as the row and the column of a cell. */
  bands?: (chart: ChartInstance, index: number) => Box[]
}

/** The nearest of `count` places within `reachPx`. */
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

/** Walks a list: right and down go on, left and up go back. */
export const nextInList =
  (count: number) =>
  (index: number, key: ArrowKey): number =>
    Math.max(0, Math.min(count - 1, index + (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)))

/** Measures text in the font that was set last, as a canvas does. */
export type Ruler = { font: string; measureText(text: string): { width: number } }

/** What a vector figure is drawn with: a page's own, or a plain one where there is no page. */
export type DrawingBoard = {
  document: Document
  ruler: Ruler
  serialize(root: Element): string
  /** `vector` only where images can be made. */
  surface: Exclude<Surface, 'screen'>
}

export type Box = { left: number; right: number; top: number; bottom: number }

export const boxOf = (path: readonly Point[]): Box => ({
  left: Math.min(...path.map(({ x }) => x)),
  right: Math.max(...path.map(({ x }) => x)),
  top: Math.min(...path.map(({ y }) => y)),
  bottom: Math.max(...path.map(({ y }) => y)),
})

const inBox = (box: Box, x: number, y: number): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

/** Whether a place lies within a closed line, by how often a ray from it crosses the line. */
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
 * Which points lie within what was drawn: a box from corner to corner, or a line that is closed by itself. `pixels` has
 * x and y in turn.
 */
export function pointsWithin(pixels: Float32Array, path: readonly Point[], shape: 'box' | 'lasso'): number[] {
  if (path.length < 2) return []
  const box = boxOf(path)
  const found: number[] = []
  for (let index = 0; index * 2 < pixels.length; index++) {
    const x = pixels[index * 2] ?? Number.NaN
    const y = pixels[index * 2 + 1] ?? Number.NaN
    if (inBox(box, x, y) && (shape === 'box' || inLoop(path, x, y))) found.push(index)
  }
  return found
}
