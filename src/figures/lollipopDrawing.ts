import type { ChartDrawing, Words } from './drawing.ts'
import {
  createLollipopPainters,
  rowCount,
  takeEnds,
  takeFrom,
  toLollipopData,
  toLollipopOptions,
  toLollipopTargets,
} from './lollipops.ts'
import type { LollipopChartProps } from './props.ts'
import { toBarsTable } from './rankedBars.ts'

const rowPx = 22
const axesPx = 70
/** So many rows are shown together. */
export const maxBars = 50

type Input = Pick<LollipopChartProps, 'ranked' | 'axisTitle' | 'labelWord' | 'palettes'> & {
  /** First row shown; null: the ends of the ranking. */
  from: number | null
}

/** Values from zero, each with its number at its end; of many the ends of the ranking, or a page of it. */
export function createLollipopDrawing(
  { ranked, axisTitle, labelWord, from, palettes }: Input,
  t: Words,
): ChartDrawing<'bar'> & { heightPx: number } {
  const { bars, missing } = ranked
  const shown = from === null ? takeEnds(bars, maxBars) : takeFrom(bars, from, maxBars)
  const gap = t('rowsBetween', { count: shown.leftOut })
  const undrawn = t('undrawn', { count: missing.length })
  return {
    type: 'bar',
    draw: (theme) => ({
      data: toLollipopData(shown, bars, theme, gap, palettes),
      options: toLollipopOptions(theme, axisTitle),
    }),
    legend: () => (missing.length > 0 ? [{ kind: 'note', label: undrawn }] : []),
    targets: toLollipopTargets(shown, axisTitle),
    table: () => toBarsTable(ranked, labelWord, axisTitle),
    paint: (selected) => (theme) => createLollipopPainters(shown, bars, theme, selected, palettes),
    idAt: (index) => shown.bars[index]?.label,
    heightPx: Math.max(120, rowCount(shown) * rowPx + axesPx),
  }
}
