import type { ChartArea } from 'chart.js'
import type { AxisPixels } from './axisPixels.ts'
import { blendStamp, createStamp, type PixelBoard, type Stamp } from './pointPixels.ts'
import { evenRadius, isStroked, lineColourOf } from './pointShapes.ts'
import type { Scatter, ScatterStyle } from './scatter.ts'

/** Paints many points as one picture of the size of the chart's area; null where it has no size. */
export type PointBoard = {
  paint(
    axes: AxisPixels,
    area: ChartArea,
    pixelRatio: number,
    indices: Uint32Array | null,
  ): HTMLCanvasElement | null
}

const alpha = 0.7

/** The more points, the smaller each, so that dense places do not become one blot. */
export const manyRadiusPx = (count: number): number => (count > 50_000 ? 1.5 : count > 10_000 ? 2 : 2.5)

type CachedBoard = {
  board: PixelBoard
  image: ImageData
  canvas: HTMLCanvasElement
  context: CanvasRenderingContext2D
}

export function createPointBoard(scatter: Scatter, dark: boolean): PointBoard {
  // Making a picture of this size anew takes longer than painting it.
  let cached: CachedBoard | null = null
  return {
    paint(axes, area, pixelRatio, indices) {
      const widthPx = Math.round(area.width * pixelRatio)
      const heightPx = Math.round(area.height * pixelRatio)
      if (widthPx < 1 || heightPx < 1) return null
      if (cached?.board.widthPx === widthPx && cached.board.heightPx === heightPx) cached.board.pixels.fill(0)
      else cached = createCachedBoard(widthPx, heightPx)
      if (!cached) return null
      const radiusPx = manyRadiusPx(scatter.points.length) * pixelRatio
      const stamps = scatter.styles.map((style) => stampOf(style, radiusPx, indices ? 1 : alpha, dark))
      stampAll(cached.board, scatter, stamps, axes, area, pixelRatio, indices)
      cached.context.putImageData(cached.image, 0, 0)
      return cached.canvas
    },
  }
}

function createCachedBoard(widthPx: number, heightPx: number): CachedBoard | null {
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = heightPx
  const context = canvas.getContext('2d')
  if (!context) return null
  const image = new ImageData(widthPx, heightPx)
  return { canvas, context, image, board: { pixels: image.data, widthPx, heightPx } }
}

function stampOf({ shape, colour }: ScatterStyle, radiusPx: number, opacity: number, dark: boolean): Stamp {
  const line = lineColourOf(shape, colour, dark)
  return isStroked(shape)
    ? createStamp(shape, line, radiusPx * 1.4, opacity)
    : createStamp(shape, colour, evenRadius(shape, radiusPx), opacity)
}

function stampAll(
  board: PixelBoard,
  { xs, ys, styleOf }: Scatter,
  stamps: readonly Stamp[],
  { scaleX, offsetX, scaleY, offsetY }: AxisPixels,
  { left, top }: ChartArea,
  pixelRatio: number,
  indices: Uint32Array | null,
): void {
  const count = indices?.length ?? xs.length
  const edge = Math.max(...stamps.map(({ reachPx }) => reachPx))
  for (let step = 0; step < count; step++) {
    const index = indices?.[step] ?? step
    const stamp = stamps[styleOf[index] ?? 0]
    const x = ((xs[index] ?? 0) * scaleX + offsetX - left) * pixelRatio
    const y = ((ys[index] ?? 0) * scaleY + offsetY - top) * pixelRatio
    if (x < -edge || y < -edge || x > board.widthPx + edge || y > board.heightPx + edge) continue
    if (stamp) blendStamp(board, stamp, x, y)
  }
}
