import { expect, it } from 'vitest'
import { cellValue } from '../../charts/heatmap.ts'
import { toHeatmap, toRankedBars } from './selection.ts'

const table = {
  measure: 'activity' as const,
  view: 'raw' as const,
  pathways: ['mTOR', 'AMPK'],
  samples: [
    { sampleId: 'S1', clientReference: 'one', group: 'treated', fetchedAt: '' },
    { sampleId: 'S2', clientReference: 'two', group: 'control', fetchedAt: '' },
  ],
  values: Float64Array.of(1, -1, 2, Number.NaN),
  totalSamples: 2,
  withoutResult: 0,
  reference: [],
  joined: [],
  service: null,
  oldestFetchedAt: null,
  newestFetchedAt: null,
  synthetic: true,
}

it('draws samples as columns by their group, and a missing value as none', () => {
  const heatmap = toHeatmap(table, null)
  expect(heatmap.columns.map(({ label }) => label)).toEqual(['two', 'one'])
  expect(cellValue(heatmap, 1, 1)).toBe(-1)
  expect(cellValue(heatmap, 0, 1)).toBeNull()
})

it('draws samples in the order of their tree where there is one', () => {
  const heatmap = toHeatmap(table, {
    sampleIds: ['S2', 'S1'],
    pathways: ['mTOR', 'AMPK'],
    sampleTree: { merge: [[-1, -2]], height: [1], order: [1, 0] },
    pathwayTree: null,
    leftOut: { samples: [], pathways: [] },
    whyNoSamples: null,
    whyNoPathways: 'tooMany',
    joined: [],
    linkage: 'average',
    distance: 'euclidean',
  })
  expect(heatmap.columns.map(({ id }) => id)).toEqual(['S1', 'S2'])
})

it('ranks the pathways of a sample by the measure that is chosen', () => {
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
