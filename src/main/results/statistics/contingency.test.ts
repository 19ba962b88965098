import { describe, expect, it } from 'vitest'
import { association } from './contingency.ts'

// p: R 4, fisher.test for 2 × 2 tables and chisq.test(correct = FALSE) for the others.
describe('an association of two categories', () => {
  it.each([
    [
      [
        [8, 2],
        [1, 5],
      ],
      0.03496503,
    ],
    [
      [
        [3, 0],
        [0, 3],
      ],
      0.1,
    ],
    [
      [
        [12, 12],
        [12, 12],
      ],
      1,
    ],
    [
      [
        [30, 10],
        [10, 30],
      ],
      1.4874807e-5,
    ],
  ])('of two by two has the p of Fisher: %j', (counts, p) => {
    expect((association(counts).p ?? 0) / p).toBeCloseTo(1, 5)
  })

  it('of larger tables has the p of χ² and is stronger if the properties determine each other', () => {
    const some = association([
      [10, 6, 4],
      [5, 9, 6],
      [3, 5, 12],
    ])
    expect(some.p).toBeCloseTo(0.03477225, 7)
    expect(some.v).toBeGreaterThan(0.1)
    expect(
      association([
        [10, 0, 0],
        [0, 10, 0],
        [0, 0, 10],
      ]).v,
    ).toBeCloseTo(1, 2)
  })

  it('is 0 by chance alone, and null for a single value', () => {
    expect(
      association([
        [6, 5],
        [5, 6],
      ]).v,
    ).toBe(0)
    expect(
      association([
        [6, 5],
        [0, 0],
      ]),
    ).toEqual({ v: null, p: null })
    expect(association([])).toEqual({ v: null, p: null })
  })
})
