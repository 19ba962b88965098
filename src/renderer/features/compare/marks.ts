import type { TFunction } from 'i18next'
import type { ComparisonRow, PairwiseContrast, TestName } from '../../../shared/domain/results/comparison.ts'
import { formatP } from '../../../shared/format/numbers.ts'

type Marked = Pick<
  PairwiseContrast & ComparisonRow,
  'withinNoise' | 'fewValues' | 'exact' | 'p' | 'leastP' | 'signsDiffer'
> & { why?: ComparisonRow['why'] }

/** What is to be known of one line before its p is read: each a few words, such as "within noise". */
export function toMarks(
  { why, withinNoise, fewValues, exact, p, leastP, signsDiffer }: Marked,
  t: TFunction<'compare'>,
): string[] {
  const isBelow = p !== null && leastP !== null && p < leastP * (1 - 1e-9)
  return [
    ...(withinNoise ? [t('why.noise')] : []),
    ...(why ? [t(`why.${why}`)] : []),
    ...(fewValues ? [t('why.fewValues')] : []),
    ...(exact === false ? [t('why.approximate')] : []),
    ...(isBelow ? [t('why.belowLeast', { p: formatP(leastP) })] : []),
    ...(signsDiffer ? [t('why.signsDiffer')] : []),
  ]
}

/** Tests by ranks have no interval of their own: that of the means stands beside their p, and its head says whose it is. */
export const headsOf = (test: TestName) =>
  test === 'mann-whitney'
    ? ({ difference: 'ofMeans', interval: 'byWelch' } as const)
    : test === 'wilcoxon-signed-rank'
      ? ({ difference: 'mean', interval: 'byT' } as const)
      : ({ difference: 'plain', interval: 'plain' } as const)

/** "2, 14.3" where there are two. */
export const toDf = (
  { df, df2 }: Pick<ComparisonRow, 'df' | 'df2'>,
  format: (value: number) => string,
): string => [df, df2].flatMap((one) => (one === null ? [] : format(one))).join(', ')
