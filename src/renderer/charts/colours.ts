import { interpolateRdBu, interpolateViridis } from 'd3-scale-chromatic'
import { quantile } from './numbers.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * How values become colours. `diverging`: blue low, white 0, red high, symmetric about 0; `sequential`: viridis.
 * Values beyond `min` or `max` take the end's colour and are counted, so that a legend can say so.
 */
export type ColourScale = {
  kind: 'diverging' | 'sequential'
  min: number
  max: number
  clippedLow: number
  clippedHigh: number
  /** 256 colours from `min` to `max`. */
  table: readonly Rgb[]
}

/** Colours for categories that all readers can tell apart (Okabe and Ito 2008), the lightest left out. */
const categoryColours = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9'] as const
const otherColour = '#8A8F98'

/** One colour a group, by the order of the names, so that a group keeps its colour on every chart. */
export function groupColours(groups: readonly string[]): Map<string, string> {
  const names = [...new Set(groups)].sort()
  return new Map(names.map((name, index) => [name, categoryColours[index] ?? otherColour]))
}

/** Reads the two notations that the colour maps give: `#rrggbb` and `rgb(r, g, b)`. */
export function parseRgb(text: string): Rgb {
  if (text.startsWith('#')) {
    const number = Number.parseInt(text.slice(1), 16)
    return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
  }
  const [red = 0, green = 0, blue = 0] = text.match(/[\d.]+/g)?.map(Number) ?? []
  return [red, green, blue]
}

const tableOf = (interpolate: (t: number) => string): Rgb[] =>
  Array.from({ length: 256 }, (_, index) => parseRgb(interpolate(index / 255)))

const divergingTable = tableOf((t) => interpolateRdBu(1 - t))
const sequentialTable = tableOf(interpolateViridis)

/**
 * The limit of a scale: the largest size that is not an outlier. From 100 values on, sizes above 1.5 times the
 * 99th percentile are outliers: they would drown all others, so they are clipped and marked.
 */
function robustLimit(sizes: number[]): number {
  const sorted = sizes.sort((a, b) => a - b)
  const bound = 1.5 * quantile(sorted, 0.99)
  const kept = sorted.length >= 100 && bound > 0 ? sorted.filter((size) => size <= bound) : sorted
  return kept.at(-1) ?? 0
}

/** The scale for a set of values; missing ones (NaN) are left out. Diverging where the values cross 0. */
export function createColourScale(values: ArrayLike<number>): ColourScale {
  const present = Array.from(values).filter((value) => !Number.isNaN(value))
  const lowest = present.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY)
  const highest = present.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY)
  if (present.length === 0)
    return { kind: 'sequential', min: 0, max: 1, clippedLow: 0, clippedHigh: 0, table: sequentialTable }
  const crosses = lowest < 0 && highest > 0
  const limit = robustLimit(present.map(Math.abs))
  const [min, max] = crosses ? [-limit, limit] : sequentialEnds(lowest, highest, limit)
  return {
    kind: crosses ? 'diverging' : 'sequential',
    min,
    max,
    clippedLow: present.filter((value) => value < min).length,
    clippedHigh: present.filter((value) => value > max).length,
    table: crosses ? divergingTable : sequentialTable,
  }
}

function sequentialEnds(lowest: number, highest: number, limit: number): [number, number] {
  if (lowest === highest) return [lowest, lowest + (Math.abs(lowest) || 1)]
  return lowest >= 0 ? [lowest, limit] : [-limit, highest]
}

/** Position of a value on the scale, 0 to 1; values beyond the ends take the end's. */
const toUnit = (scale: ColourScale, value: number): number =>
  Math.min(1, Math.max(0, (value - scale.min) / (scale.max - scale.min)))

export function toRgb(scale: ColourScale, value: number): Rgb {
  return scale.table[Math.round(toUnit(scale, value) * 255)] ?? [0, 0, 0]
}

export const toCss = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`

/** Which end of the scale a value lies beyond, if any. */
export const clippedAt = (scale: ColourScale, value: number): 'low' | 'high' | null =>
  value < scale.min ? 'low' : value > scale.max ? 'high' : null

/** A stepwise gradient for a legend, lowest first, as a CSS image. */
export function gradientCss(scale: ColourScale, steps = 24): string {
  const colours = Array.from({ length: steps + 1 }, (_, step) =>
    toCss(scale.table[Math.round((step / steps) * 255)] ?? [0, 0, 0]),
  )
  return `linear-gradient(to right, ${colours.join(', ')})`
}
