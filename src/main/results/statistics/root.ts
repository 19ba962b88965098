/** A bracket of a root, with the function's values at both ends, which have different signs or are 0. */
export type Bracket = { low: number; high: number; atLow: number; atHigh: number }

const maxSteps = 1000

/**
 * Returns a root in a bracket by Brent's method (1973), step by step like R's `uniroot(tol = …)`, so that even for a
 * step function that is 0 over a range, the same point is found.
 */
export function findRoot(
  f: (x: number) => number,
  { low, high, atLow, atHigh }: Bracket,
  tolerance = 1e-12,
): number {
  if (atLow === 0) return low
  if (atHigh === 0) return high
  let [a, fa, b, fb] = [low, atLow, high, atHigh]
  let [c, fc] = [a, fa]
  for (let step = 0; step <= maxSteps; step += 1) {
    const previous = b - a
    if (Math.abs(fc) < Math.abs(fb)) {
      ;[a, b, c] = [b, c, b]
      ;[fa, fb, fc] = [fb, fc, fb]
    }
    const reach = 2 * Number.EPSILON * Math.abs(b) + tolerance / 2
    let next = (c - b) / 2
    if (Math.abs(next) <= reach || fb === 0) return b
    if (Math.abs(previous) >= reach && Math.abs(fa) > Math.abs(fb)) {
      const width = c - b
      let [p, q] = [0, 0]
      if (a === c) {
        const ratio = fb / fa
        p = width * ratio
        q = 1 - ratio
      } else {
        const [r, s, t] = [fa / fc, fb / fc, fb / fa]
        p = t * (width * r * (r - s) - (b - a) * (s - 1))
        q = (r - 1) * (s - 1) * (t - 1)
      }
      if (p > 0) q = -q
      else p = -p
      if (p < 0.75 * width * q - Math.abs(reach * q) / 2 && p < Math.abs((previous * q) / 2)) next = p / q
    }
    if (Math.abs(next) < reach) next = next > 0 ? reach : -reach
    a = b
    fa = fb
    b += next
    fb = f(b)
    if ((fb > 0 && fc > 0) || (fb < 0 && fc < 0)) {
      c = a
      fc = fa
    }
  }
  return b
}
