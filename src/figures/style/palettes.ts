import {
  interpolateBrBG,
  interpolateCividis,
  interpolatePuOr,
  interpolateRdBu,
  interpolateViridis,
} from 'd3-scale-chromatic'
import type { Settings } from '../../shared/domain/app/settings.ts'
import { lazy } from '../../shared/lazy.ts'

/** The color maps of a figure. Colorblind readers can distinguish the colors of each. */
export type Palettes = { diverging: Settings['divergingPalette']; sequential: Settings['sequentialPalette'] }

export const defaultPalettes: Palettes = { diverging: 'RdBu', sequential: 'viridis' }

/** Creates a color table on first use. */
const tableOf = (interpolate: (t: number) => string): (() => readonly Rgb[]) =>
  lazy(() => Array.from({ length: 256 }, (_, index) => parseRgb(interpolate(index / 255))))

/** Low values are cool and high values warm, regardless of the direction in which the map was published. */
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
