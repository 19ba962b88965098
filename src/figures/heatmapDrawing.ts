import { groupColours } from './colours.ts'
import type { ChartDrawing, Painters, Words } from './drawing.ts'
import { type Heatmap, toHeatmapTable } from './heatmap.ts'
import type { Region } from './heatmapLayout.ts'
import { toMatrixData, toMatrixOptions } from './heatmapOptions.ts'
import { createHeatmapPainters } from './heatmapPainter.ts'
import { toHeatmapLegend, toHeatmapTargets } from './heatmapTargets.ts'
import type { ChartTheme } from './theme.ts'

type Input = {
  heatmap: Heatmap
  /** The part of it that is drawn, with as many columns as there is room for. */
  shown: Heatmap
  /** At most so many samples share a column of `shown`. */
  perColumn: number
  measure: string
}

type HeatmapDrawing = Omit<ChartDrawing<'matrix'>, 'paint' | 'idAt'> & {
  /** `selectedColumns`: columns that stand for a chosen sample; `picked`: the region drawn with the pointer. */
  paint: (selectedColumns: ReadonlySet<number>, picked: Region | null) => (theme: ChartTheme) => Painters
}

/** Pathways × samples as colours with trees, groups and tracks. */
export function createHeatmapDrawing(
  { heatmap, shown, perColumn, measure }: Input,
  t: Words,
): HeatmapDrawing {
  const colours = groupColours(heatmap.groups)
  return {
    type: 'matrix',
    draw: (theme) => ({
      data: toMatrixData(shown),
      options: toMatrixOptions(shown, theme, { columns: t('sample'), rows: t('pathway') }),
    }),
    legend: () =>
      toHeatmapLegend(heatmap, colours, {
        measure,
        group: t('group'),
        missing: t('missingCount', { count: heatmap.missing }),
        clipped: t('clipped', { count: heatmap.scale.clippedLow + heatmap.scale.clippedHigh }),
        binned: perColumn > 1 ? t('binned', { count: perColumn }) : null,
      }),
    targets: toHeatmapTargets(shown, {
      missing: t('missing'),
      noGroup: t('noGroup'),
      clippedEnd: t('clippedEnd'),
      meanOf: (count) => t('meanOf', { count }),
    }),
    table: () => toHeatmapTable(heatmap, t('sample'), t('group')),
    paint: (selectedColumns, picked) => (theme) => {
      const words = { noGroup: t('noGroup'), group: t('group') }
      return createHeatmapPainters({ heatmap: shown, theme, colours, selectedColumns, picked, words })
    },
  }
}
