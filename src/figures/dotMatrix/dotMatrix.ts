import type { ChartData, ChartOptions } from 'chart.js'
import { formatNamedP, formatTicks, formatValue } from '../../shared/format/numbers.ts'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { DotMatrixCell } from '../data.ts'
import {
  type ArrowKey,
  type ChartDrawing,
  type LegendItem,
  type Painters,
  scaleDigits,
  type Targets,
  type Words,
} from '../frame/drawing.ts'
import { isDrawable } from '../frame/numbers.ts'
import {
  type ChartTheme,
  chartBase,
  createTestColumns,
  fitTo,
  fontOf,
  scaled,
  tickGapPx,
} from '../frame/theme.ts'
import { shorten } from '../heatmap/heatmap.ts'
import type { DotMatrixChartProps } from '../spec.ts'
import {
  type ColourScale,
  createColourScale,
  edgeOf,
  onGround,
  type Palettes,
  scaleStops,
  toCss,
  toRgb,
  withAlpha,
} from '../style/colours.ts'
import { drawHatch } from '../style/hatching.ts'

/** The names of the values shown as color and size. */
type DotTitles = { effect: string; size: string }

/** A page of rows. `scale` covers all rows, so that colors have the same meaning on every page. */
export type DotMatrix = {
  rows: readonly string[]
  columns: readonly string[]
  cells: readonly DotMatrixCell[]
  scale: ColourScale
}

const minRadiusPx = 2.5
const maxRadiusPx = 9
/** Dots grow until this −log10 of the adjusted p, which is 0.0001. */
const fullAt = 4
const significant = 0.05

/** Returns the radius, which is the same for equal adjusted p on every chart. */
export const radiusOf = (adjustedP: number): number =>
  minRadiusPx + (maxRadiusPx - minRadiusPx) * Math.min(1, -Math.log10(Math.max(adjustedP, 1e-300)) / fullAt)

/** Returns a scale that is symmetric about 0 even if all effects have the same sign, because 0 means no effect. */
export function effectScale(cells: readonly DotMatrixCell[], palettes?: Palettes): ColourScale {
  const effects = cells.flatMap(({ effect }) => (isDrawable(effect) ? [effect] : []))
  const both = [...effects, ...effects.map((effect) => -effect)]
  return createColourScale(both.some((effect) => effect !== 0) ? both : [-1, 1], palettes)
}

type Drawn = { effect: number; adjustedP: number }
const drawnOf = (cell: DotMatrixCell | undefined): Drawn | null =>
  cell && isDrawable(cell.effect) && cell.adjustedP !== null && !Number.isNaN(cell.adjustedP)
    ? { effect: cell.effect, adjustedP: cell.adjustedP }
    : null

const paleness = 0.35

export function toDotData(
  { rows, columns, cells, scale }: DotMatrix,
  theme: ChartTheme,
): ChartData<'scatter'> {
  const dots = rows.flatMap((_, y) =>
    columns.flatMap((_column, x) => {
      const cell = cells[y * columns.length + x]
      const drawn = drawnOf(cell)
      return drawn ? [{ x, y, ...drawn, faded: cell?.faded === true }] : []
    }),
  )
  const colours = dots.map(({ effect }) => toCss(toRgb(scale, effect)))
  return {
    datasets: [
      {
        label: 'dots',
        data: dots.map(({ x, y }) => ({ x, y })),
        pointRadius: dots.map(({ adjustedP }) => scaled(theme, radiusOf(adjustedP))),
        backgroundColor: dots.map(({ faded }, index) =>
          faded ? withAlpha(colours[index] ?? '#888888', paleness) : (colours[index] ?? '#888888'),
        ),
        borderColor: dots.map(({ adjustedP, faded }, index) =>
          adjustedP < significant && !faded ? theme.text : edgeOf(colours[index] ?? '#888888', theme.dark),
        ),
        borderWidth: dots.map(({ adjustedP, faded }) => (adjustedP < significant && !faded ? 1.75 : 0.5)),
        clip: false,
      },
    ],
  }
}

