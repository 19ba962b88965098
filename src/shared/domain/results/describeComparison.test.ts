import { expect, it } from 'vitest'
import { toEnglish } from '../../words/message.ts'
import type { ComparisonRow } from './comparison.ts'
import { describeFound } from './describeComparison.ts'

const row = (n: number, more: Partial<ComparisonRow> = {}) => {
  const figures = { n, mean: 1, sd: 1, median: 1 }
  const groups = [figures, { ...figures, n: 9 }]
  return { groups, pairs: null, q: 0.001, why: null, withinNoise: false, ...more } as ComparisonRow
}

it('counts pathways as found if they have enough values and exceed noise, and counts the others with a small q with their reason', () => {
  const rows = [row(3), row(9), row(9, { withinNoise: true }), row(2), row(2), row(9, { q: 0.2 })]
  const { found, unclaimed } = describeFound({ rows })
  expect(toEnglish(found)).toBe('2 pathways with q < 0.05')
  expect(unclaimed && toEnglish(unclaimed)).toBe(
    '1 more within noise, 2 more with too few values to claim a difference',
  )
  expect(describeFound({ rows: [row(9)] }).unclaimed).toBeNull()
})
