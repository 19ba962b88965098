import type { Chart as ChartInstance } from 'chart.js'
import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { PointShape, ScatterGroup, ScatterLine, ScatterPoint } from '../data.ts'
import { isDrawable } from '../frame/numbers.ts'
import type { ScatterChartProps } from '../spec.ts'
import { noGroupStyle, stylesByName } from '../style/groupStyles.ts'

type Range = { min: number; max: number }

/** The style of a group. `name` null: points without a group. */
export type ScatterStyle = { name: string | null; colour: string; shape: PointShape; count: number }

/** The points that can be drawn, as columns. `styleOf[i]`: the index in `styles` of point i's group. */
export type Scatter = {
  points: readonly ScatterPoint[]
  xs: Float64Array
  ys: Float64Array
  styleOf: Uint16Array
  styles: ScatterStyle[]
  x: Range
  y: Range
  /** The number of points without a number for one of the axes, or beyond the range of axes. */
  undrawableCount: number
}

/** With more points, pixels are painted instead, because chart elements become too slow. */
export const maxElements = 2000
export const pointRadiusPx = 4

const paddingShare = 0.05
/** Numbers closer to each other, or to 0, leave an axis no room for ticks between them. */
const minDistance = 1e-12
const minMagnitude = 1e-300

export function buildScatter({
  points,
  groups,
  lines = [],
  sameRange = false,
}: Pick<ScatterChartProps, 'points' | 'groups' | 'lines' | 'sameRange'>): Scatter {
  const drawn = points.filter(({ x, y }) => isDrawable(x) && isDrawable(y))
  const xs = Float64Array.from(drawn, ({ x }) => x ?? Number.NaN)
  const ys = Float64Array.from(drawn, ({ y }) => y ?? Number.NaN)
  const styles = toStyles(groups)
  const styleIndexByName = new Map(styles.map(({ name }, styleIndex) => [name, styleIndex]))
  const styleOf = Uint16Array.from(
    drawn,
    ({ group }) => styleIndexByName.get(group ?? null) ?? styles.length - 1,
  )
  for (const styleIndex of styleOf) {
    const style = styles[styleIndex]
    if (style) style.count += 1
  }
  const x = rangeOf(xs, thresholds(lines, 'x'))
  const y = rangeOf(ys, thresholds(lines, 'y'))
  const both = { min: Math.min(x.min, y.min), max: Math.max(x.max, y.max) }
  return {
    points: drawn,
    xs,
    ys,
    styleOf,
    styles,
    x: padded(sameRange ? both : x),
    y: padded(sameRange ? both : y),
    undrawableCount: points.length - drawn.length,
  }
}

const thresholds = (lines: readonly ScatterLine[], kind: 'x' | 'y'): number[] =>
  lines.flatMap((line) => (line.kind === kind && isDrawable(line.at) ? [line.at] : []))

function toStyles(groups: readonly ScatterGroup[]): ScatterStyle[] {
  const byName = stylesByName(groups.map(({ name }) => name))
  const named = groups.map(({ name, colour, shape }) => {
    const style = byName.get(name) ?? noGroupStyle
    return { name, colour: colour ?? style.colour, shape: shape ?? style.shape, count: 0 }
  })
  return [...named, { name: null, ...noGroupStyle, count: 0 }]
}

/** Returns the range from the smallest to the largest value; 0 to 1 if there is none. */
export function rangeOf(values: Float64Array, extraValues: readonly number[] = []): Range {
  const range = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }
  for (const some of [values, extraValues])
    for (const value of some) {
      if (value < range.min) range.min = value
      if (value > range.max) range.max = value
    }
  return range.min <= range.max ? range : { min: 0, max: 1 }
}

/** Adds space at both ends of a range, even if all values are equal. */
export function padded({ min, max }: Range): Range {
  const largest = Math.max(Math.abs(min), Math.abs(max))
  const hasSpread = max - min > Math.max(largest * minDistance, minMagnitude)
  const singleValuePadding = largest * 0.1 > minMagnitude ? largest * 0.1 : 1
  const padding = hasSpread ? (max - min) * paddingShare : singleValuePadding
  return { min: min - padding, max: max + padding }
}

type Words = { point: string; group: string; x: string; y: string }

/** Returns a table with one row per point, including those that could not be drawn. */
export function toScatterTable(points: readonly ScatterPoint[], words: Words): DataTable {
  const grouped = points.some(({ group }) => group !== undefined && group !== null)
  return {
    columns: [words.point, ...(grouped ? [words.group] : []), words.x, words.y],
    rows: points.map(({ label, group, x, y }) => [
      label,
      ...(grouped ? [group ?? null] : []),
      present(x),
      present(y),
    ]),
  }
}

const present = (value: number | null): number | null =>
  value === null || Number.isNaN(value) ? null : value

/** Returns the indexes of `values` in ascending order. Equal values keep their order. */
export const sortedIndices = (values: Float64Array): Uint32Array =>
  Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)

/**
 * Linear axes as two factors each: the pixel is `x · scaleX + offsetX`. This is thousands of times faster than calling
 * chart.js.
 */
export type AxisPixels = { scaleX: number; offsetX: number; scaleY: number; offsetY: number }

export function axisPixels({ scales, chartArea }: ChartInstance): AxisPixels {
  const { x, y } = scales
  if (!x || !y) return { scaleX: 0, offsetX: 0, scaleY: 0, offsetY: 0 }
  const scaleX = chartArea.width / (x.max - x.min)
  const scaleY = -chartArea.height / (y.max - y.min)
  return {
    scaleX,
    offsetX: chartArea.left - x.min * scaleX,
    scaleY,
    offsetY: chartArea.bottom - y.min * scaleY,
  }
}

export const toPixel = ({ scaleX, offsetX, scaleY, offsetY }: AxisPixels, x: number, y: number) => ({
  x: x * scaleX + offsetX,
  y: y * scaleY + offsetY,
})

/** Converts every point to canvas pixels, alternating x and y. */
export function toPixels(xs: Float64Array, ys: Float64Array, axes: AxisPixels): Float32Array {
  const pixels = new Float32Array(xs.length * 2)
  for (let index = 0; index < xs.length; index++) {
    pixels[index * 2] = (xs[index] ?? 0) * axes.scaleX + axes.offsetX
    pixels[index * 2 + 1] = (ys[index] ?? 0) * axes.scaleY + axes.offsetY
  }
  return pixels
}

/** More shapes would make a file that other programs cannot handle. */
const defaultMaxPoints = 50_000

/**
 * Reduces the points of a figure that cannot contain an image. Returns all of them or, if there are too many, an even
 * selection plus all that have a label. Points that cannot be drawn stay, because they are counted. `drawn` and `total`
 * count only drawable ones.
 */
export function thinPoints(
  points: readonly ScatterPoint[],
  maxPoints = defaultMaxPoints,
): { points: readonly ScatterPoint[]; drawn: number; total: number } {
  const hasPosition = ({ x, y }: ScatterPoint) => isDrawable(x) && isDrawable(y)
  const total = points.filter(hasPosition).length
  if (total <= maxPoints) return { points, drawn: total, total }
  let rank = 0
  let drawn = 0
  const thinned = points.filter((point) => {
    if (!hasPosition(point)) return true
    const isSampled = Math.floor((rank * maxPoints) / total) !== Math.floor(((rank + 1) * maxPoints) / total)
    rank += 1
    const isIncluded = isSampled || (point.weight ?? 0) > 0
    if (isIncluded) drawn += 1
    return isIncluded
  })
  return { points: thinned, drawn, total }
}
