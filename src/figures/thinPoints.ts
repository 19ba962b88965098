import type { ScatterPoint } from './data.ts'
import { isDrawable } from './numbers.ts'

/** More shapes than this make a file that programs choke on. */
const defaultMaxPoints = 50_000

/**
 * The points of a figure that can hold no image: all of them, or of too many evenly chosen ones and all with a name. What
 * cannot be drawn stays, as it is counted. `drawn` and `total` count those that can.
 */
export function thinPoints(
  points: readonly ScatterPoint[],
  maxPoints = defaultMaxPoints,
): { points: readonly ScatterPoint[]; drawn: number; total: number } {
  const hasPosition = ({ x, y }: ScatterPoint) => isDrawable(x) && isDrawable(y)
  const total = points.filter(hasPosition).length
  if (total <= maxPoints) return { points, drawn: total, total }
  let rank = 0
  let drawn = 0
  const thinned = points.filter((point) => {
    if (!hasPosition(point)) return true
    const isSampled = Math.floor((rank * maxPoints) / total) !== Math.floor(((rank + 1) * maxPoints) / total)
    rank += 1
    const isIncluded = isSampled || (point.weight ?? 0) > 0
    if (isIncluded) drawn += 1
    return isIncluded
  })
  return { points: thinned, drawn, total }
}
