import type { ChartData, ChartOptions, Scale } from 'chart.js'
import { formatValue } from '../../shared/format/numbers.ts'
import type { ArrowKey, ChartDrawing, Painters, Targets, Words } from '../frame/drawing.ts'
import type { LegendItem } from '../frame/legend.ts'
import { type ChartTheme, chartBase } from '../frame/theme.ts'
import { clippedAt, groupColours, scaleStops, toCss, toRgb } from '../style/colours.ts'
import {
  cellValue,
  type Heatmap,
  maxMatrixCells,
  shorten,
  toHeatmapTable,
  toMatrixCells,
  visibleTicks,
} from './heatmap.ts'
import { createHeatmapPainters } from './heatmapPainter.ts'
import { gridOf, type Region, rightInsetPx, topInsetPx } from './heatmapView.ts'

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
    ...chartBase(theme),
    layout: { padding: { top: topInsetPx(heatmap), right: rightInsetPx(heatmap) } },
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

type CellWords = {
  missing: string
  noGroup: string
  clippedEnd: string
  meanOf: (count: number) => string
}

/** Cells, column by column; arrow keys go to the neighbour. */
function toHeatmapTargets(heatmap: Heatmap, words: CellWords): Targets {
  const height = heatmap.rows.length
  return {
    count: height * heatmap.columns.length,
    describe: (index) => {
      const [column, row] = [Math.floor(index / height), index % height]
      const value = cellValue(heatmap, column, row)
      return {
        title: heatmap.rows[row] ?? '',
        value: value === null ? words.missing : formatValue(value),
        lines: linesOf(heatmap, column, value, words),
      }
    },
    locate: (chart, index) => {
      const { left, top, cellX, cellY } = gridOf(chart, heatmap)
      return {
        x: left + (Math.floor(index / height) + 0.5) * cellX,
        y: top + ((index % height) + 0.5) * cellY,
      }
    },
    hit: (chart, { x, y }) => {
      const { left, top, width, height: heightPx, cellX, cellY } = gridOf(chart, heatmap)
      if (x < left || x >= left + width || y < top || y >= top + heightPx) return null
      return Math.floor((x - left) / cellX) * height + Math.floor((y - top) / cellY)
    },
    next: (index, key) => {
      const column = clamp(Math.floor(index / height) + stepX(key), heatmap.columns.length)
      const row = clamp((index % height) + stepY(key), height)
      return column * height + row
    },
  }
}

function linesOf(heatmap: Heatmap, column: number, value: number | null, words: CellWords): string[] {
  const shown = heatmap.columns[column]
  const group = [shown?.group ?? words.noGroup]
  if (shown && shown.size > 1) group.push(words.meanOf(shown.size))
  if (value !== null && clippedAt(heatmap.scale, value)) group.push(words.clippedEnd)
  const tracks = heatmap.tracks.map(({ name, values }) => `${name}: ${values[column] ?? '–'}`)
  return [shown?.label ?? '', group.join(' · '), ...tracks]
}

const stepX = (key: ArrowKey): number => (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)
const stepY = (key: ArrowKey): number => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)
const clamp = (position: number, count: number): number => Math.max(0, Math.min(count - 1, position))

type LegendWords = { measure: string; group: string; missing: string; clipped: string; binned: string | null }

/** The colours with their numbers, the groups, the tracks, and what is missing or clipped. */
export function toHeatmapLegend(
  heatmap: Heatmap,
  colours: ReadonlyMap<string, string>,
  words: LegendWords,
): LegendItem[] {
  const { scale } = heatmap
  const low = `${scale.clippedLow > 0 ? '≤ ' : ''}${formatValue(scale.min)}`
  const high = `${scale.clippedHigh > 0 ? '≥ ' : ''}${formatValue(scale.max)}`
  const present = new Set(heatmap.columns.map(({ group }) => group))
  const groups = [...colours].filter(([name]) => present.has(name))
  return [
    {
      kind: 'scale',
      label: words.measure,
      stops: scaleStops(scale),
      ticks: scale.kind === 'diverging' ? [low, '0', high] : [low, high],
    },
    ...(heatmap.tracks.length > 0 && groups.length > 0
      ? [{ kind: 'note' as const, label: `${words.group}:` }]
      : []),
    ...groups.map(([label, colour]) => ({ kind: 'swatch' as const, label, colour })),
    ...heatmap.tracks.flatMap(({ legend }) => legend),
    ...(heatmap.missing > 0 ? [{ kind: 'hatch' as const, label: words.missing }] : []),
    ...(scale.clippedLow + scale.clippedHigh > 0 ? [{ kind: 'clip' as const, label: words.clipped }] : []),
    ...(words.binned === null ? [] : [{ kind: 'note' as const, label: words.binned }]),
  ]
}
