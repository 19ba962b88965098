import { line, pearson } from '../correlation.ts'
import {
  cliffsDelta,
  type EffectInterval,
  hedgesG,
  hedgesGInterval,
  hedgesGPaired,
  rankBiserial,
  rankEffectInterval,
} from '../effects.ts'
import { pseudomedianOf, shiftOf } from '../hodgesLehmann.ts'
import { anova, paired, welch, welchAnova } from '../meanTests.ts'
import { kruskalWallis, mannWhitney, wilcoxonSignedRank } from '../rankTests.ts'
import { adjustedDifference, adjustedPairs, analysisOfCovariance } from '../regression.ts'
import { apart, type Fixture, groupsOf, readFixtures, type TestOfR } from './fixtures.ts'

/* Compares our numbers with those of R, for the tests and for the table in docs/design/results.md. */

export type Ours = Record<string, unknown> | null
export type RunTest = (data: ReturnType<typeof dataOf>) => Ours

/** Returns the groups, pairs and a covariate of a data set. */
function dataOf(fixture: Fixture) {
  const groups = groupsOf(fixture)
  const agesOf = (n: number): Float64Array => Float64Array.from(fixture.ages.slice(0, n))
  const { a, b, differences } = groups
  const ofTwo = agesOf(a.length + b.length)
  const ofPairs = agesOf(differences.length)
  let at = 0
  const covaried = groups.groups.map((y) => {
    at += y.length
    return { y, x: agesOf(at).slice(at - y.length) }
  })
  return {
    ...groups,
    covaried,
    two: [
      { y: a, x: ofTwo.slice(0, a.length) },
      { y: b, x: ofTwo.slice(a.length) },
    ] as const,
    ofPairs: [
      { y: groups.x, x: ofPairs },
      { y: groups.y, x: ofPairs.toReversed() },
    ] as const,
  }
}

const withLine = (r: ReturnType<typeof pearson>, fit: ReturnType<typeof line>): Ours => r && { ...r, ...fit }
const withInterval = (name: string, effect: number | null, interval: EffectInterval | null): Ours =>
  effect === null || interval === null ? null : { [name]: effect, ...interval }
const withF = (found: ReturnType<typeof kruskalWallis>): Ours => ({ ...found, dfWithin: null })

/** Each comparison: its name, R's function, our run, and the required agreement. */
export const comparisons: readonly (readonly [TestOfR, string, RunTest, number])[] = [
  ['welch', 't.test', ({ a, b }) => welch({ a, b }), 1e-9],
  ['paired', 't.test(paired = TRUE)', (of) => paired(of.differences), 1e-9],
  ['mannWhitney', 'wilcox.test', ({ a, b }) => mannWhitney(a, b), 1e-9],
  ['signedRank', 'wilcox.test(paired = TRUE)', (of) => wilcoxonSignedRank(of.differences), 1e-9],
  ['shift', 'wilcox.test(conf.int = TRUE)', ({ a, b }) => shiftOf(a, b), 1e-8],
  [
    'pseudomedian',
    'wilcox.test(paired = TRUE, conf.int = TRUE)',
    (of) => pseudomedianOf(of.differences),
    1e-8,
  ],
  ['kruskalWallis', 'kruskal.test', ({ groups }) => withF(kruskalWallis(groups)), 1e-9],
  ['welchAnova', 'oneway.test', ({ groups }) => welchAnova(groups), 1e-9],
  ['anova', 'oneway.test(var.equal = TRUE)', ({ groups }) => anova(groups), 1e-9],
  ['correlation', 'cor.test and lm', ({ x, y }) => withLine(pearson(x, y), line(x, y)), 1e-9],
  ['regression', 'lm(y ~ x + group)', ({ two: [a, b] }) => adjustedDifference(a, b), 1e-8],
  ['pairedRegression', 'lm(Δy ~ Δx)', ({ ofPairs: [a, b] }) => adjustedPairs(a, b), 1e-8],
  ['ancova', 'anova(lm(y ~ x), lm(y ~ x + group))', ({ covaried }) => analysisOfCovariance(covaried), 1e-8],
  [
    'hedgesG',
    'effectsize::hedges_g, by uniroot of pt',
    ({ a, b }) => {
      const g = hedgesG(a, b)
      const of = { df: a.length + b.length - 2, share: 1 / a.length + 1 / b.length }
      return withInterval('g', g, hedgesGInterval(g, of))
    },
    1e-8,
  ],
  [
    'hedgesGPaired',
    'effectsize::hedges_g(paired = TRUE), by uniroot of pt',
    ({ differences }) => {
      const g = hedgesGPaired(differences)
      const n = differences.length
      return withInterval('g', g, hedgesGInterval(g, { df: n - 1, share: 1 / n }))
    },
    1e-8,
  ],
  [
    'cliffsDelta',
    'effectsize::cliffs_delta',
    ({ a, b }) => {
      const delta = cliffsDelta(a, b)
      return withInterval('effect', delta, rankEffectInterval(delta, [a.length, b.length]))
    },
    1e-8,
  ],
  [
    'rankBiserial',
    'effectsize::rank_biserial(paired = TRUE)',
    ({ differences }) => {
      const r = rankBiserial(differences)
      const moved = differences.filter((one) => one !== 0).length
      return withInterval('effect', r, rankEffectInterval(r, moved))
    },
    1e-8,
  ],
]

