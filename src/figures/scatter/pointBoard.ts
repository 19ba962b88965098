import type { ChartArea } from 'chart.js'
import type { PointShape } from '../data.ts'
import { parseRgb } from '../style/colours.ts'
import { evenRadius, insideShape, isStroked, lineColourOf } from '../style/pointShapes.ts'
import type { AxisPixels, Scatter, ScatterStyle } from './scatter.ts'

export type PointBoard = ReturnType<typeof createPointBoard>

const alpha = 0.7

/** Returns a smaller radius for more points, so that dense areas do not merge into one blot. */
export const manyRadiusPx = (count: number): number => (count > 50_000 ? 1.5 : count > 10_000 ? 2 : 2.5)

type CachedBoard = NonNullable<ReturnType<typeof createCachedBoard>>

/** Paints many points into one image of the chart area's size; null if the area is empty. */
export function createPointBoard(scatter: Scatter, dark: boolean) {
  // Cached, because creating an image of this size takes longer than painting it.
  let cached: CachedBoard | null = null
  return {
    paint(
      axes: AxisPixels,
      area: ChartArea,
      pixelRatio: number,
      indices: Uint32Array | null,
    ): HTMLCanvasElement | null {
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

function createCachedBoard(widthPx: number, heightPx: number) {
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = heightPx
  const context = canvas.getContext('2d')
  if (!context) return null
  const image = new ImageData(widthPx, heightPx)
  const board: PixelBoard = { pixels: image.data, widthPx, heightPx }
  return { canvas, context, image, board }
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

/** A point as its covered pixels: `dx`, `dy` from its center, and the coverage of each, 0 to 255. */
type Stamp = {
  /** No covered pixel is further from the center. */
  reachPx: number
  dx: Int16Array
  dy: Int16Array
  cover: Uint8Array
  red: number
  green: number
  blue: number
}

const samples = 4

/** Creates a stamp. `alpha`: 0 to 1. `radiusPx`: in device pixels. */
export function createStamp(shape: PointShape, colour: string, radiusPx: number, alpha: number): Stamp {
  const reachPx = Math.ceil(radiusPx)
  const covered: { dx: number; dy: number; cover: number }[] = []
  for (let dy = -reachPx; dy <= reachPx; dy++)
    for (let dx = -reachPx; dx <= reachPx; dx++) {
      const cover = Math.round(coverOf(shape, dx, dy, radiusPx) * alpha * 255)
      if (cover > 0) covered.push({ dx, dy, cover })
    }
  const [red, green, blue] = parseRgb(colour)
  return {
    reachPx,
    dx: Int16Array.from(covered, ({ dx }) => dx),
    dy: Int16Array.from(covered, ({ dy }) => dy),
    cover: Uint8Array.from(covered, ({ cover }) => cover),
    red,
    green,
    blue,
  }
}

function coverOf(shape: PointShape, dx: number, dy: number, radiusPx: number): number {
  let inside = 0
  for (let sample = 0; sample < samples * samples; sample++) {
    const x = dx - 0.5 + ((sample % samples) + 0.5) / samples
    const y = dy - 0.5 + (Math.floor(sample / samples) + 0.5) / samples
    if (insideShape(shape, x / radiusPx, y / radiusPx)) inside += 1
  }
  return inside / (samples * samples)
}

export type PixelBoard = { pixels: Uint8ClampedArray; widthPx: number; heightPx: number }

/**
 * Blends a stamp over the board with its center at (x, y). Parts beyond the edge are cut off. It runs hundreds of
 * thousands of times per second, so it allocates nothing and checks little.
 */
export function blendStamp(board: PixelBoard, stamp: Stamp, x: number, y: number): void {
  const { pixels, widthPx, heightPx } = board
  const { dx, dy, cover, red, green, blue, reachPx } = stamp
  const middleX = Math.floor(x)
  const middleY = Math.floor(y)
  const isFullyInside =
    middleX >= reachPx && middleY >= reachPx && middleX < widthPx - reachPx && middleY < heightPx - reachPx
  for (let pixel = 0; pixel < cover.length; pixel++) {
    const column = middleX + (dx[pixel] as number)
    const row = middleY + (dy[pixel] as number)
    if (!isFullyInside && (column < 0 || row < 0 || column >= widthPx || row >= heightPx)) continue
    const at = (row * widthPx + column) * 4
    const above = cover[pixel] as number
    const below = pixels[at + 3] as number
    if (below === 0) {
      pixels[at] = red
      pixels[at + 1] = green
      pixels[at + 2] = blue
      pixels[at + 3] = above
      continue
    }
    const aboveWeight = above * 255
    const belowWeight = below * (255 - above)
    const share = 1 / (aboveWeight + belowWeight)
    pixels[at] = (red * aboveWeight + (pixels[at] as number) * belowWeight) * share
    pixels[at + 1] = (green * aboveWeight + (pixels[at + 1] as number) * belowWeight) * share
    pixels[at + 2] = (blue * aboveWeight + (pixels[at + 2] as number) * belowWeight) * share
    pixels[at + 3] = (aboveWeight + belowWeight) / 255
  }
}
