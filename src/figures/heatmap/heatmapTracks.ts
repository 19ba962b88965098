import { formatTicks } from '../../shared/format/numbers.ts'
import type { HeatmapTrack } from '../data.ts'
import type { LegendItem } from '../frame/drawing.ts'
import {
  type ColourScale,
  createTrackScale,
  type Palettes,
  scaleStops,
  toCss,
  toRgb,
  trackTableFor,
} from '../style/colours.ts'
import type { GroupStyles } from '../style/groupStyles.ts'

/** A track in the order of the shown columns, as plain data that can be sent to another thread. */
export type Track = {
  name: string
  kind: HeatmapTrack['kind']
  /** For numeric tracks only. */
  place: number
  values: (string | null)[]
  colours: ColourScale | Map<string, string>
  legend: LegendItem[]
}

export function trackColour({ colours }: Track, value: string | null): string | null {
  if (colours instanceof Map) return value === null ? null : (colours.get(value) ?? null)
  const number = toNumber(value)
  return number === null ? null : toCss(toRgb(colours, number))
}

const maxListed = 12

/** Builds a track. `order[i]`: the index of column i in the input track. */
export function buildTrack(
  track: HeatmapTrack,
  order: readonly number[],
  more: (count: number) => string,
): Track {
  const values = order.map((index) => track.values[index] ?? null)
  const { name, kind } = track
  return kind === 'numbers'
    ? { name, kind, place: track.place, values, ...encodeNumbers(track, track.place) }
    : { name, kind, place: 0, values, ...encodeCategories(track, track.styles, more) }
}

/** Returns the same track with other color maps. Categories keep their colors. */
export function recolourTrack(track: Track, palettes: Palettes): Track {
  if (!('table' in track.colours)) return track
  const colours = { ...track.colours, table: trackTableFor(palettes, track.place) }
  const legend = track.legend.map((item) =>
    item.kind === 'scale' ? { ...item, stops: scaleStops(colours) } : item,
  )
  return { ...track, colours, legend }
}

type TrackEncoding = Pick<Track, 'colours' | 'legend'>

function encodeNumbers({ name, values }: HeatmapTrack, place: number): TrackEncoding {
  const numbers = values.flatMap((value) => toNumber(value) ?? [])
  const scale = createTrackScale(numbers, undefined, place)
  return {
    colours: scale,
    legend: [
      { kind: 'scale', label: name, stops: scaleStops(scale), ticks: formatTicks([scale.min, scale.max]) },
    ],
  }
}

/** Parses a covariate's text. On a numeric track, text that is not a finite number counts as missing. */
function toNumber(value: string | null): number | null {
  if (value === null || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

function encodeCategories(
  { name, values }: HeatmapTrack,
  styles: GroupStyles,
  more: (count: number) => string,
): TrackEncoding {
  const present = new Set(values.filter((value) => value !== null))
  const colours = coloursOf(styles)
  const shown = [...colours].filter(([value]) => present.has(value))
  const listed = shown
    .slice(0, maxListed)
    .map(([label, colour]) => ({ kind: 'swatch' as const, label, colour }))
  const hiddenCount = shown.length - listed.length
  return {
    colours,
    legend: [
      {
        kind: 'set',
        label: name,
        items: [...listed, ...(hiddenCount > 0 ? [{ kind: 'note' as const, label: more(hiddenCount) }] : [])],
      },
    ],
  }
}

/** Returns one color per category, because a track has no shapes. */
export const coloursOf = (styles: GroupStyles): Map<string, string> =>
  new Map([...styles].map(([name, { colour }]) => [name, colour]))

/** Combines several neighbors: the most frequent category, or the mean of numbers. */
export function aggregateValue(track: Track, from: number, to: number): string | null {
  const values = track.values.slice(from, to + 1).filter((value) => value !== null)
  if (values.length === 0) return null
  if (track.kind === 'numbers') {
    const numbers = values.flatMap((value) => toNumber(value) ?? [])
    if (numbers.length === 0) return null
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
    return String(Number(mean.toPrecision(6)))
  }
  return mostFrequent(values)
}

export function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
