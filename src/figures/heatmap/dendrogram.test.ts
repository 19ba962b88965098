import { describe, expect, it } from 'vitest'
import { placeTree } from './heatmap.ts'

describe('a tree over a heatmap', () => {
  it('joins leaves at their positions, and clusters at their middle', () => {
    const branches = placeTree({
      merge: [
        [-1, -3],
        [-2, 1],
      ],
      height: [1, 4],
      order: [1, 0, 2],
    })
    expect(branches).toEqual([
      { from: 1, to: 2, fromHeight: 0, toHeight: 0, height: 0.25, leaves: { from: 1, to: 2 } },
      { from: 0, to: 1.5, fromHeight: 0, toHeight: 0.25, height: 1, leaves: { from: 0, to: 2 } },
    ])
  })

  it('is flat if all distances are 0', () => {
    expect(placeTree({ merge: [[-1, -2]], height: [0], order: [0, 1] })[0]?.height).toBe(0)
  })
})
