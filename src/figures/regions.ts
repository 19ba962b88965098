import type { Point } from './drawing.ts'

export type Box = { left: number; right: number; top: number; bottom: number }

export const boxOf = (path: readonly Point[]): Box => ({
  left: Math.min(...path.map(({ x }) => x)),
  right: Math.max(...path.map(({ x }) => x)),
  top: Math.min(...path.map(({ y }) => y)),
  bottom: Math.max(...path.map(({ y }) => y)),
})

const inBox = (box: Box, x: number, y: number): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

/** Whether a place lies within a closed line, by how often a ray from it crosses the line. */
function inLoop(loop: readonly Point[], x: number, y: number): boolean {
  let inside = false
  let before = loop.at(-1)
  for (const corner of loop) {
    if (before && corner.y > y !== before.y > y) {
      const crossing = ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y) + corner.x
      if (x < crossing) inside = !inside
    }
    before = corner
  }
  return inside
}

/**
 * Which points lie within what was drawn: a box from corner to corner, or a line that is closed by itself. `pixels` has
 * x and y in turn.
 */
export function pointsWithin(pixels: Float32Array, path: readonly Point[], shape: 'box' | 'lasso'): number[] {
  if (path.length < 2) return []
  const box = boxOf(path)
  const found: number[] = []
  for (let index = 0; index * 2 < pixels.length; index++) {
    const x = pixels[index * 2] ?? Number.NaN
    const y = pixels[index * 2 + 1] ?? Number.NaN
    if (inBox(box, x, y) && (shape === 'box' || inLoop(path, x, y))) found.push(index)
  }
  return found
}
