import { twoSidedNormal, upperChiSquare } from './pValues.ts'
import { type NoTest, noTest, rankSums, ranksOf } from './values.ts'

export type RankTest = {
  why: null
  statistic: number
  p: number
  /** True: by counting all orders. False: normal approximation, corrected for continuity and ties. */
  exact: boolean
}

/**
 * Runs the Mann–Whitney test of two groups (two-sided), as R's `wilcox.test(a, b)`: exact below 50 values per group
 * without ties. `statistic` is R's W: the pairs in which a is above b, equal ones counting half. Values without NaN.
 * Returns `NoTest` for an empty group or equal values. With ties the approximation may fall below `leastCountedP`,
 * the smallest p of an exact test.
 */
export function mannWhitney(a: Float64Array, b: Float64Array): RankTest | NoTest {
  const [m, n] = [a.length, b.length]
  if (m === 0 || n === 0) return noTest('tooFew')
  const { sums, ties } = rankSums([a, b])
  const statistic = (sums[0] ?? 0) - (m * (m + 1)) / 2
  if (ties === 0 && isCounted(m, n)) {
    const p = Math.min(1, 2 * at(mannWhitneyTails(m, n), Math.min(statistic, m * n - statistic)))
    return { why: null, statistic, p, exact: true }
  }
  const variance = mannWhitneyVariance(m, n, ties)
  if (!(variance > 0)) return noTest('noSpread')
  return { why: null, statistic, p: approximateP(statistic - (m * n) / 2, variance), exact: false }
}

/**
 * Runs Wilcoxon's signed rank test (two-sided), as R's `wilcox.test(a, b, paired = TRUE)`. One difference per pair,
 * without NaN. Zeros are dropped; with zeros, ties or 50 pairs and more the distribution is approximated. `statistic`
 * is R's V: the rank sum of the positive differences. Returns `NoTest` without pairs, or if all are 0.
 */
export function wilcoxonSignedRank(differences: Float64Array): RankTest | NoTest {
  if (differences.length === 0) return noTest('tooFew')
  const { positive, n, ties } = signedRankSums(differences)
  if (n === 0) return noTest('noSpread')
  const rankTotal = (n * (n + 1)) / 2
  if (ties === 0 && n === differences.length && isCounted(n)) {
    const p = Math.min(1, 2 * at(signedRankTails(n), Math.min(positive, rankTotal - positive)))
    return { why: null, statistic: positive, p, exact: true }
  }
  const variance = (rankTotal * (2 * n + 1)) / 12 - ties / 48
  return { why: null, statistic: positive, p: approximateP(positive - rankTotal / 2, variance), exact: false }
}

/** Returns the rank sums (by size) of the positive and negative differences, n without zeros, and Σ(t³ − t). */
export function signedRankSums(differences: Float64Array): {
  positive: number
  negative: number
  n: number
  ties: number
} {
  const moved = differences.filter((difference) => difference !== 0)
  const { ranks, ties } = ranksOf(moved.map(Math.abs))
  const n = moved.length
  const positive = ranks.reduce((sum, rank, at) => ((moved[at] ?? 0) > 0 ? sum + rank : sum), 0)
  return { positive, negative: (n * (n + 1)) / 2 - positive, n, ties }
}

export type KruskalWallis = { why: null; statistic: number; df: number; p: number }

/**
 * Runs the Kruskal–Wallis test of two or more groups, as R's `kruskal.test(groups)`: H corrected for ties, χ² with k −
 * 1 degrees of freedom. Values without NaN. Returns `NoTest` for fewer than two groups, an empty group, or equal
 * values.
 */
export function kruskalWallis(groups: readonly Float64Array[]): KruskalWallis | NoTest {
  if (groups.length < 2 || groups.some((group) => group.length === 0)) return noTest('tooFew')
  const { sums, ties, n } = rankSums(groups)
  const untied = 1 - ties / (n ** 3 - n)
  if (!(untied > 0)) return noTest('noSpread')
  const squares = groups.reduce((sum, group, at) => sum + (sums[at] ?? 0) ** 2 / group.length, 0)
  const statistic = ((12 * squares) / (n * (n + 1)) - 3 * (n + 1)) / untied
  const df = groups.length - 1
  return { why: null, statistic, df, p: upperChiSquare(statistic, df) }
}

