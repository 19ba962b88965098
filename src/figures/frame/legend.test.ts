import { describe, expect, it } from 'vitest'
import { parseFont } from '../vector/vectorFigure.ts'
import { layOutLegend } from './drawing.ts'

const swatch = (label: string) => ({ kind: 'swatch' as const, label, colour: '#0072B2' })
const measure = (text: string) => text.length * 6

describe('the legend of a figure', () => {
  it('wraps at the available width without overlapping entries', () => {
    const items = Array.from({ length: 12 }, (_, index) => swatch(`group ${index}`))
    const { items: placed, heightPx } = layOutLegend(items, 300, measure)
    expect(new Set(placed.map(({ y }) => y)).size).toBeGreaterThan(2)
    for (const [index, { x, y, widthPx }] of placed.entries()) {
      expect(x + widthPx).toBeLessThanOrEqual(300)
      const besides = placed.slice(index + 1).filter((other) => other.y === y)
      expect(besides.every((other) => other.x >= x + widthPx)).toBe(true)
    }
    expect(heightPx).toBeGreaterThan(60)
  })

  it('takes no space if it is empty', () => {
    expect(layOutLegend([], 300, measure).heightPx).toBe(0)
  })
})

describe('a font of a figure', () => {
  it('is parsed from the notation of canvases', () => {
    expect(parseFont("600 11px 'Inter Variable', sans-serif")).toEqual({
      sizePx: 11,
      family: "'Inter Variable', sans-serif",
      weight: '600',
    })
    expect(parseFont('normal 12.5px/1.2 Arial')).toEqual({ sizePx: 12.5, family: 'Arial', weight: 'normal' })
  })
})
