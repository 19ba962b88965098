import { benjaminiHochberg } from '../../../../shared/domain/results/adjust.ts'
import type { Measure } from '../../../../shared/domain/results/analysis.ts'
import {
  type ComparedMeasure,
  type Comparison,
  type ComparisonNote,
  type ComparisonRequest,
  type ComparisonRow,
  fewestOf,
  minValues,
  type RunTest,
  severalGroupTests,
} from '../../../../shared/domain/results/comparison.ts'
import { type Noise, noiseLimit, noiseOf } from '../../statistics/effects.ts'
import { leastKruskalWallisP, leastMannWhitneyP, leastSignedRankP } from '../../statistics/rankTests.ts'
import { type Covaried, isSameWithinPairs } from '../../statistics/regression.ts'
import { meanOf, present } from '../../statistics/values.ts'
import { type Column, type Matrix, originNotes, pick, provenanceOf } from '../cohortMatrix.ts'
import { byP } from '../joinNames.ts'
import { methods, toFigures } from './contrasts.ts'

/** The groups of matrix rows to compare, and the keys that mark rows as pairs or replicates. */
export type ComparisonInput<M extends ComparedMeasure = Measure> = Pick<
  ComparisonRequest,
  'test' | 'replicatesBy'
> & {
  matrix: Matrix<M>
  columns: readonly Column[]
  groups: readonly { name: string; rows: Uint32Array }[]
  pairOf: ((row: number) => string | null) | null
  replicateOf: ((row: number) => string | null) | null
  /** A number per row, such as the age. Groups are compared at the same value of it, by least squares. */
  covariate?: Float64Array
  /** Notes about samples that were left out before. */
  notes: readonly ComparisonNote[]
}

/** Compares the groups. The rows are sorted by p, then by name; rows without p come last. */
export function compare<M extends ComparedMeasure>(input: ComparisonInput<M>): Comparison<M> {
  const { matrix, groups, replicateOf, pairOf } = input
  const units = groups.map(({ rows }) => toUnits(rows, replicateKey(input)))
  const paired = pairOf ? toPairs(units[0] ?? [], units[1] ?? [], pairOf) : null
  const test = toRunTest(input, units, paired)
  const method = methods[test]
  const used = usedRows(units, paired)
  const replicates = replicateOf ? units.flat().filter((unit) => unit.length > 1) : []
  const rows = input.columns.map((column) => toRow({ ...input, test, replicates }, column, units, paired))
  // The family is fixed: untested rows count as p = 1.
  const adjusted = benjaminiHochberg(rows.map(({ p }) => p ?? 1))
  const origins = used.flat().flatMap((row) => matrix.origins[row] ?? [])
  const ordered = rows
    .map((row, at) => ({ ...row, q: row.p === null ? null : (adjusted[at] ?? null) }))
    .sort(byP)
  const noise =
    replicates.length === 0
      ? null
      : {
          by: input.replicatesBy ?? '',
          sets: replicates.length,
          df: replicates.reduce((sum, unit) => sum + unit.length - 1, 0),
        }
  const sizes = paired ? [paired.pairs.length] : units.map((group) => group.length)
  return {
    ...provenanceOf(origins),
    measure: matrix.measure,
    test,
    groups: groups.map(({ name }, at) => ({
      name,
      sampleIds: (used[at] ?? []).flatMap((row) => matrix.sampleIds[row] ?? []),
    })),
    effectName: method.effectName,
    pairwiseEffectName: method.pairwise ? methods[method.pairwise].effectName : null,
    statisticName: method.statisticName,
    rows: ordered,
    fewValues: fewValues(ordered),
    leastPairwiseP: leastPairwiseP(test, sizes),
    notes: [
      ...sizeNotes(test, sizes, ordered),
      ...(test === 'anova'
        ? [{ kind: 'ordinaryAnova' as const, groups: groups.length, least: Math.min(...sizes) }]
        : []),
      ...input.notes,
      ...pairNotes(paired),
      ...(replicateOf && !noise ? [{ kind: 'noReplicates' as const }] : []),
      ...originNotes(matrix, input.columns, used.flat()),
    ],
    noise,
  }
}

type AnyInput = Omit<ComparisonInput<ComparedMeasure>, 'test'>
type Groups = readonly (readonly Unit[])[]

/**
 * Chooses one test for all rows, by the groups and not by missing values. Welch's analysis of variance of many small
 * groups finds differences that do not exist (docs/design/overview.md). With a covariate, a regression replaces the
 * requested test; if the covariate differs by the same amount in all pairs, the paired t-test of value − covariate
 * does.
 */
