import type { ChartDrawing, Words } from './drawing.ts'
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

type Input = Pick<SlopesChartProps, 'pairs' | 'names' | 'valueTitle' | 'pairWord' | 'palettes'>

/** A line a pair from the first value to the second, and the mean of all. */
export function createSlopesDrawing(
  { pairs, names, valueTitle, pairWord, palettes }: Input,
  t: Words,
): ChartDrawing<'scatter'> {
  const built = buildSlopes(pairs)
  const { counts, incomplete } = built
  const words = {
    rises: t('slopes.rises', { count: counts.rises }),
    falls: t('slopes.falls', { count: counts.falls }),
    same: t('slopes.same', { count: counts.same }),
    mean: t('slopes.mean'),
    incomplete: incomplete > 0 ? t('slopes.incomplete', { count: incomplete }) : null,
  }
  return {
    type: 'scatter',
    draw: (theme) => ({ data: toSlopeData(), options: toSlopeOptions(built, theme, names, valueTitle) }),
    legend: (theme) => toSlopeLegend(built, theme, words, palettes),
    targets: toSlopeTargets(built, names, (value) => t('slopes.difference', { value })),
    table: () => toSlopeTable(pairs, pairWord, names, valueTitle),
    paint: (selected) => (theme) => createSlopePainters(built, theme, selected, palettes),
    idAt: (index) => built.slopes[index]?.id,
  }
}
