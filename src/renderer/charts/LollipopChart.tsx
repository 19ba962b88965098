import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from './Chart.tsx'
import { choose } from './choosing.ts'
import {
  createLollipopPainters,
  rowCount,
  showEnds,
  showFrom,
  toLollipopData,
  toLollipopOptions,
  toLollipopTargets,
} from './lollipops.ts'
import type { LollipopChartProps } from './props.ts'
import { RowPages } from './RowPages.tsx'
import { toBarsTable } from './rankedBars.ts'
import type { ChartTheme } from './theme.ts'

const rowPx = 22
const axesPx = 70
const mostRows = 50

/** Values from zero, each with its number at its end; of many the ends of the ranking, the rest by pages. */
export function LollipopChart(props: LollipopChartProps) {
  const { ranked, axisTitle, labelWord, selected, onSelect } = props
  const { t } = useTranslation('charts')
  const { bars, missing } = ranked
  const [chosenFrom, setFrom] = useState<number | null>(null)
  const from = chosenFrom !== null && chosenFrom < bars.length ? chosenFrom : null
  const shown = useMemo(
    () => (from === null ? showEnds(bars, mostRows) : showFrom(bars, from, mostRows)),
    [bars, from],
  )
  const gap = t('rowsBetween', { count: shown.leftOut })
  const draw = useCallback(
    (theme: ChartTheme) => ({
      data: toLollipopData(shown, bars, theme, gap),
      options: toLollipopOptions(theme, axisTitle),
    }),
    [shown, bars, gap, axisTitle],
  )
  const paint = useCallback(
    (theme: ChartTheme) => createLollipopPainters(shown, bars, theme, selected),
    [shown, bars, selected],
  )
  const legend = useCallback(
    () =>
      missing.length > 0 ? [{ kind: 'note' as const, label: t('undrawn', { count: missing.length }) }] : [],
    [missing, t],
  )
  const targets = useMemo(() => toLollipopTargets(shown, axisTitle), [shown, axisTitle])
  const table = useCallback(() => toBarsTable(ranked, labelWord, axisTitle), [ranked, labelWord, axisTitle])
  const pick = (index: number, extend: boolean): void => {
    const label = shown.bars[index]?.label
    if (label !== undefined) onSelect?.(choose(selected, label, extend))
  }
  return (
    <Chart
      type="bar"
      draw={draw}
      paint={paint}
      legend={legend}
      targets={targets}
      onPick={onSelect && pick}
      summary={props.summary}
      source={props.source}
      table={table}
      fileName={props.fileName}
      heightPx={Math.max(120, rowCount(shown) * rowPx + axesPx)}
      tools={
        bars.length > mostRows && (
          <RowPages from={from} setFrom={setFrom} total={bars.length} each={mostRows} ends />
        )
      }
    />
  )
}
