import type { Chart as ChartInstance } from 'chart.js'
import { axisPixels, toPixels } from './axisPixels.ts'
import { withAlpha } from './colours.ts'
import type { Paint, Painters, Surface } from './drawing.ts'
import { type Anchor, labelHeightPx, placeLabels } from './placeLabels.ts'
import { createPointBoard, manyRadiusPx, type PointBoard } from './pointBoard.ts'
import { evenRadius, isStroked, lineColourOf } from './pointShapes.ts'
import type { Scatter } from './scatter.ts'
import { maxElements, pointRadiusPx } from './scatterOptions.ts'
import type { ChartTheme } from './theme.ts'
import { tracePoint } from './tracePoint.ts'

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
  const radius = count > maxElements ? Math.min(2, manyRadiusPx(count)) : pointRadiusPx
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
  const anchors = toAnchors(chart, scatter)
  if (anchors.length === 0) return
  ctx.save()
  ctx.font = `11px ${theme.fontFamily}`
  const placed = placeLabels(anchors, chartArea, (text) => ctx.measureText(text).width)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'middle'
  ctx.lineJoin = 'round'
  for (const { label, left, top } of placed.labels) {
    // A rim in the colour of the ground keeps names legible above points and lines.
    ctx.strokeStyle = theme.surface
    ctx.lineWidth = 3
    ctx.strokeText(label, left, top + labelHeightPx / 2)
    ctx.fillStyle = theme.text
    ctx.fillText(label, left, top + labelHeightPx / 2)
  }
  ctx.restore()
  // A figure that is made of the page says what the page says.
  if (chart.options.responsive || surface === 'shapes') leftOut(placed.leftOut)
}

function toAnchors(chart: ChartInstance, scatter: Scatter): Anchor[] {
  const { scaleX, offsetX, scaleY, offsetY } = axisPixels(chart)
  return scatter.points.flatMap(({ label, weight }, index) =>
    weight !== undefined && weight > 0
      ? [
          {
            label,
            weight,
            x: (scatter.xs[index] ?? 0) * scaleX + offsetX,
            y: (scatter.ys[index] ?? 0) * scaleY + offsetY,
            radiusPx: pointRadiusPx,
          },
        ]
      : [],
  )
}
