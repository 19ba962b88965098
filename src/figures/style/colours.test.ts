import { describe, expect, it } from 'vitest'
import { clippedAt, createColourScale, onGround, parseRgb, toRgb } from './colours.ts'

describe('colours of values', () => {
  it('are blue below 0, near white at 0 and red above, and symmetric about 0 if values cross 0', () => {
    const scale = createColourScale([-1, 0, 4])
    expect(scale).toMatchObject({ kind: 'diverging', min: -4, max: 4 })
    const [lowRed, , lowBlue] = toRgb(scale, -4)
    const [highRed, , highBlue] = toRgb(scale, 4)
    expect(lowBlue).toBeGreaterThan(lowRed)
    expect(highRed).toBeGreaterThan(highBlue)
    expect(Math.min(...toRgb(scale, 0))).toBeGreaterThan(225)
  })

  it('equal the background at 0 and contrast with it at both ends, light or dark', () => {
    const brightness = (rgb: readonly number[]) => rgb.reduce((sum, part) => sum + part, 0)
    for (const [dark, surface] of [
      [false, '#ffffff'],
      [true, '#1b1d20'],
    ] as const) {
      const scale = onGround(createColourScale([-1, 1]), { dark, surface })
      const ground = parseRgb(surface)
      toRgb(scale, 0).forEach((part, index) => expect(Math.abs(part - ground[index]!)).toBeLessThan(8))
      for (const end of [-1, 1])
        expect(Math.abs(brightness(toRgb(scale, end)) - brightness(ground))).toBeGreaterThan(300)
    }
    const lowest = toRgb(onGround(createColourScale([1, 2]), { dark: true, surface: '#1b1d20' }), 1)
    expect(brightness(lowest) - brightness(parseRgb('#1b1d20'))).toBeGreaterThan(100)
  })

  it('are sequential from lowest to highest if all values are on one side of 0', () => {
    expect(createColourScale([2, 5, 9])).toMatchObject({ kind: 'sequential', min: 2, max: 9 })
    expect(createColourScale([-9, -5])).toMatchObject({ kind: 'sequential', min: -9, max: -5 })
  })

  it('ignore missing values', () => {
    expect(createColourScale([Number.NaN, 2, 3])).toMatchObject({ min: 2, max: 3 })
    expect(createColourScale([Number.NaN])).toMatchObject({ min: 0, max: 1 })
  })

  it('are defined if all values are equal', () => {
    const scale = createColourScale([3, 3])
    expect(toRgb(scale, 3).every(Number.isFinite)).toBe(true)
  })

  it('clip a few extreme values and count them at each end', () => {
    const values = Array.from({ length: 400 }, (_, index) => Math.sin(index))
    const scale = createColourScale([...values, 50, -40])
    expect(scale.max).toBeLessThan(2)
    expect(scale).toMatchObject({ clippedLow: 1, clippedHigh: 1 })
    expect(clippedAt(scale, 50)).toBe('high')
    expect(clippedAt(scale, -40)).toBe('low')
    expect(toRgb(scale, 50)).toEqual(toRgb(scale, scale.max))
  })

  it('are defined for the largest doubles', () => {
    const scale = createColourScale([-1e308, 0, 1e308])
    expect(toRgb(scale, 1e308)).not.toEqual(toRgb(scale, -1e308))
    expect(Math.min(...toRgb(scale, 0))).toBeGreaterThan(225)
  })

  it('are parsed from every CSS notation', () => {
    expect(parseRgb('#fff')).toEqual([255, 255, 255])
    expect(parseRgb('#0072b2')).toEqual([0, 114, 178])
    expect(parseRgb('rgb(1, 2, 3)')).toEqual([1, 2, 3])
  })
})
