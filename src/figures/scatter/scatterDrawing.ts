import type { ChartData, Chart as ChartInstance, ChartOptions } from 'chart.js'
import type { AnnotationOptions } from 'chartjs-plugin-annotation'
import type {} from 'chartjs-plugin-zoom'
import { formatValue } from '../../shared/format/numbers.ts'
import type { ScatterLine, ScatterPoint } from '../data.ts'
import {
  type ArrowKey,
  type ChartDrawing,
  type Drawing,
  isInBox,
  type LegendItem,
  nearest,
  type Painters,
  type Point,
  type Targets,
  toNotes,
  type Words,
} from '../frame/drawing.ts'
import { type ChartTheme, chartBase, numberAxis, scaled } from '../frame/theme.ts'
import type { DrawingInput, ScatterChartProps } from '../spec.ts'
import { withAlpha } from '../style/colours.ts'
import { evenRadius, isStroked, lineColourOf, pointEntry, pointStyleOf } from '../style/pointShapes.ts'
import {
  axisPixels,
  buildScatter,
  maxElements,
  pointRadiusPx,
  type Scatter,
  sortedIndices,
  toPixel,
  toPixels,
  toScatterTable,
} from './scatter.ts'
import { createScatterPainters } from './scatterPainter.ts'

const noLines: readonly ScatterLine[] = []

type ScatterDrawing = Omit<ChartDrawing<'scatter'>, 'paint' | 'legend'> & {
  scatter: Scatter
  /** `leftOut` is called with the number of labels without room. */
  paint: (
    selected: ReadonlySet<string> | undefined,
    leftOut: (count: number) => void,
  ) => (theme: ChartTheme) => Painters
  /** `leftOut` returns the number of labels without room. */
  legend: (thinned: string | null, leftOut: () => number) => Drawing<'scatter'>['legend']
}

/** Draws points by two numbers, with one color and shape per group. */
export function createScatterDrawing(
  {
    points,
    groups,
    lines = noLines,
    sameRange = false,
    xTitle,
    yTitle,
    pointWord,
  }: DrawingInput<ScatterChartProps>,
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
    legend: (thinned, leftOut) => (theme) =>
      toScatterLegend(scatter, lines, theme, t('noGroup'), [
        thinned,
        scatter.undrawableCount > 0 ? t('undrawn', { count: scatter.undrawableCount }) : null,
        leftOut() > 0 ? t('leftOutNames', { count: leftOut() }) : null,
      ]),
    targets: toScatterTargets(scatter, titles),
    table: () => toScatterTable(points, { point: pointWord, group: t('group'), ...titles }),
    paint: (selected, leftOut) => (theme) => createScatterPainters({ scatter, theme, selected, leftOut }),
    idAt: (index) => scatter.points[index]?.id,
  }
}

const reachPx = 12

type AxisTitles = { x: string; y: string }

/** Returns the points as targets: left and right move by x, up and down by y. */
export function toScatterTargets(scatter: Scatter, words: AxisTitles): Targets {
  const orders: Partial<Record<'x' | 'y', { order: Uint32Array; rank: Uint32Array }>> = {}
  const orderBy = (axis: 'x' | 'y') => {
    orders[axis] ??= ranked(axis === 'x' ? scatter.xs : scatter.ys)
    return orders[axis]
  }
  return {
    count: scatter.points.length,
    describe: (index) => {
      const point = scatter.points[index]
      const x = `${words.x}: ${formatValue(scatter.xs[index] ?? 0)}`
      const y = `${words.y}: ${formatValue(scatter.ys[index] ?? 0)}`
      const group = point?.group ? [point.group] : []
      return { title: point?.label ?? '', value: '', lines: [...group, x, y, ...factsOf(point)] }
    },
    locate: (chart, index) => pixelOf(chart, scatter, index),
    hit: (chart, at) => nearestPoint(chart, scatter, at),
    next: (index, key) => {
      const { order, rank } = orderBy(key === 'ArrowLeft' || key === 'ArrowRight' ? 'x' : 'y')
      return order[(rank[index] ?? 0) + stepOf(key)] ?? index
    },
  }
}

const factsOf = (point: ScatterPoint | undefined): readonly string[] =>
  typeof point?.facts === 'function' ? point.facts() : (point?.facts ?? [])

const stepOf = (key: ArrowKey): number => (key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1)

function ranked(values: Float64Array): { order: Uint32Array; rank: Uint32Array } {
  const order = sortedIndices(values)
  const rank = new Uint32Array(order.length)
  order.forEach((index, position) => {
    rank[index] = position
  })
  return { order, rank }
}

