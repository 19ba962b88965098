import { sumOf } from '../../../shared/domain/results/spread.ts'
import { z975 } from './pValues.ts'
import { hasSpread, meanOf, squaresOf } from './values.ts'

/** Pearson's r and its 95% interval by Fisher's z, which is null below four points. */
export type Correlation = { r: number; rLow: number | null; rHigh: number | null }

/**
 * Returns Pearson's correlation with its interval, as R's `cor.test(x, y)`. x and y have the same length, without NaN.
 * Returns null below three points, for a constant x or y, and on overflow. `units`: the number of independent points.
 */
export function pearson(x: Float64Array, y: Float64Array, units = x.length): Correlation | null {
  const about = moments(x, y)
  if (!about) return null
  const r = Math.max(-1, Math.min(1, about.products / Math.sqrt(about.squaresX) / Math.sqrt(about.squaresY)))
  if (units < 4) return { r, rLow: null, rHigh: null }
  const reach = z975 / Math.sqrt(units - 3)
  return { r, rLow: Math.tanh(Math.atanh(r) - reach), rHigh: Math.tanh(Math.atanh(r) + reach) }
}

/** Returns the least-squares line of y on x, as R's `lm(y ~ x)`. Null as `pearson`, but y may be constant. */
export function line(x: Float64Array, y: Float64Array): { slope: number; intercept: number } | null {
  const about = moments(x, y, true)
  if (!about) return null
  const slope = about.products / about.squaresX
  const intercept = about.meanY - slope * about.meanX
  return Number.isFinite(slope) && Number.isFinite(intercept) ? { slope, intercept } : null
}

/** Returns the means of |y − x| and y − x, without NaN. Null if there are no points, or if a sum overflows. */
export function meanErrors(
  x: Float64Array,
  y: Float64Array,
): { meanAbsoluteError: number; meanDifference: number } | null {
  const differences = y.map((value, at) => value - (x[at] ?? Number.NaN))
  const meanAbsoluteError = meanOf(differences.map(Math.abs))
  return Number.isFinite(meanAbsoluteError)
    ? { meanAbsoluteError, meanDifference: meanOf(differences) }
    : null
}

function moments(x: Float64Array, y: Float64Array, flatY = false) {
  if (x.length < 3) return null
  const [meanX, meanY] = [meanOf(x), meanOf(y)]
  const [squaresX, squaresY] = [squaresOf(x, meanX), squaresOf(y, meanY)]
  if (!Number.isFinite(squaresX) || !Number.isFinite(squaresY)) return null
  if (!hasSpread(x.length, meanX, squaresX)) return null
  if (!flatY && !hasSpread(y.length, meanY, squaresY)) return null
  const products = sumOf(x.map((value, at) => (value - meanX) * ((y[at] ?? Number.NaN) - meanY)))
  return { meanX, meanY, squaresX, squaresY, products }
}