/** Returns the smallest p of `mannWhitney` for groups of these sizes (from 1) without ties. */
export function leastMannWhitneyP(nA: number, nB: number): number {
  if (isCounted(nA, nB)) return Math.min(1, 2 * at(mannWhitneyTails(nA, nB), 0))
  return approximateP((nA * nB) / 2, mannWhitneyVariance(nA, nB, 0))
}

/** Returns the smallest p of `kruskalWallis` for these sizes without ties: that of completely separated groups. */
export function leastKruskalWallisP(sizes: readonly number[]): number {
  const n = sizes.reduce((sum, size) => sum + size, 0)
  const within = sizes.reduce((sum, size) => sum + size ** 3 - size, 0)
  return upperChiSquare((n ** 3 - n - within) / (n * (n + 1)), sizes.length - 1)
}

/**
 * Returns the smallest p that counting all orders of distinct values can give, for a rank test of two or more groups: 2
 * / (orders of two groups), or k! / (orders of k groups).
 */
export function leastCountedP(sizes: readonly number[]): number {
  let [orders, n] = [1, 0]
  for (const size of sizes)
    for (let place = 1; place <= size; place += 1) {
      n += 1
      orders *= n / place
    }
  const furthest = sizes.reduce((product, _, at) => product * (at + 1), 1)
  return Math.min(1, furthest / orders)
}

/** Returns the same for the signs of n differences. */
export const leastCountedSignedRankP = (n: number): number => Math.min(1, 2 ** (1 - n))

/** Returns the smallest p of `wilcoxonSignedRank` for n pairs (from 1) without ties and zeros. */
export function leastSignedRankP(n: number): number {
  if (isCounted(n)) return leastCountedSignedRankP(n)
  return approximateP((n * (n + 1)) / 4, (n * (n + 1) * (2 * n + 1)) / 24)
}

const mannWhitneyVariance = (m: number, n: number, ties: number): number =>
  ((m * n) / 12) * (m + n + 1 - ties / ((m + n) * (m + n - 1)))

/** Returns the two-sided p of a rank sum at this distance from its mean, half a rank closer for continuity. */
const approximateP = (distance: number, variance: number): number =>
  twoSidedNormal(Math.max(0, Math.abs(distance) - 0.5) / Math.sqrt(variance))

/** Returns true if R counts exactly: below 50 per group, or pairs. */
export const isCounted = (...sizes: number[]): boolean => sizes.every((size) => size < 50)

const at = (tails: Float64Array, sum: number): number => tails[sum] ?? Number.NaN

/**
 * Returns P(U ≤ u) of Mann–Whitney's U without ties, for u = 0, 1, … m·n/2, by counting all C(m + n, m) orders: the
 * Gaussian binomial coefficient, built factor by factor as (1 − q^(n+i)) / (1 − q^i). Below the middle, the counts of each step are
 * positive and increasing, so rounding stays below 1e-12 although they reach 1e27.
 */
export function mannWhitneyTails(m: number, n: number): Float64Array {
  const counts = new Float64Array(Math.floor((m * n) / 2) + 1)
  counts[0] = 1
  let all = 1
  for (let i = 1; i <= m; i += 1) {
    for (let u = counts.length - 1; u >= n + i; u -= 1)
      counts[u] = (counts[u] ?? 0) - (counts[u - n - i] ?? 0)
    for (let u = i; u < counts.length; u += 1) counts[u] = (counts[u] ?? 0) + (counts[u - i] ?? 0)
    all *= (n + i) / i
  }
  return cumulated(counts, all)
}

/** Returns P(V ≤ v) of Wilcoxon's signed rank sum without ties and zeros, for v = 0, 1, … n(n+1)/4, from all 2^n signs. */
export function signedRankTails(n: number): Float64Array {
  const counts = new Float64Array(Math.floor((n * (n + 1)) / 4) + 1)
  counts[0] = 1
  for (let rank = 1; rank <= n; rank += 1)
    for (let v = counts.length - 1; v >= rank; v -= 1) counts[v] = (counts[v] ?? 0) + (counts[v - rank] ?? 0)
  return cumulated(counts, 2 ** n)
}

function cumulated(counts: Float64Array, all: number): Float64Array {
  let sum = 0
  return counts.map((count) => {
    sum += count
    return sum / all
  })
}
