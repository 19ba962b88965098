import type { ChartArea } from 'chart.js'
import type { AxisPixels } from './axisPixels.ts'
import { createStamp, type PixelBoard, press, type Stamp } from './pointPixels.ts'
import { evenRadius, isStroked, lineColourOf } from './pointShapes.ts'
import type { Scatter, ScatterStyle } from './scatter.ts'

/** Paints many points as one picture of the size of the chart's area; null where it has no size. */
export type PointBoard = {
  paint(
    axes: AxisPixels,
    area: ChartArea,
    sharpness: number,
    only: Uint32Array | null,
  ): HTMLCanvasElement | null
}

const alpha = 0.7

/** The more points, the smaller each, so that dense places do not become one blot. */
export const manyRadiusPx = (count: number): number => (count > 50_000 ? 1.5 : count > 10_000 ? 2 : 2.5)

type Kept = {
  board: PixelBoard
  image: ImageData
  canvas: HTMLCanvasElement
  context: CanvasRenderingContext2D
}

export function createPointBoard(scatter: Scatter, dark: boolean): PointBoard {
  // Making a picture of this size anew takes longer than painting it.
  let kept: Kept | null = null
  return {
    paint(axes, area, sharpness, only) {
      const widthPx = Math.round(area.width * sharpness)
      const heightPx = Math.round(area.height * sharpness)
      if (widthPx < 1 || heightPx < 1) return null
      if (kept?.board.widthPx === widthPx && kept.board.heightPx === heightPx) kept.board.pixels.fill(0)
      else kept = createKept(widthPx, heightPx)
      if (!kept) return null
      const radiusPx = manyRadiusPx(scatter.points.length) * sharpness
      const stamps = scatter.styles.map((style) => stampOf(style, radiusPx, only ? 1 : alpha, dark))
      pressAll(kept.board, scatter, stamps, axes, area, sharpness, only)
      kept.context.putImageData(kept.image, 0, 0)
      return kept.canvas
    },
  }
}

function createKept(widthPx: number, heightPx: number): Kept | null {
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = heightPx
  const context = canvas.getContext('2d')
  if (!context) return null
  const image = new ImageData(widthPx, heightPx)
  return { canvas, context, image, board: { pixels: image.data, widthPx, heightPx } }
}

function stampOf({ shape, colour }: ScatterStyle, radiusPx: number, seen: number, dark: boolean): Stamp {
  const line = lineColourOf(shape, colour, dark)
  return isStroked(shape)
    ? createStamp(shape, line, radiusPx * 1.4, seen)
    : createStamp(shape, colour, evenRadius(shape, radiusPx), seen)
}

function pressAll(
  board: PixelBoard,
  { xs, ys, styleOf }: Scatter,
  stamps: readonly Stamp[],
  { scaleX, offsetX, scaleY, offsetY }: AxisPixels,
  { left, top }: ChartArea,
  sharpness: number,
  only: Uint32Array | null,
): void {
  const count = only?.length ?? xs.length
  const edge = Math.max(...stamps.map(({ reachPx }) => reachPx))
  for (let step = 0; step < count; step++) {
    const index = only?.[step] ?? step
    const stamp = stamps[styleOf[index] ?? 0]
    const x = ((xs[index] ?? 0) * scaleX + offsetX - left) * sharpness
    const y = ((ys[index] ?? 0) * scaleY + offsetY - top) * sharpness
    if (x < -edge || y < -edge || x > board.widthPx + edge || y > board.heightPx + edge) continue
    if (stamp) press(board, stamp, x, y)
  }
}
