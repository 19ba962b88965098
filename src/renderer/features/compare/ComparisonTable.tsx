import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow } from '../../../shared/domain/results/comparison.ts'
import { describeMarks, effectNames } from '../../../shared/domain/results/describeComparison.ts'
import { shownComparison } from '../../../shared/tables/shownComparison.ts'
import { MessageCell, useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { dimNoise, nameColumn, type PathwayColumn, useNumberColumns } from './PathwayTable.tsx'

/** Returns the columns, the most important ones first, so that q stays visible next to the open detail pane. */
export function useComparisonColumns(comparison: Comparison): PathwayColumn<ComparisonRow>[] {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const number = useNumberColumns()
  return useMemo(() => {
    const { groups, rows, effectName } = comparison
    const shown = shownComparison(comparison)
    const isOfTwo = groups.length === 2
    const isPaired = rows.some(({ pairs }) => pairs !== null)
    const difference = number(shown.difference, 88)
    return dimNoise<ComparisonRow, PathwayColumn<ComparisonRow>>([
      nameColumn(t('table.pathway')),
      ...(isOfTwo
        ? [{ ...difference, width: difference.label.length > 12 ? 140 : 88 }]
        : // A test of several groups has a statistic instead of a single difference.
          [number(shown.statistic, 80), number(shown.df, 84)]),
      {
        ...number(shown.effect, 84),
        // The table's footer mentions the pairs.
        label: translate(effectNames[effectName === 'hedges_g_paired' ? 'hedges_g' : effectName]),
        title: translate(effectNames[effectName]),
      },
      number(shown.p, 92),
      number(shown.q, 92),
      ...(isOfTwo ? [number(shown.interval, 180)] : []),
      ...shown.means.map((mean) => number(mean, 108)),
      ...(isPaired ? [shown.pairs] : shown.counts).map((count) => number(count, 84)),
      {
        id: 'note',
        label: t('table.note'),
        width: 190,
        // Files have the reasons as columns of their own.
        copies: [],
        cell(row) {
          const marks = describeMarks(row)
          return marks && <MessageCell text={marks} />
        },
      },
    ])
  }, [comparison, number, t, translate])
}
