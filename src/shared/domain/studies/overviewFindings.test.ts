import { expect, it } from 'vitest'
import { toEnglish } from '../../words/message.ts'
import type { OverviewComparison } from './overview.ts'
import { whyNoMatches } from './overviewFindings.ts'

it('does not deny that drugs act on the pathways that differ where their directions cancel out', () => {
  const request = { groups: { by: 'group', values: ['a', 'b'] }, test: 'welch' as const, pathways: [] }
  const comparison: OverviewComparison = {
    source: 'design',
    name: null,
    by: 'group',
    control: 'b',
    groups: [],
    overall: null,
    contrasts: [{ a: 'a', b: 'b', test: 'welch', pairs: null, request }],
  }
  const { statement } = whyNoMatches(comparison, { differ: true, known: 2 })
  expect(toEnglish(statement)).toBe(
    'None of the 2 drugs with stated directions on the pathways that differ mimics or opposes the difference on the whole.',
  )
})
