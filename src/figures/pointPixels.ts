import type { PointShape } from './data.ts'
import { insideShape } from './pointShapes.ts'
import { parseRgb } from './rgb.ts'

/** A point as its covered pixels: `dx`, `dy` from its middle, and how much of each is covered, 0 to 255. */
export type Stamp = {
  /** No pixel lies further from the middle. */
  reachPx: number
  dx: Int16Array
  dy: Int16Array
  cover: Uint8Array
  red: number
  green: number
  blue: number
}

const samples = 4

/** `alpha` 0 to 1; `radiusPx` in pixels of the device. */
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

/** The share of a pixel that lies within the shape. */
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
 * Lays a stamp over what is there, its middle at (x, y), as colours seen through each other; whatever of it lies
 * beyond the board is cut off. Hundreds of thousands of times a second, so it makes nothing and asks little.
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
