import type { Chart as ChartInstance } from 'chart.js'
import type { Paint, Painters, Surface } from '../frame/drawing.ts'
import { type ChartTheme, cssFont, scaled } from '../frame/theme.ts'
import { withAlpha } from '../style/colours.ts'
import { evenRadius, isStroked, lineColourOf, tracePoint } from '../style/pointShapes.ts'
import { createPointBoard, manyRadiusPx, type PointBoard } from './pointBoard.ts'
import { axisPixels, type Scatter, toPixels } from './scatter.ts'
import { maxElements, pointRadiusPx } from './scatterOptions.ts'

export type ScatterScene = {
  scatter: Scatter
  theme: ChartTheme
  selected: ReadonlySet<string> | undefined
  /** Told after each drawing on the page, or where there is no page: names for which there was no room. */
  leftOut: (count: number) => void
}

/** Before dark ground marks fade sooner. */
const fadeAlpha = { light: 0.65, dark: 0.4 }
/** More points than this are one image in vector figures as well, which other programs would choke on. */
const maxVectorPoints = 6000
/** Pixels of such an image, a pixel of the screen. */
const imagePixelRatio = 3

/** Paints what is no element: many points, what was chosen, and names. */
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

/** One path a group, so that a vector figure of many points stays small. */
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
      const outside = x < chartArea.left || x > chartArea.right || y < chartArea.top || y > chartArea.bottom
      if (scatter.styleOf[index] === style && !outside)
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
    // A rim in the colour of the ground keeps names legible above points and lines.
    ctx.strokeStyle = theme.surface
    ctx.lineWidth = 3
    ctx.strokeText(label, left, top + labelPx / 2)
    ctx.fillStyle = theme.text
    ctx.fillText(label, left, top + labelPx / 2)
  }
  ctx.restore()
  // A figure that is made of the page says what the page says.
  if (chart.options.responsive || surface === 'shapes') leftOut(placed.leftOut)
}

function toAnchors(chart: ChartInstance, scatter: Scatter, theme: ChartTheme): Anchor[] {
  const { scaleX, offsetX, scaleY, offsetY } = axisPixels(chart)
  return scatter.points.flatMap(({ label, weight }, index) =>
    weight !== undefined && weight > 0
      ? [
          {
            label,
            weight,
            x: (scatter.xs[index] ?? 0) * scaleX + offsetX,
            y: (scatter.ys[index] ?? 0) * scaleY + offsetY,
            radiusPx: scaled(theme, pointRadiusPx),
          },
        ]
      : [],
  )
}

/** A point that wants its name beside it; `weight`: the greatest are placed first. */
export type Anchor = { label: string; weight: number; x: number; y: number; radiusPx: number }

type PlacedLabel = { label: string; left: number; top: number; widthPx: number; x: number; y: number }
export type PlacedLabels = { labels: PlacedLabel[]; leftOut: number }

type Box = { left: number; top: number; right: number; bottom: number }

export const labelHeightPx = 14
const distancePx = 3
/** Between two names side by side, which would else read as one. */
const gapPx = 6
/** More names than this are read in the table. */
const maxLabels = 30

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right + gapPx && b.left < a.right + gapPx && a.top < b.bottom && b.top < a.bottom

/**
 * Places names so that none covers another or the middle of another labelled point, the most extreme first; whoever
 * finds no room is counted. Names of points outside of `area` are not wanted and not counted.
 */
export function placeLabels(
  anchors: readonly Anchor[],
  area: Box,
  measure: (text: string) => number,
  heightPx = labelHeightPx,
): PlacedLabels {
  const candidates = anchors
    .filter(({ x, y }) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom)
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
    labels.push({
      label: anchor.label,
      left: freeBox.left,
      top: freeBox.top,
      widthPx,
      x: anchor.x,
      y: anchor.y,
    })
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

/** Right, left, above, below, then the corners. */
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
