const narrowestPx = 48
const widestPx = 800

/** The width that a column can have, nearest to what was wanted; one that comes narrower may stay so. */
export const toWidth = (wanted: number, { width = narrowestPx }: { width?: number } = {}): number =>
  Math.round(Math.max(Math.min(narrowestPx, width), Math.min(widestPx, wanted)))
