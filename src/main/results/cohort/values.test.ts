import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ValueView } from '../../../shared/domain/results/cohort.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import type { Cohorts } from './cohort.ts'
import { readMatrix } from './readMatrix.ts'
import { addLater, type MadeSample } from './testing/addCohort.ts'
import { openCohort } from './testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>
const names = [['NF_KB', 'NF-kB', 'NF-κB']]

beforeEach(async () => {
  opened = await openCohort({ names })
})
afterEach(() => opened.close())

const all = { filter: {} }
type ValuesParams = Partial<Parameters<Cohorts['values']>[0]>
const values = (overrides: ValuesParams = {}) =>
  opened.cohorts.values({
    measure: 'activity',
    of: all,
    view: { kind: 'raw' },
    pathways: [],
    offset: 0,
    limit: 10_000,
    ...overrides,
  })
/** Returns one list per sample. */
async function table(overrides: ValuesParams = {}): Promise<number[][]> {
  const { values: packed, samples, pathways } = await values(overrides)
  const cells = [...unpack(packed)]
  return samples.map((_, row) => cells.slice(row * pathways.length, (row + 1) * pathways.length))
}
const scored = (of: Record<string, MadeSample['scores']>): MadeSample[] =>
  Object.entries(of).map(([sampleId, scores = {}]) => ({ sampleId, scores }))

