import { describe, expect, it } from 'vitest'
import { cellValue } from '../../charts/heatmap.ts'
import { parseSelection, toHeatmap, toRankedBars } from './selection.ts'

describe('the selection of the results', () => {
  it('is read from the address and falls back to the table of activities', () => {
    expect(parseSelection({})).toEqual({ view: 'table', measure: 'activity', sample: null })
    expect(parseSelection({ view: 'heatmap', measure: 'aging_offset' })).toMatchObject({
      view: 'heatmap',
      measure: 'aging_offset',
    })
    expect(parseSelection({ view: '<script>', measure: 4 })).toMatchObject({
      view: 'table',
      measure: 'activity',
    })
  })

  it('opens the bars for a link that names a sample', () => {
    expect(parseSelection({ sample: 'S1' })).toMatchObject({ view: 'bars', sample: 'S1' })
  })
})

describe('what the charts get', () => {
  it('turns samples into columns and pathways into rows', () => {
    const heatmap = toHeatmap({
      measure: 'activity',
      pathways: ['mTOR', 'AMPK'],
      samples: [
        { sampleId: 'S1', clientReference: 'one', group: 'treated' },
        { sampleId: 'S2', clientReference: 'two', group: 'control' },
      ],
      values: [1, -1, 2, null],
      totalSamples: 2,
      service: null,
      oldestFetchedAt: null,
      synthetic: true,
    })
    expect(heatmap.columns.map(({ label }) => label)).toEqual(['two', 'one'])
    expect(cellValue(heatmap, 1, 1)).toBe(-1)
    expect(cellValue(heatmap, 0, 1)).toBeNull()
  })

  it('ranks by the measure that is chosen', () => {
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
})
