import tQuantile from '@stdlib/stats-base-dists-t-quantile'
import { sumOf } from '../../../../shared/domain/results/spread.ts'
import { t975, upperChiSquare, upperF, upperT, z975 } from '../pValues.ts'
import { findRoot } from '../root.ts'
import { meanOf, squaresOf } from '../values.ts'

/** Repeats of each unit, such as a donor: one array per unit. */
type Repeats = readonly Float64Array[]

/** ICC(2,1) with its 95% interval, of `units` that have all `repeats`; `leftOut`: units that do not. */
export type Icc = { icc: number; low: number; high: number; units: number; repeats: number; leftOut: number }

/**
 * Returns the absolute agreement of repeats: ICC(2,1) of Shrout and Fleiss (1979), Psychological Bulletin 86:420, with
 * the interval of McGraw and Wong (1996), Psychological Methods 1:30, case 2A. `table`: for each unit its repeats in
 * the same order (first run, second run, …), NaN where missing; units with a missing one are left out. Null below two
 * repeats or three units, and if no values differ.
 */
export function intraclassCorrelation(table: Repeats): Icc | null {
  const complete = table.filter((row) => row.every(Number.isFinite))
  const [n, k] = [complete.length, complete[0]?.length ?? 0]
  if (n < 3 || k < 2) return null
  const all = Float64Array.from(complete.flatMap((row) => [...row]))
  const mean = meanOf(all)
  const squares = (means: Float64Array, count: number) => count * squaresOf(means, mean)
  const betweenUnits = squares(Float64Array.from(complete, meanOf), k)
  const columns = Array.from({ length: k }, (_, at) =>
    meanOf(Float64Array.from(complete, (row) => row[at] ?? 0)),
  )
  const betweenRepeats = squares(Float64Array.from(columns), n)
  const total = squaresOf(all, mean)
  const msUnits = betweenUnits / (n - 1)
  const msRepeats = betweenRepeats / (k - 1)
  const msError = Math.max(0, total - betweenUnits - betweenRepeats) / ((n - 1) * (k - 1))
  const icc = (msUnits - msError) / (msUnits + (k - 1) * msError + (k * (msRepeats - msError)) / n)
  if (!(total > 0) || !Number.isFinite(icc)) return null
  const counts = { units: n, repeats: k, leftOut: table.length - n }
  // Equal repeats.
  if (msError === 0 && msRepeats === 0) return { icc, low: 1, high: 1, ...counts }
  const a = (k * icc) / (n * (1 - icc))
  const b = 1 + (k * icc * (n - 1)) / (n * (1 - icc))
  const df =
    (a * msRepeats + b * msError) ** 2 /
    ((a * msRepeats) ** 2 / (k - 1) + (b * msError) ** 2 / ((n - 1) * (k - 1)))
  const other = k * msRepeats + (k * n - k - n) * msError
  const above = quantileOfF(0.025, n - 1, df)
  const below = 1 / quantileOfF(0.975, n - 1, df)
  return {
    icc,
    low: (n * (msUnits - above * msError)) / (above * other + n * msUnits),
    high: (n * (below * msUnits - msError)) / (other + n * below * msUnits),
    ...counts,
  }
}

/** Returns the F value that is exceeded with a probability; df1 is an integer. */
const quantileOfF = (probability: number, df1: number, df2: number): number =>
  findQuantile((f) => upperF(f, df1, df2) - probability)

/** Returns the positive root of a decreasing function that is positive at 0. */
function findQuantile(f: (x: number) => number): number {
  let high = 1
  while (f(high) > 0 && high < 1e300) high *= 2
  return findRoot(f, { low: 0, high, atLow: f(0), atHigh: f(high) }, 1e-14 * high)
}

type Bound = { estimate: number; low: number; high: number }

/**
 * Bland–Altman's numbers with 95% intervals. `lower`, `upper`: the limits between which 95% of the differences of single
 * measurements lie. `differences`: of all units.
 */
export type LimitsOfAgreement = {
  bias: Bound
  lower: Bound
  upper: Bound
  sd: number
  units: number
  differences: number
}

/**
 * Returns the limits of agreement of two measurements, such as two runs. `differences`: for each unit, second − first of
 * each pair, one or more. The variance within and between units add up, and the intervals are by MOVER: Zou (2013),
 * Statistical Methods in Medical Research 22:630. Null below three units, and if no differences vary.
 */
export function limitsOfAgreement(differences: Repeats): LimitsOfAgreement | null {
  const units = differences.map((unit) => unit.filter(Number.isFinite)).filter(({ length }) => length > 0)
  const n = units.length
  const total = units.reduce((sum, { length }) => sum + length, 0)
  if (n < 3) return null
  const means = Float64Array.from(units, meanOf)
  const mean = meanOf(means)
  const between = squaresOf(means, mean) / (n - 1)
  const dfWithin = total - n
  const within = dfWithin === 0 ? 0 : sumOf(Float64Array.from(units, (unit) => squaresOf(unit))) / dfWithin
  const share = 1 - sumOf(Float64Array.from(units, ({ length }) => 1 / length)) / n
  const variance = between + share * within
  if (!(variance > 0)) return null
  const excess = (df: number, probability: number): number =>
    df === 0 ? 0 : df / findQuantile((x) => upperChiSquare(x, df) - probability) - 1
  const reach = (probability: number): number =>
    Math.hypot(between * excess(n - 1, probability), share * within * excess(dfWithin, probability))
  const [least, most] = [Math.max(0, variance - reach(0.025)), variance + reach(0.975)]
  const sd = Math.sqrt(variance)
  const inner = Math.hypot(z975 * Math.sqrt(between / n), z975 * (sd - Math.sqrt(least)))
  const outer = Math.hypot(z975 * Math.sqrt(between / n), z975 * (Math.sqrt(most) - sd))
  const margin = t975(n - 1) * Math.sqrt(between / n)
  const [lower, upper] = [mean - z975 * sd, mean + z975 * sd]
  return {
    bias: { estimate: mean, low: mean - margin, high: mean + margin },
    lower: { estimate: lower, low: lower - outer, high: lower + inner },
    upper: { estimate: upper, low: upper - inner, high: upper + outer },
    sd,
    units: n,
    differences: total,
  }
}

/** `p`: of two one-sided tests. `low`, `high`: the 90% interval. `atMost`: the smallest margin with p ≤ 0.05. */
export type Equivalence = { p: number; low: number; high: number; atMost: number }

/**
 * Tests that an effect lies within ±margin, by two one-sided t tests: Schuirmann (1987), Journal of Pharmacokinetics and
 * Biopharmaceutics 15:657. At level 5%, it does if the 90% interval does. `se` above 0.
 */
export function testEquivalence(
  { estimate, se, df }: { estimate: number; se: number; df: number },
  margin: number,
): Equivalence {
  const reach = -tQuantile(0.05, df) * se
  const [low, high] = [estimate - reach, estimate + reach]
  const p = upperT((margin - Math.abs(estimate)) / se, df)
  return { p, low, high, atMost: Math.max(Math.abs(low), Math.abs(high)) }
}