describe('values of a cohort', () => {
  test('come from the newest result for each pathway', async () => {
    const later = { fetchedAt: '2026-03-01T00:00:00.000Z', scores: { mTOR: 9, ampk: null } }
    await opened.add([
      { sampleId: 'A', scores: { mTOR: 1, ampk: 2, Wnt: 3 }, later },
      { sampleId: 'B', scores: { mTOR: 4, ampk: 5, Wnt: 6 } },
    ])
    const found = await values()
    expect(found).toMatchObject({
      pathways: ['ampk', 'mTOR', 'Wnt'],
      samples: [{ fetchedAt: '2026-03-01T00:00:00.000Z' }, { fetchedAt: '2026-01-01T00:00:00.000Z' }],
      oldestFetchedAt: '2026-01-01T00:00:00.000Z',
      newestFetchedAt: '2026-03-01T00:00:00.000Z',
    })
    expect(await table()).toEqual([
      [Number.NaN, 9, 3],
      [5, 4, 6],
    ])
  })

  test('include with each page the range of all values, in the requested view and pathways', async () => {
    await opened.add(scored({ A: { mTOR: 1, ampk: -2 }, B: { mTOR: 4, ampk: null } }))
    expect((await values({ limit: 1 })).range).toEqual({
      lowest: -2,
      highest: 4,
      limit: 4,
      belowLimit: 0,
      aboveLimit: 0,
    })
    expect((await values({ pathways: ['mTOR'], limit: 1 })).range).toMatchObject({ lowest: 1, highest: 4 })
    expect((await values({ view: { kind: 'rank' } })).range).toMatchObject({ lowest: 1, highest: 2 })
    expect((await values({ pathways: ['gone'] })).range).toMatchObject({ lowest: null, limit: 0 })
  })

  test('are returned unchanged, in register order, with missing values as NaN', async () => {
    await opened.add([
      { sampleId: 'B', fields: { group: 'x' }, scores: { mTOR: 0, ampk: [1e308, -3] } },
      { sampleId: 'none' },
      { sampleId: 'A', scores: { mTOR: null, '<b>Wnt</b>': -0.1 }, fetchedAt: '2026-02-01T00:00:00.000Z' },
    ])
    const found = await values()
    expect(found).toMatchObject({
      measure: 'activity',
      view: 'raw',
      pathways: ['<b>Wnt</b>', 'ampk', 'mTOR'],
      samples: [
        { sampleId: 'B', clientReference: 'ref-B', group: 'x', fetchedAt: '2026-01-01T00:00:00.000Z' },
        { sampleId: 'A', group: null, fetchedAt: '2026-02-01T00:00:00.000Z' },
      ],
      totalSamples: 2,
      withoutResult: 1,
      reference: [],
      joined: [],
      service: 'https://service.example/api/v1',
      oldestFetchedAt: '2026-01-01T00:00:00.000Z',
      newestFetchedAt: '2026-02-01T00:00:00.000Z',
      synthetic: false,
    })
    expect([...unpack(found.values)]).toEqual([NaN, 1e308, 0, -0.1, NaN, NaN])
    expect(await table({ measure: 'aging_offset' })).toEqual([
      [NaN, -3, NaN],
      [NaN, NaN, NaN],
    ])
  })

  test('are empty without results', async () => {
    await opened.add([{ sampleId: 'none' }])
    const found = await values()
    expect(found).toMatchObject({
      pathways: [],
      samples: [],
      totalSamples: 0,
      withoutResult: 1,
      service: null,
    })
    expect(unpack(found.values)).toHaveLength(0)
  })

  test('of a further page come from the snapshot of the first, without choosing the samples again', async () => {
    await opened.add(scored({ A: { mTOR: 1 }, B: { mTOR: 2 }, C: { mTOR: 3 } }))
    const { snapshot } = await values({ limit: 1 })
    const second = await values({ of: { sampleIds: ['unknown'] }, snapshot, offset: 1, limit: 1 })
    expect(second).toMatchObject({ snapshot, totalSamples: 3, samples: [{ sampleId: 'B' }] })
    expect([...unpack(second.values)]).toEqual([2])
  })

  test('have another snapshot once a result arrives, and the same one if nothing changes', async () => {
    await opened.add(scored({ A: { mTOR: 1 }, B: { mTOR: 2 } }))
    const { snapshot } = await values({ limit: 1 })
    expect((await values({ limit: 1 })).snapshot).toBe(snapshot)
    expect((await values({ view: { kind: 'z' } })).snapshot).not.toBe(snapshot)
    await opened.add(scored({ C: { mTOR: 3 } }))
    const after = await values({ snapshot, offset: 1, limit: 1 })
    expect(after).toMatchObject({ totalSamples: 3 })
    expect(after.snapshot).not.toBe(snapshot)
  })

  test('come in pages of at most 200,000 cells, with views over all samples', async () => {
    const wide = (at: number) =>
      Object.fromEntries(
        Array.from({ length: 5000 }, (_, pathway) => [`P${pathway}`, at * 10 + (pathway % 7)]),
      )
    await opened.add(Array.from({ length: 90 }, (_, at) => ({ sampleId: `S${at}`, scores: wide(at) })))
    const sizes: number[] = []
    const first: number[] = []
    for (let offset = 0; offset < 90; ) {
      const piece = await values({ offset, view: { kind: 'rank' } })
      expect(piece.totalSamples).toBe(90)
      sizes.push(piece.samples.length)
      const cells = unpack(piece.values)
      for (const [row] of piece.samples.entries()) first.push(cells[row * 5000] ?? 0)
      offset += piece.samples.length
    }
    expect(sizes).toEqual([40, 40, 10])
    expect(first).toEqual(Array.from({ length: 90 }, (_, at) => at + 1))
  })

  test('are those of the requested pathways, in any spelling', async () => {
    await opened.add(scored({ A: { 'NF-kB': 1, mTOR: 2 }, B: { 'NF-kB': 3 } }))
    expect((await values({ pathways: ['NF-κB', 'never heard of'] })).pathways).toEqual(['NF-kB'])
  })

  test('are reloaded when results arrive', async () => {
    await opened.add(scored({ A: { mTOR: 1 } }))
    expect(await table()).toEqual([[1]])
    const origin = { fetchedAt: '2026-03-01T00:00:00.000Z', service: 's', synthetic: true }
    await addLater(opened.answers.query, { sampleId: 'A' }, { ...origin, scores: { mTOR: 2 } })
    expect(await table()).toEqual([[2]])
    expect(await values()).toMatchObject({ service: 'https://service.example/api/v1, s', synthetic: true })
  })
})

test('rejects more numbers than fit in memory', async () => {
  await opened.add(scored({ A: { p: 1, q: 2 }, B: { p: 3, r: 4 } }))
  const files = { journal: opened.journal.reader, answers: opened.answers.reader }
  const params = { measure: 'activity' as const, sampleIds: ['A', 'B'] }
  await expect(readMatrix(files, params, 5)).rejects.toMatchObject({
    code: 'rejected',
    message: expect.stringContaining('Choose fewer samples'),
  })
  expect((await readMatrix(files, params, 6)).columns).toHaveLength(3)
})

