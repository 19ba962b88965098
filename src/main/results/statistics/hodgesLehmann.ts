import { z975 } from './pValues.ts'
import { isCounted, mannWhitneyTails, signedRankTails } from './rankTests.ts'
import { findRoot } from './root.ts'
import { ranksOf } from './values.ts'

/** A shift and its 95% interval; null if that level cannot be reached. */
export type Shift = { estimate: number; ciLow: number | null; ciHigh: number | null }

/**
 * Returns the Hodges–Lehmann shift of a against b (1963): the median of all differences between a value of a and one of
 * b, with the interval of the Mann–Whitney test, as R's `wilcox.test(a, b, conf.int = TRUE, tol.root = 1e-12)`. Exact
 * where the test is exact, otherwise by the root of the approximate test. If 95% cannot be reached, there is no
 * interval (R returns one of a lower level, or its outermost differences). Values without NaN; returns null for an
 * empty group or overflow.
 */
export function shiftOf(a: Float64Array, b: Float64Array): Shift | null {
  const [m, n] = [a.length, b.length]
  if (m === 0 || n === 0) return null
  const { ties } = ranksOf(Float64Array.from([...a, ...b]))
  if (ties === 0 && isCounted(m, n)) {
    const differences = new Float64Array(m * n)
    for (const [row, one] of a.entries())
      for (const [column, other] of b.entries()) differences[row * n + column] = one - other
    return exactShift(differences.sort(), mannWhitneyTails(m, n))
  }
  const [x, y] = [a.toSorted(), b.toSorted()]
  const [low, high] = [(x[0] ?? 0) - (y[n - 1] ?? 0), (x[m - 1] ?? 0) - (y[0] ?? 0)]
  return approximateShift({ low, high, statisticAt: (d) => mannWhitneyAt(x, y, d) })
}

/**
 * Returns the Hodges–Lehmann pseudomedian of paired differences: the median of the means of every two (Walsh averages),
 * with the interval of Wilcoxon's signed rank test, as R's `wilcox.test(x, conf.int = TRUE, tol.root = 1e-12)`, which
 * drops zeros. Otherwise like `shiftOf`. Returns null if all differences are 0.
 */
export function pseudomedianOf(all: Float64Array): Shift | null {
  const x = all.filter((difference) => difference !== 0)
  const n = x.length
  if (n === 0) return null
  const { ties } = ranksOf(x.map(Math.abs))
  if (ties === 0 && n === all.length && isCounted(n)) {
    const averages = new Float64Array((n * (n + 1)) / 2)
    let at = 0
    for (let i = 0; i < n; i += 1)
      for (let j = i; j < n; j += 1) averages[at++] = ((x[i] ?? 0) + (x[j] ?? 0)) / 2
    return exactShift(averages.sort(), signedRankTails(n))
  }
  const sorted = x.toSorted()
  const [low, high] = [sorted[0] ?? 0, sorted[n - 1] ?? 0]
  return approximateShift({ low, high, statisticAt: (d) => signedRankAt(sorted, d) })
}

const level = 0.05

/** R's quantiles of both distributions allow for rounding of this size. */
const rounding = 10 * Number.EPSILON

/** Returns the exact shift. `tails[u]`: the probability of a statistic of at most u. */
function exactShift(sorted: Float64Array, tails: Float64Array): Shift | null {
  const size = sorted.length
  const half = size >> 1
  const upper = sorted[half] ?? Number.NaN
  const estimate = size % 2 === 1 ? upper : (sorted[half - 1] ?? Number.NaN) / 2 + upper / 2
  if (!Number.isFinite(estimate)) return null
  let quantile = 0
  while ((tails[quantile] ?? 1) < level / 2 - rounding) quantile += 1
  const place = Math.max(1, quantile)
  const achieved = 2 * (tails[place - 1] ?? 1)
  const [ciLow = Number.NaN, ciHigh = Number.NaN] = [sorted[place - 1], sorted[size - place]]
  // R accepts up to 7.5%, but then p may be above 5% although the interval excludes 0.
  if (achieved - level > rounding || !Number.isFinite(ciLow) || !Number.isFinite(ciHigh))
    return { estimate, ciLow: null, ciHigh: null }
  return { estimate, ciLow, ciHigh }
}

