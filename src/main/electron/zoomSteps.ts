export type ZoomStep = 'in' | 'out' | 'reset'

/** As browsers have them. */
const factors = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]
export const minZoom = 0.5
export const maxZoom = 3

/** The next factor; at either end it stays. What Chromium says of one is not exact. */
export function nextZoom(factor: number, step: ZoomStep): number {
  if (step === 'reset') return 1
  const tolerance = 0.01
  return step === 'in'
    ? (factors.find((other) => other > factor + tolerance) ?? maxZoom)
    : (factors.findLast((other) => other < factor - tolerance) ?? minZoom)
}
