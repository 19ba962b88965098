import { describe, expect, it } from 'vitest'
import { cellValue, trackColour } from '../../../figures/heatmap/heatmap.ts'
import type { Clustering } from '../../../shared/domain/results/cohort.ts'
import { countedCovariate } from '../../../shared/domain/results/testing/countedCovariate.ts'
import { toPicture, toTrees } from './chartData.ts'
import { madeTable } from './testing/cohortFixtures.ts'

const table = madeTable(['mTOR', 'AMPK'], { treated1: [1, -1], control1: [2, Number.NaN] })
const clustering: Clustering = {
  sampleIds: ['id-control1', 'id-treated1'],
  pathways: ['mTOR', 'AMPK'],
  sampleTree: { merge: [[-1, -2]], height: [1], order: [1, 0] },
  pathwayTree: { merge: [[-1, -2]], height: [1], order: [1, 0] },
  leftOut: { samples: [], pathways: [] },
  whyNoSamples: null,
  whyNoPathways: null,
  joined: [],
  view: 'z',
  linkage: 'average',
  distance: 'euclidean',
}
const covariates = [
  countedCovariate('group', { control: 5, old: 3, treated: 4 }),
  countedCovariate('sex', { F: 1, M: 1, X: 1 }),
]
const grouping = { groupBy: 'group', groups: [] }
const parts = { table, trees: {}, tracks: [], columns: new Map(), covariates, grouping }

describe('the heatmap of a cohort', () => {
  it('has samples as columns sorted by group, and null for a missing value', () => {
    const heatmap = toPicture(parts)
    expect(heatmap.columns.map(({ label }) => label)).toEqual(['control1', 'treated1'])
    expect(cellValue(heatmap, 1, 1)).toBe(-1)
    expect(cellValue(heatmap, 0, 1)).toBeNull()
  })

  it('orders samples and pathways by the requested trees', () => {
    const both = toPicture({ ...parts, trees: toTrees(clustering, 'both') })
    expect(both.columns.map(({ id }) => id)).toEqual(['id-treated1', 'id-control1'])
    expect(both.rows).toEqual(['AMPK', 'mTOR'])
    expect(Object.keys(toTrees(clustering, 'samples'))).toEqual(['columnTree'])
    expect(Object.keys(toTrees(clustering, 'pathways'))).toEqual(['rowTree'])
    expect(toTrees({ ...clustering, sampleTree: null }, 'samples')).toEqual({})
    expect(toTrees(undefined, 'both')).toEqual({})
  })

  it('keeps the color of a group and of a track, whichever samples are shown', () => {
    const columns = new Map([['sex', ['M', null]]])
    const heatmap = toPicture({ ...parts, columns, tracks: ['sex', 'not there yet'] })
    expect([...heatmap.groups.keys()]).toEqual(['control', 'old', 'treated'])
    const all = toPicture({ ...parts, columns: new Map([['sex', ['F', 'M']]]), tracks: ['sex'] })
    expect(heatmap.tracks.map(({ name }) => name)).toEqual(['sex'])
    const [track, whole] = [heatmap.tracks[0], all.tracks[0]]
    expect(track && trackColour(track, 'M')).toBe(whole && trackColour(whole, 'M'))
    expect(track && trackColour(track, 'M')).toMatch(/^#|^rgb/)
    expect(heatmap.tracks[0]?.values).toEqual([null, 'M'])
  })

  it('shows the groups of the study above its columns, in the order and colors that the user chose', () => {
    const columns = new Map([['sex', ['M', 'F']]])
    const groups = [{ value: 'M', colour: '#123456' }, { value: 'F' }]
    const heatmap = toPicture({ ...parts, columns, tracks: ['sex'], grouping: { groupBy: 'sex', groups } })
    expect(heatmap.columns.map(({ label, group }) => [label, group])).toEqual([
      ['treated1', 'M'],
      ['control1', 'F'],
    ])
    expect(heatmap.groups.get('M')?.colour).toBe('#123456')
    expect(heatmap.groupTitle).toBe('sex')
    expect(heatmap.tracks).toEqual([])
  })
})
