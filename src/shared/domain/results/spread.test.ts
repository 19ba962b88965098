import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inSd, sdOfGroups, toSpread } from './spread.ts'

/** Returns the number as a multiple of 2^-1074. Every finite double is a whole multiple, so nothing is rounded. */
function toUnits(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  const raw = bits.getBigUint64(0)
  const exponent = (raw >> 52n) & 2047n
  const fraction = raw & ((1n << 52n) - 1n)
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n)
  return raw >> 63n === 1n ? -size : size
}

/** Returns the square of z as a ratio of integers that is rounded only at the end. */
function exactSquareOfZ(values: number[], value: number): number {
  const units = values.map(toUnits)
  const n = BigInt(units.length)
  const sum = units.reduce((all, one) => all + one, 0n)
  const squares = units.reduce((all, one) => all + (n * one - sum) ** 2n, 0n)
  const away = (n * toUnits(value) - sum) ** 2n * (n - 1n)
  return Number((away * 10n ** 40n) / squares) / 1e40
}

describe('mean, SD and z over a cohort', () => {
  test('match the textbook formulas', () => {
    const { n, mean, sd, zOf, whyNone } = toSpread([2, 4, 4, 4, 5, 5, 7, 9])
    expect({ n, mean, whyNone }).toEqual({ n: 8, mean: 5, whyNone: null })
    expect(sd).toBeCloseTo(Math.sqrt(32 / 7), 14)
    expect(zOf(9)).toBeCloseTo(4 / Math.sqrt(32 / 7), 14)
  })

  test('give the reason why there is no z', () => {
    expect(toSpread([])).toMatchObject({ n: 0, mean: null, sd: null, whyNone: 'noResults' })
    expect(toSpread([3])).toMatchObject({ n: 1, mean: 3, sd: null, whyNone: 'fewerThanThree' })
    expect(toSpread([3, 4])).toMatchObject({ n: 2, mean: 3.5, whyNone: 'fewerThanThree' })
    expect(toSpread([0.1, 0.1, 0.1])).toMatchObject({ mean: 0.1, sd: 0, whyNone: 'noSpread' })
    expect(toSpread(Array.from({ length: 1000 }, () => 1e308))).toMatchObject({ mean: 1e308, sd: 0 })
  })

  test('neither overflow, underflow nor cancel out', () => {
    const huge = toSpread([1.7e308, 1.6e308, 1.5e308])
    expect(huge.mean).toBeCloseTo(1.6e308, -300)
    expect(huge.zOf(1.7e308)).toBeCloseTo(1, 12)
    const tiny = toSpread([5e-324, 1e-323, 1.5e-323])
    expect(tiny).toMatchObject({ mean: 1e-323, sd: 5e-324, whyNone: null })
    expect(toSpread([1e16, 1e16 + 2, 1e16 + 4])).toMatchObject({ mean: 1e16 + 2, sd: 2 })
    const apart = toSpread([-Number.MAX_VALUE, Number.MAX_VALUE, 0])
    expect(apart.sd).toBe(Number.MAX_VALUE)
    expect(toSpread([-Number.MAX_VALUE, Number.MAX_VALUE]).sd).toBeNull()
    expect(apart.zOf(Number.MAX_VALUE)).toBeCloseTo(1, 12)
  })

  test('correct z for the rounding error of the mean', () => {
    const values = [1_000_000_000.000072, 1e9, 1e9]
    expect(toSpread(values).zOf(1e9)).toBeCloseTo(-1 / Math.sqrt(3), 12)
  })

  test('agree with exact arithmetic for any numbers', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: 1e9, max: 1e9 + 1e-3 }),
      fc.integer({ min: -5, max: 5 }),
    )
    fc.assert(
      fc.property(fc.array(number, { minLength: 3, maxLength: 30 }), (values) => {
        const cohort = toSpread(values)
        fc.pre(cohort.whyNone === null)
        for (const value of values) {
          const square = cohort.zOf(value) ** 2
          expect(Math.abs(square - exactSquareOfZ(values, value))).toBeLessThan(1e-6)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('the SD of several groups', () => {
  const groups = [[1, 2, 4], [10, 12], [], [7]]
  const figures = groups.map((values) => toSpread(values))

  test('equals that of all their values, computed from the figures of each group', () => {
    expect(sdOfGroups(figures)).toBeCloseTo(toSpread(groups.flat()).sd ?? 0, 12)
    expect(sdOfGroups([toSpread([1])])).toBeNull()
  })

  test('scales a difference and its interval to z-scores', () => {
    const estimate = { difference: 3, ciLow: -1, ciHigh: null }
    expect(inSd(estimate, 2)).toEqual({ value: 1.5, low: -0.5, high: null })
  })
})
