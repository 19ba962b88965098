import type { ChartData, Chart as ChartInstance, ChartOptions } from 'chart.js'
import { formatValue } from '../shared/format/numbers.ts'
import { axisTitle, formatTick } from './axes.ts'
import { type Box, type Boxes, type BoxPoint, hasBox, maxPoints } from './boxes.ts'
import { edgeOf, noGroupStyle, withAlpha } from './colours.ts'
import { nearest, nextInList, type Painters, type Point, type Targets } from './drawing.ts'
import type { LegendItem } from './legend.ts'
import { evenRadius, isStroked, lineColourOf } from './pointShapes.ts'
import type { ChartTheme } from './theme.ts'
import { tracePoint } from './tracePoint.ts'

export function toBoxData(
  { boxes }: Boxes,
  theme: ChartTheme,
  countWord: (n: number) => string,
): ChartData<'boxplot'> {
  return {
    labels: boxes.map(({ name, n }) => [truncate(name), countWord(n)]),
    datasets: [
      {
        label: 'boxes',
        data: boxes.map((box) => {
          const edge = hasBox(box)
            ? box
            : { q1: box.median, q3: box.median, whiskerLow: box.median, whiskerHigh: box.median }
          return {
            min: edge.whiskerLow,
            whiskerMin: edge.whiskerLow,
            q1: edge.q1,
            median: box.median,
            mean: Number.NaN,
            q3: edge.q3,
            whiskerMax: edge.whiskerHigh,
            max: edge.whiskerHigh,
            items: [],
            outliers: [],
          }
        }),
        backgroundColor: boxes.map(({ style }) => withAlpha(style.colour, theme.dark ? 0.35 : 0.22)),
        borderColor: boxes.map(({ style }) => edgeOf(style.colour, theme.dark)),
        medianColor: theme.text,
        borderWidth: 1.25,
        meanRadius: 0,
        itemRadius: 0,
        outlierRadius: 0,
        maxBarThickness: maxBoxPx,
      },
    ],
  }
}

const maxBoxPx = 96
const truncate = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name)

export function toBoxOptions(built: Boxes, theme: ChartTheme, title: string): ChartOptions<'boxplot'> {
  const font = { size: 11, family: theme.fontFamily }
  const values = built.points.map(({ value }) => value)
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    events: [],
    font,
    plugins: { legend: { display: false }, tooltip: { enabled: false } },
    scales: {
      x: {
        grid: { display: false },
        border: { color: theme.dimmed },
        ticks: { color: theme.text, font, maxRotation: 0, autoSkip: false },
      },
      y: {
        // The boxes alone do not reach as far as the points.
        ...(values.length > 0
          ? {
              suggestedMin: values.reduce((a, b) => Math.min(a, b)),
              suggestedMax: values.reduce((a, b) => Math.max(a, b)),
            }
          : {}),
        beginAtZero: false,
        grace: '4%',
        grid: { color: theme.line },
        border: { display: false },
        ticks: { color: theme.dimmed, font, callback: formatTick },
        title: axisTitle(title, theme, 'upwards'),
      },
    },
  }
}

const radiusPx = 3.5
const jitterShare = 0.32

function pixelOf({ scales, chartArea }: ChartInstance, { boxes }: Boxes, point: BoxPoint): Point {
  const groupPx = chartArea.width / Math.max(1, boxes.length)
  const halfPx = Math.min(maxBoxPx, groupPx * 0.72) * jitterShare
  return {
    x: (scales.x?.getPixelForValue(point.group) ?? 0) + point.shift * halfPx,
    y: scales.y?.getPixelForValue(point.value) ?? 0,
  }
}

export function createBoxPainters(
  built: Boxes,
  theme: ChartTheme,
  selected: ReadonlySet<string> | undefined,
): Painters {
  return {
    over(chart) {
      const { ctx } = chart
      for (const point of built.points) {
        const { x, y } = pixelOf(chart, built, point)
        const style = built.boxes[point.group]?.style ?? noGroupStyle
        const isSelected = selected?.has(point.id) === true
        ctx.beginPath()
        tracePoint(ctx, style.shape, x, y, evenRadius(style.shape, radiusPx))
        ctx.fillStyle = withAlpha(style.colour, 0.8)
        ctx.strokeStyle = isSelected ? theme.text : lineColourOf(style.shape, style.colour, theme.dark)
        ctx.lineWidth = isSelected ? 2.5 : isStroked(style.shape) ? 1.5 : 0.75
        if (!isStroked(style.shape)) ctx.fill()
        ctx.stroke()
      }
    },
  }
}

type TooltipWords = { valueTitle: string; figures: (box: Box) => string; count: (n: number) => string }

const reachPx = 10

/** Boxes first, then the points, group by group. */
export function toBoxTargets(built: Boxes, words: TooltipWords): Targets {
  const { boxes, points } = built
  const order = boxes.flatMap((box, group) => [
    { box, point: null, group },
    ...points.filter((point) => point.group === group).map((point) => ({ box, point, group })),
  ])
  const locate = (chart: ChartInstance, index: number): Point | null => {
    const target = order[index]
    if (!target || target.box.n === 0) return null
    if (target.point) return pixelOf(chart, built, target.point)
    return {
      x: chart.scales.x?.getPixelForValue(target.group) ?? 0,
      y: chart.scales.y?.getPixelForValue(target.box.median) ?? 0,
    }
  }
  return {
    count: order.length,
    describe: (index) => {
      const target = order[index]
      if (!target) return { title: '', value: '', lines: [] }
      const { box, point } = target
      if (point)
        return { title: point.label, value: formatValue(point.value), lines: [box.name, words.valueTitle] }
      const figures = hasBox(box) ? [words.figures(box)] : []
      return { title: box.name, value: words.count(box.n), lines: [...figures, words.valueTitle] }
    },
    locate,
    hit: (chart, at) => {
      const point = nearest(
        order.length,
        (index) => (order[index]?.point ? locate(chart, index) : null),
        at,
        reachPx,
      )
      if (point !== null) return point
      const { left, right, top, bottom } = chart.chartArea
      if (at.x < left || at.x > right || at.y < top || at.y > bottom) return null
      const group = Math.floor(((at.x - left) / (right - left)) * boxes.length)
      const found = order.findIndex((target) => target.group === group)
      return found === -1 ? null : found
    },
    next: nextInList(order.length),
  }
}

/** The id of what a target stands for; null for a box. */
export function pointAt({ boxes, points }: Boxes, index: number): string | null {
  const order = boxes.flatMap((_, group) => [
    null,
    ...points.filter((point) => point.group === group).map(({ id }) => id),
  ])
  return order[index] ?? null
}

type LegendWords = { box: string; few: string; outliers: string; undrawn: string | null }

export function toBoxLegend({ boxes }: Boxes, words: LegendWords): LegendItem[] {
  const notes = [
    boxes.some(hasBox) ? words.box : null,
    boxes.some((box) => !hasBox(box)) ? words.few : null,
    boxes.some(({ n }) => n >= maxPoints) ? words.outliers : null,
    words.undrawn,
  ]
  return notes.flatMap((label) => (label === null ? [] : [{ kind: 'note' as const, label }]))
}
