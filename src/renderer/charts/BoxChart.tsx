import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { buildBoxes, toBoxTable } from '../../figures/boxes.ts'
import {
  createBoxPainters,
  pointAt,
  toBoxData,
  toBoxLegend,
  toBoxOptions,
  toBoxTargets,
} from '../../figures/boxPicture.ts'
import type { BoxChartProps } from '../../figures/props.ts'
import type { ChartTheme } from '../../figures/theme.ts'
import { formatValue } from '../../shared/format/numbers.ts'
import { Chart } from './Chart.tsx'
import { toPick } from './choosing.ts'

/** One box a group with its n; every value is a point while there are few. */
export function BoxChart(props: BoxChartProps) {
  const { groups, groupNames, valueTitle, pointWord, selected, onSelect, ...figure } = props
  const { t } = useTranslation('charts')
  const built = useMemo(() => buildBoxes(groups, groupNames), [groups, groupNames])
  const drawn = useMemo(() => {
    const count = (n: number) => t('boxes.count', { count: n })
    const words = {
      box: t('boxes.box'),
      few: t('boxes.few'),
      outliers: t('boxes.outliers'),
      undrawn: built.undrawn > 0 ? t('undrawn', { count: built.undrawn }) : null,
    }
    return {
      draw: (theme: ChartTheme) => ({
        data: toBoxData(built, theme, count),
        options: toBoxOptions(built, theme, valueTitle),
      }),
      legend: () => toBoxLegend(built, words),
      targets: toBoxTargets(built, {
        valueTitle,
        count,
        figures: ({ median, q1, q3 }) =>
          t('boxes.figures', { median: formatValue(median), low: formatValue(q1), high: formatValue(q3) }),
      }),
      table: () => toBoxTable(groups, { group: t('group'), point: pointWord, value: valueTitle }),
    }
  }, [built, groups, valueTitle, pointWord, t])
  const paint = useCallback(
    (theme: ChartTheme) => createBoxPainters(built, theme, selected),
    [built, selected],
  )
  const onPick = toPick({ selected, onSelect }, (index) => pointAt(built, index))
  return <Chart type="boxplot" {...figure} {...drawn} paint={paint} onPick={onPick} />
}
