import { parseRgb } from './colours.ts'
import { insideShape } from './pointShapes.ts'
import type { PointShape } from './props.ts'

/** A point as pixels: how much of each is covered, 0 to 255, row by row about its middle. */
export type Stamp = {
  sidePx: number
  cover: Uint8Array
  red: number
  green: number
  blue: number
}

const samples = 4

/** `alpha` 0 to 1; `radiusPx` in pixels of the device. */
export function createStamp(shape: PointShape, colour: string, radiusPx: number, alpha: number): Stamp {
  const sidePx = 2 * Math.ceil(radiusPx) + 1
  const middle = sidePx / 2
  const cover = new Uint8Array(sidePx * sidePx)
  for (let pixel = 0; pixel < cover.length; pixel++) {
    let inside = 0
    for (let sample = 0; sample < samples * samples; sample++) {
      const x = (pixel % sidePx) + ((sample % samples) + 0.5) / samples
      const y = Math.floor(pixel / sidePx) + (Math.floor(sample / samples) + 0.5) / samples
      if (insideShape(shape, (x - middle) / radiusPx, (y - middle) / radiusPx)) inside += 1
    }
    cover[pixel] = Math.round((inside / (samples * samples)) * alpha * 255)
  }
  const [red, green, blue] = parseRgb(colour)
  return { sidePx, cover, red, green, blue }
}

export type PixelBoard = { pixels: Uint8ClampedArray; widthPx: number; heightPx: number }

/**
 * Lays a stamp over what is there, its middle at (x, y), as colours seen through each other; whatever of it lies
 * beyond the board is cut off.
 */
export function press(board: PixelBoard, stamp: Stamp, x: number, y: number): void {
  const { pixels, widthPx, heightPx } = board
  const { sidePx, cover, red, green, blue } = stamp
  const left = Math.round(x) - (sidePx >> 1)
  const top = Math.round(y) - (sidePx >> 1)
  const fromX = left < 0 ? -left : 0
  const fromY = top < 0 ? -top : 0
  const toX = left + sidePx > widthPx ? widthPx - left : sidePx
  const toY = top + sidePx > heightPx ? heightPx - top : sidePx
  for (let row = fromY; row < toY; row++) {
    let at = ((top + row) * widthPx + left + fromX) * 4
    for (let column = fromX; column < toX; column++, at += 4) {
      const above = cover[row * sidePx + column] ?? 0
      if (above === 0) continue
      const below = pixels[at + 3] ?? 0
      if (below === 0) {
        pixels[at] = red
        pixels[at + 1] = green
        pixels[at + 2] = blue
        pixels[at + 3] = above
        continue
      }
      const aboveWeight = above * 255
      const belowWeight = below * (255 - above)
      const whole = aboveWeight + belowWeight
      pixels[at] = (red * aboveWeight + (pixels[at] ?? 0) * belowWeight) / whole
      pixels[at + 1] = (green * aboveWeight + (pixels[at + 1] ?? 0) * belowWeight) / whole
      pixels[at + 2] = (blue * aboveWeight + (pixels[at + 2] ?? 0) * belowWeight) / whole
      pixels[at + 3] = whole / 255
    }
  }
}
