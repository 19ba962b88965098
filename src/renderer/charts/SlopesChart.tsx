import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SlopesChartProps } from '../../figures/props.ts'
import {
  buildSlopes,
  createSlopePainters,
  toSlopeData,
  toSlopeLegend,
  toSlopeOptions,
  toSlopeTable,
  toSlopeTargets,
} from '../../figures/slopes.ts'
import type { ChartTheme } from '../../figures/theme.ts'
import { Chart } from './Chart.tsx'
import { toPick } from './choosing.ts'

const widestPx = 560

/** A line a pair from the first value to the second, and the mean of all. */
export function SlopesChart(props: SlopesChartProps) {
  const { pairs, names, valueTitle, pairWord, selected, onSelect, ...figure } = props
  const [left, right] = names
  const { t } = useTranslation('charts')
  const built = useMemo(() => buildSlopes(pairs), [pairs])
  const drawn = useMemo(() => {
    const { counts, incomplete } = built
    const words = {
      rises: t('slopes.rises', { count: counts.rises }),
      falls: t('slopes.falls', { count: counts.falls }),
      same: t('slopes.same', { count: counts.same }),
      mean: t('slopes.mean'),
      incomplete: incomplete > 0 ? t('slopes.incomplete', { count: incomplete }) : null,
    }
    return {
      draw: (theme: ChartTheme) => ({
        data: toSlopeData(),
        options: toSlopeOptions(built, theme, [left, right], valueTitle),
      }),
      legend: (theme: ChartTheme) => toSlopeLegend(built, theme, words),
      targets: toSlopeTargets(built, [left, right], (value) => t('slopes.difference', { value })),
      table: () => toSlopeTable(pairs, pairWord, [left, right], valueTitle),
    }
  }, [built, pairs, left, right, valueTitle, pairWord, t])
  const paint = useCallback(
    (theme: ChartTheme) => createSlopePainters(built, theme, selected),
    [built, selected],
  )
  const onPick = toPick({ selected, onSelect }, (index) => built.slopes[index]?.id)
  return <Chart type="scatter" {...figure} {...drawn} paint={paint} onPick={onPick} widthPx={widestPx} />
}
