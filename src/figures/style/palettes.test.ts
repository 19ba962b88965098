import { describe, expect, it } from 'vitest'
import { createFigureWords, drawSpec } from '../drawSpec.ts'
import {
  dotsExample,
  heatmapExample,
  rankedExample,
  slopesExample,
  volcanoExample,
} from '../testing/examples.ts'
import { createPlainBoard } from '../vector/plainBoard.ts'
import {
  createColourScale,
  createTrackScale,
  type Palettes,
  parseRgb,
  type Rgb,
  sidesOf,
  toCss,
  toRgb,
} from './colours.ts'

const diverging = ['RdBu', 'PuOr', 'BrBG'] as const
const palettesOf = (name: Palettes['diverging']): Palettes => ({ diverging: name, sequential: 'cividis' })
const crossing = Float64Array.of(-2, -1, 0, 1, 2)

const channel = (part: number): number =>
  part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}
const white: Rgb = [255, 255, 255]
const night: Rgb = parseRgb('#1a1f25')

describe('the colours of values', () => {
  it.each(diverging)('of %s are cool below 0, warm above, and pale at 0', (name) => {
    const scale = createColourScale(crossing, palettesOf(name))
    const [low, middle, high] = [-2, 0, 2].map((value) => toRgb(scale, value)) as [Rgb, Rgb, Rgb]
    expect(low[2]).toBeGreaterThan(low[0] - 1)
    expect(high[0]).toBeGreaterThan(high[2])
    expect(Math.min(...middle)).toBeGreaterThan(230)
  })

  it('differ between the palettes', () => {
    const ends = diverging.map((name) => toCss(toRgb(createColourScale(crossing, palettesOf(name)), 2)))
    expect(new Set(ends).size).toBe(3)
    const positive = Float64Array.of(0, 1)
    const sequential = (['viridis', 'cividis'] as const).map((name) =>
      toCss(toRgb(createColourScale(positive, { diverging: 'RdBu', sequential: name }), 1)),
    )
    expect(new Set(sequential).size).toBe(2)
  })

  it.each(['viridis', 'cividis'] as const)(
    '%s is never used for a track beside data in the same map',
    (sequential) => {
      const palettes: Palettes = { diverging: 'RdBu', sequential }
      const data = createColourScale(Float64Array.of(0, 1), palettes)
      expect(createTrackScale([0, 1], palettes).table).not.toEqual(data.table)
    },
  )

  it.each(diverging)('of %s are visible on both backgrounds as single colors', (name) => {
    const palettes = palettesOf(name)
    for (const [ground, on] of [
      ['light', white],
      ['dark', night],
      ['both', white],
      ['both', night],
    ] as const)
      for (const colour of Object.values(sidesOf(palettes, ground)))
        expect(contrast(parseRgb(colour), on), `${colour} on ${ground}`).toBeGreaterThanOrEqual(3)
  })
})

describe('a figure that is saved', () => {
  const colours = (svg: string): Set<string> =>
    new Set(
      [...svg.matchAll(/(?:fill|stroke|stop-color)="(#[\da-f]{3,6}|rgba?\([^)]+\))"/gi)].map(
        ([, one]) => one ?? '',
      ),
    )
  const draw = (spec: Parameters<typeof drawSpec>[0], palettes: Palettes) =>
    colours(drawSpec(spec, createFigureWords('en'), createPlainBoard(), palettes))

  it.each([
    ['heatmap', heatmapExample(6, 8, true)],
    ['ranking', rankedExample(12)],
    ['dots', dotsExample(6)],
    ['slopes', slopesExample(8)],
    ['volcano', volcanoExample(40)],
  ])('uses only the chosen color maps, also in its legend: %s', (_name, spec) => {
    const first = draw(spec, { diverging: 'RdBu', sequential: 'viridis' })
    const other = draw(spec, { diverging: 'PuOr', sequential: 'cividis' })
    const onlyFirst = [...first].filter((colour) => !other.has(colour))
    const shared = [...first].filter((colour) => other.has(colour))
    expect(onlyFirst.length).toBeGreaterThan(0)
    // Both share text, lines, backgrounds and groups.
    expect(shared.length).toBeLessThan(16)
  })
})
