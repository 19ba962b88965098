import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createForestDrawing } from '../../figures/lollipops/forest.ts'
import { createLollipopDrawing, maxBars } from '../../figures/lollipops/lollipops.ts'
import type { ForestChartProps, LollipopChartProps } from '../../figures/spec.ts'
import { Chart, toPick } from './frame/Chart.tsx'
import { RowPages } from './frame/RowPages.tsx'
import { useChartTheme, usePalettes } from './frame/theme.ts'

/** Bars from zero, each with its value. Of many, the ends of the ranking are shown, the others by page. */
export function LollipopChart(props: LollipopChartProps) {
  const { ranked, axisTitle, labelWord, selected, onSelect, ...figure } = props
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const { scale } = useChartTheme()
  const total = ranked.bars.length
  const [chosenFrom, setFrom] = useState<number | null>(null)
  const from = chosenFrom !== null && chosenFrom < total ? chosenFrom : null
  const drawing = useMemo(
    () => createLollipopDrawing({ ranked, axisTitle, labelWord, from, palettes }, t),
    [ranked, axisTitle, labelWord, from, palettes, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  return (
    <Chart
      {...figure}
      {...drawing}
      paint={paint}
      heightPx={drawing.heightPx * scale}
      onPick={toPick({ selected, onSelect }, drawing.idAt)}
      tools={total > maxBars && <RowPages from={from} setFrom={setFrom} total={total} each={maxBars} ends />}
    />
  )
}

/** Estimates with their intervals, highest first, on one axis that includes 0. */
export function ForestChart(props: ForestChartProps) {
  const { rows, valueTitle, intervalWord, labelWord, foundWord, otherWord, selected, onSelect, ...figure } =
    props
  const { t } = useTranslation('charts')
  const { scale } = useChartTheme()
  const drawing = useMemo(
    () => createForestDrawing({ rows, valueTitle, intervalWord, labelWord, foundWord, otherWord }, t),
    [rows, valueTitle, intervalWord, labelWord, foundWord, otherWord, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  return (
    <Chart
      {...figure}
      {...drawing}
      paint={paint}
      heightPx={drawing.heightPx * scale}
      onPick={toPick({ selected, onSelect }, drawing.idAt)}
    />
  )
}