function toRunTest(
  { test, covariate }: Pick<ComparisonInput<ComparedMeasure>, 'test' | 'covariate'>,
  units: Groups,
  paired: Paired | null,
): RunTest {
  if (!covariate) return test === 'welch-anova' && isOfSmallGroups(units) ? 'anova' : test
  if (severalGroupTests.has(test)) return 'ancova'
  if (!paired) return 'regression'
  const [first = noValues, second = noValues] = toSides(covariate, units, paired)
  return isSameWithinPairs(first, second) ? 'paired' : 'paired-regression'
}
const noValues = new Float64Array()

const isOfSmallGroups = (units: Groups): boolean =>
  units.length > 2 && Math.min(...units.map((group) => group.length)) < units.length

/** Returns the key of a replicate. Replicates are combined within one pair only. */
function replicateKey({ replicateOf, pairOf }: AnyInput): (row: number) => string | null {
  return (row) => {
    const replicate = replicateOf?.(row) ?? null
    return replicate === null ? null : JSON.stringify([replicate, pairOf?.(row) ?? null])
  }
}

function usedRows(units: Groups, paired: Paired | null): number[][] {
  const sides = paired
    ? [paired.pairs.flatMap(({ first }) => first), paired.pairs.flatMap(({ second }) => second)]
    : units
  return sides.map((side) => side.flatMap((unit) => [...unit]).sort((a, b) => a - b))
}

function toRow(
  { test, replicates, covariate }: AnyInput & { test: RunTest; replicates: readonly Unit[] },
  { pathway, values }: Column,
  units: Groups,
  paired: Paired | null,
): ComparisonRow {
  const covariates = covariate && toSides(covariate, units, paired)
  const groups = toSides(values, units, paired).map(
    (y, at): Covaried => ({ y, x: covariates?.[at] ?? noValues }),
  )
  const outcome = methods[test].compare(groups)
  const { pairwise, ...contrast } = outcome.contrast
  const figures = outcome.values.map(toFigures)
  const pairCount = paired ? (groups[0]?.y.length ?? 0) : null
  const noise = noiseOf(replicates.map((unit) => present(pick(values, unit))))
  const shares = noise ? units.map((group) => noiseShare(values, group)) : []
  const shareOf = (a: number, b: number) => (shares[a] ?? 0) + (shares[b] ?? 0)
  const share = noise && paired ? pairNoiseShare(values, paired.pairs) : shareOf(0, 1)
  return {
    pathway,
    groups: figures,
    pairs: pairCount,
    ...contrast,
    q: null,
    // Large groups may still have few values of a pathway.
    fewValues: contrast.p !== null && fewestOf({ pairs: pairCount, groups: figures }) < minValues,
    smallestChange: noise?.smallestChange ?? null,
    ...compareWithNoise(contrast.difference, noise, share),
    pairwise: pairwise.map((pair) => ({
      ...pair,
      ...compareWithNoise(pair.difference, noise, shareOf(pair.a, pair.b)),
    })),
  }
}

function compareWithNoise(
  difference: number | null,
  noise: Noise | null,
  share: number,
): Pick<ComparisonRow, 'noiseLimit' | 'withinNoise'> {
  if (difference === null || noise === null) return { noiseLimit: null, withinNoise: false }
  const limit = noiseLimit(noise, share)
  return { noiseLimit: limit, withinNoise: Math.abs(difference) < limit }
}

/** Returns one value per unit (or per side of a pair) for each group. */
function toSides(values: Float64Array, units: Groups, paired: Paired | null): Float64Array[] {
  if (!paired) return units.map((group) => valuesOf(values, group))
  const both = paired.pairs
    .map(({ first, second }) => [sideMean(values, first), sideMean(values, second)] as const)
    .filter(([one, other]) => !Number.isNaN(one) && !Number.isNaN(other))
  return [Float64Array.from(both, ([one]) => one), Float64Array.from(both, ([, other]) => other)]
}

const pairNotes = (paired: Paired | null): ComparisonNote[] => [
  ...(paired && paired.alone > 0 ? [{ kind: 'noPair' as const, samples: paired.alone }] : []),
  ...(paired && paired.several > 0 ? [{ kind: 'severalInPair' as const, pairs: paired.several }] : []),
]

/** The rows of one unit, which count once by their mean: repeated measurements, or a single one. */
type Unit = Uint32Array
type Pair = { first: readonly Unit[]; second: readonly Unit[] }

/** Groups rows with the same key into units; a row without a key is its own unit. */
function toUnits(rows: Iterable<number>, keyOf: (row: number) => string | null): Unit[] {
  const units = Map.groupBy(rows, (row) => {
    const key = keyOf(row)
    return key === null ? row : key
  })
  return [...units.values()].map((same) => Uint32Array.from(same))
}

/** Returns the mean over the rows with a value; NaN if there are none. */
const unitMean = (values: Float64Array, unit: Unit): number =>
  unit.length === 1 ? (values[unit[0] ?? 0] ?? Number.NaN) : meanOf(present(pick(values, unit)))

