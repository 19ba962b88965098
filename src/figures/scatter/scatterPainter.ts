import type { Chart as ChartInstance } from 'chart.js'
import { type Box, isInBox, type Paint, type Painters, type Surface } from '../frame/drawing.ts'
import { type ChartTheme, cssFont, scaled } from '../frame/theme.ts'
import { withAlpha } from '../style/colours.ts'
import { evenRadius, isStroked, lineColourOf, tracePoint } from '../style/pointShapes.ts'
import { createPointBoard, manyRadiusPx, type PointBoard } from './pointBoard.ts'
import { axisPixels, maxElements, pointRadiusPx, type Scatter, toPixel, toPixels } from './scatter.ts'

export type ScatterScene = {
  scatter: Scatter
  theme: ChartTheme
  selected: ReadonlySet<string> | undefined
  /** Called with the number of labels without room, after each drawing on the page or without a page. */
  leftOut: (count: number) => void
}

/** Marks fade more on a dark background. */
const fadeAlpha = { light: 0.65, dark: 0.4 }
/** With more points, vector figures contain one image too, because other programs could not handle the shapes. */
const maxVectorPoints = 6000
/** Pixels of such an image per screen pixel. */
const imagePixelRatio = 3

/** Paints everything that is not a chart element: large numbers of points, the selection, and labels. */
export function createScatterPainters(scene: ScatterScene): Painters {
  const { scatter, selected } = scene
  const isDense = scatter.points.length > maxElements
  const board = createPointBoard(scatter, scene.theme.dark)
  const selectedIndices = selected && selected.size > 0 ? findSelectedIndices(scatter, selected) : null
  const under: Paint = (chart, surface) => {
    if (isDense) paintPoints(chart, scene, board, null, surface)
  }
  const over: Paint = (chart, surface) => {
    if (selectedIndices) {
      const { left, top, width, height } = chart.chartArea
      chart.ctx.fillStyle = withAlpha(scene.theme.surface, fadeAlpha[scene.theme.dark ? 'dark' : 'light'])
      chart.ctx.fillRect(left, top, width, height)
      paintPoints(chart, scene, board, selectedIndices, surface)
    }
    paintLabels(chart, scene, surface)
  }
  return { under, over }
}

function findSelectedIndices({ points }: Scatter, selected: ReadonlySet<string>): Uint32Array {
  return Uint32Array.from(points.flatMap(({ id }, index) => (selected.has(id) ? [index] : [])))
}

function paintPoints(
  chart: ChartInstance,
  { scatter, theme }: ScatterScene,
  board: PointBoard,
  only: Uint32Array | null,
  surface: Surface,
): void {
  const count = only?.length ?? scatter.points.length
  if (surface === 'shapes' || count <= (surface === 'vector' ? maxVectorPoints : maxElements))
    return paintShapes(chart, scatter, theme, only)
  const { left, top, width, height } = chart.chartArea
  const sharpness = surface === 'vector' ? imagePixelRatio : chart.currentDevicePixelRatio
  const image = board.paint(axisPixels(chart), chart.chartArea, sharpness, only)
  if (image) chart.ctx.drawImage(image, left, top, width, height)
}

/** Paints one path per group, so that a vector figure of many points stays small. */
function paintShapes(
  chart: ChartInstance,
  scatter: Scatter,
  theme: ChartTheme,
  only: Uint32Array | null,
): void {
  const { ctx, chartArea } = chart
  const pixels = toPixels(scatter.xs, scatter.ys, axisPixels(chart))
  const indices = only ?? [...scatter.points.keys()]
  const count = scatter.points.length
  const radius = count > maxElements ? Math.min(2, manyRadiusPx(count)) : scaled(theme, pointRadiusPx)
  scatter.styles.forEach(({ colour, shape, count: members }, style) => {
    if (members === 0) return
    ctx.beginPath()
    for (const index of indices) {
      const x = pixels[index * 2] ?? 0
      const y = pixels[index * 2 + 1] ?? 0
      if (scatter.styleOf[index] === style && isInBox(chartArea, { x, y }))
        tracePoint(ctx, shape, x, y, evenRadius(shape, radius))
    }
    ctx.fillStyle = only ? colour : withAlpha(colour, 0.75)
    ctx.strokeStyle = lineColourOf(shape, colour, theme.dark)
    ctx.lineWidth = isStroked(shape) ? 1.5 : 0.5
    if (!isStroked(shape)) ctx.fill()
    ctx.stroke()
  })
}

