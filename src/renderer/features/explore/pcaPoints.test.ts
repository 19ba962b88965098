import { expect, it } from 'vitest'
import type { Pca } from '../../../shared/domain/results/cohort.ts'
import { pack } from '../../../shared/domain/results/packedNumbers.ts'
import { toLoadings, toLoadingTable, toPcaPoints } from './chartData.ts'
import { sampleNamed } from './testing/cohortFixtures.ts'

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
