/** A point that wants its name beside it; `weight`: the greatest are placed first. */
export type Anchor = { label: string; weight: number; x: number; y: number; radiusPx: number }

type PlacedLabel = { label: string; left: number; top: number; widthPx: number; x: number; y: number }
export type PlacedLabels = { labels: PlacedLabel[]; leftOut: number }

type Box = { left: number; top: number; right: number; bottom: number }

export const labelHeightPx = 14
const distancePx = 3
/** Between two names side by side, which would else read as one. */
const gapPx = 6
/** More names than this are read in the table. */
const maxLabels = 30

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right + gapPx && b.left < a.right + gapPx && a.top < b.bottom && b.top < a.bottom

/**
 * Places names so that none covers another or the middle of another labelled point, the most extreme first; whoever
 * finds no room is counted. Names of points outside of `area` are not wanted and not counted.
 */
export function placeLabels(
  anchors: readonly Anchor[],
  area: Box,
  measure: (text: string) => number,
): PlacedLabels {
  const candidates = anchors
    .filter(({ x, y }) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom)
    .sort((a, b) => b.weight - a.weight || (a.label < b.label ? -1 : 1))
  const occupied: Box[] = candidates
    .slice(0, maxLabels)
    .map(({ x, y, radiusPx }) => boxAround(x, y, radiusPx))
  const labels: PlacedLabel[] = []
  for (const anchor of candidates) {
    if (labels.length === maxLabels) break
    const widthPx = measure(anchor.label)
    const own = boxAround(anchor.x, anchor.y, anchor.radiusPx)
    const freeBox = candidateBoxes(anchor, widthPx).find(
      (box) =>
        box.left >= area.left &&
        box.right <= area.right &&
        box.top >= area.top &&
        box.bottom <= area.bottom &&
        !occupied.some((other) => !same(other, own) && overlap(box, other)),
    )
    if (!freeBox) continue
    occupied.push(freeBox)
    labels.push({
      label: anchor.label,
      left: freeBox.left,
      top: freeBox.top,
      widthPx,
      x: anchor.x,
      y: anchor.y,
    })
  }
  return { labels, leftOut: candidates.length - labels.length }
}

const boxAround = (x: number, y: number, radius: number): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
})

const same = (a: Box, b: Box): boolean => a.left === b.left && a.top === b.top

/** Right, left, above, below, then the corners. */
function candidateBoxes({ x, y, radiusPx }: Anchor, widthPx: number): Box[] {
  const away = radiusPx + distancePx
  const half = labelHeightPx / 2
  const lefts = [x + away, x - away - widthPx, x - widthPx / 2, x - widthPx / 2]
  const tops = [y - half, y - half, y - away - labelHeightPx, y + away]
  const corners = [
    [x + away / 2, y - away - labelHeightPx],
    [x + away / 2, y + away],
    [x - away / 2 - widthPx, y - away - labelHeightPx],
    [x - away / 2 - widthPx, y + away],
  ]
  return [...lefts.map((left, index) => [left, tops[index] ?? y]), ...corners].map(([left = x, top = y]) => ({
    left,
    top,
    right: left + widthPx,
    bottom: top + labelHeightPx,
  }))
}
