import type { PointStyle } from 'chart.js'
import type { GroupStyle, PointShape } from '../data.ts'
import { edgeOf } from './colours.ts'

/** Returns a shape in the terms of chart.js. `rotation` is in degrees. */
export const pointStyleOf = (shape: PointShape): { pointStyle: PointStyle; rotation: number } =>
  shape === 'triangleDown' ? { pointStyle: 'triangle', rotation: 180 } : { pointStyle: shape, rotation: 0 }

/** True for crosses, which have no inside: their lines have the fill color. */
export const isStroked = (shape: PointShape): boolean => shape === 'cross' || shape === 'crossRot'

/**
 * Returns the color of a point's lines: its outline, or for a cross the whole shape, brightened on a dark background.
 */
export const lineColourOf = (shape: PointShape, colour: string, dark: boolean): string =>
  isStroked(shape) && !dark ? colour : edgeOf(colour, dark)

/** Returns the legend entry of a group. */
export const pointEntry = (label: string, { colour, shape }: GroupStyle, dark: boolean) => ({
  kind: 'point' as const,
  label,
  colour,
  edge: lineColourOf(shape, colour, dark),
  shape,
})

const sizes: Partial<Record<PointShape, number>> = {
  triangle: 1.2,
  triangleDown: 1.2,
  rect: 1.15,
  rectRot: 1.1,
}

/** Returns the radius at which a shape looks as large as a circle of this radius. */
export const evenRadius = (shape: PointShape, radiusPx: number): number => radiusPx * (sizes[shape] ?? 1)

const half = Math.SQRT1_2
const halfWidth = Math.sqrt(3) / 2

/** The corners of shapes with a radius of 1 around (0, 0). */
const corners: Partial<Record<PointShape, readonly (readonly [number, number])[]>> = {
  triangle: [
    [0, -1],
    [halfWidth, 0.5],
    [-halfWidth, 0.5],
  ],
  triangleDown: [
    [0, 1],
    [halfWidth, -0.5],
    [-halfWidth, -0.5],
  ],
  rect: [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ],
  rectRot: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
}

/** The two lines of crosses, each with its start and end. */
const strokes: Partial<Record<PointShape, readonly (readonly [number, number, number, number])[]>> = {
  cross: [
    [-1, 0, 1, 0],
    [0, -1, 0, 1],
  ],
  crossRot: [
    [-half, -half, half, half],
    [-half, half, half, -half],
  ],
}

/** Returns the outline of a shape of radius 1 around (0, 0), as an SVG path. */
export function shapePath(shape: PointShape): string {
  const lines = strokes[shape]
  if (lines) return lines.map(([fromX, fromY, toX, toY]) => `M${fromX} ${fromY}L${toX} ${toY}`).join('')
  const outline = corners[shape]
  if (outline) return `M${outline.map(([x, y]) => `${x} ${y}`).join('L')}Z`
  return 'M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z'
}

const strokeHalf = 0.28

/** True if a position is inside a shape of radius 1. The lines of crosses have a width. */
export function insideShape(shape: PointShape, x: number, y: number): boolean {
  switch (shape) {
    case 'circle':
      return x * x + y * y <= 1
    case 'rect':
      return Math.max(Math.abs(x), Math.abs(y)) <= half
    case 'rectRot':
      return Math.abs(x) + Math.abs(y) <= 1
    case 'triangle':
      return y <= 0.5 && Math.abs(x) <= (y + 1) / Math.sqrt(3)
    case 'triangleDown':
      return insideShape('triangle', x, -y)
    case 'cross':
      return Math.min(Math.abs(x), Math.abs(y)) <= strokeHalf && Math.max(Math.abs(x), Math.abs(y)) <= 1
    case 'crossRot':
      return insideShape('cross', (x + y) * half, (x - y) * half)
  }
}

/** Adds a point's outline to the current path, so that thousands of points make one path. */
export function tracePoint(
  ctx: CanvasRenderingContext2D,
  shape: PointShape,
  x: number,
  y: number,
  radius: number,
): void {
  for (const [fromX, fromY, toX, toY] of strokes[shape] ?? []) {
    ctx.moveTo(x + fromX * radius, y + fromY * radius)
    ctx.lineTo(x + toX * radius, y + toY * radius)
  }
  const outline = corners[shape]
  if (!outline) {
    if (shape !== 'circle') return
    ctx.moveTo(x + radius, y)
    return ctx.arc(x, y, radius, 0, 2 * Math.PI)
  }
  outline.forEach(([dx, dy], corner) => {
    if (corner === 0) ctx.moveTo(x + dx * radius, y + dy * radius)
    else ctx.lineTo(x + dx * radius, y + dy * radius)
  })
  ctx.closePath()
}

type PointPaint = { fill: string; line: string; lineWidth: number }

/** Paints one point. Crosses have lines only. */
export function paintPoint(
  ctx: CanvasRenderingContext2D,
  shape: PointShape,
  { x, y }: { x: number; y: number },
  radiusPx: number,
  { fill, line, lineWidth }: PointPaint,
): void {
  ctx.beginPath()
  tracePoint(ctx, shape, x, y, radiusPx)
  ctx.fillStyle = fill
  ctx.strokeStyle = line
  ctx.lineWidth = lineWidth
  if (!isStroked(shape)) ctx.fill()
  ctx.stroke()
}
