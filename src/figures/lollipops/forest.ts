import type { Chart, ChartOptions } from 'chart.js'
import { formatValue } from '../../shared/format/numbers.ts'
import { type ChartDrawing, type Painters, toNotes, type Words } from '../frame/drawing.ts'
import { breakLine } from '../frame/lines.ts'
import { formatPAndQ, isDrawable } from '../frame/numbers.ts'
import { type ChartTheme, createTestColumns, cssFont, fitTo, scaled, tickGapPx } from '../frame/theme.ts'
import type { DrawingInput, ForestChartProps, ForestRow } from '../spec.ts'
import { paintPoint } from '../style/pointShapes.ts'
import { rowTargets, toRowOptions } from './lollipops.ts'

const rowPx = 22
/** The axis of values, and the heads of p and q. */
const axesPx = 90
const headPx = 4.5
const linePx = 1.5
/** Beside the axes: padding of the chart. */
const sidesPx = 8

/** Draws estimates with their intervals, from highest to lowest. Marks are filled if a difference was found. */
export function createForestDrawing(
  input: DrawingInput<ForestChartProps>,
  t: Words,
): ChartDrawing<'bar'> & { heightPx: number } {
  const { valueTitle, intervalWord, labelWord, foundWord, otherWord } = input
  const rows = input.rows
    .filter(({ value }) => isDrawable(value))
    .toSorted((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1))
  const undrawn = input.rows.length - rows.length
  const tests = createTestColumns(rows)
  const withTests = (options: ChartOptions<'bar'>, theme: ChartTheme): ChartOptions<'bar'> => ({
    ...options,
    layout: { padding: { right: 4, top: tests.toHeadPx(theme) } },
    scales: {
      ...options.scales,
      x: {
        ...options.scales?.['x'],
        // chart.js squeezes a title that is wider than its axis.
        beforeFit: (scale: { chart: Chart; options: { title: { text: string | string[] } } }) => {
          const { ctx, scales, width } = scale.chart
          const sides = Object.values(scales).filter((one) => !one.isHorizontal())
          const widthPx = sides.reduce((left, side) => left - side.width, width - sidesPx)
          ctx.save()
          ctx.font = cssFont(theme)
          scale.options.title.text = breakLine(valueTitle, widthPx, (text) => ctx.measureText(text).width)
          ctx.restore()
        },
      } as object,
      y: {
        ...options.scales?.['y'],
        afterFit: fitTo(
          rows.map(({ label }) => label),
          theme,
          tickGapPx,
        ),
      },
      ...tests.toScales(theme, (labels) => ({ type: 'category', labels, offset: true })),
    },
  })
  return {
    type: 'bar',
    draw: (theme) => ({
      data: {
        labels: rows.map(({ label }) => label),
        datasets: [
          {
            label: valueTitle,
            data: rows.map(({ value, low, high }) => [low ?? value, high ?? value] as [number, number]),
            backgroundColor: rows.map(({ isFound }) => (isFound ? theme.text : theme.dimmed)),
            barThickness: scaled(theme, linePx),
          },
        ],
      },
      // The axis always includes 0, the reference for all estimates.
      options: withTests(
        toRowOptions(theme, valueTitle, theme.text, { suggestedMin: 0, suggestedMax: 0, grace: '8%' }),
        theme,
      ),
    }),
    legend: (theme) => [
      { kind: 'point', shape: 'circle', label: foundWord, colour: theme.text, edge: theme.text },
      { kind: 'point', shape: 'circle', label: otherWord, colour: theme.surface, edge: theme.dimmed },
      ...toNotes([undrawn > 0 ? t('undrawn', { count: undrawn }) : null]),
    ],
    targets: rowTargets(
      [...rows.entries()],
      (chart, [index, { value }]) => {
        const element = chart.getDatasetMeta(0).data[index]
        const scale = chart.scales['x']
        return element && scale ? { x: scale.getPixelForValue(value), y: element.y } : null
      },
      ([, row]) => {
        const { label, value, low, high, notes } = row
        const interval =
          low === null || high === null ? '' : `${intervalWord}: ${formatValue(low)} … ${formatValue(high)}`
        const lines = [interval, ...notes, formatPAndQ(row), valueTitle].filter((line) => line !== '')
        return { title: label, value: formatValue(value), lines }
      },
    ),
    table: () => ({
      columns: [labelWord, valueTitle, `${intervalWord}, low`, `${intervalWord}, high`, 'p', 'q'],
      rows: input.rows.map(({ label, value, low, high, p, q }) => [label, value, low, high, p, q]),
      chances: [4, 5],
    }),
    paint: (selected) => (theme) => createPainters(rows, tests, theme, selected),
    idAt: (index) => rows[index]?.label,
    heightPx: Math.max(120, rows.length * rowPx + axesPx),
  }
}

/** Paints each estimate on its interval, with a ring around selected ones. */
function createPainters(
  rows: readonly ForestRow[],
  tests: ReturnType<typeof createTestColumns>,
  theme: ChartTheme,
  selected: ReadonlySet<string> | undefined,
): Painters {
  return {
    over(chart) {
      const { ctx } = chart
      const scale = chart.scales['x']
      if (!scale) return
      ctx.save()
      ctx.font = cssFont(theme)
      chart.getDatasetMeta(0).data.forEach(({ y }, index) => {
        const row = rows[index]
        if (!row) return
        const isSelected = selected?.has(row.label) === true
        const line = row.isFound ? theme.text : theme.dimmed
        paintPoint(ctx, 'circle', { x: scale.getPixelForValue(row.value), y }, scaled(theme, headPx), {
          fill: row.isFound ? theme.text : theme.surface,
          line: isSelected ? theme.accent : line,
          lineWidth: scaled(theme, isSelected ? 3 : 1.5),
        })
      })
      ctx.restore()
      tests.paintHeads(chart, theme)
    },
  }
}