/** The distance of a rank statistic from its mean for values reduced by d, and its standard deviation. */
type Approximated = { distance: number; sd: number }

function approximateShift(of: {
  low: number
  high: number
  statisticAt: (d: number) => Approximated
}): Shift | null {
  const { low, high, statisticAt } = of
  const corrected = (d: number): number => {
    const { distance, sd } = statisticAt(d)
    return (distance - Math.sign(distance) * 0.5) / sd
  }
  const plain = (d: number): number => {
    const { distance, sd } = statisticAt(d)
    return distance / sd
  }
  const ends = { low, high, atLow: plain(low), atHigh: plain(high) }
  if (![low, high].every(Number.isFinite)) return null
  const hasRoot = Number.isFinite(ends.atLow) && Number.isFinite(ends.atHigh) && ends.atLow * ends.atHigh <= 0
  const estimate = hasRoot ? findRoot(plain, ends) : low / 2 + high / 2
  const [atLow, atHigh] = [corrected(low), corrected(high)]
  if (!hasRoot || !(atLow - z975 > 0) || !(atHigh + z975 < 0)) return { estimate, ciLow: null, ciHigh: null }
  const endAt = (z: number): number =>
    findRoot((d) => corrected(d) - z, { low, high, atLow: atLow - z, atHigh: atHigh - z })
  return { estimate, ciLow: endAt(z975), ciHigh: endAt(-z975) }
}

/** Takes x and y in ascending order, so that one pass over both counts the values above each other and the ties. */
function mannWhitneyAt(x: Float64Array, y: Float64Array, d: number): Approximated {
  const [m, n] = [x.length, y.length]
  let [above, ties, i, j] = [0, 0, 0, 0]
  while (i < m || j < n) {
    const [one, other] = [
      i < m ? (x[i] ?? 0) - d : Number.POSITIVE_INFINITY,
      j < n ? (y[j] ?? 0) : Number.POSITIVE_INFINITY,
    ]
    const value = Math.min(one, other)
    const [fromX, fromY] = [i, j]
    while (i < m && (x[i] ?? 0) - d === value) i += 1
    while (j < n && (y[j] ?? 0) === value) j += 1
    above += (i - fromX) * (fromY + (j - fromY) / 2)
    const same = i - fromX + (j - fromY)
    ties += same ** 3 - same
  }
  const sd = Math.sqrt(((m * n) / 12) * (m + n + 1 - ties / ((m + n) * (m + n - 1))))
  return { distance: above - (m * n) / 2, sd }
}

/** Takes x in ascending order: distances from d grow on either side, so one pass ranks them. */
function signedRankAt(x: Float64Array, d: number): Approximated {
  let right = 0
  while (right < x.length && (x[right] ?? 0) - d < 0) right += 1
  let left = right - 1
  while (right < x.length && (x[right] ?? 0) - d === 0) right += 1
  const n = left + 1 + (x.length - right)
  let [positive, ties, ranked] = [0, 0, 0]
  const leftAt = () => (left >= 0 ? d - (x[left] ?? 0) : Number.POSITIVE_INFINITY)
  const rightAt = () => (right < x.length ? (x[right] ?? 0) - d : Number.POSITIVE_INFINITY)
  while (ranked < n) {
    const size = Math.min(leftAt(), rightAt())
    let [below, above] = [0, 0]
    for (; left >= 0 && leftAt() === size; left -= 1) below += 1
    for (; right < x.length && rightAt() === size; right += 1) above += 1
    const same = below + above
    // Values that overflow have no distance.
    if (same === 0) return { distance: Number.NaN, sd: Number.NaN }
    positive += above * (ranked + (same + 1) / 2)
    ties += same ** 3 - same
    ranked += same
  }
  const sd = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48)
  return { distance: positive - (n * (n + 1)) / 4, sd }
}
