import type { ChartData, Chart as ChartInstance, ChartOptions } from 'chart.js'
import { formatValue } from '../../shared/format/numbers.ts'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { BoxGroup, BoxValue } from '../data.ts'
import {
  type ChartDrawing,
  type LegendItem,
  nearest,
  nextInList,
  type Painters,
  type Point,
  type Targets,
  type Words,
} from '../frame/drawing.ts'
import { isDrawable, quantile } from '../frame/numbers.ts'
import { axisTitle, type ChartTheme, chartBase, fontOf, formatTick, scaled } from '../frame/theme.ts'
import type { BoxChartProps } from '../spec.ts'
import { edgeOf, withAlpha } from '../style/colours.ts'
import { type GroupStyle, type GroupStyles, noGroupStyle, stylesByName } from '../style/groupStyles.ts'
import { evenRadius, isStroked, lineColourOf, tracePoint } from '../style/pointShapes.ts'

/** The figures of one group, with R's type 7 quantiles. Whiskers end at the last value within 1.5 times the box. */
type Box = {
  name: string
  n: number
  median: number
  q1: number
  q3: number
  whiskerLow: number
  whiskerHigh: number
  style: GroupStyle
}

/** A value shown as a point. `shift`: −1 to 1, relative to half its group's width. */
type BoxPoint = { id: string; label: string; value: number; group: number; shift: number }

type Boxes = { boxes: Box[]; points: BoxPoint[]; undrawableCount: number }

/** With this many values or more, only those beyond the whiskers are points. */
const maxPoints = 30
/** Quartiles of fewer values are less informative than the values themselves. */
const minForBox = 5
const whiskerShare = 1.5

export function buildBoxes(
  groups: readonly BoxGroup[],
  styles: GroupStyles = stylesByName(groups.map(({ name }) => name)),
): Boxes {
  const drawable = groups.map(({ name, values }) => ({
    name,
    values: values.filter(({ value }) => isDrawable(value)),
  }))
  const boxes = drawable.map(({ name, values }) =>
    toBox(
      name,
      values.map(({ value }) => value ?? Number.NaN),
      styles.get(name) ?? noGroupStyle,
    ),
  )
  const points = drawable.flatMap(({ values }, group) => {
    const box = boxes[group]
    return box ? toPoints(values, box, group) : []
  })
  const all = groups.reduce((sum, { values }) => sum + values.length, 0)
  return { boxes, points, undrawableCount: all - boxes.reduce((sum, { n }) => sum + n, 0) }
}

function toBox(name: string, values: readonly number[], style: GroupStyle): Box {
  const sorted = Float64Array.from(values).sort()
  const q1 = quantile(sorted, 0.25)
  const q3 = quantile(sorted, 0.75)
  const reach = whiskerShare * (q3 - q1)
  return {
    name,
    n: sorted.length,
    median: quantile(sorted, 0.5),
    q1,
    q3,
    whiskerLow: sorted.find((value) => value >= q1 - reach) ?? q1,
    whiskerHigh: sorted.findLast((value) => value <= q3 + reach) ?? q3,
    style,
  }
}

function toPoints(values: readonly BoxValue[], box: Box, group: number): BoxPoint[] {
  return values.flatMap(({ id, label, value }) => {
    const shown = value !== null && (box.n < maxPoints || value < box.whiskerLow || value > box.whiskerHigh)
    return shown ? [{ id, label, value, group, shift: shiftOf(id) }] : []
  })
}

/** Returns the jitter of a point, derived from its id (FNV-1a), so that it is always the same. */
export function shiftOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  // The last characters of numbered names affect only the low bits; mixing spreads them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 0x7fffffff - 1
}

export const hasBox = ({ n }: Box): boolean => n >= minForBox

export const toBoxTable = (
  groups: readonly BoxGroup[],
  words: { group: string; point: string; value: string },
): DataTable => ({
  columns: [words.point, words.group, words.value],
  rows: groups.flatMap(({ name, values }) => values.map(({ label, value }) => [label, name, value])),
})

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
        maxBarThickness: scaled(theme, maxBoxPx),
      },
    ],
  }
}

const maxBoxPx = 96
const truncate = (name: string): string => (name.length > 24 ? `${name.slice(0, 23)}…` : name)

function toBoxOptions(built: Boxes, theme: ChartTheme, title: string): ChartOptions<'boxplot'> {
  const font = fontOf(theme)
  const values = built.points.map(({ value }) => value)
  return {
    ...chartBase(theme),
    scales: {
      x: {
        grid: { display: false },
        border: { color: theme.dimmed },
        ticks: { color: theme.text, font, maxRotation: 0, autoSkip: false },
      },
      y: {
        // The range of the boxes may not include all points.
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

const boxWidthOf = ({ data }: ChartInstance): number =>
  (data.datasets[0] as { maxBarThickness?: number } | undefined)?.maxBarThickness ?? maxBoxPx

/** Returns the position of a point. The jitter follows the width of the boxes, which grows with the theme. */
function pixelOf(chart: ChartInstance, { boxes }: Boxes, point: BoxPoint): Point {
  const { scales, chartArea } = chart
  const groupPx = chartArea.width / Math.max(1, boxes.length)
  const halfPx = Math.min(boxWidthOf(chart), groupPx * 0.72) * jitterShare
  return {
    x: (scales.x?.getPixelForValue(point.group) ?? 0) + point.shift * halfPx,
    y: scales.y?.getPixelForValue(point.value) ?? 0,
  }
}

function createBoxPainters(
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
        tracePoint(ctx, style.shape, x, y, evenRadius(style.shape, scaled(theme, radiusPx)))
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

/** Returns the targets group by group: each box, then its points. */
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

/** Returns the id of the item at a target; null for a box. */
export function pointAt({ boxes, points }: Boxes, index: number): string | null {
  const order = boxes.flatMap((_, group) => [
    null,
    ...points.filter((point) => point.group === group).map(({ id }) => id),
  ])
  return order[index] ?? null
}

function toBoxLegend({ boxes, undrawableCount: count }: Boxes, t: Words): LegendItem[] {
  const notes = [
    boxes.some(hasBox) ? t('boxes.box') : null,
    boxes.some((box) => !hasBox(box)) ? t('boxes.few') : null,
    boxes.some(({ n }) => n >= maxPoints) ? t('boxes.outliers') : null,
    count > 0 ? t('undrawn', { count }) : null,
  ]
  return notes.flatMap((label) => (label === null ? [] : [{ kind: 'note' as const, label }]))
}

type Input = Pick<BoxChartProps, 'groups' | 'styles' | 'valueTitle' | 'pointWord'>

/** Draws one box per group with its n. Every value is a point while there are few. */
export function createBoxDrawing(
  { groups, styles, valueTitle, pointWord }: Input,
  t: Words,
): ChartDrawing<'boxplot'> {
  const built = buildBoxes(groups, styles)
  const count = (n: number) => t('boxes.count', { count: n })
  return {
    type: 'boxplot',
    draw: (theme) => ({
      data: toBoxData(built, theme, count),
      options: toBoxOptions(built, theme, valueTitle),
    }),
    legend: () => toBoxLegend(built, t),
    targets: toBoxTargets(built, {
      valueTitle,
      count,
      figures: ({ median, q1, q3 }) =>
        t('boxes.figures', { median: formatValue(median), low: formatValue(q1), high: formatValue(q3) }),
    }),
    table: () => toBoxTable(groups, { group: t('group'), point: pointWord, value: valueTitle }),
    paint: (selected) => (theme) => createBoxPainters(built, theme, selected),
    idAt: (index) => pointAt(built, index),
  }
}
