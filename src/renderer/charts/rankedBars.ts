import type { DataTable } from '../ui/dataTable.ts'
import { createColourScale, toCss } from './colours.ts'

type Bar = { label: string; value: number; colour: string }

/** Bars from the highest to the lowest; `missing` names what has no value and so no bar. */
export type RankedBars = { bars: Bar[]; missing: string[] }

const oneColour = { light: '#0072B2', dark: '#56B4E9' } as const
/** The part of each half of the scale that stands out from the ground: 0 is its white middle, 1 its dark end. */
const readable = { light: [0.5, 1], dark: [0.3, 0.7] } as const

/**
 * Ranks entries by value. Where values cross 0 the colour says the side and the size (blue below, red above),
 * never so near the ground, light or dark, that a bar could not be seen; else one colour, as length says all.
 */
export function rankBars(
  entries: readonly { label: string; value: number | null }[],
  ground: 'light' | 'dark' = 'light',
): RankedBars {
  const present = entries.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))
  present.sort((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1))
  const scale = createColourScale(present.map(({ value }) => value))
  const colourOf = (value: number): string => {
    if (scale.kind === 'sequential') return oneColour[ground]
    const [palest, deepest] = readable[ground]
    const size = palest + (deepest - palest) * Math.min(1, Math.abs(value) / scale.max)
    const unit = 0.5 + (Math.sign(value) * size) / 2
    return toCss(scale.table[Math.round(unit * 255)] ?? [0, 0, 0])
  }
  return {
    bars: present.map((entry) => ({ ...entry, colour: colourOf(entry.value) })),
    missing: entries.filter(({ value }) => value === null).map(({ label }) => label),
  }
}

export const toBarsTable = (ranked: RankedBars, labelWord: string, valueWord: string): DataTable => ({
  columns: [labelWord, valueWord],
  rows: [
    ...ranked.bars.map(({ label, value }) => [label, value]),
    ...ranked.missing.map((label) => [label, null]),
  ],
})
