import normalCdf from '@stdlib/stats-base-dists-normal-cdf'
import { findRoot } from './root.ts'

/** The positive nodes and weights of 16-point Gauss–Legendre quadrature. */
const gauss: readonly (readonly [node: number, weight: number])[] = [
  [0.09501250983763744, 0.1894506104550685],
  [0.2816035507792589, 0.1826034150449236],
  [0.45801677765722737, 0.1691565193950025],
  [0.6178762444026438, 0.1495959888165767],
  [0.755404408355003, 0.1246289712555339],
  [0.8656312023878318, 0.0951585116824928],
  [0.9445750230732326, 0.0622535239386479],
  [0.9894009349916499, 0.0271524594117541],
]
/** In standard deviations. The tails beyond have a probability below 1e-17. */
const spread = 9
const panels = 6

/**
 * Returns P(T ≤ t) of the noncentral t distribution: the mean of Φ(t·S − ncp) over S = √(χ²/df), by quadrature in
 * panels that follow the density of S and the step of Φ. The absolute error is below 1e-12 for every ncp; df from 2.
 */
export function noncentralT(t: number, df: number, ncp: number): number {
  if (t < 0) return 1 - noncentralT(-t, df, -ncp)
  const mode = Math.sqrt((df - 1) / df)
  const width = 1 / Math.sqrt(2 * df)
  const [low, high] = [Math.max(0, mode - (spread + 3) * width), mode + (spread + 3) * width]
  const cuts = Array.from({ length: panels + 1 }, (_, at) => low + ((high - low) * at) / panels)
  for (const z of [-spread, -4, 0, 4, spread]) {
    const cut = (ncp + z) / t
    if (cut > low && cut < high) cuts.push(cut)
  }
  cuts.sort((a, b) => a - b)
  const logDensity = (s: number): number => (df - 1) * Math.log(s / mode) - (df * (s * s - mode * mode)) / 2
  let [sum, total] = [0, 0]
  for (const [at, end] of cuts.entries()) {
    if (at === 0) continue
    const start = cuts[at - 1] ?? end
    const [middle, half] = [(start + end) / 2, (end - start) / 2]
    for (const [node, weight] of gauss)
      for (const s of [middle - half * node, middle + half * node]) {
        const density = half * weight * Math.exp(logDensity(s))
        total += density
        sum += density * normalCdf(t * s - ncp, 0, 1)
      }
  }
  return sum / total
}

/** Returns the 95% interval of the noncentrality: the values that leave 2.5% above and below t. */
export function noncentralityInterval(t: number, df: number): { low: number; high: number } {
  const end = (probability: number, z: number): number => {
    const f = (ncp: number): number => noncentralT(t, df, ncp) - probability
    const guess = t - z * Math.sqrt(1 + (t * t) / (2 * df))
    let reach = 0.5 * Math.sqrt(1 + (t * t) / (2 * df))
    while (!(f(guess - reach) >= 0 && f(guess + reach) <= 0)) reach *= 2
    const [low, high] = [guess - reach, guess + reach]
    return findRoot(f, { low, high, atLow: f(low), atHigh: f(high) }, 1e-12 * Math.max(1, Math.abs(guess)))
  }
  return { low: end(0.975, 1.96), high: end(0.025, -1.96) }
}
