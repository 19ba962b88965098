import type { PointShape } from './data.ts'

const half = Math.SQRT1_2
const third = Math.sqrt(3) / 2

const corners: Partial<Record<PointShape, readonly (readonly [number, number])[]>> = {
  triangle: [
    [0, -1],
    [third, 0.5],
    [-third, 0.5],
  ],
  triangleDown: [
    [0, 1],
    [third, -0.5],
    [-third, -0.5],
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

/** Adds a point's outline to the path that was begun, so that thousands of them make one path. */
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
