import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from './Chart.tsx'
import { choose } from './choosing.ts'
import type { SlopesChartProps } from './props.ts'
import {
  buildSlopes,
  createSlopePainters,
  toSlopeData,
  toSlopeLegend,
  toSlopeOptions,
  toSlopeTable,
  toSlopeTargets,
} from './slopes.ts'
import type { ChartTheme } from './theme.ts'

const widestPx = 560

/** A line a pair from the first value to the second, and the mean of all. */
export function SlopesChart(props: SlopesChartProps) {
  const { pairs, names, valueTitle, pairWord, selected, onSelect } = props
  const [left, right] = names
  const { t } = useTranslation('charts')
  const built = useMemo(() => buildSlopes(pairs), [pairs])
  const draw = useCallback(
    (theme: ChartTheme) => ({
      data: toSlopeData(),
      options: toSlopeOptions(built, theme, [left, right], valueTitle),
    }),
    [built, left, right, valueTitle],
  )
  const paint = useCallback(
    (theme: ChartTheme) => createSlopePainters(built, theme, selected),
    [built, selected],
  )
  const legend = useCallback(
    (theme: ChartTheme) =>
      toSlopeLegend(built, theme, {
        rises: t('slopes.rises', { count: built.counts.rises }),
        falls: t('slopes.falls', { count: built.counts.falls }),
        same: t('slopes.same', { count: built.counts.same }),
        mean: t('slopes.mean'),
        incomplete: built.incomplete > 0 ? t('slopes.incomplete', { count: built.incomplete }) : null,
      }),
    [built, t],
  )
  const targets = useMemo(
    () => toSlopeTargets(built, [left, right], (value) => t('slopes.difference', { value })),
    [built, left, right, t],
  )
  const table = useCallback(
    () => toSlopeTable(pairs, pairWord, [left, right]),
    [pairs, pairWord, left, right],
  )
  const pick = (index: number, extend: boolean): void => {
    const id = built.slopes[index]?.id
    if (id !== undefined) onSelect?.(choose(selected, id, extend))
  }
  return (
    <Chart
      type="scatter"
      draw={draw}
      paint={paint}
      legend={legend}
      targets={targets}
      onPick={onSelect && pick}
      summary={props.summary}
      source={props.source}
      table={table}
      fileName={props.fileName}
      heightPx={props.heightPx}
      widthPx={widestPx}
    />
  )
}
