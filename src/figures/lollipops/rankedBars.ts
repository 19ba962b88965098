import type { DataTable } from '../../shared/tables/copyTable.ts'
import type { Bar, RankedBars } from '../data.ts'
import { isDrawable } from '../frame/numbers.ts'
import { createColourScale, defaultPalettes, toCss } from '../style/colours.ts'

const oneColour = { light: '#0072B2', dark: '#56B4E9' } as const
/**
 * The part of each half of the color scale that contrasts with the background: 0 is the white middle, 1 the dark end.
 */
const readable = { light: [0.5, 1], dark: [0.3, 0.7] } as const

/** Ranks entries from the highest to the lowest value. A value too large for an axis counts as missing. */
export function rankBars(entries: readonly { label: string; value: number | null }[]): RankedBars {
  const present = entries.flatMap(({ label, value }) => (isDrawable(value) ? [{ label, value }] : []))
  present.sort((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1))
  return {
    bars: present,
    missing: entries.filter(({ value }) => !isDrawable(value)).map(({ label }) => label),
  }
}

/**
 * Returns the color of each value. If values cross 0, color shows sign and size (cool below, warm above), with enough
 * contrast to the background. Otherwise there is one color, because the length shows the size.
 */
export function colourBars(
  bars: readonly Bar[],
  ground: 'light' | 'dark',
  palettes = defaultPalettes,
): (value: number) => string {
  const values = bars.map(({ value }) => value)
  const scale = createColourScale(values, palettes)
  if (scale.kind === 'sequential') return () => oneColour[ground]
  const [palest, deepest] = readable[ground]
  return (value) => {
    const size = palest + (deepest - palest) * Math.min(1, Math.abs(value) / scale.max)
    const unit = 0.5 + (Math.sign(value) * size) / 2
    return toCss(scale.table[Math.round(unit * 255)] ?? [0, 0, 0])
  }
}

export const toBarsTable = (ranked: RankedBars, labelWord: string, valueWord: string): DataTable => ({
  columns: [labelWord, valueWord],
  rows: [
    ...ranked.bars.map(({ label, value }) => [label, value]),
    ...ranked.missing.map((label) => [label, null]),
  ],
})
