import normalCdf from '@stdlib/stats-base-dists-normal-cdf'

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

/** Returns P(T ≤ t) of the noncentral t distribution. The absolute error is below 1e-12 for every ncp; df from 2. */
export const noncentralT = (t: number, df: number, ncp: number): number => integrate(t, df, ncp).probability

/**
 * Returns P(T ≤ t), and the rate at which it decreases with ncp: the means of Φ(t·S − ncp) and φ(t·S − ncp) over
 * S = √(χ²/df), by quadrature in panels that follow the density of S and the step of Φ.
 */
function integrate(t: number, df: number, ncp: number): { probability: number; rate: number } {
  if (t < 0) {
    const { probability, rate } = integrate(-t, df, -ncp)
    return { probability: 1 - probability, rate }
  }
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
  let [sum, slope, total] = [0, 0, 0]
  for (const [at, end] of cuts.entries()) {
    if (at === 0) continue
    const start = cuts[at - 1] ?? end
    const [middle, half] = [(start + end) / 2, (end - start) / 2]
    for (const [node, weight] of gauss)
      for (const s of [middle - half * node, middle + half * node]) {
        const density = half * weight * Math.exp(logDensity(s))
        const z = t * s - ncp
        total += density
        sum += density * normalCdf(z, 0, 1)
        slope += density * Math.exp(-(z * z) / 2)
      }
  }
  return { probability: sum / total, rate: slope / total / Math.sqrt(2 * Math.PI) }
}

const maxSteps = 200
/** In standard deviations. The error after a step is about its square. */
const lastStep = 1e-8

/** Returns the 95% interval of the noncentrality: the values that leave 2.5% above and below t, by Newton's method. */
export function noncentralityInterval(t: number, df: number): { low: number; high: number } {
  const deviation = Math.sqrt(1 + (t * t) / (2 * df))
  const end = (probability: number, z: number): number => {
    let ncp = t - z * deviation
    // The probability decreases with ncp, so each step narrows the range. A step beyond it halves it instead.
    let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let step = 0; step < maxSteps; step++) {
      const found = integrate(t, df, ncp)
      const excess = found.probability - probability
      if (excess > 0) low = ncp
      else high = ncp
      const change = Math.max(-deviation, Math.min(deviation, excess / found.rate))
      if (Math.abs(change) < lastStep * deviation) return ncp + change
      ncp = ncp + change > low && ncp + change < high ? ncp + change : (low + high) / 2
    }
    return ncp
  }
  return { low: end(0.975, 1.96), high: end(0.025, -1.96) }
}
