import { describe, expect, it } from 'vitest'
import { type Box, placeCard } from './Tour.tsx'

const card = { width: 320, height: 190 }
/** The places in a window of the minimum size. */
const small = { width: 900, height: 600 }
const places: Record<string, Box> = {
  'an entry of the rail': { left: 8, top: 48, width: 132, height: 36 },
  'the last entry of the rail': { left: 8, top: 500, width: 132, height: 36 },
  'the search at the top right': { left: 660, top: 8, width: 224, height: 28 },
  'the status bar below': { left: 0, top: 574, width: 900, height: 26 },
}

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

describe('the card of the tour', () => {
  for (const view of [small, { width: 1920, height: 1080 }])
    for (const [name, target] of Object.entries(places))
      it(`does not cover ${name} in a window of ${view.width} × ${view.height}, and is whole`, () => {
        const at = { ...placeCard(target, card, view), ...card }
        expect(overlaps(at, target)).toBe(false)
        expect(at.left).toBeGreaterThanOrEqual(0)
        expect(at.top).toBeGreaterThanOrEqual(0)
        expect(at.left + at.width).toBeLessThanOrEqual(view.width)
        expect(at.top + at.height).toBeLessThanOrEqual(view.height)
      })

  it('stays in the window if no side has room', () => {
    const all = { left: 0, top: 0, width: 400, height: 300 }
    expect(placeCard(all, card, { width: 400, height: 300 })).toEqual({ left: 8, top: 102 })
  })
})