function paintLabels(
  chart: ChartInstance,
  { scatter, theme, leftOut }: ScatterScene,
  surface: Surface,
): void {
  const { ctx, chartArea } = chart
  const anchors = toAnchors(chart, scatter, theme)
  const labelPx = scaled(theme, labelHeightPx)
  if (anchors.length === 0) return
  ctx.save()
  ctx.font = cssFont(theme)
  const placed = placeLabels(anchors, chartArea, (text) => ctx.measureText(text).width, labelPx)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  for (const { label, left, top } of placed.labels) {
    // An outline in the background color keeps labels legible above points and lines.
    ctx.strokeStyle = theme.surface
    ctx.lineWidth = 3
    ctx.strokeText(label, left, top + labelPx / 2)
    ctx.fillStyle = theme.text
    ctx.fillText(label, left, top + labelPx / 2)
  }
  ctx.restore()
  // A vector figure made on the page keeps the count of the chart on the page.
  if (chart.options.responsive || surface === 'shapes') leftOut(placed.leftOut)
}

function toAnchors(chart: ChartInstance, { points, xs, ys }: Scatter, theme: ChartTheme): Anchor[] {
  const axes = axisPixels(chart)
  const radiusPx = scaled(theme, pointRadiusPx)
  return points.flatMap(({ label, weight = 0 }, index) =>
    weight > 0 ? [{ label, weight, ...toPixel(axes, xs[index] ?? 0, ys[index] ?? 0), radiusPx }] : [],
  )
}

/** A point with a label. `weight`: labels of the greatest weight are placed first. */
export type Anchor = { label: string; weight: number; x: number; y: number; radiusPx: number }

type PlacedLabel = Pick<Anchor, 'label' | 'x' | 'y'> & Pick<Box, 'left' | 'top'> & { widthPx: number }
export type PlacedLabels = { labels: PlacedLabel[]; leftOut: number }

export const labelHeightPx = 14
const distancePx = 3
/** The gap between two labels side by side, which would otherwise read as one. */
const gapPx = 6
/** More labels would be hard to read; the table has them all. */
const maxLabels = 30

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right + gapPx && b.left < a.right + gapPx && a.top < b.bottom && b.top < a.bottom

/**
 * Places labels, most extreme points first, so that none covers another or the center of another labeled point. Counts
 * the labels without room. Points outside of `area` are skipped and not counted.
 */
export function placeLabels(
  anchors: readonly Anchor[],
  area: Box,
  measure: (text: string) => number,
  heightPx = labelHeightPx,
): PlacedLabels {
  const candidates = anchors
    .filter((anchor) => isInBox(area, anchor))
    .sort((a, b) => b.weight - a.weight || (a.label < b.label ? -1 : 1))
  const occupied: Box[] = candidates
    .slice(0, maxLabels)
    .map(({ x, y, radiusPx }) => boxAround(x, y, radiusPx))
  const labels: PlacedLabel[] = []
  for (const anchor of candidates) {
    if (labels.length === maxLabels) break
    const widthPx = measure(anchor.label)
    const own = boxAround(anchor.x, anchor.y, anchor.radiusPx)
    const freeBox = candidateBoxes(anchor, widthPx, heightPx).find(
      (box) =>
        box.left >= area.left &&
        box.right <= area.right &&
        box.top >= area.top &&
        box.bottom <= area.bottom &&
        !occupied.some((other) => !same(other, own) && overlap(box, other)),
    )
    if (!freeBox) continue
    occupied.push(freeBox)
    const { label, x, y } = anchor
    labels.push({ label, left: freeBox.left, top: freeBox.top, widthPx, x, y })
  }
  return { labels, leftOut: candidates.length - labels.length }
}

const boxAround = (x: number, y: number, radius: number): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
})

const same = (a: Box, b: Box): boolean => a.left === b.left && a.top === b.top

/** Returns the candidate positions: right, left, above, below, then the corners. */
function candidateBoxes({ x, y, radiusPx }: Anchor, widthPx: number, heightPx: number): Box[] {
  const away = radiusPx + distancePx
  const half = heightPx / 2
  const lefts = [x + away, x - away - widthPx, x - widthPx / 2, x - widthPx / 2]
  const tops = [y - half, y - half, y - away - heightPx, y + away]
  const corners = [
    [x + away / 2, y - away - heightPx],
    [x + away / 2, y + away],
    [x - away / 2 - widthPx, y - away - heightPx],
    [x - away / 2 - widthPx, y + away],
  ]
  return [...lefts.map((left, index) => [left, tops[index] ?? y]), ...corners].map(([left = x, top = y]) => ({
    left,
    top,
    right: left + widthPx,
    bottom: top + heightPx,
  }))
}
