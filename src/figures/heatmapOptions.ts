import type { ChartData, ChartOptions, Scale } from 'chart.js'
import { toCss, toRgb } from './colours.ts'
import { cellValue, type Heatmap, maxMatrixCells, shorten, toMatrixCells, visibleTicks } from './heatmap.ts'
import { rightInsetPx, topInsetPx } from './heatmapLayout.ts'
import type { ChartTheme } from './theme.ts'

const labelPx = 13
const maxLabelLength = 26

/** Elements for chartjs-chart-matrix; none above its limit, where the painter paints one image. */
export function toMatrixData(heatmap: Heatmap): ChartData<'matrix'> {
  const cells = heatmap.columns.length * heatmap.rows.length
  const data = cells <= maxMatrixCells ? toMatrixCells(heatmap) : []
  const gap = (cellPx: number) => (cellPx > 8 ? 1 : 0)
  return {
    datasets: [
      {
        label: 'cells',
        data,
        borderWidth: 0,
        backgroundColor: ({ dataIndex }) => colourAt(heatmap, data[dataIndex]),
        width: ({ chart }) => spread(chart.chartArea?.width, heatmap.columns.length, gap),
        height: ({ chart }) => spread(chart.chartArea?.height, heatmap.rows.length, gap),
      },
    ],
  }
}

function colourAt(heatmap: Heatmap, cell: { x: number; y: number } | undefined): string {
  const value = cell ? cellValue(heatmap, cell.x, cell.y) : null
  return value === null ? 'transparent' : toCss(toRgb(heatmap.scale, value))
}

function spread(lengthPx: number | undefined, count: number, gap: (cellPx: number) => number): number {
  const cellPx = (lengthPx ?? 0) / Math.max(1, count)
  return Math.max(1, cellPx - gap(cellPx))
}

type AxisTitles = { columns: string; rows: string }

/** Axes of a heatmap: samples below, pathways left with the first on top, as many labels as there is room for. */
export function toMatrixOptions(
  heatmap: Heatmap,
  theme: ChartTheme,
  titles: AxisTitles,
): ChartOptions<'matrix'> {
  const columnLabels = heatmap.columns.map(({ tick }) => shorten(tick, maxLabelLength))
  const rowLabels = heatmap.rows.map((label) => shorten(label, maxLabelLength))
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    events: [],
    font: { family: theme.fontFamily, size: 11 },
    layout: { padding: { top: topInsetPx(heatmap), right: rightInsetPx(heatmap) } },
    plugins: { legend: { display: false }, tooltip: { enabled: false } },
    scales: {
      x: axis(columnLabels, theme, titles.columns),
      y: { ...axis(rowLabels, theme, titles.rows), reverse: true },
    },
  }
}

function axis(labels: string[], theme: ChartTheme, title: string) {
  return {
    type: 'linear' as const,
    min: -0.5,
    max: labels.length - 0.5,
    offset: false,
    grid: { display: false },
    border: { display: false },
    title: { display: true, text: title, color: theme.dimmed, font: { size: 11, family: theme.fontFamily } },
    afterBuildTicks: (scale: Scale) => {
      const lengthPx = scale.axis === 'x' ? scale.chart.width : scale.chart.height
      scale.ticks = visibleTicks(labels.length, lengthPx, labelPx).map((value) => ({ value }))
    },
    // Upright or lying, nothing between.
    afterCalculateLabelRotation: (scale: Scale) => {
      if (scale.isHorizontal() && scale.labelRotation > 0) scale.labelRotation = 90
    },
    ticks: {
      color: theme.text,
      font: { size: 11, family: theme.fontFamily },
      autoSkip: true,
      autoSkipPadding: 2,
      maxRotation: 90,
      callback: (value: string | number) => labels[Number(value)] ?? '',
    },
  }
}
