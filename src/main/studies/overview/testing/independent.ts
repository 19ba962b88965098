/*
 * A second, independent implementation of the statistics from textbook formulas, with other methods than the app: the
 * distributions by the incomplete beta function as a continued fraction (Press et al. 2007), power by integration.
 * Plain and slow.
 */

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

function lnGamma(x: number): number {
  // Stirling's series, shifted far enough to be exact.
  let [at, shift] = [x, 0]
  while (at < 20) {
    shift += Math.log(at)
    at += 1
  }
  const inverse = 1 / at
  const series = inverse / 12 - inverse ** 3 / 360 + inverse ** 5 / 1260 - inverse ** 7 / 1680
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift
}

/** Regularized incomplete beta function. */
function beta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - beta(1 - x, b, a)
  const front = Math.exp(lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1))]
  let h = d
  for (let m = 1; m < 1000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return front * h
}

/** P(|T| ≥ |t|). */
const tTail = (t: number, df: number): number => beta(df / (df + t * t), df / 2, 0.5)
/** P(F ≥ f). */
const fTail = (f: number, df1: number, df2: number): number => beta(df2 / (df2 + df1 * f), df2 / 2, df1 / 2)

/** The t that is exceeded on both sides with probability alpha. */
function criticalT(alpha: number, df: number): number {
  let [low, high] = [0, 1e6]
  for (let step = 0; step < 200; step += 1) {
    const middle = (low + high) / 2
    if (tTail(middle, df) > alpha) low = middle
    else high = middle
  }
  return high
}

/** The outcome of a test. `n` is the size of the smaller group, or the number of pairs. */
export type Tested = { difference: number; ciLow: number; ciHigh: number; p: number; n: number }

export function welchTest(a: readonly number[], b: readonly number[]): Tested | null {
  if (a.length < 2 || b.length < 2) return null
  const [va, vb] = [variance(a) / a.length, variance(b) / b.length]
  const df = (va + vb) ** 2 / (va ** 2 / (a.length - 1) + vb ** 2 / (b.length - 1))
  return tested(mean(a) - mean(b), Math.sqrt(va + vb), df, Math.min(a.length, b.length))
}

export function pairedTest(differences: readonly number[]): Tested | null {
  if (differences.length < 2) return null
  return tested(
    mean(differences),
    Math.sqrt(variance(differences) / differences.length),
    differences.length - 1,
    differences.length,
  )
}

type Ages = { x: number; y: number }

/** Coefficient of the group in the regression of y on x and group, by the normal equations. */
export function regressionTest(a: readonly Ages[], b: readonly Ages[]): Tested | null {
  if (a.length < 2 || b.length < 2) return null
  const all = [...a, ...b]
  const middle = mean(all.map(({ x }) => x))
  const rows = all.map(({ x, y }, at) => ({ of: [at < a.length ? 1 : 0, 1, x - middle], y }))
  return leastSquares(rows)
}

/** Mean difference within pairs where x does not differ; else the intercept of the regression of Δy on Δx. */
export function pairedRegressionTest(pairs: readonly (readonly [Ages, Ages])[]): Tested | null {
  const steps = pairs.map(([first, second]) => ({ x: first.x - second.x, y: first.y - second.y }))
  if (steps.every(({ x }) => x === steps[0]?.x)) return pairedTest(steps.map(({ x, y }) => y - x))
  return leastSquares(steps.map(({ x, y }) => ({ of: [1, x], y })))
}

/** The first coefficient, with its t-test. */
function leastSquares(rows: readonly { of: number[]; y: number }[]): Tested | null {
  const width = rows[0]?.of.length ?? 0
  const moment = (i: number, j: number) => rows.reduce((sum, { of }) => sum + (of[i] ?? 0) * (of[j] ?? 0), 0)
  const indices = Array.from({ length: width }, (_, at) => at)
  // [XᵀX | Xᵀy | first unit vector], reduced by Gauss and Jordan.
  const table = indices.map((i) => [
    ...indices.map((j) => moment(i, j)),
    rows.reduce((sum, { of, y }) => sum + (of[i] ?? 0) * y, 0),
    i === 0 ? 1 : 0,
  ])
  for (const pivot of indices) {
    const row = table[pivot] ?? []
    const head = row[pivot] ?? 0
    for (const at of row.keys()) row[at] = (row[at] ?? 0) / head
    for (const [other, cells] of table.entries()) {
      const factor = cells[pivot] ?? 0
      if (other !== pivot)
        for (const at of cells.keys()) cells[at] = (cells[at] ?? 0) - factor * (row[at] ?? 0)
    }
  }
  const coefficients = table.map((row) => row[width] ?? 0)
  const df = rows.length - width
  if (df < 1) return null
  const squares = rows.reduce(
    (sum, { of, y }) => sum + (y - coefficients.reduce((fit, one, at) => fit + one * (of[at] ?? 0), 0)) ** 2,
    0,
  )
  return tested(
    coefficients[0] ?? 0,
    Math.sqrt((squares / df) * (table[0]?.[width + 1] ?? 0)),
    df,
    rows.length,
  )
}

