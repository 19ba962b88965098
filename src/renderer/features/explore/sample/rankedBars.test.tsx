import { expect, it } from 'vitest'
import { toRankedBars } from './SamplePage.tsx'

it('ranks the pathways of a sample by the chosen measure', () => {
  const result = {
    sampleId: 'S1',
    clientReference: 'one',
    scores: [
      { pathway: 'mTOR', activity: 1, agingOffset: -3 },
      { pathway: 'AMPK', activity: 2, agingOffset: -4 },
    ],
    clock: null,
    raw: {},
    fetchedAt: '2026-11-21T00:00:00Z',
    service: 'demo',
    requestId: null,
    synthetic: true,
  }
  expect(toRankedBars(result, 'activity').bars[0]?.label).toBe('AMPK')
  expect(toRankedBars(result, 'aging_offset').bars[0]?.label).toBe('mTOR')
})
