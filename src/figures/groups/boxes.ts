import type { ChartData, Chart as ChartInstance, ChartOptions } from 'chart.js'
import { formatValue } from '../../shared/format/numbers.ts'
import type { BoxGroup, BoxValue } from '../data.ts'
import {
  type ChartDrawing,
  isInBox,
  listTargets,
  type Painters,
  type Point,
  type Targets,
  toNotes,
  type Words,
} from '../frame/drawing.ts'
import { isDrawable, quantile } from '../frame/numbers.ts'
import { axisTitle, type ChartTheme, chartBase, fontOf, formatTick, scaled } from '../frame/theme.ts'
import type { BoxChartProps, DrawingInput } from '../spec.ts'
import { edgeOf, withAlpha } from '../style/colours.ts'
import { type GroupStyle, type GroupStyles, noGroupStyle, stylesByName } from '../style/groupStyles.ts'
import { evenRadius, isStroked, lineColourOf, paintPoint } from '../style/pointShapes.ts'

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

function toBoxData(
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

const pointPx = 3.5

/** Paints the value of a sample in the style of its group, with a strong outline if it is selected. */
export function paintValue(
  ctx: CanvasRenderingContext2D,
  at: Point,
  { shape, colour }: GroupStyle,
  theme: ChartTheme,
  { alpha, isSelected }: { alpha: number; isSelected: boolean },
): void {
  const lineWidth = isStroked(shape) ? 1.5 : 0.75
  paintPoint(ctx, shape, at, evenRadius(shape, scaled(theme, pointPx)), {
    fill: withAlpha(colour, alpha),
    line: isSelected ? theme.text : lineColourOf(shape, colour, theme.dark),
    lineWidth: isSelected ? 2.5 : lineWidth,
  })
}

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

const createBoxPainters = (
  built: Boxes,
  theme: ChartTheme,
  selected: ReadonlySet<string> | undefined,
): Painters => ({
  over(chart) {
    for (const point of built.points) {
      const style = built.boxes[point.group]?.style ?? noGroupStyle
      const isSelected = selected?.has(point.id) === true
      paintValue(chart.ctx, pixelOf(chart, built, point), style, theme, { alpha: 0.8, isSelected })
    }
  },
})

const reachPx = 10

/** A box, or a point of its group. */
type BoxTarget = { box: Box; point: BoxPoint | null; group: number }

/** Returns the targets: each box, then its points. A pointer beside all points hits the box of its group. */
function toBoxTargets(built: Boxes, items: readonly BoxTarget[], valueTitle: string, t: Words): Targets {
  const targets = listTargets(items, {
    reachPx,
    describe: ({ box, point }) => {
      if (point) return { title: point.label, value: formatValue(point.value), lines: [box.name, valueTitle] }
      const { name, n, median, q1, q3 } = box
      const figures = { median: formatValue(median), low: formatValue(q1), high: formatValue(q3) }
      return {
        title: name,
        value: t('boxes.count', { count: n }),
        lines: [...(hasBox(box) ? [t('boxes.figures', figures)] : []), valueTitle],
      }
    },
    locate: (chart, { box, point, group }) => {
      if (box.n === 0) return null
      if (point) return pixelOf(chart, built, point)
      return {
        x: chart.scales.x?.getPixelForValue(group) ?? 0,
        y: chart.scales.y?.getPixelForValue(box.median) ?? 0,
      }
    },
    pointFor: (chart, { point }) => point && pixelOf(chart, built, point),
  })
  return {
    ...targets,
    hit: (chart, at) => {
      const point = targets.hit(chart, at)
      if (point !== null || !isInBox(chart.chartArea, at)) return point
      const { left, width } = chart.chartArea
      const group = Math.floor(((at.x - left) / width) * built.boxes.length)
      const found = items.findIndex((item) => item.group === group)
      return found === -1 ? null : found
    },
  }
}

/** Draws one box per group with its n. Every value is a point while there are few. */
export function createBoxDrawing(
  { groups, styles, valueTitle, pointWord }: DrawingInput<BoxChartProps>,
  t: Words,
): ChartDrawing<'boxplot'> {
  const built = buildBoxes(groups, styles)
  const { boxes, points, undrawableCount } = built
  const items = boxes.flatMap((box, group): BoxTarget[] => [
    { box, point: null, group },
    ...points.filter((point) => point.group === group).map((point) => ({ box, point, group })),
  ])
  return {
    type: 'boxplot',
    draw: (theme) => ({
      data: toBoxData(built, theme, (count) => t('boxes.count', { count })),
      options: toBoxOptions(built, theme, valueTitle),
    }),
    legend: () =>
      toNotes([
        boxes.some(hasBox) ? t('boxes.box') : null,
        boxes.some((box) => !hasBox(box)) ? t('boxes.few') : null,
        boxes.some(({ n }) => n >= maxPoints) ? t('boxes.outliers') : null,
        undrawableCount > 0 ? t('undrawn', { count: undrawableCount }) : null,
      ]),
    targets: toBoxTargets(built, items, valueTitle, t),
    table: () => ({
      columns: [pointWord, t('group'), valueTitle],
      rows: groups.flatMap(({ name, values }) => values.map(({ label, value }) => [label, name, value])),
    }),
    paint: (selected) => (theme) => createBoxPainters(built, theme, selected),
    idAt: (index) => items[index]?.point?.id,
  }
}
