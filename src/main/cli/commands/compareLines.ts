import {
  type Comparison,
  type ComparisonRow,
  type PairwiseContrast,
  severalGroupTests,
} from '../../../shared/domain/comparison.ts'

/** One pathway of a comparison as a line of JSON. Of several groups each has its own entry, a and b are null. */
export function toLine(comparison: Comparison, row: ComparisonRow) {
  const [a, b] = comparison.groups.length === 2 ? row.groups : []
  const isSeveral = severalGroupTests.has(comparison.test)
  return {
    type: 'comparison',
    pathway: row.pathway,
    measure: comparison.measure,
    n_a: a?.n ?? null,
    n_b: b?.n ?? null,
    mean_a: a?.mean ?? null,
    mean_b: b?.mean ?? null,
    difference: row.difference,
    ci_low: row.ciLow,
    ci_high: row.ciHigh,
    effect: row.effect,
    effect_name: comparison.effectName,
    p: row.p,
    q: row.q,
    statistic: row.statistic,
    statistic_name: comparison.statisticName,
    df: row.df,
    df2: row.df2,
    exact: row.exact,
    least_p: row.leastP,
    why: row.why,
    pairs: row.pairs,
    few_values: row.fewValues,
    signs_differ: row.signsDiffer,
    smallest_change: row.smallestChange,
    noise_limit: row.noiseLimit,
    within_noise: row.withinNoise,
    ...(isSeveral ? { groups: groupsOf(comparison, row), pairwise: pairsOf(comparison, row) } : {}),
  }
}

const groupsOf = ({ groups }: Comparison, row: ComparisonRow) =>
  row.groups.map((figures, at) => ({ group: groups[at]?.name ?? '', ...figures }))

const pairsOf = ({ groups, pairwiseEffectName }: Comparison, row: ComparisonRow) =>
  row.pairwise.map((pair: PairwiseContrast) => ({
    a: groups[pair.a]?.name ?? '',
    b: groups[pair.b]?.name ?? '',
    n_a: pair.n[0],
    n_b: pair.n[1],
    difference: pair.difference,
    ci_low: pair.ciLow,
    ci_high: pair.ciHigh,
    effect: pair.effect,
    effect_name: pairwiseEffectName,
    p: pair.p,
    p_holm: pair.pHolm,
    exact: pair.exact,
    least_p: pair.leastP,
    signs_differ: pair.signsDiffer,
    noise_limit: pair.noiseLimit,
    within_noise: pair.withinNoise,
  }))

/** What the summary tells of one measure. */
export const toMeasureSummary = ({ measure, noise, fewValues, leastPairwiseP }: Comparison) => ({
  measure,
  noise,
  few_values: fewValues,
  least_pairwise_p: leastPairwiseP && { p: leastPairwiseP.p, p_holm: leastPairwiseP.pHolm },
})
