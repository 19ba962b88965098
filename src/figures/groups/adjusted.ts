import type { Chart as ChartInstance, ChartOptions } from 'chart.js'
import { formatValue, joinInterval } from '../../shared/format/numbers.ts'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { AdjustedPoint } from '../data.ts'
import {
  type ChartDrawing,
  listTargets,
  type Painters,
  type Point,
  toNotes,
  type Words,
} from '../frame/drawing.ts'
import { isDrawable } from '../frame/numbers.ts'
import { axisTitle, type ChartTheme, chartBase, labelAxis, numberAxis, scaled } from '../frame/theme.ts'
import { padded, rangeOf } from '../scatter/scatter.ts'
import type { AdjustedChartProps, DrawingInput } from '../spec.ts'
import { withAlpha } from '../style/colours.ts'
import { type GroupStyle, noGroupStyle } from '../style/groupStyles.ts'
import { evenRadius, lineColourOf, paintPoint, pointEntry } from '../style/pointShapes.ts'
import { paintValue, shiftOf } from './boxes.ts'

type Input = DrawingInput<AdjustedChartProps>
type Mean = Input['means'][number]

/** A mark with its position on the axes. `name`: of the group that gives its style. */
type Placed<T> = { of: T; x: number; y: number; name: string | null }
type Adjusted = {
  points: Placed<AdjustedPoint>[]
  means: Placed<Mean>[]
  /** One line for each group, from left to right. */
  lines: { name: string | null; means: Placed<Mean>[] }[]
  isNumber: boolean
}

/** The share of a level's width that its groups and the jitter of its points take. */
const dodgeShare = 0.5
const jitterShare = 0.12

/** Places groups of one level beside each other; `at` of a number is its own position. */
function build({ points, means, levels }: Input): Adjusted {
  const names = [...new Set(means.map(({ by }) => by))]
  const step = names.length > 1 ? dodgeShare / names.length : 0
  const place = (level: string | null, by: string | null): number =>
    (levels ?? []).indexOf(level ?? '') + step * (names.indexOf(by) - (names.length - 1) / 2)
  const placed = means.map((mean) => ({
    of: mean,
    x: mean.number ?? place(mean.level, mean.by),
    y: mean.estimate,
    name: mean.by ?? mean.level,
  }))
  return {
    points: points.flatMap((point) => {
      const { at, by, value, id } = point
      const jitter = jitterShare * shiftOf(id) * (names.length > 1 ? 1 / names.length : 1)
      const x = levels ? place(at, by) + jitter : Number(at)
      return isDrawable(x) && isDrawable(value)
        ? [{ of: point, x, y: value, name: by ?? (levels ? at : null) }]
        : []
    }),
    means: placed,
    lines: names.map((name) => ({ name, means: placed.filter(({ of }) => of.by === name) })),
    isNumber: levels === null,
  }
}

function toOptions(
  { points, means }: Adjusted,
  theme: ChartTheme,
  { levels, xTitle, valueTitle }: Input,
): ChartOptions<'scatter'> {
  const ys = [
    ...points.map(({ y }) => y),
    ...means.flatMap(({ of, y }) => [of.ciLow ?? y, y, of.ciHigh ?? y]),
  ]
  const xs = [...points.map(({ x }) => x), ...means.map(({ x }) => x)]
  const rangeOfAll = (values: readonly number[]) => padded(rangeOf(Float64Array.from(values)))
  return {
    ...chartBase(theme),
    layout: { padding: { top: 8, right: 12 } },
    scales: {
      x: levels ? levelAxis(levels, xTitle, theme) : numberAxis(rangeOfAll(xs), xTitle, theme, 'across'),
      y: {
        ...numberAxis(rangeOfAll(ys.filter(isDrawable)), valueTitle, theme, 'upwards'),
        border: { display: false },
      },
    },
  }
}

function levelAxis(levels: readonly string[], title: string, theme: ChartTheme) {
  const axis = labelAxis(levels, theme, 0.6)
  return {
    ...axis,
    grid: { display: false },
    border: { color: theme.dimmed },
    ticks: { ...axis.ticks, maxRotation: 0 },
    title: axisTitle(title, theme, 'across'),
  }
}

const toPixel = ({ scales }: ChartInstance, x: number, y: number): Point => ({
  x: scales['x']?.getPixelForValue(x) ?? 0,
  y: scales['y']?.getPixelForValue(y) ?? 0,
})

const meanPx = 5
const capPx = 5

