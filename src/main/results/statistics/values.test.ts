import { expect, test } from 'vitest'
import { sumOf } from '../../../shared/domain/results/spread.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { meanOf, medianOf, present, squaresOf, varianceOf } from './values.ts'

const of = (...values: number[]) => Float64Array.from(values)

test('removes missing values and nothing else', () => {
  expect([...present(of(1, Number.NaN, 0, -1e308))]).toEqual([1, 0, -1e308])
})

test('a sum stays exact when values cancel each other', () => {
  expect(sumOf(of(1, 1e100, 1, -1e100))).toBe(2)
  expect(sumOf(new Float64Array(10).fill(0.1))).toBe(1)
})

test('an overflow is infinite and never NaN', () => {
  expect(sumOf(of(1e308, 1e308, 1e308))).toBe(Number.POSITIVE_INFINITY)
  expect(squaresOf(of(1e308, -1e308, 5))).toBe(Number.POSITIVE_INFINITY)
  expect(squaresOf(of(1e308, 1e308, 1e308))).toBe(Number.POSITIVE_INFINITY)
  expect(varianceOf(of(1e200, 0))).toBe(Number.POSITIVE_INFINITY)
})

test('equal values have a variance of 0, and one value has none', () => {
  for (let n = 2; n < 100; n += 1) {
    const equal = new Float64Array(n).fill(0.1 + n)
    expect([meanOf(equal), varianceOf(equal)]).toEqual([0.1 + n, 0])
  }
  expect(varianceOf(of(3))).toBeNaN()
  expect(meanOf(of())).toBeNaN()
})

test('the median of an even count is the mean of the middle two, even for the largest numbers', () => {
  expect(medianOf(of(4, 1, 3))).toBe(3)
  expect(medianOf(of(4, 1, 3, 2))).toBe(2.5)
  expect(medianOf(of(1.5e308, 1.7e308))).toBe(1.6e308)
  expect(medianOf(of())).toBeNaN()
})

test('the median does not depend on the order of the values', () => {
  const random = createSeededRandom(7)
  const middleOf = (sorted: Float64Array) =>
    ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2
  for (let n = 1; n < 400; n += 1) {
    const values = Float64Array.from({ length: n }, () => Math.floor(random() * (n % 7 === 0 ? 3 : 1000)))
    const before = [...values]
    expect(medianOf(values)).toBe(middleOf(values.toSorted()))
    expect(medianOf(values.toSorted())).toBe(middleOf(values.toSorted()))
    expect([...values]).toEqual(before)
  }
})