function tested(difference: number, error: number, df: number, n: number): Tested {
  const reach = criticalT(0.05, df) * error
  return {
    difference,
    ciLow: difference - reach,
    ciHigh: difference + reach,
    p: tTail(difference / error, df),
    n,
  }
}

/** Welch (1951). */
export function welchF(groups: readonly (readonly number[])[]): number | null {
  if (groups.some((group) => group.length < 2)) return null
  const k = groups.length
  const weights = groups.map((group) => group.length / variance(group))
  const total = weights.reduce((sum, one) => sum + one, 0)
  const grand = groups.reduce((sum, group, at) => sum + (weights[at] ?? 0) * mean(group), 0) / total
  const between =
    groups.reduce((sum, group, at) => sum + (weights[at] ?? 0) * (mean(group) - grand) ** 2, 0) / (k - 1)
  const lambda = groups.reduce(
    (sum, group, at) => sum + (1 - (weights[at] ?? 0) / total) ** 2 / (group.length - 1),
    0,
  )
  const f = between / (1 + (2 * (k - 2) * lambda) / (k * k - 1))
  return fTail(f, k - 1, (k * k - 1) / (3 * lambda))
}

/** Ordinary analysis of variance. */
export function ordinaryF(groups: readonly (readonly number[])[]): number | null {
  if (groups.some((group) => group.length === 0)) return null
  const grand = mean(groups.flat())
  const within = groups.reduce((sum, group) => sum + group.reduce((s, v) => s + (v - mean(group)) ** 2, 0), 0)
  const between = groups.reduce((sum, group) => sum + group.length * (mean(group) - grand) ** 2, 0)
  const [df, df2] = [groups.length - 1, groups.flat().length - groups.length]
  return fTail(between / df / (within / df2), df, df2)
}

/** Returns which p-values Benjamini and Hochberg (1995) reject at this level, by their original definition. */
export function rejected(p: readonly (number | null)[], level: number): boolean[] {
  const known = p.filter((one) => one !== null).sort((a, b) => a - b)
  let limit = -1
  for (const [at, one] of known.entries()) if (one <= ((at + 1) / known.length) * level) limit = one
  return p.map((one) => one !== null && one <= limit)
}

/** Adjusts p-values by Holm (1979). */
export function holm(p: readonly number[]): number[] {
  const order = [...p.keys()].sort((a, b) => (p[a] ?? 0) - (p[b] ?? 0))
  const adjusted = [...p]
  let most = 0
  for (const [rank, at] of order.entries()) {
    most = Math.max(most, Math.min(1, (p[at] ?? 0) * (p.length - rank)))
    adjusted[at] = most
  }
  return adjusted
}

const normalTail = (z: number): number => (z < 0 ? 1 - normalTail(-z) : tTail(z, 1e7) / 2)

/**
 * Computes the power of a two-sided t test whose t is shifted by `shift`, over the distribution of the estimated
 * variance.
 */
export function powerOf(shift: number, df: number, alpha: number): number {
  const critical = criticalT(alpha, df)
  const logNorm = (df / 2) * Math.log(2) + lnGamma(df / 2)
  const [most, steps] = [df + 12 * Math.sqrt(2 * df) + 40, 400]
  let [power, all] = [0, 0]
  for (let step = 0; step < steps; step += 1) {
    const v = ((step + 0.5) / steps) * most
    const density = Math.exp((df / 2 - 1) * Math.log(v) - v / 2 - logNorm)
    power += density * normalTail(critical * Math.sqrt(v / df) - Math.abs(shift))
    all += density
  }
  return power / all
}

export function correlation(x: readonly number[], y: readonly number[]): number {
  const [mx, my] = [mean(x), mean(y)]
  const products = x.reduce((sum, value, at) => sum + (value - mx) * ((y[at] ?? 0) - my), 0)
  return products / (x.length - 1) / Math.sqrt(variance(x) * variance(y))
}

/**
 * Returns the smallest k for which P(X ≤ k) falls short of 1 by less than one in 10,000, with n cases of probability p.
 */
export function most(n: number, p: number): number {
  let [term, sum, k] = [(1 - p) ** n, (1 - p) ** n, 0]
  while (1 - sum > 1e-4 && k < n) {
    term *= ((n - k) / (k + 1)) * (p / (1 - p))
    sum += term
    k += 1
  }
  return k
}
