import {
  createDotPainters,
  effectScale,
  toDotData,
  toDotLegend,
  toDotOptions,
  toDotTable,
  toDotTargets,
} from './dotMatrix.ts'
import type { ChartDrawing, Words } from './drawing.ts'
import type { DotMatrixChartProps } from './props.ts'

const rowPx = 24
const axesPx = 60
const columnPx = 110
const namesPx = 240
/** So many rows are shown together. */
export const maxDotRows = 40

type Input = Pick<
  DotMatrixChartProps,
  'rows' | 'columns' | 'cells' | 'effectTitle' | 'sizeTitle' | 'rowWord' | 'columnWord' | 'palettes'
> & {
  /** First row shown. */
  from: number
}

/** Pathways × contrasts as dots: colour is the effect, size −log10 of an adjusted p; a page of many pathways. */
export function createDotMatrixDrawing(
  { rows, columns, cells, effectTitle, sizeTitle, rowWord, columnWord, from, palettes }: Input,
  t: Words,
): ChartDrawing<'scatter'> & { widthPx: number; heightPx: number } {
  const matrix = {
    rows: rows.slice(from, from + maxDotRows),
    columns,
    cells: cells.slice(from * columns.length, (from + maxDotRows) * columns.length),
    scale: effectScale(cells, palettes),
  }
  const of = sizeTitle
  const titles = { effect: effectTitle, size: sizeTitle }
  const words = {
    effect: effectTitle,
    size: t('dots.size', { of }),
    significant: t('dots.significant', { of }),
    faded: t('dots.faded'),
    none: t('dots.none', { of }),
  }
  return {
    type: 'scatter',
    draw: (theme) => ({ data: toDotData(matrix, theme), options: toDotOptions(matrix, theme) }),
    legend: () => toDotLegend(matrix, words),
    targets: toDotTargets(matrix, titles, { noSize: t('dots.noSize', { of }), missing: t('dots.noEffect') }),
    table: () => toDotTable({ rows, columns, cells }, { ...titles, row: rowWord, column: columnWord }),
    paint: (selected) => (theme) => createDotPainters(matrix, theme, selected),
    idAt: (index) => matrix.rows[Math.floor(index / columns.length)],
    widthPx: Math.max(420, columns.length * columnPx + namesPx),
    heightPx: Math.max(1, matrix.rows.length) * rowPx + axesPx,
  }
}
