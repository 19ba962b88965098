import { expect, test } from 'vitest'
import {
  cliffsDelta,
  epsilonSquared,
  hedgesG,
  hedgesGInterval,
  hedgesGPaired,
  omegaSquared,
  rankBiserial,
  rankEffectInterval,
} from './effects.ts'

const of = (...values: number[]) => Float64Array.from(values)

test("Hedges' g is the standardized difference times the exact correction", () => {
  // Means 4 and 2, pooled SD 1, 4 degrees of freedom: J = Γ(2) / (√2 · Γ(1.5)).
  expect(hedgesG(of(3, 4, 5), of(1, 2, 3))).toBeCloseTo(2 / (Math.SQRT2 * 0.886226925452758), 13)
})

test.each([
  [2, 0.5641895835477563],
  [3, 0.7236012545582676],
  [10, 0.9227456016427136],
  [1001, 0.9992507493762489],
])('with %d degrees of freedom the correction is %d', (df, correction) => {
  // Differences with SD 1 and mean 1, as many as give these degrees of freedom.
  const values = Float64Array.from({ length: df + 1 }, (_, at) => at)
  const mean = df / 2
  const sd = Math.sqrt(((df + 1) * (df + 2)) / 12)
  expect(hedgesGPaired(values.map((value) => 1 + (value - mean) / sd))).toBeCloseTo(correction, 6)
})

test("Cliff's δ is the share of pairs above less the share below", () => {
  expect(cliffsDelta(of(5, 6), of(1, 2, 3))).toBe(1)
  expect(cliffsDelta(of(1, 2), of(2, 2))).toBe(-0.5)
  expect(cliffsDelta(of(1e308), of(-1e308))).toBe(1)
})

test('the rank biserial drops pairs without a difference', () => {
  expect(rankBiserial(of(1, 2, -3))).toBe(0)
  expect(rankBiserial(of(0, 4, 0))).toBe(1)
})

test('effects of several groups lie between 0 and 1', () => {
  expect(epsilonSquared(4.5, 10)).toBe(0.5)
  expect(omegaSquared(0.4, 3, 20)).toBe(0)
  expect(omegaSquared(5, 3, 20)).toBe(12 / 32)
})

test('there is no effect of too few values, without spread, or of numbers that overflow', () => {
  expect(hedgesG(of(1, 2), of(3))).toBeNull()
  expect(hedgesG(of(1, 2, 3, 4), of())).toBeNull()
  expect(hedgesG(of(1, 1), of(2, 2))).toBeNull()
  expect(hedgesG(of(0.3, 0.1 + 0.2), of(5, 5))).toBeNull()
  expect(hedgesG(of(1e308, -1e308), of(1, 2))).toBeNull()
  expect(hedgesGPaired(of(1, 2))).toBeNull()
  expect(hedgesGPaired(of(2, 2, 2))).toBeNull()
  expect(cliffsDelta(of(), of(1))).toBeNull()
  expect(rankBiserial(of(0, 0))).toBeNull()
  expect(epsilonSquared(0, 1)).toBeNull()
})

// R's effectsize 0.8.3, which searches the noncentrality with five digits.
test('intervals of effects are those of effectsize', () => {
  const [a, b] = [of(3.1, 4.7, 5.2, 6.6, 4.4), of(1.2, 2.5, 2.9, 3.3, 0.4)]
  const interval = hedgesGInterval(hedgesG(a, b), { df: 8, share: 2 / 5 })
  expect(interval?.low).toBeCloseTo(0.480612755263, 5)
  expect(interval?.high).toBeCloseTo(3.42514398832, 5)
  const differences = a.map((value, at) => value - (b[at] ?? 0))
  const ofPairs = hedgesGInterval(hedgesGPaired(differences), { df: 4, share: 1 / 5 })
  expect(ofPairs?.low).toBeCloseTo(0.690533444009, 5)
  expect(ofPairs?.high).toBeCloseTo(4.27191425884, 5)
  const delta = cliffsDelta(a, of(3.5, 2.5, 2.9, 3.3, 0.4))
  expect(rankEffectInterval(delta, [5, 5])).toEqual({
    low: expect.closeTo(0.438655273608, 11),
    high: expect.closeTo(0.961978808158, 11),
  })
  expect(rankEffectInterval(rankBiserial(of(1, -2, 3, 4, 5.5, -0.5)), 6)?.low).toBeCloseTo(
    -0.165335668354,
    11,
  )
})

test('the interval is null if the effect is extreme or missing', () => {
  expect(rankEffectInterval(1, [3, 3])).toBeNull()
  expect(hedgesGInterval(null, { df: 4, share: 1 })).toBeNull()
  // An interval contains its effect even where R's pt is no longer exact.
  const { low = 0, high = 0 } = hedgesGInterval(400, { df: 10, share: 1 / 6 }) ?? {}
  expect(low).toBeLessThan(400)
  expect(high).toBeGreaterThan(400)
})
