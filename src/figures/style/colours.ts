import { rangeOf, type ValueRange } from '../../shared/domain/results/valueRange.ts'
import {
  black,
  defaultPalettes,
  mix,
  type Palettes,
  parseRgb,
  type Rgb,
  tableFor,
  toHex,
  trackTableFor,
  white,
} from './palettes.ts'

/**
 * The mapping of values to colors. `diverging`: cool low, white 0, warm high, symmetric about 0. `sequential`: dark to
 * light. Values beyond `min` or `max` get the end's color and are counted for the legend.
 */
export type ColourScale = {
  kind: 'diverging' | 'sequential'
  min: number
  max: number
  clippedLow: number
  clippedHigh: number
  /** 256 colors from `min` to `max`. */
  table: readonly Rgb[]
}

/**
 * Returns the outline color of a mark, which contrasts with the background at 3:1 even if the mark's own color does
 * not.
 */
export const edgeOf = (colour: string, dark: boolean): string =>
  toHex(mix(parseRgb(colour), dark ? white : black, 0.4))

/** Makes a color translucent, as an `rgba()` that vector figures understand. */
export function withAlpha(colour: string, alpha: number): string {
  const [red, green, blue] = parseRgb(colour)
  return `rgba(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)}, ${alpha})`
}

/** Creates the color scale for values, ignoring missing ones (NaN). */
export const createColourScale = (values: ArrayLike<number>, palettes = defaultPalettes): ColourScale =>
  toColourScale(rangeOf([values]), palettes)

/** Creates the color scale for a range of values: diverging if they cross 0. Outliers get the colors of the ends. */
export function toColourScale(range: ValueRange, palettes = defaultPalettes): ColourScale {
  const { lowest, highest, limit } = range
  if (lowest === null || highest === null)
    return withPalettes(
      { kind: 'sequential', min: 0, max: 1, clippedLow: 0, clippedHigh: 0, table: [] },
      palettes,
    )
  const crosses = lowest < 0 && highest > 0
  const [min, max] = crosses ? [-limit, limit] : sequentialEnds(lowest, highest, limit)
  const kind = crosses ? 'diverging' : 'sequential'
  const clipped = { clippedLow: range.belowLimit, clippedHigh: range.aboveLimit }
  return { kind, min, max, ...clipped, table: tableFor(kind, palettes) }
}

/** Returns the same scale with other color maps. */
export const withPalettes = (scale: ColourScale, palettes: Palettes): ColourScale => ({
  ...scale,
  table: tableFor(scale.kind, palettes),
})

/**
 * Adapts a scale to its background. 0 of a diverging scale equals the background, and on a dark background colors get
 * lighter toward both ends, so that the ends stand out.
 */
export function onGround(scale: ColourScale, { dark, surface }: Ground): ColourScale {
  const ground = parseRgb(surface)
  const table = scale.table
  if (table.length === 0) return scale
  if (scale.kind === 'sequential') return dark ? { ...scale, table: withoutDarkEnd(table) } : scale
  const place = dark ? lighten : towardGround
  const drawn = table.map((_, index) => round(place(table, ground, index / (table.length - 1))))
  return { ...scale, table: drawn }
}

type Ground = { dark: boolean; surface: string }

const at = (table: readonly Rgb[], share: number): Rgb =>
  table[Math.round(share * (table.length - 1))] ?? black

const round = (rgb: Rgb): Rgb => [channel(rgb[0]), channel(rgb[1]), channel(rgb[2])]
const channel = (part: number): number => Math.min(255, Math.max(0, Math.round(part)))

/** Shifts the published colors by the difference between their middle and the background, less toward the ends. */
function towardGround(table: readonly Rgb[], ground: Rgb, share: number): Rgb {
  const middle = at(table, 0.5)
  const nearness = Math.max(0, 1 - Math.abs(share - 0.5) * 4)
  const colour = at(table, share)
  const moved = (index: 0 | 1 | 2) => colour[index] + (ground[index] - middle[index]) * nearness
  return [moved(0), moved(1), moved(2)]
}

/** Goes from the background over the strongest hue of a side to a light end. */
function lighten(table: readonly Rgb[], ground: Rgb, share: number): Rgb {
  const hue = at(table, share < 0.5 ? 0.2 : 0.8)
  const size = Math.abs(share - 0.5) * 2
  return size < 0.5 ? mix(ground, hue, size * 2) : mix(hue, mix(hue, white, 0.6), (size - 0.5) * 2)
}

const hiddenShare = 0.2
const withoutDarkEnd = (table: readonly Rgb[]): Rgb[] =>
  table.map((_, index) => at(table, hiddenShare + (1 - hiddenShare) * (index / (table.length - 1))))

function sequentialEnds(lowest: number, highest: number, limit: number): [number, number] {
  if (lowest === highest) return [lowest, Math.min(Number.MAX_VALUE, lowest + (Math.abs(lowest) || 1))]
  return lowest >= 0 ? [lowest, limit] : [-limit, highest]
}

/**
 * Returns the position of a value on the scale, 0 to 1, clamped at the ends. Computes with halves, because 1e308 −
 * −1e308 overflows.
 */
const toUnit = (scale: ColourScale, value: number): number =>
  Math.min(1, Math.max(0, (value / 2 - scale.min / 2) / (scale.max / 2 - scale.min / 2)))

export function toRgb(scale: ColourScale, value: number): Rgb {
  return scale.table[Math.round(toUnit(scale, value) * 255)] ?? [0, 0, 0]
}

export const toCss = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`

/** Returns the end of the scale that a value exceeds, or null. */
export const clippedAt = (scale: ColourScale, value: number): 'low' | 'high' | null =>
  value < scale.min ? 'low' : value > scale.max ? 'high' : null

/** Returns the colors of a scale in steps, lowest first, for legends. */
export const scaleStops = (scale: ColourScale, steps = 24): string[] =>
  Array.from({ length: steps + 1 }, (_, step) =>
    toCss(scale.table[Math.round((step / steps) * 255)] ?? black),
  )

/** Creates the sequential scale of a numeric covariate, from its smallest to its largest value. */
export function createTrackScale(
  values: readonly number[],
  palettes = defaultPalettes,
  place = 0,
): ColourScale {
  const present = values.filter(Number.isFinite)
  const min = present.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY)
  const max = present.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY)
  const ends = present.length === 0 ? { min: 0, max: 1 } : { min, max: max > min ? max : min + 1 }
  return { kind: 'sequential', ...ends, clippedLow: 0, clippedHigh: 0, table: trackTableFor(palettes, place) }
}
