import { describe, expect, it } from 'vitest'
import { cellValue, trackColour } from '../../../figures/heatmap/heatmap.ts'
import { stylesByName } from '../../../figures/style/groupStyles.ts'
import type { Clustering, Pca } from '../../../shared/domain/results/cohort.ts'
import { pack } from '../../../shared/domain/results/packedNumbers.ts'
import { countedCovariate } from '../../../shared/domain/results/testing/countedCovariate.ts'
import {
  canColour,
  toColouring,
  toGroups,
  toLoadings,
  toLoadingTable,
  toPairs,
  toPcaPoints,
  toPicture,
  toTrees,
} from './chartData.ts'
import { madeTable, sampleNamed } from './testing/cohortFixtures.ts'

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

const words = { none: 'none given' }
const group = {
  covariate: countedCovariate('group', { treated: 2, control: 1 }),
  values: ['treated', null, 'control'],
  styles: new Map([...stylesByName(['control', 'treated'])].reverse()),
  place: 0,
}
const sex = {
  covariate: countedCovariate('sex', { F: 1, M: 1 }),
  values: ['F', 'M', null],
  styles: stylesByName(['F', 'M']),
  place: 0,
}

describe('colors and shapes of points', () => {
  it('are those of the group alone, and empty if no property is chosen', () => {
    const { groups, groupOf } = toColouring(group, null, words)
    expect(groups).toEqual([...group.styles].map(([name, style]) => ({ name, ...style })))
    expect([0, 1, 2].map(groupOf)).toEqual(['treated', null, 'control'])
    expect(toColouring(null, null, words).groupOf(0)).toBeNull()
  })

  it('show two properties together, with the same color for a group as alone', () => {
    const { groups, groupOf } = toColouring(group, sex, words)
    expect([0, 1, 2].map(groupOf)).toEqual(['treated · F', 'none given · M', 'control · none given'])
    const treated = groups.filter(({ name }) => name.startsWith('treated'))
    expect(new Set(treated.map(({ colour }) => colour)).size).toBe(1)
    const women = groups.filter(({ name }) => name.endsWith('· F'))
    expect(new Set(women.map(({ shape }) => shape)).size).toBe(1)
    for (const row of [0, 1, 2]) expect(groups.map(({ name }) => name)).toContain(groupOf(row))
  })

  it('divide many numbers into four ranges, and leave out texts that are not numbers', () => {
    const values = [...Array.from({ length: 40 }, (_, age) => String(age + 20)), 'unknown', null]
    const covariate = { ...countedCovariate('age', {}, { kind: 'numbers' }), distinct: 40 }
    const age = { covariate, values, styles: new Map(), place: 0 }
    const { groups, groupOf } = toColouring(age, null, words)
    expect(groups.map(({ name }) => name)).toEqual(['20 – 29', '30 – 39', '40 – 49', '50 – 59'])
    expect([0, 39, 40, 41].map(groupOf)).toEqual(['20 – 29', '50 – 59', null, null])
    expect(new Set(groups.map(({ colour }) => colour)).size).toBe(4)
  })

  it('are not offered for more categories than the eye can tell apart', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`v${at}`, 1]))
    expect(canColour(countedCovariate('donor', many))).toBe(false)
    expect(canColour(countedCovariate('age', many, { kind: 'numbers' }))).toBe(true)
    expect(canColour(countedCovariate('empty', {}))).toBe(false)
  })
})

const ofGroups = madeTable(['mTOR'], { a1: [1], b1: [2], a2: [Number.NaN], b2: [4], a3: [5], a4: [9] })
const groups = ['a', 'b', 'a', 'b', 'a', null]

it('groups values in a fixed order, and turns a missing value into null, not 0', () => {
  const made = toGroups(ofGroups, groups, ['b', 'a', 'no sample has it'], 'none given')
  expect(made.map(({ name, values }) => [name, ...values.map(({ value }) => value)])).toEqual([
    ['b', 2, 4],
    ['a', 1, null, 5],
    ['none given', 9],
  ])
})

it('pairs donors with a value in both groups, and averages repeated values of one group', () => {
  const donors = ['D1', 'D1', 'D2', 'D2', 'D1', 'D1']
  expect(toPairs(ofGroups, groups, donors, ['a', 'b'])).toEqual([
    { id: 'D1', label: 'D1', first: 3, second: 2 },
  ])
})

const pca: Pca = {
  samples: [sampleNamed('one'), sampleNamed('two')],
  pathways: ['mTOR', '<b>'],
  scaled: true,
  components: [
    { name: 'PC1', sd: 2, share: 0.8 },
    { name: 'PC2', sd: 1, share: 0.2 },
  ],
  scores: pack(Float64Array.of(1, 2, 3, 4)),
  loadings: pack(Float64Array.of(0.1, 0.9, -0.8, 0.2)),
  leftOut: { samples: [], pathways: [], withoutResult: 0 },
  why: null,
  joined: [],
  service: null,
  oldestFetchedAt: null,
  newestFetchedAt: null,
  synthetic: false,
}

it('takes scores and loadings of the chosen components, the largest loading first', () => {
  const colouring = { groups: [], groupOf: () => null }
  expect(toPcaPoints(pca, [1, 0], colouring).map(({ id, x, y }) => [id, x, y])).toEqual([
    ['id-one', 2, 1],
    ['id-two', 4, 3],
  ])
  expect(toLoadings(pca, [0, 1])).toEqual([
    { pathway: '<b>', x: -0.8, y: 0.2 },
    { pathway: 'mTOR', x: 0.1, y: 0.9 },
  ])
  expect(toLoadingTable(pca, 'Pathway').rows).toEqual([
    ['mTOR', 0.1, 0.9],
    ['<b>', -0.8, 0.2],
  ])
})
