import type {
  ComparedMeasure,
  Comparison,
  ComparisonRow,
  GroupFigures,
  PairwiseContrast,
} from './comparison.ts'

type AnyComparison = Comparison<ComparedMeasure>

/** One line of a flat comparison: a pathway over all groups or, for more than two groups, over a pair of them. */
export type ComparisonLine = {
  comparison: AnyComparison
  row: ComparisonRow
  /** The indexes of the two groups; null: over all of more than two. */
  pair: readonly [a: number, b: number] | null
  pairwise: PairwiseContrast | null
}

/**
 * Returns the lines of a comparison. More than two groups have a line for all of them, followed by one for each pair.
 */
export const toLines = (comparison: AnyComparison): ComparisonLine[] =>
  comparison.rows.flatMap((row) => linesOf(comparison, row))

export function linesOf(
  comparison: AnyComparison,
  row: ComparisonRow,
): [ComparisonLine, ...ComparisonLine[]] {
  if (comparison.groups.length === 2) return [{ comparison, row, pair: [0, 1], pairwise: null }]
  return [
    { comparison, row, pair: null, pairwise: null },
    ...row.pairwise.map((pairwise) => toPairLine(comparison, row, pairwise)),
  ]
}

export const toPairLine = (
  comparison: AnyComparison,
  row: ComparisonRow,
  pairwise: PairwiseContrast,
): ComparisonLine => ({ comparison, row, pair: [pairwise.a, pairwise.b], pairwise })

const nameOf =
  (side: 0 | 1) =>
  ({ comparison, pair }: ComparisonLine) =>
    pair && (comparison.groups[pair[side]]?.name ?? null)

const ofGroup =
  (side: 0 | 1, key: keyof GroupFigures) =>
  ({ row, pair }: ComparisonLine) =>
    pair && (row.groups[pair[side]]?.[key] ?? null)

const countOf =
  (side: 0 | 1) =>
  ({ row, pair, pairwise }: ComparisonLine) =>
    pairwise ? pairwise.n[side] : pair && (row.groups[pair[side]]?.n ?? null)

/** Reads a field of the whole row. Lines for a pair of several groups have none. */
const ofAll =
  <Key extends keyof ComparisonRow>(key: Key) =>
  ({ row, pairwise }: ComparisonLine) =>
    pairwise ? null : row[key]

/** Reads a field that pairwise contrasts have too. */
const ofEither =
  <Key extends keyof ComparisonRow & keyof PairwiseContrast>(key: Key) =>
  ({ row, pairwise }: ComparisonLine) =>
    (pairwise ?? row)[key]

const ofComparison =
  <Key extends keyof AnyComparison>(key: Key) =>
  ({ comparison }: ComparisonLine) =>
    comparison[key]

/** The columns of a comparison for export, copying and `compare --json`. */
export const comparisonColumns = {
  pathway: ({ row }: ComparisonLine) => row.pathway,
  measure: ofComparison('measure'),
  test: ofComparison('test'),
  group_a: nameOf(0),
  group_b: nameOf(1),
  n_a: countOf(0),
  mean_a: ofGroup(0, 'mean'),
  sd_a: ofGroup(0, 'sd'),
  median_a: ofGroup(0, 'median'),
  n_b: countOf(1),
  mean_b: ofGroup(1, 'mean'),
  sd_b: ofGroup(1, 'sd'),
  median_b: ofGroup(1, 'median'),
  pairs: ofAll('pairs'),
  difference: ofEither('difference'),
  ci_low: ofEither('ciLow'),
  ci_high: ofEither('ciHigh'),
  effect: ofEither('effect'),
  effect_ci_low: ofAll('effectLow'),
  effect_ci_high: ofAll('effectHigh'),
  effect_name: ({ comparison, pairwise }: ComparisonLine) =>
    pairwise ? comparison.pairwiseEffectName : comparison.effectName,
  statistic_name: ({ comparison, pairwise }: ComparisonLine) => (pairwise ? null : comparison.statisticName),
  statistic: ofAll('statistic'),
  df: ofAll('df'),
  df2: ofAll('df2'),
  p: ofEither('p'),
  q: ofAll('q'),
  p_holm: ({ pairwise }: ComparisonLine) => pairwise?.pHolm ?? null,
  why_no_p: ofAll('why'),
  exact: ofEither('exact'),
  least_p: ofEither('leastP'),
  few_values: ofAll('fewValues'),
  zeros: ofAll('zeros'),
  smallest_change: ofAll('smallestChange'),
  noise_limit: ofEither('noiseLimit'),
  within_noise: ({ row, pairwise }: ComparisonLine) => {
    const { noiseLimit, withinNoise } = pairwise ?? row
    return noiseLimit === null ? null : withinNoise
  },
  service: ofComparison('service'),
  fetched_from: ofComparison('oldestFetchedAt'),
  fetched_to: ofComparison('newestFetchedAt'),
  synthetic: ofComparison('synthetic'),
}

export type ComparisonColumn = keyof typeof comparisonColumns

/** True if the comparison has the column. Only several groups have p by Holm. */
export const isColumnOf = (name: string, { groups }: Pick<Comparison, 'groups'>): boolean =>
  name !== 'p_holm' || groups.length > 2

export const toRecord = (line: ComparisonLine) =>
  Object.fromEntries(
    Object.entries(comparisonColumns)
      .filter(([name]) => isColumnOf(name, line.comparison))
      .map(([name, read]) => [name, read(line)]),
  )
