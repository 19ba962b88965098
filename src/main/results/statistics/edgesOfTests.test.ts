import { describe, expect, test } from 'vitest'
import type { WhyNoTest } from '../../../shared/domain/results/comparison.ts'
import { paired, welch, welchAnova } from './meanTests.ts'
import { kruskalWallis, mannWhitney, wilcoxonSignedRank } from './rankTests.ts'

const of = (...values: number[]) => Float64Array.from(values)
const [nothing, one, two, same] = [of(), of(3), of(1, 4), of(2, 2, 2)]
const usual = of(1.5, 2, 3.25, 4)
const huge = of(1e308, -1e308, 1e308)

describe('a test that is not possible gives the reason', () => {
  const welchOf = (a: Float64Array, b: Float64Array) => welch({ a, b })
  const anovaOf = (...groups: Float64Array[]) => welchAnova(groups)
  const kruskalOf = (...groups: Float64Array[]) => kruskalWallis(groups)
  const cases: [string, WhyNoTest, () => { why: unknown }][] = [
    ['Welch of one value', 'tooFew', () => welchOf(one, usual)],
    ['Welch of nothing', 'tooFew', () => welchOf(usual, nothing)],
    ['Welch of equal values', 'noSpread', () => welchOf(same, of(5, 5))],
    ['Welch of zeros', 'noSpread', () => welchOf(of(0, 0), of(0, 0))],
    ['Welch of values that differ by rounding', 'noSpread', () => welchOf(of(0.3, 0.1 + 0.2), of(0.3, 0.3))],
    ['Welch of 1e308', 'tooLarge', () => welchOf(huge, usual)],
    ['Welch of values whose sum overflows', 'tooLarge', () => welchOf(of(1e308, 1e308), usual)],
    ['pairs: one', 'tooFew', () => paired(one)],
    ['pairs that all differ alike', 'noSpread', () => paired(same)],
    ['pairs of 1e308', 'tooLarge', () => paired(huge)],
    ['Mann–Whitney of an empty group', 'tooFew', () => mannWhitney(nothing, usual)],
    ['Mann–Whitney of equal values', 'noSpread', () => mannWhitney(same, of(2))],
    ['signed ranks of nothing', 'tooFew', () => wilcoxonSignedRank(nothing)],
    ['signed ranks of zeros', 'noSpread', () => wilcoxonSignedRank(of(0, 0, -0))],
    ['Kruskal–Wallis of one group', 'tooFew', () => kruskalOf(usual)],
    ['Kruskal–Wallis with an empty group', 'tooFew', () => kruskalOf(usual, nothing, two)],
    ['Kruskal–Wallis of equal values', 'noSpread', () => kruskalOf(same, same)],
    ['Kruskal–Wallis of one value', 'tooFew', () => kruskalOf(one, nothing)],
    ['Welch ANOVA with a group of one', 'tooFew', () => anovaOf(usual, one)],
    ['Welch ANOVA with a group without spread', 'noSpread', () => anovaOf(usual, same, two)],
    ['Welch ANOVA of 1e308', 'tooLarge', () => anovaOf(usual, huge)],
    ['Welch ANOVA with a spread that overflows', 'tooLarge', () => anovaOf(usual, two, of(1e200, -1e200, 5))],
    [
      'Welch ANOVA of means too far apart',
      'tooLarge',
      () =>
        anovaOf(
          usual,
          of(1, 1 + 1e-14, 1 + 2e-14).map((value) => value * 1e160),
        ),
    ],
  ]
  test.each(cases)('%s: %s', (_, why, make) => {
    expect(make()).toEqual({ why })
  })
})

describe('a rank test handles values that a mean cannot', () => {
  test('1e308 is ranked like other values', () => {
    const { p } = mannWhitney(huge, usual) as { p: number }
    expect(p).toBeGreaterThan(0.1)
    expect(mannWhitney(of(9e307, 1e308), of(1, 2))).toEqual(mannWhitney(of(3, 4), of(1, 2)))
  })

  test('one value in each group has p = 1', () => {
    expect(mannWhitney(one, of(4))).toEqual({ why: null, statistic: 0, p: 1, exact: true })
    expect(wilcoxonSignedRank(one)).toEqual({ why: null, statistic: 1, p: 1, exact: true })
  })
})

test('the difference is the first group minus the second, with its interval', () => {
  const found = welch({ a: of(5, 6, 7), b: of(1, 2, 3) }) as {
    difference: number
    ciLow: number
    ciHigh: number
  }
  expect(found.difference).toBe(4)
  expect(found.ciLow).toBeLessThan(4)
  expect(found.ciHigh - 4).toBeCloseTo(4 - found.ciLow, 12)
})

test('numbers of any scale give the same test', () => {
  const scaled = (by: number) =>
    welch({ a: usual.map((value) => value * by), b: two.map((value) => value * by) })
  const p = (by: number) => (scaled(by) as { p: number }).p
  expect(p(2 ** -400)).toBe(p(1))
  expect(p(2 ** 400)).toBe(p(1))
})
