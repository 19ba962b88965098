import { expect, test } from 'vitest'
import {
  leastMannWhitneyP,
  leastSignedRankP,
  mannWhitney,
  mannWhitneyTails,
  signedRankTails,
  wilcoxonSignedRank,
} from './rankTests.ts'

/** Returns U for every choice of the first group's positions among m + n. */
function everyU(m: number, n: number): number[] {
  if (m === 0 || n === 0) return [0]
  // Either the last position belongs to the first group (and is above all n), or not.
  return [...everyU(m - 1, n).map((u) => u + n), ...everyU(m, n - 1)]
}

test('tails match those of all enumerated orders', () => {
  for (const [m, n] of [
    [1, 1],
    [1, 6],
    [3, 3],
    [4, 7],
    [7, 4],
    [6, 6],
  ] as const) {
    const all = everyU(m, n)
    const tails = mannWhitneyTails(m, n)
    for (let u = 0; u <= (m * n) / 2; u += 1)
      expect(tails[u]).toBeCloseTo(all.filter((one) => one <= u).length / all.length, 14)
  }
})

test('the counts of the largest groups add up to all orders', () => {
  // m·n is odd, so the lower half of the values of U covers exactly half of the orders.
  expect(Math.abs((mannWhitneyTails(49, 49)[1200] ?? 0) - 0.5)).toBeLessThan(1e-12)
  expect(signedRankTails(49)[612]).toBe(0.5)
})

test('three and three never go below p = 0.1, and four pairs never below 0.125', () => {
  expect(leastMannWhitneyP(3, 3)).toBeCloseTo(0.1, 15)
  expect(leastSignedRankP(4)).toBe(0.125)
  expect(leastMannWhitneyP(1, 1)).toBe(1)
  expect(leastSignedRankP(1)).toBe(1)
})

test.each([2, 3, 10, 49, 50, 70])('the least p is that of %d values all above the others', (n) => {
  const low = Float64Array.from({ length: n }, (_, at) => at)
  const high = low.map((value) => value + 100)
  expect(mannWhitney(high, low)).toMatchObject({ p: leastMannWhitneyP(n, n), exact: n < 50 })
  expect(wilcoxonSignedRank(high)).toMatchObject({ p: leastSignedRankP(n), exact: n < 50 })
})
