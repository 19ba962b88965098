import type { Chart as ChartInstance } from 'chart.js'

/** Linear axes as two factors each: `x · scaleX + offsetX` is the pixel, thousands of times quicker than asking. */
export type AxisPixels = { scaleX: number; offsetX: number; scaleY: number; offsetY: number }

export function axisPixels({ scales, chartArea }: ChartInstance): AxisPixels {
  const { x, y } = scales
  if (!x || !y) return { scaleX: 0, offsetX: 0, scaleY: 0, offsetY: 0 }
  const scaleX = chartArea.width / (x.max - x.min)
  const scaleY = -chartArea.height / (y.max - y.min)
  return {
    scaleX,
    offsetX: chartArea.left - x.min * scaleX,
    scaleY,
    offsetY: chartArea.bottom - y.min * scaleY,
  }
}

/** Every point in pixels of the canvas: x and y in turn. */
export function toPixels(xs: Float64Array, ys: Float64Array, axes: AxisPixels): Float32Array {
  const pixels = new Float32Array(xs.length * 2)
  for (let index = 0; index < xs.length; index++) {
    pixels[index * 2] = (xs[index] ?? 0) * axes.scaleX + axes.offsetX
    pixels[index * 2 + 1] = (ys[index] ?? 0) * axes.scaleY + axes.offsetY
  }
  return pixels
}