const maxNameLength = 34

type TestColumns = ReturnType<typeof createTestColumns>

function toDotOptions(
  { rows, columns }: DotMatrix,
  tests: TestColumns,
  theme: ChartTheme,
): ChartOptions<'scatter'> {
  const font = fontOf(theme)
  const axis = (labels: readonly string[]) => ({
    type: 'linear' as const,
    min: -0.5,
    max: labels.length - 0.5,
    grid: { color: theme.line },
    border: { display: false },
    afterBuildTicks: (scale: { ticks: { value: number }[] }) => {
      scale.ticks = labels.map((_, value) => ({ value }))
    },
    ticks: {
      color: theme.text,
      font,
      autoSkip: false,
      callback: (value: string | number) => shorten(labels[Number(value)] ?? '', maxNameLength),
    },
  })
  return {
    ...chartBase(theme),
    scales: {
      x: { ...axis(columns), position: 'top' },
      y: {
        ...axis(rows),
        reverse: true,
        afterFit: fitTo(
          rows.map((row) => shorten(row, maxNameLength)),
          theme,
          tickGapPx,
        ),
      },
      ...tests.toScales(theme, (texts) => ({ ...axis(texts), reverse: true })),
    },
  }
}

/** Paints a hatched square if effect or adjusted p is missing, so that it is not mistaken for a small dot. */
function createDotPainters(
  { rows, columns, cells }: DotMatrix,
  tests: TestColumns,
  theme: ChartTheme,
  selected: ReadonlySet<string> | undefined,
): Painters {
  return {
    under({ ctx, scales, chartArea }) {
      rows.forEach((row, y) => {
        const middle = scales.y?.getPixelForValue(y) ?? 0
        if (selected?.has(row)) {
          ctx.fillStyle = withAlpha(theme.accent, 0.14)
          ctx.fillRect(chartArea.left, middle - scaled(theme, 11), chartArea.width, scaled(theme, 22))
        }
        columns.forEach((_, x) => {
          if (drawnOf(cells[y * columns.length + x])) return
          const left = (scales.x?.getPixelForValue(x) ?? 0) - 5
          drawHatch(ctx, { x: left, y: middle - 5, width: 10, height: 10 }, theme.dark)
        })
      })
    },
    over: (chart) => tests.paintHeads(chart, theme),
  }
}

/** Returns the cells as targets, row by row. Arrow keys move to the neighbor. */
export function toDotTargets(
  matrix: DotMatrix,
  titles: DotTitles,
  words: { noSize: string; missing: string },
): Targets {
  const { rows, columns, cells } = matrix
  return {
    count: rows.length * columns.length,
    describe: (index) => {
      const cell = cells[index]
      const adjustedP = cell?.adjustedP ?? null
      const size = adjustedP === null ? words.noSize : formatNamedP(titles.size, adjustedP)
      const effect = isDrawable(cell?.effect) ? formatValue(cell.effect) : words.missing
      return {
        title: rows[Math.floor(index / columns.length)] ?? '',
        value: effect,
        lines: [columns[index % columns.length] ?? '', titles.effect, size],
      }
    },
    locate: ({ scales }, index) => ({
      x: scales.x?.getPixelForValue(index % columns.length) ?? 0,
      y: scales.y?.getPixelForValue(Math.floor(index / columns.length)) ?? 0,
    }),
    hit: ({ scales, chartArea }, at) => {
      if (at.x < chartArea.left || at.x > chartArea.right || at.y < chartArea.top || at.y > chartArea.bottom)
        return null
      const x = Math.round(scales.x?.getValueForPixel(at.x) ?? 0)
      const y = Math.round(scales.y?.getValueForPixel(at.y) ?? 0)
      return clamp(y, rows.length) * columns.length + clamp(x, columns.length)
    },
    next: (index, key) => {
      const x = clamp((index % columns.length) + stepX(key), columns.length)
      const y = clamp(Math.floor(index / columns.length) + stepY(key), rows.length)
      return y * columns.length + x
    },
  }
}

