import { expect, test } from 'vitest'
import { benjaminiHochberg, holm } from '../../../shared/domain/results/adjust.ts'
import { noiseOf } from './effects.ts'

test.each([benjaminiHochberg, holm])('skips and does not count values without p', (adjust) => {
  expect(adjust([null, 0.04, Number.NaN])).toEqual([null, 0.04, Number.NaN])
  expect(adjust([])).toEqual([])
  expect(adjust([null])).toEqual([null])
})

test('keeps the order of five thousand pathways', () => {
  const p = Array.from({ length: 5000 }, (_, at) => ((at * 7919) % 5000) / 5000)
  const q = benjaminiHochberg(p)
  const byP = [...p.keys()].sort((a, b) => p[a]! - p[b]!).map((at) => q[at]!)
  expect(byP).toEqual(byP.toSorted((a, b) => a - b))
})

test('pools noise over sets of replicates by their degrees of freedom', () => {
  // Squares of 2 and 2 over 1 + 2 degrees of freedom.
  const noise = noiseOf([Float64Array.of(1, 3), Float64Array.of(10, 11, 12), Float64Array.of(99)])
  expect(noise?.sd).toBeCloseTo(Math.sqrt(4 / 3), 14)
  expect(noise?.smallestChange).toBeCloseTo(1.96 * Math.sqrt(2) * Math.sqrt(4 / 3), 14)
})

test('returns no noise without replicates, or for numbers that overflow', () => {
  expect(noiseOf([])).toBeNull()
  expect(noiseOf([Float64Array.of(1), Float64Array.of()])).toBeNull()
  expect(noiseOf([Float64Array.of(1e308, -1e308)])).toBeNull()
})
