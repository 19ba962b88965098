const minPx = 48
const maxPx = 800

/** The width that a column can have, nearest to what was wanted; one that comes narrower may stay so. */
export const clampColumnWidth = (requestedPx: number, { width = minPx }: { width?: number } = {}): number =>
  Math.round(Math.max(Math.min(minPx, width), Math.min(maxPx, requestedPx)))
