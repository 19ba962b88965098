import { describe, expect, it } from 'vitest'
import { quantile, selectQuantile } from './numbers.ts'

const made = (count: number, read: (index: number) => number) =>
  Float64Array.from({ length: count }, (_, at) => read(at))
const sets = [
  made(1, () => 3),
  made(100, () => 7),
  made(1001, (at) => at),
  made(1000, (at) => 0.5 - at),
  made(999, (at) => Math.sin(at * at)),
  made(500, (at) => at % 3),
]

describe('a quantile of unsorted numbers', () => {
  it('is that of the sorted ones, whatever order and ties they have', () => {
    for (const values of sets)
      for (const p of [0, 0.25, 0.5, 0.99, 1])
        expect(selectQuantile(values.slice(), p)).toBe(quantile(values.toSorted(), p))
  })
})