const clamp = (position: number, count: number): number => Math.max(0, Math.min(count - 1, position))
const stepX = (key: ArrowKey): number => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)
const stepY = (key: ArrowKey): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)

type LegendWords = { effect: string; size: string; significant: string; faded: string; none: string }

export function toDotLegend({ cells, scale }: DotMatrix, words: LegendWords): LegendItem[] {
  const lacking = cells.some((cell) => !drawnOf(cell))
  const sizes = [1, 0.05, 0.01, 0.0001].map((adjustedP, index, all) => ({
    radiusPx: radiusOf(adjustedP),
    label: `${index === all.length - 1 ? '≤ ' : ''}${adjustedP}`,
  }))
  return [
    {
      kind: 'scale',
      label: words.effect,
      stops: scaleStops(scale),
      ticks: formatTicks([scale.min, 0, scale.max], scaleDigits),
    },
    { kind: 'sizes', label: words.size, sizes },
    { kind: 'note', label: words.significant },
    ...(cells.some(({ faded }) => faded) ? [{ kind: 'note' as const, label: words.faded }] : []),
    ...(lacking ? [{ kind: 'hatch' as const, label: words.none }] : []),
  ]
}

type TableWords = DotTitles & { row: string; column: string }

export const toDotTable = (
  { rows, columns, cells }: Omit<DotMatrix, 'scale'>,
  words: TableWords,
): DataTable => ({
  columns: [words.row, words.column, words.effect, words.size],
  rows: rows.flatMap((row, y) =>
    columns.map((column, x) => {
      const cell = cells[y * columns.length + x]
      return [row, column, cell?.effect ?? null, cell?.adjustedP ?? null]
    }),
  ),
  chances: [3],
})

const rowPx = 24
const axesPx = 60
const columnPx = 110
/** The width of the row names, and of p and q beside the rows. */
const namesPx = 390
/** The maximum number of rows shown together. */
export const maxDotRows = 40

type Input = Pick<
  DotMatrixChartProps,
  'rows' | 'columns' | 'cells' | 'tests' | 'effectTitle' | 'sizeTitle' | 'rowWord' | 'columnWord' | 'palettes'
> & {
  /** The first row shown. */
  from: number
}

/** Draws one page of pathways × contrasts: color is the effect, size is −log10 of an adjusted p. */
export function createDotMatrixDrawing(
  { rows, columns, cells, tests, effectTitle, sizeTitle, rowWord, columnWord, from, palettes }: Input,
  t: Words,
): ChartDrawing<'scatter'> & { widthPx: number; heightPx: number } {
  const matrix = {
    rows: rows.slice(from, from + maxDotRows),
    columns,
    cells: cells.slice(from * columns.length, (from + maxDotRows) * columns.length),
    scale: effectScale(cells, palettes),
  }
  const testColumns = createTestColumns(tests.slice(from, from + maxDotRows))
  const onTheme = (theme: ChartTheme) => ({ ...matrix, scale: onGround(matrix.scale, theme) })
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
    draw: (theme) => ({
      data: toDotData(onTheme(theme), theme),
      options: toDotOptions(matrix, testColumns, theme),
    }),
    legend: (theme) => toDotLegend(onTheme(theme), words),
    targets: toDotTargets(matrix, titles, { noSize: t('dots.noSize', { of }), missing: t('dots.noEffect') }),
    table: () => toDotTable({ rows, columns, cells }, { ...titles, row: rowWord, column: columnWord }),
    paint: (selected) => (theme) => createDotPainters(matrix, testColumns, theme, selected),
    idAt: (index) => matrix.rows[Math.floor(index / columns.length)],
    widthPx: Math.max(420, columns.length * columnPx + namesPx),
    heightPx: Math.max(1, matrix.rows.length) * rowPx + axesPx,
  }
}
