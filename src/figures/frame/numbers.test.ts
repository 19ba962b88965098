import { describe, expect, it } from 'vitest'
import { selectQuantile } from '../../shared/domain/results/valueRange.ts'
import { wrapParts } from './lines.ts'
import { quantile } from './numbers.ts'

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
  it('equals that of the sorted numbers, for any order and ties', () => {
    for (const values of sets)
      for (const p of [0, 0.25, 0.5, 0.99, 1])
        expect(selectQuantile(values.slice(), p)).toBe(quantile(values.toSorted(), p))
  })
})

describe('a line below a figure', () => {
  const wrap = (text: string, maxLength: number) => wrapParts(text, maxLength, (one) => one.length)

  it('is wrapped between its parts, and as wide as the longest of them', () => {
    expect(wrap('Fetched from X; now; synthetic', 20)).toEqual({
      lines: ['Fetched from X; now;', 'synthetic'],
      widthPx: 20,
    })
    expect(wrap('Fetched from X; now', 5)).toEqual({ lines: ['Fetched from X;', 'now'], widthPx: 15 })
    expect(wrap('', 5)).toEqual({ lines: [], widthPx: 0 })
  })
})
