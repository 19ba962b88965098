import type { Chart as ChartInstance } from 'chart.js'
import { formatValue } from '../../shared/format/numbers.ts'
import type { ScatterLine, ScatterPoint } from '../data.ts'
import type { ArrowKey, ChartDrawing, Drawing, Painters, Point, Targets, Words } from '../frame/drawing.ts'
import type { ChartTheme } from '../frame/theme.ts'
import type { ScatterChartProps } from '../spec.ts'
import { axisPixels, buildScatter, type Scatter, sortedIndices, toPixels, toScatterTable } from './scatter.ts'
import { toScatterData, toScatterLegend, toScatterOptions } from './scatterOptions.ts'
import { createScatterPainters } from './scatterPainter.ts'

const noLines: readonly ScatterLine[] = []

type Input = Pick<
  ScatterChartProps,
  'points' | 'groups' | 'lines' | 'sameRange' | 'xTitle' | 'yTitle' | 'pointWord'
>

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
    legend: (thinned, leftOut) => (theme) =>
      toScatterLegend(scatter, lines, theme, {
        thinned,
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
  const { scaleX, offsetX, scaleY, offsetY } = axisPixels(chart)
  const x = (xs[index] ?? 0) * scaleX + offsetX
  const y = (ys[index] ?? 0) * scaleY + offsetY
  const { left, right, top, bottom } = chart.chartArea
  return x < left || x > right || y < top || y > bottom ? null : { x, y }
}

function nearestPoint(chart: ChartInstance, { xs, ys }: Scatter, at: Point): number | null {
  const { scaleX, offsetX, scaleY, offsetY } = axisPixels(chart)
  const { left, right, top, bottom } = chart.chartArea
  if (at.x < left || at.x > right || at.y < top || at.y > bottom) return null
  let found: number | null = null
  let nearestSquared = reachPx * reachPx
  for (let index = 0; index < xs.length; index++) {
    const dx = (xs[index] ?? 0) * scaleX + offsetX - at.x
    const dy = (ys[index] ?? 0) * scaleY + offsetY - at.y
    const distance = dx * dx + dy * dy
    if (distance > nearestSquared) continue
    nearestSquared = distance
    found = index
  }
  return found
}

export const scatterPixels = (chart: ChartInstance, { xs, ys }: Scatter): Float32Array =>
  toPixels(xs, ys, axisPixels(chart))
