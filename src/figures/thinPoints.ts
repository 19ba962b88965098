import type { ScatterPoint } from './data.ts'
import { isDrawable } from './numbers.ts'

/** More shapes than this make a file that programs choke on. */
const mostShapes = 50_000

/**
 * The points of a figure that can hold no image: all of them, or of too many evenly chosen ones and all with a name. What
 * cannot be drawn stays, as it is counted. `drawn` and `total` count those that can.
 */
export function thinPoints(
  points: readonly ScatterPoint[],
  most = mostShapes,
): { points: readonly ScatterPoint[]; drawn: number; total: number } {
  const isSeen = ({ x, y }: ScatterPoint) => isDrawable(x) && isDrawable(y)
  const total = points.filter(isSeen).length
  if (total <= most) return { points, drawn: total, total }
  let rank = 0
  let drawn = 0
  const kept = points.filter((point) => {
    if (!isSeen(point)) return true
    const chosen = Math.floor((rank * most) / total) !== Math.floor(((rank + 1) * most) / total)
    rank += 1
    const stays = chosen || (point.weight ?? 0) > 0
    if (stays) drawn += 1
    return stays
  })
  return { points: kept, drawn, total }
}