/** R's `pt` is not exact for large noncentralities, and its `wilcox.test` fails on values that are all equal. */
const isUnknown = (theirs: Fixture[TestOfR]): boolean =>
  /^(too large|missing value)/.test(String(theirs['refusal'] ?? ''))

export type Difference = { numbers: number; largest: number; text: string | null }

/** Measures how far our numbers of one data set are from R's; infinite if only one of the two refuses. */
export function differenceOf(fixture: Fixture, test: TestOfR, runTest: RunTest): Difference {
  const theirs = fixture[test]
  if (isUnknown(theirs)) return { numbers: 0, largest: 0, text: null }
  const ours = runTest(dataOf(fixture))
  const size = Math.max(...[...fixture.a, ...fixture.b].map(Math.abs))
  // If R refuses or returns NaN, our result must have a reason (`why`).
  const isNone =
    'refusal' in theirs || [theirs['p'], theirs['r'], theirs['estimate'], theirs['g']].includes(null)
  if (isNone || !ours || ours['why']) {
    const isSame = isNone === (!ours || Boolean(ours['why']))
    return { numbers: 0, largest: isSame ? 0 : Number.POSITIVE_INFINITY, text: isSame ? null : 'refusal' }
  }
  const reach = Math.abs(theirs['ciLow'] ?? 0) + Math.abs(theirs['ciHigh'] ?? 0)
  // Scales for comparing numbers close to 0, in the unit of the values; 1 for numbers without a unit. A p has none.
  const scales: Record<string, number> = {
    p: 0,
    difference: reach,
    estimate: size,
    ciLow: Math.max(reach, test === 'shift' || test === 'pseudomedian' ? size : 0),
    ciHigh: Math.max(reach, test === 'shift' || test === 'pseudomedian' ? size : 0),
    intercept: size,
  }
  const found = Object.entries(theirs).map(([name, value]) => {
    const own = ours[name]
    const far =
      typeof value === 'number' && typeof own === 'number'
        ? apart(own, value, scales[name] ?? 1)
        : (own ?? null) === value
          ? 0
          : Number.POSITIVE_INFINITY
    return { name, far, text: `${name} ${String(own)}, R says ${String(value)}` }
  })
  const worst = found.reduce((most, one) => (one.far > most.far ? one : most))
  const numbers = Object.values(theirs).filter((value) => typeof value === 'number').length
  return { numbers, largest: worst.far, text: worst.text }
}

const [begin, end] = ['<!-- agreement: npm run docs:agreement -->', '<!-- end of agreement -->']

/** The document with the table of agreement between its marks; differences are rounded up to a power of ten. */
export function withTable(document: string): string {
  const fixtures = readFixtures()
  const rows = comparisons.map(([test, ofR, runTest, tolerance]) => {
    const all = fixtures.map((fixture) => differenceOf(fixture, test, runTest))
    const largest = Math.max(...all.map((one) => one.largest))
    const bound = largest === 0 ? '0' : `10^${Math.ceil(Math.log10(largest))}`
    const compared = all.filter(({ numbers }) => numbers > 0)
    const numbers = compared.reduce((sum, one) => sum + one.numbers, 0)
    return `| ${test} | \`${ofR}\` | ${compared.length} | ${numbers} | ${bound} | ${tolerance} |`
  })
  const head = [
    '| Ours | R | Data sets | Numbers | Largest relative difference below | Required |',
    '|---|---|---|---|---|---|',
  ]
  const [before = '', rest = ''] = document.split(begin)
  const [, after = ''] = rest.split(end)
  return `${before}${begin}\n${[...head, ...rows].join('\n')}\n${end}${after}`
}
