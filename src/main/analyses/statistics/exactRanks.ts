/** P(U ≤ u) and P(V ≤ v) by counting all orders, kept for sizes that were asked before. Make one for each comparison. */
export type RankTails = {
  /** P(U ≤ u) of Mann–Whitney's U without ties, for whole u ≤ m·n/2; m, n from 1 to 49. */
  mannWhitney: (u: number, m: number, n: number) => number
  /** P(V ≤ v) of Wilcoxon's signed rank sum without ties and zeros, for whole v ≤ n(n+1)/4; n from 1 to 49. */
  signedRank: (v: number, n: number) => number
}

/** R counts only below 50, in each group or of pairs. */
export const isCounted = (...sizes: number[]): boolean => sizes.every((size) => size < 50)

export function createRankTails(): RankTails {
  const known = new Map<string, Float64Array>()
  const tail = (key: string, at: number, count: () => Float64Array): number => {
    const tails = known.get(key) ?? count()
    known.set(key, tails)
    return tails[at] ?? Number.NaN
  }
  return {
    mannWhitney: (u, m, n) => tail(`${m} and ${n}`, u, () => mannWhitneyTails(m, n)),
    signedRank: (v, n) => tail(`${n}`, v, () => signedRankTails(n)),
  }
}

/**
 * In how many of the C(m + n, m) orders U is 0, 1, … m·n/2: the Gaussian binomial coefficient, built factor by factor
 * as (1 − q^(n+i)) / (1 − q^i). Below the middle the counts of each step are positive and rising, so that rounding
 * stays below 1e-12 although they go up to 1e27.
 */
function mannWhitneyTails(m: number, n: number): Float64Array {
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

/** In how many of the 2^n choices of signs the positive ranks sum to 0, 1, … n(n+1)/4. */
function signedRankTails(n: number): Float64Array {
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
