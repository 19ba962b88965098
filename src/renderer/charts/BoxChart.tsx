import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatValue } from '../ui/numbers.ts'
import { buildBoxes, toBoxTable } from './boxes.ts'
import {
  createBoxPainters,
  pointAt,
  toBoxData,
  toBoxLegend,
  toBoxOptions,
  toBoxTargets,
} from './boxPicture.ts'
import { Chart } from './Chart.tsx'
import { choose } from './choosing.ts'
import type { BoxChartProps } from './props.ts'
import type { ChartTheme } from './theme.ts'

/** One box a group with its n; every value is a point while there are few. */
export function BoxChart(props: BoxChartProps) {
  const { groups, groupNames, valueTitle, pointWord, selected, onSelect } = props
  const { t } = useTranslation('charts')
  const built = useMemo(() => buildBoxes(groups, groupNames), [groups, groupNames])
  const draw = useCallback(
    (theme: ChartTheme) => ({
      data: toBoxData(built, theme, (count) => t('boxes.count', { count })),
      options: toBoxOptions(built, theme, valueTitle),
    }),
    [built, valueTitle, t],
  )
  const paint = useCallback(
    (theme: ChartTheme) => createBoxPainters(built, theme, selected),
    [built, selected],
  )
  const legend = useCallback(
    () =>
      toBoxLegend(built, {
        box: t('boxes.box'),
        few: t('boxes.few'),
        outliers: t('boxes.outliers'),
        undrawn: built.undrawn > 0 ? t('undrawn', { count: built.undrawn }) : null,
      }),
    [built, t],
  )
  const targets = useMemo(
    () =>
      toBoxTargets(built, {
        valueTitle,
        count: (count) => t('boxes.count', { count }),
        figures: ({ median, q1, q3 }) =>
          t('boxes.figures', { median: formatValue(median), low: formatValue(q1), high: formatValue(q3) }),
      }),
    [built, valueTitle, t],
  )
  const table = useCallback(
    () => toBoxTable(groups, { group: t('group'), point: pointWord, value: valueTitle }),
    [groups, pointWord, valueTitle, t],
  )
  const pick = (index: number, extend: boolean): void => {
    const id = pointAt(built, index)
    if (id !== null) onSelect?.(choose(selected, id, extend))
  }
  return (
    <Chart
      type="boxplot"
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
    />
  )
}
