import { describe, expect, it } from 'vitest'
import { pointsWithin } from './drawing.ts'

const pixels = Float32Array.of(4, 6, 15, 5, 5, 15, 50, 50)

describe('a drawn region', () => {
  it('contains the points within a box, whichever corner it starts at', () => {
    const corners = [
      { x: 20, y: 10 },
      { x: 0, y: 0 },
    ]
    expect(pointsWithin(pixels, corners, 'box')).toEqual([0, 1])
    expect(pointsWithin(pixels, corners.toReversed(), 'box')).toEqual([0, 1])
  })

  it('contains the points within a loop, but not those only within its bounding box', () => {
    const triangle = [
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 20, y: 20 },
    ]
    expect(pointsWithin(pixels, triangle, 'lasso')).toEqual([1])
  })

  it('contains nothing until it is drawn', () => {
    expect(pointsWithin(pixels, [{ x: 5, y: 5 }], 'lasso')).toEqual([])
  })
})
