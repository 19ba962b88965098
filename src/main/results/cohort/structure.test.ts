import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { maxClustered, type ValueView } from '../../../shared/domain/results/cohort.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import type { MadeSample } from './testing/addCohort.ts'
import { openCohort } from './testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>

beforeEach(async () => {
  opened = await openCohort()
})
afterEach(() => opened.close())

const of = { filter: {} }
const samples = (rows: Record<string, number | null>[]): MadeSample[] =>
  rows.map((scores, at) => ({ sampleId: `S${at}`, scores }))
const cluster = (view: ValueView = { kind: 'raw' }) =>
  opened.cohorts.cluster({ measure: 'activity', of, view, linkage: 'average', distance: 'euclidean' })
const pca = (scaled = true) => opened.cohorts.pca({ measure: 'activity', of, scaled })

describe('clusters', () => {
  test('merge what is close, for samples and pathways', async () => {
    await opened.add(
      samples([
        { p: 0, q: 0, r: 9 },
        { p: 10, q: 10, r: 1 },
        { p: 1, q: 0, r: 8 },
      ]),
    )
    const found = await cluster()
    expect(found).toMatchObject({
      sampleIds: ['S0', 'S1', 'S2'],
      pathways: ['p', 'q', 'r'],
      leftOut: { samples: [], pathways: [] },
      whyNoSamples: null,
      linkage: 'average',
      distance: 'euclidean',
    })
    expect(found.sampleTree?.merge).toEqual([
      [-1, -3],
      [-2, 1],
    ])
    expect(found.pathwayTree?.merge[0]).toEqual([-1, -2])
  })

  test('use the requested view', async () => {
    await opened.add(
      samples([
        { p: 0, q: 0 },
        { p: 1000, q: 1 },
        { p: 10, q: 10 },
      ]),
    )
    expect((await cluster()).sampleTree?.merge[0]).toEqual([-1, -3])
    expect((await cluster({ kind: 'rank' })).sampleTree?.merge[0]).not.toEqual([-1, -2])
  })

  test('omit and report what has nothing in common with the rest', async () => {
    await opened.add(
      samples([
        { p: 1, q: 2 },
        { p: 2, q: 1 },
        { p: null, q: null, lone: 1 },
      ]),
    )
    const found = await cluster()
    expect(found.sampleIds).toEqual(['S0', 'S1'])
    expect(found.leftOut).toEqual({ samples: ['S2'], pathways: ['lone'] })
  })

  test('of more than a thousand samples are those of the pathways only, with the reason', async () => {
    await opened.add(samples(Array.from({ length: maxClustered + 1 }, (_, at) => ({ p: at, q: at % 7 }))))
    const found = await cluster()
    expect(found).toMatchObject({ sampleIds: [], sampleTree: null, whyNoSamples: 'tooMany' })
    expect(found.pathwayTree?.order).toHaveLength(2)
  })

  test('are missing for one sample and for more than a thousand pathways', async () => {
    const wide = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`P${at}`, at]))
    await opened.add(samples([wide]))
    expect(await cluster()).toMatchObject({
      sampleTree: null,
      whyNoSamples: 'tooFew',
      pathwayTree: null,
      whyNoPathways: 'tooMany',
    })
  })
})

describe('principal components', () => {
  test('find the common direction with its share of the variance', async () => {
    await opened.add(
      [0, 1, 2, 3, 4].map((at) => ({
        sampleId: `S${at}`,
        fields: { group: `g${at % 2}` },
        scores: { p: at, q: -2 * at, flat: 7 },
      })),
    )
    const found = await pca()
    expect(found).toMatchObject({
      pathways: ['p', 'q'],
      scaled: true,
      why: null,
      leftOut: { samples: [], pathways: ['flat'], withoutResult: 0 },
      components: [{ name: 'PC1', share: expect.closeTo(1, 12) }],
    })
    expect(found.samples[1]).toMatchObject({ sampleId: 'S1', group: 'g1', clientReference: 'ref-S1' })
    expect([...unpack(found.loadings)].map(Math.abs)).toEqual([
      expect.closeTo(Math.SQRT1_2, 12),
      expect.closeTo(Math.SQRT1_2, 12),
    ])
    expect(unpack(found.scores)).toHaveLength(5)
  })

  test('omit pathways that too many samples lack, then samples that lack one of the rest', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({
      p: at,
      q: (at * 7) % 10,
      mostly: at === 3 ? null : at * at,
      rare: at < 7 ? at : null,
      huge: at % 2 === 0 ? 1e308 : -1e308,
    }))
    await opened.add([...samples(rows), { sampleId: 'no result' }])
    const found = await pca(false)
    expect(found.pathways).toEqual(['mostly', 'p', 'q'])
    expect(found.leftOut).toEqual({ samples: ['S3'], pathways: ['huge', 'rare'], withoutResult: 1 })
    expect(found.samples).toHaveLength(9)
    expect(found.components).toHaveLength(3)
  })

  test('give the reason if there are none', async () => {
    await opened.add(
      samples([
        { p: 1, q: 2 },
        { p: 2, q: 1 },
      ]),
    )
    expect(await pca()).toMatchObject({ why: 'tooFewSamples', components: [] })
    await opened.add([{ sampleId: 'more', scores: { other: 1 } }])
    expect(await pca()).toMatchObject({ why: 'tooFewPathways' })
  })
})
