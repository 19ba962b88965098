import { useState } from 'react'
import { createDotMatrixDrawing, maxDotRows } from '../../figures/dotMatrix/dotMatrix.ts'
import { createForestDrawing } from '../../figures/lollipops/forest.ts'
import { createLollipopDrawing, maxBars } from '../../figures/lollipops/lollipops.ts'
import type { DotMatrixChartProps, ForestChartProps, LollipopChartProps } from '../../figures/spec.ts'
import { RowPages } from './frame/ChartTools.tsx'
import { DrawnChart } from './frame/DrawnChart.tsx'

/** Bars from zero, each with its value. Of many, the ends of the ranking are shown, the others by page. */
export function LollipopChart({ ranked, axisTitle, labelWord, ...figure }: LollipopChartProps) {
  const total = ranked.bars.length
  const [chosenFrom, setFrom] = useState<number | null>(null)
  const from = chosenFrom !== null && chosenFrom < total ? chosenFrom : null
  return (
    <DrawnChart
      {...figure}
      create={createLollipopDrawing}
      input={{ ranked, axisTitle, labelWord, from }}
      tools={total > maxBars && <RowPages from={from} setFrom={setFrom} total={total} each={maxBars} ends />}
    />
  )
}

/** Estimates with their intervals, highest first, on one axis that includes 0. */
export function ForestChart(props: ForestChartProps) {
  const { rows, valueTitle, intervalWord, labelWord, foundWord, otherWord, ...figure } = props
  const input = { rows, valueTitle, intervalWord, labelWord, foundWord, otherWord }
  return <DrawnChart {...figure} create={createForestDrawing} input={input} />
}

/**
 * Pathways × contrasts as dots. The color is the effect, the size −log10 of the adjusted p; many pathways are paged.
 */
export function DotMatrixChart(props: DotMatrixChartProps) {
  const { rows, columns, cells, tests, effectTitle, sizeTitle, rowWord, columnWord, ...figure } = props
  const total = rows.length
  const [chosenFrom, setFrom] = useState(0)
  const from = chosenFrom < total ? chosenFrom : 0
  return (
    <DrawnChart
      {...figure}
      create={createDotMatrixDrawing}
      input={{ rows, columns, cells, tests, effectTitle, sizeTitle, rowWord, columnWord, from }}
      tools={
        total > maxDotRows && (
          <RowPages from={from} setFrom={(first) => setFrom(first ?? 0)} total={total} each={maxDotRows} />
        )
      }
    />
  )
}
