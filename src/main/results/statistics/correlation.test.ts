import { expect, test } from 'vitest'
import { line, meanErrors, pearson } from './correlation.ts'

const of = (...values: number[]) => Float64Array.from(values)

test('points on a line have r of exactly 1 or −1, and yield the line', () => {
  const x = of(1, 2, 3, 5, 8)
  expect(
    pearson(
      x,
      x.map((value) => 3 - 2 * value),
    ),
  ).toEqual({ r: -1, rLow: -1, rHigh: -1 })
  expect(
    line(
      x,
      x.map((value) => 3 - 2 * value),
    ),
  ).toEqual({ slope: -2, intercept: 3 })
})

test('three points have r without an interval, two have none', () => {
  expect(pearson(of(1, 2, 4), of(1, 3, 2))).toMatchObject({ rLow: null, rHigh: null })
  expect(pearson(of(1, 2), of(1, 3))).toBeNull()
  expect(line(of(1, 2), of(1, 3))).toBeNull()
})

test('without spread there is no r; a line needs no spread in y', () => {
  const flat = of(0.1, 0.1, 0.1)
  expect(pearson(of(1, 2, 3), flat)).toBeNull()
  expect(pearson(of(1, 2, 3), of(0.3, 0.1 + 0.2, 0.3))).toBeNull()
  expect(line(of(1, 2, 3), flat)).toEqual({ slope: 0, intercept: 0.1 })
  expect(line(flat, of(1, 2, 3))).toBeNull()
})

test('numbers whose squares overflow have no r instead of NaN', () => {
  const huge = of(1e308, -1e308, 1)
  expect(pearson(huge, of(1, 2, 3))).toBeNull()
  expect(line(of(1, 2, 3), huge)).toBeNull()
  expect(meanErrors(huge, of(-1e308, 1e308, 1))).toBeNull()
})

test('the mean error is absolute; the mean difference is y − x', () => {
  expect(meanErrors(of(30, 50), of(33, 49))).toEqual({ meanAbsoluteError: 2, meanDifference: 1 })
  expect(meanErrors(of(), of())).toBeNull()
})
