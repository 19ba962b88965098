import type { ScatterLine } from './data.ts'
import type { ChartDrawing, Drawing, Painters, Words } from './drawing.ts'
import type { ScatterChartProps } from './props.ts'
import { buildScatter, type Scatter, toScatterTable } from './scatter.ts'
import { toScatterData, toScatterLegend, toScatterOptions } from './scatterOptions.ts'
import { createScatterPainters } from './scatterPainter.ts'
import { toScatterTargets } from './scatterTargets.ts'
import type { ChartTheme } from './theme.ts'

const noLines: readonly ScatterLine[] = []

type Input = Pick<ScatterChartProps, 'points' | 'groups' | 'xTitle' | 'yTitle' | 'pointWord'> & {
  lines?: readonly ScatterLine[] | undefined
  sameRange?: boolean | undefined
}

type ScatterDrawing = Omit<ChartDrawing<'scatter'>, 'paint' | 'legend'> & {
  scatter: Scatter
  /** `leftOut` is told how many names there was no room for. */
  paint: (
    selected: ReadonlySet<string> | undefined,
    leftOut: (count: number) => void,
  ) => (theme: ChartTheme) => Painters
  /** `leftOut`: how many names there was no room for. */
  legend: (note: readonly string[], leftOut: () => number) => Drawing<'scatter'>['legend']
}

/** Points by two numbers, a colour and a shape a group. */
export function createScatterDrawing(
  { points, groups, lines = noLines, sameRange = false, xTitle, yTitle, pointWord }: Input,
  t: Words,
): ScatterDrawing {
  const scatter = buildScatter({ points, groups, lines, sameRange })
  const titles = { x: xTitle, y: yTitle }
  return {
    type: 'scatter',
    scatter,
    draw: (theme) => ({
      data: toScatterData(scatter, theme),
      options: toScatterOptions(scatter, theme, titles, lines),
    }),
    legend: (note, leftOut) => (theme) =>
      toScatterLegend(scatter, lines, theme, {
        figures: note,
        noGroup: t('noGroup'),
        undrawn: scatter.undrawableCount > 0 ? t('undrawn', { count: scatter.undrawableCount }) : null,
        leftOut: leftOut() > 0 ? t('leftOutNames', { count: leftOut() }) : null,
      }),
    targets: toScatterTargets(scatter, titles),
    table: () => toScatterTable(points, { point: pointWord, group: t('group'), ...titles }),
    paint: (selected, leftOut) => (theme) => createScatterPainters({ scatter, theme, selected, leftOut }),
    idAt: (index) => scatter.points[index]?.id,
  }
}
