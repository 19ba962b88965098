import type {
  ComparedMeasure,
  Comparison,
  ComparisonRow,
  GroupFigures,
  PairwiseContrast,
} from '../domain/results/comparison.ts'
import { notDocumented } from '../domain/studies/tableColumn.ts'
import { type Message, message } from '../messages/message.ts'
import {
  type Cell,
  type Column,
  countColumn,
  plainNumberColumn,
  textColumn,
  timeColumn,
  yesNoColumn,
} from './column.ts'

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

type Read = (line: ComparisonLine) => Cell

/**
 * Returns the columns of a comparison for export, copying and `compare --json`. `unit`: the unit of its measures. Only
 * several groups have p by Holm.
 */
export function comparisonColumns(
  { groups }: Pick<AnyComparison, 'groups'>,
  unit = notDocumented,
): Column<ComparisonLine>[] {
  const measured = (name: string, about: Message, of: Read) => ({
    ...plainNumberColumn(name, about, of),
    unit,
  })
  const columns = [
    textColumn('pathway', message`Name of the pathway.`, ({ row }: ComparisonLine) => row.pathway),
    textColumn('measure', message`Which of its two values is compared.`, ofComparison('measure')),
    textColumn('test', message`The test that was run.`, ofComparison('test')),
    textColumn('group_a', message`First group; empty: all groups are compared.`, nameOf(0)),
    textColumn('group_b', message`Second group.`, nameOf(1)),
    countColumn('n_a', message`Values of the first group.`, countOf(0)),
    measured('mean_a', message`Their mean.`, ofGroup(0, 'mean')),
    measured('sd_a', message`Their standard deviation (n − 1).`, ofGroup(0, 'sd')),
    measured('median_a', message`Their median.`, ofGroup(0, 'median')),
    countColumn('n_b', message`Values of the second group.`, countOf(1)),
    measured('mean_b', message`Their mean.`, ofGroup(1, 'mean')),
    measured('sd_b', message`Their standard deviation (n − 1).`, ofGroup(1, 'sd')),
    measured('median_b', message`Their median.`, ofGroup(1, 'median')),
    countColumn('pairs', message`Complete pairs, for paired tests.`, ofAll('pairs')),
    measured(
      'difference',
      message`Mean of the first − mean of the second; paired: mean of the differences; by ranks: Hodges–Lehmann’s.`,
      ofEither('difference'),
    ),
    measured(
      'ci_low',
      message`Lower end of its 95% interval by the test itself; empty: none of that level can be reached.`,
      ofEither('ciLow'),
    ),
    measured('ci_high', message`Upper end of its 95% interval.`, ofEither('ciHigh')),
    plainNumberColumn('effect', message`Size of the effect, as effect_name says.`, ofEither('effect')),
    plainNumberColumn(
      'effect_ci_low',
      message`Lower end of the 95% interval of the effect of two groups.`,
      ofAll('effectLow'),
    ),
    plainNumberColumn('effect_ci_high', message`Upper end of that interval.`, ofAll('effectHigh')),
    textColumn('effect_name', message`Which effect it is.`, ({ comparison, pairwise }: ComparisonLine) =>
      pairwise ? comparison.pairwiseEffectName : comparison.effectName,
    ),
    textColumn(
      'statistic_name',
      message`Which statistic it is: t, W, V, H or F.`,
      ({ comparison, pairwise }: ComparisonLine) => (pairwise ? null : comparison.statisticName),
    ),
    plainNumberColumn('statistic', message`Statistic of the test.`, ofAll('statistic')),
    plainNumberColumn(
      'df',
      message`Degrees of freedom; of Welch’s analysis of variance those between the groups.`,
      ofAll('df'),
    ),
    plainNumberColumn(
      'df2',
      message`Degrees of freedom within the groups, of Welch’s analysis of variance.`,
      ofAll('df2'),
    ),
    plainNumberColumn('p', message`p of the test, two-sided.`, ofEither('p')),
    plainNumberColumn(
      'q',
      message`p adjusted by Benjamini–Hochberg over all pathways of this measure; one without p counts as 1.`,
      ofAll('q'),
    ),
    plainNumberColumn(
      'p_holm',
      message`p of two of several groups, adjusted by Holm over the pairs of this pathway.`,
      ({ pairwise }: ComparisonLine) => pairwise?.pHolm ?? null,
    ),
    textColumn('why_no_p', message`tooFew values, noSpread among them, or tooLarge to count.`, ofAll('why')),
    yesNoColumn(
      'exact',
      message`p by the exact distribution; false: by its normal approximation; empty: there is no choice.`,
      ofEither('exact'),
    ),
    plainNumberColumn(
      'least_p',
      message`Tests by ranks: the smallest p that counting so many different values could give.`,
      ofEither('leastP'),
    ),
    yesNoColumn(
      'few_values',
      message`Tested with fewer than five values in a group, or fewer than five pairs.`,
      ofAll('fewValues'),
    ),
    countColumn(
      'zeros',
      message`Signed ranks: pairs without a difference, which the test leaves out.`,
      ofAll('zeros'),
    ),
    measured(
      'smallest_change',
      message`Smallest change that two single measurements can tell; empty: there are no replicates.`,
      ofAll('smallestChange'),
    ),
    measured(
      'noise_limit',
      message`What the noise of measuring makes of this difference in 95 of 100 cases; empty: there are no replicates.`,
      ofEither('noiseLimit'),
    ),
    yesNoColumn(
      'within_noise',
      message`Whether the difference lies below noise_limit.`,
      ({ row, pairwise }: ComparisonLine) => {
        const { noiseLimit, withinNoise } = pairwise ?? row
        return noiseLimit === null ? null : withinNoise
      },
    ),
    textColumn('service', message`Address of the services that gave the values.`, ofComparison('service')),
    timeColumn(
      'fetched_from',
      message`When the oldest of the answers was fetched.`,
      ofComparison('oldestFetchedAt'),
    ),
    timeColumn(
      'fetched_to',
      message`When the newest of the answers was fetched.`,
      ofComparison('newestFetchedAt'),
    ),
    yesNoColumn(
      'synthetic',
      message`Whether the service marked any of the data as synthetic.`,
      ofComparison('synthetic'),
    ),
  ]
  return groups.length > 2 ? columns : columns.filter(({ name }) => name !== 'p_holm')
}
