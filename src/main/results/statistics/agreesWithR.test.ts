import tCdf from '@stdlib/stats-base-dists-t-cdf'
import { describe, expect, test } from 'vitest'
import { benjaminiHochberg, holm } from '../../../shared/domain/results/adjust.ts'
import { type TTest, welch } from './meanTests.ts'
import { twoSidedNormal, twoSidedT, upperChiSquare } from './pValues.ts'
import { kruskalWallis, mannWhitney, type RankTest, wilcoxonSignedRank } from './rankTests.ts'
import { comparisons, differenceOf, type Ours, type RunTest } from './testing/agreement.ts'
import { agrees, readFixtures, type TestOfR } from './testing/fixtures.ts'
import { type NoTest, rankSums } from './values.ts'

const fixtures = readFixtures()

/** Returns the data sets with results that differ from R's, each with the number that differs most. */
const differences = (name: TestOfR, runTest: RunTest, tolerance = 1e-9): string[] =>
  fixtures.flatMap((fixture, at) => {
    const { largest, text } = differenceOf(fixture, name, runTest)
    return largest > tolerance ? [`${at} ${fixture.shape}: ${text ?? ''}`] : []
  })

describe("R's results for 200 data sets", () => {
  test.each(comparisons)('%s agrees with %s, and refuses where R does', (name, _, runTest, tolerance) => {
    expect(differences(name, runTest, tolerance)).toEqual([])
  })

  test('adjusted p agree with p.adjust to 1e-9, and leave out what is missing', () => {
    expect(adjustedOtherwise(benjaminiHochberg, 'benjaminiHochberg')).toBe(0)
    expect(adjustedOtherwise(holm, 'holm')).toBe(0)
  })

  test('the data sets cover the cases of the rules', () => {
    const answers = fixtures.map((fixture) => fixture.mannWhitney)
    expect(fixtures).toHaveLength(200)
    expect(answers.filter(({ exact }) => exact).length).toBeGreaterThan(50)
    expect(answers.filter(({ exact }) => !exact).length).toBeGreaterThan(50)
    expect(fixtures.filter(({ welch: { p } }) => p && p < 1e-30).length).toBeGreaterThan(2)
    expect(fixtures.filter(({ welch: { p } }) => p === undefined).length).toBeGreaterThan(5)
  })
})

const adjustedOtherwise = (adjust: typeof holm, name: 'holm' | 'benjaminiHochberg'): number =>
  fixtures.filter(({ p, [name]: theirs }) =>
    adjust(p).some((own, at) => !(own === theirs[at] || agrees(own ?? Number.NaN, theirs[at] ?? Number.NaN))),
  ).length

/** Replaces the p of a result. */
const withP = <T extends { why: null }>(answer: T | NoTest, p: (answer: T) => number): Ours =>
  answer.why === null ? { ...answer, p: p(answer) } : answer

describe('a mutant is caught', () => {
  const distance = (a: Float64Array, b: Float64Array, { statistic }: RankTest) =>
    Math.abs(statistic - (a.length * b.length) / 2)
  const spread = (a: Float64Array, b: Float64Array, ties = 0) => {
    const n = a.length + b.length
    return Math.sqrt(((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1))))
  }
  const mutants: [string, TestOfR, RunTest][] = [
    [
      "with Student's degrees of freedom",
      'welch',
      ({ a, b }) =>
        withP(welch({ a, b }), ({ statistic }: TTest) => twoSidedT(statistic, a.length + b.length - 2)),
    ],
    [
      'that takes an upper tail as 1 − cdf',
      'welch',
      ({ a, b }) =>
        withP(welch({ a, b }), ({ statistic, df }: TTest) => 2 * (1 - tCdf(Math.abs(statistic), df))),
    ],
    [
      'without the correction for ties',
      'mannWhitney',
      ({ a, b }) =>
        withP(mannWhitney(a, b), (of: RankTest) =>
          of.exact ? of.p : twoSidedNormal(Math.max(0, distance(a, b, of) - 0.5) / spread(a, b)),
        ),
    ],
    [
      'without the correction for continuity',
      'mannWhitney',
      ({ a, b }) =>
        withP(mannWhitney(a, b), (of: RankTest) =>
          of.exact ? of.p : twoSidedNormal(distance(a, b, of) / spread(a, b, rankSums([a, b]).ties)),
        ),
    ],
    [
      'that approximates small groups',
      'mannWhitney',
      ({ a, b }) =>
        withP(mannWhitney(a, b), (of: RankTest) =>
          of.exact ? twoSidedNormal(Math.max(0, distance(a, b, of) - 0.5) / spread(a, b)) : of.p,
        ),
    ],
    [
      'that drops the zeros but goes on counting',
      'signedRank',
      (of) => wilcoxonSignedRank(of.differences.filter((value) => value !== 0)),
    ],
    [
      'with one degree of freedom too many',
      'kruskalWallis',
      ({ groups }) =>
        withP(kruskalWallis(groups), ({ statistic }: { why: null; statistic: number }) =>
          upperChiSquare(statistic, groups.length),
        ),
    ],
    ['that forgets which values are a pair', 'paired', ({ a, b }) => welch({ a, b })],
  ]
  test.each(mutants)('%s', (_, name, runTest) => {
    expect(differences(name, runTest).length).toBeGreaterThan(3)
  })

  test('that lets q fall while p rises', () => {
    const falling: typeof holm = (p) => {
      const there = p.filter((value) => value !== null)
      return p.map(
        (own) => own && Math.min(1, (own * there.length) / there.filter((one) => one <= own).length),
      )
    }
    expect(adjustedOtherwise(falling, 'benjaminiHochberg')).toBeGreaterThan(3)
  })
})
