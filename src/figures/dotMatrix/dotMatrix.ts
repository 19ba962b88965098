import type { ChartData, ChartOptions } from 'chart.js'
import { formatNamedP, formatTicks, formatValue } from '../../shared/format/numbers.ts'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { DotMatrixCell } from '../data.ts'
import {
  type ChartDrawing,
  clamp,
  isInBox,
  type LegendItem,
  nextCell,
  type Painters,
  scaleDigits,
  type Targets,
  toNotes,
  type Words,
} from '../frame/drawing.ts'
import { isDrawable } from '../frame/numbers.ts'
import {
  type ChartTheme,
  chartBase,
  createTestColumns,
  fitTo,
  labelAxis,
  scaled,
  tickGapPx,
} from '../frame/theme.ts'
import { shorten } from '../heatmap/heatmap.ts'
import type { DotMatrixChartProps, DrawingInput } from '../spec.ts'
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

/** A page of rows. `scale` covers all rows, so that colors have the same meaning on every page. */
type DotMatrix = {
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

function toDotData({ rows, columns, cells, scale }: DotMatrix, theme: ChartTheme): ChartData<'scatter'> {
  const dots = rows.flatMap((_, y) =>
    columns.flatMap((_column, x) => {
      const cell = cells[y * columns.length + x]
      const drawn = drawnOf(cell)
      if (!drawn) return []
      const faded = cell?.faded === true
      const isRinged = drawn.adjustedP < significant && !faded
      return [{ x, y, ...drawn, faded, isRinged, colour: toCss(toRgb(scale, drawn.effect)) }]
    }),
  )
  return {
    datasets: [
      {
        label: 'dots',
        data: dots.map(({ x, y }) => ({ x, y })),
        pointRadius: dots.map(({ adjustedP }) => scaled(theme, radiusOf(adjustedP))),
        backgroundColor: dots.map(({ faded, colour }) => (faded ? withAlpha(colour, paleness) : colour)),
        borderColor: dots.map(({ isRinged, colour }) => (isRinged ? theme.text : edgeOf(colour, theme.dark))),
        borderWidth: dots.map(({ isRinged }) => (isRinged ? 1.75 : 0.5)),
        clip: false,
      },
    ],
  }
}

const maxNameLength = 34

type TestColumns = ReturnType<typeof createTestColumns>

function toDotOptions(matrix: DotMatrix, tests: TestColumns, theme: ChartTheme): ChartOptions<'scatter'> {
  const rows = matrix.rows.map((name) => shorten(name, maxNameLength))
  const columns = matrix.columns.map((name) => shorten(name, maxNameLength))
  const axis = (labels: readonly string[]) => ({ ...labelAxis(labels, theme), border: { display: false } })
  return {
    ...chartBase(theme),
    scales: {
      x: { ...axis(columns), position: 'top' },
      y: { ...axis(rows), reverse: true, afterFit: fitTo(rows, theme, tickGapPx) },
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

type Input = DrawingInput<DotMatrixChartProps> & {
  /** The first row shown. */
  from: number
}

/** Returns the cells as targets, row by row. Arrow keys move to the neighbor. */
function toDotTargets(
  { rows, columns, cells }: DotMatrix,
  { effectTitle, sizeTitle: of }: Input,
  t: Words,
): Targets {
  const cellAt = (index: number) => ({
    row: Math.floor(index / columns.length),
    column: index % columns.length,
  })
  const indexOf = ({ row, column }: { row: number; column: number }) => row * columns.length + column
  return {
    count: rows.length * columns.length,
    describe: (index) => {
      const { row, column } = cellAt(index)
      const { effect = null, adjustedP = null } = cells[index] ?? {}
      return {
        title: rows[row] ?? '',
        value: isDrawable(effect) ? formatValue(effect) : t('dots.noEffect'),
        lines: [
          columns[column] ?? '',
          effectTitle,
          adjustedP === null ? t('dots.noSize', { of }) : formatNamedP(of, adjustedP),
        ],
      }
    },
    locate: ({ scales }, index) => {
      const { row, column } = cellAt(index)
      return { x: scales.x?.getPixelForValue(column) ?? 0, y: scales.y?.getPixelForValue(row) ?? 0 }
    },
    hit: ({ scales, chartArea }, at) => {
      if (!isInBox(chartArea, at)) return null
      const column = Math.round(scales.x?.getValueForPixel(at.x) ?? 0)
      const row = Math.round(scales.y?.getValueForPixel(at.y) ?? 0)
      return indexOf({ row: clamp(row, rows.length), column: clamp(column, columns.length) })
    },
    next: (index, key) =>
      indexOf(nextCell(cellAt(index), key, { columns: columns.length, rows: rows.length })),
  }
}

function toDotLegend(
  { cells, scale }: DotMatrix,
  { effectTitle, sizeTitle: of }: Input,
  t: Words,
): LegendItem[] {
  const sizes = [1, 0.05, 0.01, 0.0001].map((adjustedP, index, all) => ({
    radiusPx: radiusOf(adjustedP),
    label: `${index === all.length - 1 ? '≤ ' : ''}${adjustedP}`,
  }))
  return [
    {
      kind: 'scale',
      label: effectTitle,
      stops: scaleStops(scale),
      ticks: formatTicks([scale.min, 0, scale.max], scaleDigits),
    },
    { kind: 'sizes', label: t('dots.size', { of }), sizes },
    ...toNotes([t('dots.significant', { of }), cells.some(({ faded }) => faded) ? t('dots.faded') : null]),
    ...(cells.some((cell) => !drawnOf(cell))
      ? [{ kind: 'hatch' as const, label: t('dots.none', { of }) }]
      : []),
  ]
}

export const toDotTable = ({
  rows,
  columns,
  cells,
  effectTitle,
  sizeTitle,
  rowWord,
  columnWord,
}: Omit<Input, 'from'>): DataTable => ({
  columns: [rowWord, columnWord, effectTitle, sizeTitle],
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

/** Draws one page of pathways × contrasts: color is the effect, size is −log10 of an adjusted p. */
export function createDotMatrixDrawing(
  input: Input,
  t: Words,
): ChartDrawing<'scatter'> & { widthPx: number; heightPx: number } {
  const { rows, columns, cells, tests, from, palettes } = input
  const matrix = {
    rows: rows.slice(from, from + maxDotRows),
    columns,
    cells: cells.slice(from * columns.length, (from + maxDotRows) * columns.length),
    scale: effectScale(cells, palettes),
  }
  const testColumns = createTestColumns(tests.slice(from, from + maxDotRows))
  const onTheme = (theme: ChartTheme) => ({ ...matrix, scale: onGround(matrix.scale, theme) })
  return {
    type: 'scatter',
    draw: (theme) => ({
      data: toDotData(onTheme(theme), theme),
      options: toDotOptions(matrix, testColumns, theme),
    }),
    legend: (theme) => toDotLegend(onTheme(theme), input, t),
    targets: toDotTargets(matrix, input, t),
    table: () => toDotTable(input),
    paint: (selected) => (theme) => createDotPainters(matrix, testColumns, theme, selected),
    idAt: (index) => matrix.rows[Math.floor(index / columns.length)],
    widthPx: Math.max(420, columns.length * columnPx + namesPx),
    heightPx: Math.max(1, matrix.rows.length) * rowPx + axesPx,
  }
}
