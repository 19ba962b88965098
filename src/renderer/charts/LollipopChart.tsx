import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createLollipopPainters,
  rowCount,
  showEnds,
  showFrom,
  toLollipopData,
  toLollipopOptions,
  toLollipopTargets,
} from '../../figures/lollipops.ts'
import type { LollipopChartProps } from '../../figures/props.ts'
import { toBarsTable } from '../../figures/rankedBars.ts'
import type { ChartTheme } from '../../figures/theme.ts'
import { Chart } from './Chart.tsx'
import { toPick } from './choosing.ts'
import { RowPages } from './RowPages.tsx'

const rowPx = 22
const axesPx = 70
const mostRows = 50

/** Values from zero, each with its number at its end; of many the ends of the ranking, the rest by pages. */
export function LollipopChart(props: LollipopChartProps) {
  const { ranked, axisTitle, labelWord, selected, onSelect, ...figure } = props
  const { t } = useTranslation('charts')
  const { bars, missing } = ranked
  const [chosenFrom, setFrom] = useState<number | null>(null)
  const from = chosenFrom !== null && chosenFrom < bars.length ? chosenFrom : null
  const shown = useMemo(
    () => (from === null ? showEnds(bars, mostRows) : showFrom(bars, from, mostRows)),
    [bars, from],
  )
  const drawn = useMemo(() => {
    const gap = t('rowsBetween', { count: shown.leftOut })
    const undrawn = t('undrawn', { count: missing.length })
    return {
      draw: (theme: ChartTheme) => ({
        data: toLollipopData(shown, bars, theme, gap),
        options: toLollipopOptions(theme, axisTitle),
      }),
      legend: () => (missing.length > 0 ? [{ kind: 'note' as const, label: undrawn }] : []),
      targets: toLollipopTargets(shown, axisTitle),
      table: () => toBarsTable(ranked, labelWord, axisTitle),
    }
  }, [ranked, shown, bars, missing, labelWord, axisTitle, t])
  const paint = useCallback(
    (theme: ChartTheme) => createLollipopPainters(shown, bars, theme, selected),
    [shown, bars, selected],
  )
  return (
    <Chart
      type="bar"
      {...figure}
      {...drawn}
      paint={paint}
      onPick={toPick({ selected, onSelect }, (index) => shown.bars[index]?.label)}
      heightPx={Math.max(120, rowCount(shown) * rowPx + axesPx)}
      tools={
        bars.length > mostRows && (
          <RowPages from={from} setFrom={setFrom} total={bars.length} each={mostRows} ends />
        )
      }
    />
  )
}