function pixelOf(chart: ChartInstance, { xs, ys }: Scatter, index: number): Point | null {
  const point = toPixel(axisPixels(chart), xs[index] ?? 0, ys[index] ?? 0)
  return isInBox(chart.chartArea, point) ? point : null
}

function nearestPoint(chart: ChartInstance, { xs, ys }: Scatter, at: Point): number | null {
  if (!isInBox(chart.chartArea, at)) return null
  const axes = axisPixels(chart)
  return nearest(xs.length, (index) => toPixel(axes, xs[index] ?? 0, ys[index] ?? 0), at, reachPx)
}

export const scatterPixels = (chart: ChartInstance, { xs, ys }: Scatter): Float32Array =>
  toPixels(xs, ys, axisPixels(chart))

/** Returns one dataset per group, or an empty one above the limit. */
export function toScatterData(scatter: Scatter, theme: ChartTheme): ChartData<'scatter'> {
  const { points, styles, styleOf } = scatter
  if (points.length > maxElements) return { datasets: [{ label: 'points', data: [] }] }
  return {
    datasets: styles.map((style, styleIndex) => ({
      label: style.name ?? '\u0000',
      data: points.flatMap(({ x, y }, index) =>
        styleOf[index] === styleIndex ? [{ x: x ?? Number.NaN, y: y ?? Number.NaN }] : [],
      ),
      ...pointStyleOf(style.shape),
      pointRadius: evenRadius(style.shape, scaled(theme, pointRadiusPx)),
      backgroundColor: withAlpha(style.colour, 0.75),
      borderColor: lineColourOf(style.shape, style.colour, theme.dark),
      borderWidth: isStroked(style.shape) ? 1.5 : 0.75,
    })),
  }
}

export function toScatterOptions(
  scatter: Scatter,
  theme: ChartTheme,
  titles: AxisTitles,
  lines: readonly ScatterLine[],
): ChartOptions<'scatter'> {
  return {
    ...chartBase(theme),
    layout: { padding: { top: 8, right: 12 } },
    plugins: {
      ...chartBase(theme).plugins,
      annotation: { annotations: lines.map((line) => toAnnotation(line, theme)) },
      zoom: zoomOptions(scatter),
    },
    scales: {
      x: numberAxis(scatter.x, titles.x, theme, 'across'),
      y: numberAxis(scatter.y, titles.y, theme, 'upwards'),
    },
  }
}

const closest = 1e-6

function zoomOptions({ x, y }: Scatter) {
  const limit = (range: Scatter['x']) => ({ ...range, minRange: (range.max - range.min) * closest })
  return {
    limits: { x: limit(x), y: limit(y) },
    pan: { enabled: true, mode: 'xy' as const },
    zoom: {
      mode: 'xy' as const,
      wheel: { enabled: true, modifierKey: 'ctrl' as const },
      pinch: { enabled: true },
    },
  }
}

const isDashed = (line: ScatterLine): boolean => line.kind !== 'line' || line.dashed === true
const lineColour = (line: ScatterLine, theme: ChartTheme): string =>
  isDashed(line) ? theme.dimmed : theme.text

function toAnnotation(line: ScatterLine, theme: ChartTheme): AnnotationOptions<'line'> {
  const shared = {
    type: 'line' as const,
    borderColor: lineColour(line, theme),
    borderWidth: 1.25,
    ...(isDashed(line) ? { borderDash: [4, 3] } : {}),
    drawTime: 'beforeDatasetsDraw' as const,
  }
  if (line.kind !== 'line')
    return line.kind === 'x'
      ? { ...shared, xMin: line.at, xMax: line.at }
      : { ...shared, yMin: line.at, yMax: line.at }
  const { slope, intercept } = line
  return {
    ...shared,
    xMin: ({ chart }) => chart.scales.x?.min ?? 0,
    xMax: ({ chart }) => chart.scales.x?.max ?? 0,
    yMin: ({ chart }) => slope * (chart.scales.x?.min ?? 0) + intercept,
    yMax: ({ chart }) => slope * (chart.scales.x?.max ?? 0) + intercept,
  }
}

/** Returns the groups that have points, the lines and the notes. */
export function toScatterLegend(
  scatter: Scatter,
  lines: readonly ScatterLine[],
  theme: ChartTheme,
  noGroup: string,
  notes: readonly (string | null)[],
): LegendItem[] {
  const present = scatter.styles.filter(({ count }) => count > 0)
  const named = present.length === 1 && present[0]?.name === null ? [] : present
  return [
    ...named.map((style) => pointEntry(style.name ?? noGroup, style, theme.dark)),
    ...lines.map((line) => ({
      kind: 'line' as const,
      label: line.label,
      colour: lineColour(line, theme),
      dashed: isDashed(line),
    })),
    ...toNotes(notes),
  ]
}
