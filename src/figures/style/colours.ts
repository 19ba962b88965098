import {
  interpolateBrBG,
  interpolateCividis,
  interpolatePuOr,
  interpolateRdBu,
  interpolateViridis,
} from 'd3-scale-chromatic'
import type { Settings } from '../../shared/domain/app/settings.ts'
import { rangeOf, type ValueRange } from '../../shared/domain/results/valueRange.ts'
import { lazy } from '../../shared/lazy.ts'

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

/** Returns the outline color of a mark, which contrasts with the background at 3:1. */
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

/** Returns the position of a value, 0 to 1. Computes with halves, because 1e308 − −1e308 overflows. */
const toUnit = (scale: ColourScale, value: number): number =>
  Math.min(1, Math.max(0, (value / 2 - scale.min / 2) / (scale.max / 2 - scale.min / 2)))

export function toRgb(scale: ColourScale, value: number): Rgb {
  return scale.table[Math.round(toUnit(scale, value) * 255)] ?? [0, 0, 0]
}

export const toCss = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`

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

/** The color maps of a figure. Colorblind readers can distinguish the colors of each. */
export type Palettes = { diverging: Settings['divergingPalette']; sequential: Settings['sequentialPalette'] }

export const defaultPalettes: Palettes = { diverging: 'RdBu', sequential: 'viridis' }

/** Creates a color table on first use. */
const tableOf = (interpolate: (t: number) => string): (() => readonly Rgb[]) =>
  lazy(() => Array.from({ length: 256 }, (_, index) => parseRgb(interpolate(index / 255))))

/** Maps low values to cool and high values to warm colors. Maps published the other way round are reversed. */
const diverging: Record<Palettes['diverging'], () => readonly Rgb[]> = {
  RdBu: tableOf((t) => interpolateRdBu(1 - t)),
  PuOr: tableOf(interpolatePuOr),
  BrBG: tableOf((t) => interpolateBrBG(1 - t)),
}
const sequential: Record<Palettes['sequential'], () => readonly Rgb[]> = {
  viridis: tableOf(interpolateViridis),
  cividis: tableOf(interpolateCividis),
}

/** Returns 256 colors from the lowest value to the highest. */
export const tableFor = (kind: keyof Palettes, palettes: Palettes): readonly Rgb[] =>
  kind === 'diverging' ? diverging[palettes.diverging]() : sequential[palettes.sequential]()

/** Returns the colors of a numeric track: the sequential map that the data does not use, then ramps of one hue. */
export function trackTableFor(palettes: Palettes, place = 0): readonly Rgb[] {
  const ramp = place === 0 ? undefined : fieldRamps[(place - 1) % fieldRamps.length]
  if (!ramp) return sequential[palettes.sequential === 'viridis' ? 'cividis' : 'viridis']()
  const [pale, deep] = [parseRgb(ramp[0]), parseRgb(ramp[1])]
  return Array.from({ length: 256 }, (_, index) => mix(pale, deep, index / 255))
}

/** Ramps from pale to deep for further numeric tracks. */
const fieldRamps = [
  ['#E4E7EB', '#22272E'],
  ['#F3E3C3', '#543005'],
] as const

type Sides = { high: string; low: string }

/** The two ends as single colors with a contrast of 3:1 on a light or a dark background. `both`: on either. */
const sides: Record<Palettes['diverging'], Record<'light' | 'dark' | 'both', Sides>> = {
  RdBu: {
    light: { high: '#C8443B', low: '#2F79B5' },
    dark: { high: '#F08A7E', low: '#74B2E2' },
    both: { high: '#C8443B', low: '#2F79B5' },
  },
  PuOr: {
    light: { high: '#B35806', low: '#542788' },
    dark: { high: '#FDB863', low: '#B2ABD2' },
    both: { high: '#C0690F', low: '#7A6CB0' },
  },
  BrBG: {
    light: { high: '#8C510A', low: '#01665E' },
    dark: { high: '#DFC27D', low: '#80CDC1' },
    both: { high: '#AD741F', low: '#2C8A82' },
  },
}

/** Returns single colors for values above and below 0 that match the diverging map. */
export const sidesOf = (palettes: Palettes, ground: 'light' | 'dark' | 'both'): Sides =>
  sides[palettes.diverging][ground]

export type Rgb = readonly [red: number, green: number, blue: number]

export const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

export const black: Rgb = [0, 0, 0]
export const white: Rgb = [255, 255, 255]

export const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Parses the notations of color maps and style sheets: `#rrggbb`, `#rgb` and `rgb(r, g, b)`. */
export function parseRgb(text: string): Rgb {
  if (text.startsWith('#')) {
    const digits = text.length === 4 ? text.slice(1).replaceAll(/./g, '$&$&') : text.slice(1)
    const number = Number.parseInt(digits, 16)
    return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
  }
  const [red = 0, green = 0, blue = 0] = text.match(/[\d.]+/g)?.map(Number) ?? []
  return [red, green, blue]
}