/** Returns one value per unit, omitting units without a value. */
function valuesOf(values: Float64Array, units: readonly Unit[]): Float64Array {
  const means = new Float64Array(units.length)
  for (const [at, unit] of units.entries()) means[at] = unitMean(values, unit)
  return present(means)
}

/** Returns the variance of the mean over units, in a single measurement's: Σ 1/k / n² for n units of k values. */
function noiseShare(values: Float64Array, units: readonly Unit[]): number {
  const counts = units.map((unit) => present(pick(values, unit)).length).filter((count) => count > 0)
  return counts.reduce((sum, count) => sum + 1 / count, 0) / counts.length ** 2
}

/** Returns the same for the mean difference of the pairs in which both sides have a value. */
function pairNoiseShare(values: Float64Array, pairs: readonly Pair[]): number {
  const shares = pairs
    .map(({ first, second }) => noiseShare(values, first) + noiseShare(values, second))
    .filter((share) => !Number.isNaN(share))
  return shares.reduce((sum, share) => sum + share, 0) / shares.length ** 2
}

/** Returns the mean of one side of a pair; NaN without a value. */
const sideMean = (values: Float64Array, units: readonly Unit[]): number =>
  units.length === 1 && units[0] ? unitMean(values, units[0]) : meanOf(valuesOf(values, units))

type Paired = {
  pairs: Pair[]
  /** `alone`: rows without a partner. `several`: pairs with a side of more than one unit. */
  alone: number
  several: number
}

/** Pairs the units of two groups by key, in the order of the first group. */
function toPairs(
  first: readonly Unit[],
  second: readonly Unit[],
  keyOf: (row: number) => string | null,
): Paired {
  const byKey = (units: readonly Unit[]) => Map.groupBy(units, (unit) => keyOf(unit[0] ?? 0))
  const [ofFirst, ofSecond] = [byKey(first), byKey(second)]
  const pairs = [...ofFirst].flatMap(([key, units]) => {
    const others = key === null ? undefined : ofSecond.get(key)
    return others ? [{ first: units, second: others }] : []
  })
  const rows = (units: readonly Unit[]) => units.reduce((sum, unit) => sum + unit.length, 0)
  const paired = pairs.reduce((sum, pair) => sum + rows(pair.first) + rows(pair.second), 0)
  return {
    pairs,
    alone: rows(first) + rows(second) - paired,
    several: pairs.filter((pair) => pair.first.length > 1 || pair.second.length > 1).length,
  }
}

/** The significance level below which a test must be able to get. */
const level = 0.05

/** `sizes`: the group sizes, or only the number of pairs. */
function sizeNotes(
  test: RunTest,
  sizes: readonly number[],
  rows: readonly Pick<ComparisonRow, 'p'>[],
): ComparisonNote[] {
  const tested = rows.flatMap((row) => row.p ?? [])
  const least = Math.min(...sizes)
  const p = leastP(test, sizes)
  // If a single pathway could not reach a q below the level, the group size limits what can be found.
  const isLimiting = p !== null && p * Math.max(1, tested.length) > level
  return [
    // All pathways may reach this p together, and then q equals p.
    ...(isLimiting
      ? [{ kind: 'leastP' as const, p, leastQ: p, undercut: tested.filter((one) => isBelow(one, p)).length }]
      : []),
    ...(least < minValues ? [{ kind: 'smallGroups' as const, least }] : []),
  ]
}

/** Returns true if p is smaller by more than rounding. */
const isBelow = (p: number, least: number): boolean => p < least * (1 - 1e-9)

/** Returns the smallest possible p. Only rank tests have one. */
function leastP(test: RunTest, sizes: readonly number[]): number | null {
  const [a = 0, b = 0] = sizes
  if (sizes.includes(0)) return null
  if (test === 'mann-whitney') return leastMannWhitneyP(a, b)
  if (test === 'kruskal-wallis') return leastKruskalWallisP(sizes)
  return test === 'wilcoxon-signed-rank' ? leastSignedRankP(a) : null
}

/** Returns the smallest possible p of a pairwise test, for the two largest groups: unadjusted and by Holm. */
function leastPairwiseP(test: RunTest, sizes: readonly number[]): Comparison['leastPairwiseP'] {
  if (test !== 'kruskal-wallis') return null
  const [second = 0, first = 0] = sizes
    .filter((size) => size > 0)
    .toSorted((a, b) => a - b)
    .slice(-2)
  if (second === 0 || first === 0) return null
  const p = leastMannWhitneyP(second, first)
  const pHolm = Math.min(1, (p * sizes.length * (sizes.length - 1)) / 2)
  return pHolm > level ? { p, pHolm } : null
}

function fewValues(rows: readonly ComparisonRow[]): Comparison['fewValues'] {
  const few = rows.filter((row) => row.fewValues)
  return few.length > 0 ? { pathways: few.length, least: Math.min(...few.map(fewestOf)) } : null
}