describe('spellings of one pathway', () => {
  test('are merged into one column under the first name of the alias table, which is reported', async () => {
    await opened.add(scored({ A: { 'NF-kB': 1 }, B: { NF_KB: 2 }, C: { 'NF-κB': 3 }, D: { mTOR: 9 } }))
    const found = await values()
    expect(found.pathways).toEqual(['mTOR', 'NF_KB'])
    expect(found.joined).toEqual([
      { pathway: 'NF_KB', names: ['NF_KB', 'NF-kB', 'NF-κB'], samplesWithSeveral: 0 },
    ])
    expect(await table({ pathways: ['NF_KB'] })).toEqual([[1], [2], [3], [NaN]])
  })

  test('in one result use the value under the first name, which is counted', async () => {
    await opened.add(scored({ A: { 'NF-kB': 1, NF_KB: 5 }, B: { 'NF-kB': 2, NF_KB: null } }))
    expect((await values()).joined).toEqual([
      { pathway: 'NF_KB', names: ['NF_KB', 'NF-kB'], samplesWithSeveral: 1 },
    ])
    expect(await table()).toEqual([[5], [2]])
  })
})

describe('views', () => {
  const viewed = (view: ValueView) => values({ view })

  test('compute z over all chosen samples, with the mean and SD that it refers to', async () => {
    await opened.add(scored({ A: { p: 1 }, B: { p: 3 }, C: { p: 5 }, D: { q: 1 } }))
    const { reference } = await viewed({ kind: 'z' })
    expect(reference).toEqual([
      { pathway: 'p', n: 3, mean: 3, sd: 2, why: null },
      { pathway: 'q', n: 1, mean: 1, sd: null, why: 'fewerThanThree' },
    ])
    expect(await table({ view: { kind: 'z' } })).toEqual([
      [-1, NaN],
      [0, NaN],
      [1, NaN],
      [NaN, NaN],
    ])
  })

  test('have no z for a constant pathway, and a finite z for huge values', async () => {
    await opened.add(scored({ A: { p: 2, q: 1e308 }, B: { p: 2, q: -1e308 }, C: { p: 2, q: 0 } }))
    const { reference } = await viewed({ kind: 'z' })
    expect(reference.map(({ why, sd }) => [why, sd])).toEqual([
      ['noSpread', 0],
      [null, 1e308],
    ])
    expect(await table({ view: { kind: 'z' } })).toEqual([
      [NaN, 1],
      [NaN, -1],
      [NaN, 0],
    ])
  })

  test('compute z against controls from the controls only, wherever they are', async () => {
    await opened.add(
      scored({ c1: { p: 0 }, c2: { p: 2 }, c3: { p: 4, only: 1 }, A: { p: 6, q: 1 }, B: { p: null, q: 2 } }),
    )
    const controls = { sampleIds: ['c1', 'c2', 'c3'] }
    const params = { of: { sampleIds: ['B', 'A'] }, view: { kind: 'zControls' as const, controls } }
    const found = await values(params)
    expect(found.samples.map(({ sampleId }) => sampleId)).toEqual(['A', 'B'])
    expect(found.pathways).toEqual(['p', 'q'])
    expect(found.reference).toEqual([
      { pathway: 'p', n: 3, mean: 2, sd: 2, why: null },
      { pathway: 'q', n: 0, mean: null, sd: null, why: 'fewerThanThree' },
    ])
    expect(await table(params)).toEqual([
      [2, NaN],
      [NaN, NaN],
    ])
  })

  test('rank the chosen samples, with the mean rank for equal values', async () => {
    await opened.add(scored({ A: { p: 5 }, B: { p: -1 }, C: { p: null }, D: { p: 5 }, E: { p: 9 } }))
    expect((await table({ view: { kind: 'rank' } })).flat()).toEqual([2.5, 1, NaN, 2.5, 4])
  })

  test('are computed separately when several views of one cohort are requested', async () => {
    await opened.add(scored({ A: { p: 1 }, B: { p: 3 }, C: { p: 8 }, D: { p: 8 } }))
    const z = { kind: 'zControls' as const, controls: { sampleIds: ['A', 'B', 'C'] } }
    const other = { ...z, controls: { sampleIds: ['B', 'C', 'D'] } }
    expect((await table()).flat()).toEqual([1, 3, 8, 8])
    expect((await table({ view: { kind: 'rank' } })).flat()).toEqual([1, 2, 3.5, 3.5])
    const [first, second] = [await table({ view: z }), await table({ view: other })]
    expect(first).not.toEqual(second)
    expect((await table({ of: { sampleIds: ['D', 'A'] }, view: { kind: 'rank' } })).flat()).toEqual([1, 2])
    expect((await table()).flat()).toEqual([1, 3, 8, 8])
  })
})
