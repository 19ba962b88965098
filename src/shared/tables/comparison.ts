import type {
  ComparedMeasure,
  Comparison,
  ComparisonRow,
  GroupFigures,
  PairwiseContrast,
} from '../domain/results/comparison.ts'
import { notDocumented } from '../domain/studies/tableColumn.ts'
import { type Message, message } from '../words/message.ts'
import {
  type Cell,
  type Column,
  countColumn,
  plainNumberColumn,
  provenanceColumns,
  textColumn,
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
  const columns: Column<ComparisonLine>[] = [
    textColumn('pathway', message('export.namePathway'), ({ row }) => row.pathway),
    textColumn('measure', message('export.twoValuesCompared'), ofComparison('measure')),
    textColumn('test', message('export.testRun'), ofComparison('test')),
    textColumn('group_a', message('export.firstGroupEmptyAll'), nameOf(0)),
    textColumn('group_b', message('export.secondGroup'), nameOf(1)),
    countColumn('n_a', message('export.valuesFirstGroup'), countOf(0)),
    measured('mean_a', message('export.theirMean'), ofGroup(0, 'mean')),
    measured('sd_a', message('export.standardDeviationN1'), ofGroup(0, 'sd')),
    measured('median_a', message('export.theirMedian'), ofGroup(0, 'median')),
    countColumn('n_b', message('export.valuesSecondGroup'), countOf(1)),
    measured('mean_b', message('export.theirMean'), ofGroup(1, 'mean')),
    measured('sd_b', message('export.standardDeviationN1'), ofGroup(1, 'sd')),
    measured('median_b', message('export.theirMedian'), ofGroup(1, 'median')),
    countColumn('pairs', message('export.completePairsPairedTests'), ofAll('pairs')),
    measured('difference', message('export.meanFirstMeanSecond'), ofEither('difference')),
    measured('ci_low', message('export.lowerEnd95Interval'), ofEither('ciLow')),
    measured('ci_high', message('export.upperEnd95Interval'), ofEither('ciHigh')),
    plainNumberColumn('effect', message('export.sizeEffectEffectName'), ofEither('effect')),
    plainNumberColumn('effect_ci_low', message('export.lowerEnd95IntervalEffect'), ofAll('effectLow')),
    plainNumberColumn('effect_ci_high', message('export.upperEndInterval'), ofAll('effectHigh')),
    textColumn('effect_name', message('export.whichEffectItIs'), ({ comparison, pairwise }) =>
      pairwise ? comparison.pairwiseEffectName : comparison.effectName,
    ),
    textColumn('statistic_name', message('export.statisticTWV'), ({ comparison, pairwise }) =>
      pairwise ? null : comparison.statisticName,
    ),
    plainNumberColumn('statistic', message('export.statisticTest'), ofAll('statistic')),
    plainNumberColumn('df', message('export.degreesFreedomWelchsAnalysis'), ofAll('df')),
    plainNumberColumn('df2', message('export.degreesFreedomWithinGroups'), ofAll('df2')),
    plainNumberColumn('p', message('export.pTestTwoSided'), ofEither('p')),
    plainNumberColumn('q', message('export.pAdjustedBenjaminiHochberg'), ofAll('q')),
    plainNumberColumn(
      'p_holm',
      message('export.pTwoSeveralGroups'),
      ({ pairwise }) => pairwise?.pHolm ?? null,
    ),
    textColumn('why_no_p', message('export.toofewValuesNospreadAmong'), ofAll('why')),
    yesNoColumn('exact', message('export.pExactDistributionFalse'), ofEither('exact')),
    plainNumberColumn('least_p', message('export.testsRanksSmallestP'), ofEither('leastP')),
    yesNoColumn('few_values', message('export.testedFewerFiveValues'), ofAll('fewValues')),
    countColumn('zeros', message('export.signedRanksPairsWithout'), ofAll('zeros')),
    measured('smallest_change', message('export.smallestChangeTwoSingle'), ofAll('smallestChange')),
    measured('noise_limit', message('export.whatNoiseMeasuringMakes'), ofEither('noiseLimit')),
    yesNoColumn('within_noise', message('export.whetherDifferenceLiesBelow'), ({ row, pairwise }) => {
      const { noiseLimit, withinNoise } = pairwise ?? row
      return noiseLimit === null ? null : withinNoise
    }),
    ...provenanceColumns(({ comparison }: ComparisonLine) => comparison),
  ]
  return groups.length > 2 ? columns : columns.filter(({ name }) => name !== 'p_holm')
}