function createPainters(
  built: Adjusted,
  theme: ChartTheme,
  styleOf: (name: string | null) => GroupStyle,
  selected: ReadonlySet<string> | undefined,
): Painters {
  const lineOf = (name: string | null) =>
    name === null ? theme.text : lineColourOf('cross', styleOf(name).colour, theme.dark)
  const trace = (ctx: CanvasRenderingContext2D, path: readonly Point[]) => {
    ctx.beginPath()
    for (const [at, { x, y }] of path.entries()) {
      if (at === 0) ctx.moveTo(x, y)
      else ctx.lineTo(x, y)
    }
  }
  return {
    under(chart) {
      if (!built.isNumber) return
      const { ctx } = chart
      for (const { name, means } of built.lines) {
        const low = means.map(({ x, y, of }) => toPixel(chart, x, of.ciLow ?? y))
        const high = means.map(({ x, y, of }) => toPixel(chart, x, of.ciHigh ?? y))
        trace(ctx, [...low, ...high.toReversed()])
        ctx.fillStyle = withAlpha(name === null ? theme.dimmed : styleOf(name).colour, 0.18)
        ctx.fill()
      }
    },
    over(chart) {
      const { ctx } = chart
      for (const { of, x, y, name } of built.points) {
        const isSelected = selected?.has(of.id) === true
        paintValue(ctx, toPixel(chart, x, y), styleOf(name), theme, { alpha: 0.55, isSelected })
      }
      for (const { name, means } of built.lines) {
        trace(
          ctx,
          means.map(({ x, y }) => toPixel(chart, x, y)),
        )
        ctx.strokeStyle = lineOf(name)
        ctx.lineWidth = scaled(theme, 1.75)
        if (!built.isNumber) ctx.setLineDash([6, 4])
        if (means.length > 1) ctx.stroke()
        ctx.setLineDash([])
      }
      if (built.isNumber) return
      for (const { of, x, y, name } of built.means) {
        const low = toPixel(chart, x, of.ciLow ?? y)
        const high = toPixel(chart, x, of.ciHigh ?? y)
        const cap = scaled(theme, capPx)
        ctx.strokeStyle = theme.text
        ctx.lineWidth = scaled(theme, 1.5)
        const bars = [
          [low, high],
          ...[low, high].map((end) => [
            { x: end.x - cap, y: end.y },
            { x: end.x + cap, y: end.y },
          ]),
        ]
        for (const bar of of.ciLow === null ? [] : bars) {
          trace(ctx, bar)
          ctx.stroke()
        }
        const { shape, colour } = styleOf(name)
        paintPoint(ctx, shape, toPixel(chart, x, y), evenRadius(shape, scaled(theme, meanPx)), {
          fill: colour,
          line: theme.text,
          lineWidth: scaled(theme, 1.5),
        })
      }
    },
  }
}

const reachPx = 12

/** Draws means at each level, or along a number, with their intervals, over the values that they summarize. */
export function createAdjustedDrawing(input: Input, t: Words): ChartDrawing<'scatter'> {
  const { points, means, levels, styles, xTitle } = input
  const built = build(input)
  const styleOf = (name: string | null): GroupStyle => styles.get(name ?? '') ?? noGroupStyle
  const targets = [...built.means, ...built.points]
  const isGrouped = means.some(({ by }) => by !== null)
  return {
    type: 'scatter',
    draw: (theme) => ({
      data: { datasets: [{ label: 'adjusted', data: [] }] },
      options: toOptions(built, theme, input),
    }),
    legend: (theme) => [
      ...(isGrouped ? built.lines : []).map(({ name }) =>
        pointEntry(name ?? t('noGroup'), styleOf(name), theme.dark),
      ),
      ...toNotes([
        t(means[0]?.ciLow === null ? 'adjusted.plain' : levels ? 'adjusted.means' : 'adjusted.line'),
        points.length > 0 ? t('adjusted.points') : null,
      ]),
    ],
    targets: listTargets<(typeof targets)[number]>(targets, {
      reachPx,
      describe: ({ of }) => {
        if ('id' in of)
          return {
            title: of.label,
            value: formatValue(of.value),
            lines: [`${xTitle}: ${of.at}`, ...(of.by === null ? [] : [of.by])],
          }
        const at = of.number === null ? (of.level ?? '') : formatValue(of.number)
        return {
          title: of.by === null ? at : `${at}, ${of.by}`,
          value: formatValue(of.estimate),
          lines:
            of.ciLow === null || of.ciHigh === null
              ? []
              : [joinInterval(formatValue(of.ciLow), formatValue(of.ciHigh)), t('adjusted.mean')],
        }
      },
      locate: (chart, { x, y }) => toPixel(chart, x, y),
    }),
    table: () => toTable(input, isGrouped, t),
    paint: (selected) => (theme) => createPainters(built, theme, styleOf, selected),
    idAt: (index) => {
      const of = targets[index]?.of
      return of && 'id' in of ? of.id : null
    },
  }
}

/** Returns the values of the samples or, without any, the means. */
function toTable(
  { points, means, xTitle, valueTitle, pointWord }: Input,
  isGrouped: boolean,
  t: Words,
): DataTable {
  const group = isGrouped ? [t('group')] : []
  return points.length > 0
    ? {
        columns: [pointWord, xTitle, ...group, valueTitle],
        rows: points.map(({ label, at, by, value }) => [label, at, ...(isGrouped ? [by] : []), value]),
      }
    : {
        columns: [xTitle, ...group, valueTitle, t('adjusted.low'), t('adjusted.high')],
        rows: means.map(({ level, number, by, estimate, ciLow, ciHigh }) => [
          number ?? level,
          ...(isGrouped ? [by] : []),
          estimate,
          ciLow,
          ciHigh,
        ]),
      }
}
