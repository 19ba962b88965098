import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { benjaminiHochberg } from '../../../../shared/domain/results/adjust.ts'
import type { Comparison, ComparisonRequest } from '../../../../shared/domain/results/comparison.ts'
import { welch } from '../../statistics/meanTests.ts'
import type { MadeSample } from '../testing/addCohort.ts'
import { openCohort } from '../testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>

beforeEach(async () => {
  opened = await openCohort({ names: [['NF_KB', 'NF-kB']] })
})
afterEach(() => opened.close())

const byGroup = { by: 'group', values: ['a', 'b'] }
const compare = (overrides: Partial<ComparisonRequest> = {}): Promise<Comparison> =>
  Promise.resolve(
    opened.cohorts.compare({
      measure: 'activity',
      of: { filter: {} },
      groups: byGroup,
      test: 'welch',
      pathways: [],
      ...overrides,
    }),
  )
const refused = (field: string, ...words: string[]) => ({
  code: 'rejected',
  details: { problems: [{ field, message: expect.stringContaining(words[0] ?? '') }] },
  message: expect.stringMatching(new RegExp(words.join('.*'), 's')),
})

/** One sample a value and group, with the other fields of its place in the list. */
const ofGroups = (
  groups: Record<string, (MadeSample['scores'] | number)[]>,
  fields: (place: number, group: string) => Record<string, string | number> = () => ({}),
): MadeSample[] =>
  Object.entries(groups).flatMap(([group, values]) =>
    values.map((value, place) => ({
      sampleId: `${group}${place}`,
      fields: { group, ...fields(place, group) },
      scores: typeof value === 'number' ? { p: value } : (value ?? {}),
    })),
  )
/** Rounded normal values, as R made them. */
const manyEqual = {
  a: [
    0.2, 2.4, -0.3, 1.1, 2.7, 0.4, 0.5, 0.4, 0.7, 1.1, 2.2, 0.2, -0.1, 0.8, -0.1, 0.9, 0.4, -1.2, 1.2, 0.7,
    1.9, 1.9, 2.5, 1.7, 1.8, 0.7, 2.4, 2.5, 0.3, 0.1, 1.3, 2.1, 3.2, 2.2, 2.5, 2, 0, -1, -0.8, 0.9, 2.6, 0.2,
    0.9, 2.9, 0.5, 1.6, 0.1, 0.5, 0.3, 0.9, 2.5, 1.2, 2, 0.4, 0.9, 0.1, 1.8, 0.9, 0.9, 1.2,
  ],
  b: [
    -0.5, 1.5, 0, 1.1, -0.2, 0.3, -1.5, 0.3, -0.7, 0.3, 0.4, 0.4, 0.9, 0.6, 1, 0.4, 1.6, 0.7, 0.8, 0, 1.1,
    -1.1, 1.6, 0.6, 1.3, -0.1, 3, 0.1, 0.5, 0.1, 1.5, -0.5, 1.2, 1.5, 1.6, 1, 0.3, 0.1, 0.4, 0.5, -1.4, 1.7,
    1.3, 0.8, 0.5, 1.5, 0.4, -1.4, -0.2, 1.9, -0.4, 2.2, 3.2, 0.7, -0.8,
  ],
}

const kinds = ({ notes }: Comparison) => notes.map(({ kind }) => kind)

describe('two groups', () => {
  test('are compared as Welch does, first minus second, with the origin of every number', async () => {
    const [a, b] = [
      [3.1, 4.7, 5.2, 6.6, 4.4],
      [1.2, 2.5, 2.9, 3.3, 0.4],
    ]
    await opened.add(ofGroups({ a, b }))
    const found = await compare()
    const expected = welch({ a: Float64Array.from(a), b: Float64Array.from(b) })
    expect(found.rows).toMatchObject([
      { pathway: 'p', pairs: null, exact: null, ...expected, q: found.rows[0]?.p },
    ])
    expect(found.rows[0]?.groups.map(({ n, mean }) => [n, mean])).toEqual([
      [5, expect.closeTo(4.8, 12)],
      [5, expect.closeTo(2.06, 12)],
    ])
    expect(found).toMatchObject({
      test: 'welch',
      measure: 'activity',
      effectName: 'hedges_g',
      groups: [
        { name: 'a', sampleIds: ['a0', 'a1', 'a2', 'a3', 'a4'] },
        { name: 'b', sampleIds: ['b0', 'b1', 'b2', 'b3', 'b4'] },
      ],
      notes: [],
      noise: null,
      service: 'https://service.example/api/v1',
      oldestFetchedAt: '2026-01-01T00:00:00.000Z',
    })
  })

  test('never mix the measures', async () => {
    const shifted = (by: number) => [0, 1, 2, 3, 4].map((one) => ({ p: [one, one + by] as [number, number] }))
    await opened.add(ofGroups({ a: shifted(10), b: shifted(0) }))
    expect((await compare()).rows[0]?.difference).toBe(0)
    expect((await compare({ measure: 'aging_offset' })).rows[0]?.difference).toBe(10)
  })

  test('are in order of p, then of name; q is over all rows, and a row without a p counts as 1', async () => {
    const values = (at: number) => ({ Zeta: at, alpha: at, flat: 1, lone: at === 0 ? 3 : null, Near: at % 3 })
    await opened.add(
      ofGroups({ a: [0, 1, 2, 3, 4].map((at) => values(at)), b: [5, 6, 7, 8, 9].map((at) => values(at)) }),
    )
    const { rows } = await compare()
    expect(rows.map(({ pathway, why }) => [pathway, why])).toEqual([
      ['alpha', null],
      ['Zeta', null],
      ['Near', null],
      ['flat', 'noSpread'],
      ['lone', 'tooFew'],
    ])
    const [first, second, third] = rows
    expect(first?.q).toBe(((first?.p ?? 0) * 5) / 2)
    expect(second?.q).toBe(first?.q)
    expect(third?.q).toBe(Math.min(1, ((third?.p ?? 0) * 5) / 3))
    expect(rows[3]).toMatchObject({ p: null, q: null, difference: 0, effect: null })
    expect(rows[4]?.groups.map(({ n }) => n)).toEqual([1, 0])
    expect(rows[4]).toMatchObject({ difference: null, groups: [{ mean: 3, sd: null }, { mean: null }] })
  })

  test('have the same q of all other pathways when one value is missing', async () => {
    const values = (at: number, shift: number) =>
      Object.fromEntries(
        Array.from({ length: 8 }, (_, path) => [
          `p${path}`,
          Math.sin(7 * at + path) + (path < 3 ? shift : 0),
        ]),
      )
    const made = ofGroups({
      a: [0, 1, 2, 3].map((at) => values(at, 3)),
      b: [4, 5, 6, 7, 8].map((at) => values(at, 0)),
    })
    await opened.add(made)
    const whole = await compare()
    const lacking = made.map((sample, at) => ({
      ...sample,
      sampleId: `again-${sample.sampleId}`,
      fields: { group: `${sample.fields?.['group']}2` },
      scores: at < 3 ? { ...sample.scores, p7: null } : (sample.scores ?? {}),
    }))
    await opened.add(lacking)
    const found = await compare({ groups: { by: 'group', values: ['a2', 'b2'] } })
    expect(found.rows.find(({ pathway }) => pathway === 'p7')).toMatchObject({
      p: null,
      q: null,
      why: 'tooFew',
    })
    const qOf = ({ rows }: Comparison, pathway: string) => rows.find((row) => row.pathway === pathway)
    const before = benjaminiHochberg(whole.rows.map(({ pathway, p }) => (pathway === 'p7' ? 1 : p)))
    const others = whole.rows
      .map((row, at) => ({ ...row, before: before[at] }))
      .filter(({ pathway }) => pathway !== 'p7')
    for (const { pathway, p, before: q } of others) expect(qOf(found, pathway)).toMatchObject({ p, q })
  })

  test('of three and three by ranks say what they cannot show', async () => {
    await opened.add(ofGroups({ a: [1, 2, 3], b: [4, 5, 6] }))
    const found = await compare({ test: 'mann-whitney' })
    expect(found.rows[0]).toMatchObject({
      p: expect.closeTo(0.1, 12),
      exact: true,
      effect: -1,
      difference: -3,
    })
    expect(found.notes).toEqual([
      { kind: 'leastP', p: expect.closeTo(0.1, 12), leastQ: expect.closeTo(0.1, 12), undercut: 0 },
      { kind: 'smallGroups', least: 3 },
    ])
    expect(found).toMatchObject({ statisticName: 'W', fewValues: { pathways: 1, least: 3 } })
  })

  // Every p is that of R 4's wilcox.test.
  test('with equal values have the p of R, and beside it what counting could give at the least', async () => {
    const donor = (place: number) => ({ donor: `d${place}` })
    await opened.add(ofGroups({ a: [1, 1, 1], b: [2, 2, 2] }, donor))
    const byRanks = await compare({ test: 'mann-whitney' })
    expect(byRanks.rows[0]).toMatchObject({ p: expect.closeTo(0.046854177603873753, 14), exact: false })
    expect(byRanks.rows[0]?.leastP).toBeCloseTo(0.1, 14)
    expect(byRanks.notes[0]).toMatchObject({ kind: 'leastP', undercut: 1 })
    const pairs = await compare({ test: 'wilcoxon-signed-rank', pairBy: 'donor' })
    expect(pairs.rows[0]).toMatchObject({ p: expect.closeTo(0.14891467317876567, 14), exact: false })
    expect(pairs.rows[0]?.leastP).toBe(0.25)
  })

  test('with equal values have the p of R also in groups of fifty and more', async () => {
    await opened.add(ofGroups({ a: [5, 5, 5], b: Array.from({ length: 60 }, () => 1) }))
    const { rows } = await compare({ test: 'mann-whitney' })
    expect((rows[0]?.p ?? 0) / 4.8684896609157567e-15).toBeCloseTo(1, 9)
    expect(rows[0]?.leastP).toBeCloseTo(2 / ((63 * 62 * 61) / 6), 14)
  })

  test('with equal values among many have the p of R', async () => {
    await opened.add(ofGroups(manyEqual, (place) => ({ donor: `d${place}` })))
    const byRanks = await compare({ test: 'mann-whitney' })
    expect(byRanks.rows[0]).toMatchObject({ p: expect.closeTo(0.014902433888813502, 14), exact: false })
    const pairs = await compare({ test: 'wilcoxon-signed-rank', pairBy: 'donor' })
    expect(pairs.rows[0]).toMatchObject({ p: expect.closeTo(0.017880042580677977, 14), pairs: 55 })
  })

  test('of many samples say where a pathway has few values', async () => {
    const one = (at: number) => ({ all: at % 7, some: at < 2 ? at / 10 : null })
    const other = (at: number) => ({ all: at % 5, some: at < 2 ? 5 + at / 10 : null })
    const places = Array.from({ length: 24 }, (_, at) => at)
    await opened.add(ofGroups({ a: places.map(one), b: places.map(other) }))
    const found = await compare()
    expect(found.rows.map(({ pathway, fewValues }) => [pathway, fewValues])).toEqual([
      ['some', true],
      ['all', false],
    ])
    expect(found).toMatchObject({ notes: [], fewValues: { pathways: 1, least: 2 } })
  })

  // R 4: wilcox.test(conf.int = TRUE), and effectsize's cliffs_delta.
  test('by ranks have the Hodges–Lehmann difference with the interval of their own test', async () => {
    await opened.add(ofGroups({ a: [5, 6, 7, 8, -90], b: [1, 2, 3, 4, 4.5] }))
    const [row] = (await compare({ test: 'mann-whitney' })).rows
    expect(row).toMatchObject({ effect: expect.closeTo(0.6, 12), difference: 3, ciLow: -93, ciHigh: 6 })
    const [byMeans] = (await compare()).rows
    expect(byMeans?.difference).toBeLessThan(0)
  })

  test('by ranks have no interval where so few values reach none', async () => {
    await opened.add(ofGroups({ a: [100, 101], b: [50, 51] }))
    const [row] = (await compare({ test: 'mann-whitney' })).rows
    expect(row).toMatchObject({ difference: 50, ciLow: null, ciHigh: null, effect: 1, effectLow: null })
  })

  test('of one sample each, and of none with a result, have no p and say why', async () => {
    await opened.add([
      ...ofGroups({ a: [1] }),
      { sampleId: 'b0', fields: { group: 'b' } },
      { sampleId: 'b1', fields: { group: 'b' } },
    ])
    const found = await compare()
    expect(found.rows).toMatchObject([{ p: null, q: null, why: 'tooFew', difference: null }])
    expect(found.notes).toEqual([
      { kind: 'smallGroups', least: 0 },
      { kind: 'noResult', samples: 2 },
    ])
  })

  test('with values that no square can hold say so, and the answer holds only numbers that can be reported', async () => {
    await opened.add(ofGroups({ a: [1e308, -1e308, 1e308], b: [-1e308, 1e308, -1e308] }))
    for (const test of ['welch', 'mann-whitney'] as const) {
      const found = await compare({ test })
      expect(JSON.parse(JSON.stringify(found))).toEqual(found)
      expect(found.rows[0]?.why).toBe(test === 'welch' ? 'tooLarge' : null)
    }
  })

  test('by hand leave out who is in both, and take only whom the search finds', async () => {
    await opened.add(ofGroups({ a: [1, 2, 3], b: [4, 5, 7] }))
    const found = await compare({
      of: { filter: {} },
      groups: {
        sets: [
          { name: 'mine', of: { sampleIds: ['a2', 'a0', 'b0'] } },
          { name: '<i>b</i>', of: { filter: { group: 'b' } } },
        ],
      },
    })
    expect(found.groups).toEqual([
      { name: 'mine', sampleIds: ['a0', 'a2'] },
      { name: '<i>b</i>', sampleIds: ['b1', 'b2'] },
    ])
    expect(found.notes).toContainEqual({ kind: 'inSeveralGroups', samples: 1 })
  })

  test('take the group that was added here before the one that was sent, and say who has none', async () => {
    await opened.add([
      ...ofGroups({ a: [1, 2], b: [3, 4] }),
      { sampleId: 'moved', fields: { group: 'b' }, annotation: { group: 'a' }, scores: { p: 9 } },
      { sampleId: 'without', scores: { p: 9 } },
    ])
    const found = await compare()
    expect(found.groups[0]?.sampleIds).toEqual(['a0', 'a1', 'moved'])
    expect(found.notes).toContainEqual({ kind: 'noGroup', samples: 1 })
  })

  test('tell of several services and of spellings that were put together', async () => {
    const made = ofGroups({ a: [{ NF_KB: 1 }, { 'NF-kB': 2 }], b: [{ NF_KB: 3 }, { NF_KB: 4 }] })
    await opened.add(made.map((one, at) => (at === 0 ? { ...one, service: 'other' } : one)))
    const found = await compare()
    expect(found.rows).toHaveLength(1)
    expect(found.notes).toContainEqual({
      kind: 'severalServices',
      services: ['https://service.example/api/v1', 'other'],
    })
    expect(found.notes).toContainEqual({
      kind: 'joinedNames',
      pathway: 'NF_KB',
      names: ['NF_KB', 'NF-kB'],
      samplesWithSeveral: 0,
    })
  })

  test('give the pathways requested, and q over those', async () => {
    const values = (at: number) => ({ one: at, two: at * at, 'NF-kB': -at })
    await opened.add(ofGroups({ a: [1, 2, 3].map((at) => values(at)), b: [2, 4, 7].map((at) => values(at)) }))
    const { rows } = await compare({ pathways: ['NF_KB', 'two'] })
    expect(rows.map(({ pathway }) => pathway).sort()).toEqual(['NF-kB', 'two'])
    await expect(compare({ pathways: ['two', 'three'] })).rejects.toMatchObject(
      refused('pathways', 'three', 'There are: NF-kB, one, two'),
    )
  })
})

describe('pairs', () => {
  const donors = (values: Record<string, number[]>, donorOf: (place: number) => string | undefined) =>
    ofGroups(values, (place) => {
      const donor = donorOf(place)
      return donor === undefined ? {} : { donor_id: donor }
    })

  test('are compared by what differs within each, whatever their order', async () => {
    await opened.add([
      ...donors({ a: [10, 20, 31] }, (place) => `d${place}`),
      ...donors({ b: [28, 9, 17] }, (place) => `d${[2, 0, 1][place]}`),
    ])
    const { rows, effectName, notes } = await compare({ test: 'paired', pairBy: 'donor_id' })
    expect(rows[0]).toMatchObject({ pairs: 3, difference: expect.closeTo(7 / 3, 12), df: 2, why: null })
    expect(rows[0]?.groups.map(({ n }) => n)).toEqual([3, 3])
    expect(effectName).toBe('hedges_g_paired')
    expect(notes).toEqual([{ kind: 'smallGroups', least: 3 }])
  })

  test('without a partner are left out and counted, and several in one place stand for their mean', async () => {
    await opened.add([
      ...donors({ a: [1, 2, 3, 50, 60] }, (place) => ['d0', 'd1', 'd2', 'only here', undefined][place]),
      ...donors({ b: [2, 4, 4, 8, 70] }, (place) => ['d0', 'd1', 'd1', 'd2', undefined][place]),
    ])
    const found = await compare({ test: 'wilcoxon-signed-rank', pairBy: 'donor_id' })
    expect(found.rows[0]).toMatchObject({
      pairs: 3,
      difference: -2.5,
      p: 0.25,
      exact: true,
      effect: -1,
    })
    expect(found.notes).toContainEqual({ kind: 'noPair', samples: 3 })
    expect(found.notes).toContainEqual({ kind: 'severalInPair', pairs: 1 })
    expect(found.notes).toContainEqual({ kind: 'leastP', p: 0.25, leastQ: 0.25, undercut: 0 })
    expect(found.groups[0]?.sampleIds).toEqual(['a0', 'a1', 'a2'])
  })
})

describe('several groups', () => {
  test.each(['kruskal-wallis', 'welch-anova'] as const)(
    'by %s are compared together and two by two',
    async (test) => {
      await opened.add(ofGroups({ a: [1, 2, 3, 4], b: [11, 12, 13, 15], c: [5, 7, 6, 8] }))
      const { rows } = await compare({ test, groups: { by: 'group', values: ['c', 'a', 'b'] } })
      const isRanked = test === 'kruskal-wallis'
      const [row] = rows
      expect(row).toMatchObject({ difference: null, ciLow: null, df: 2, why: null })
      expect(row?.p).toBeLessThan(0.01)
      expect(row?.pairwise.map(({ a, b, difference }) => [a, b, difference])).toEqual([
        [0, 1, 4],
        [0, 2, isRanked ? -6 : -6.25],
        [1, 2, isRanked ? -10 : -10.25],
      ])
      const least = Math.min(...(row?.pairwise ?? []).map(({ p }) => p ?? 1))
      expect(row?.pairwise.find(({ p }) => p === least)?.pHolm).toBeCloseTo(Math.min(1, 3 * least), 12)
    },
  )

  // R 4: oneway.test(var.equal = TRUE) of the same values.
  test('of fewer values than groups are compared by the ordinary analysis of variance, and have a note about it', async () => {
    await opened.add(ofGroups({ a: [1, 2.5], b: [4, 4.4, 6], c: [7, 9, 8, 7.5] }))
    const found = await compare({ test: 'welch-anova', groups: { by: 'group', values: ['a', 'b', 'c'] } })
    expect(found).toMatchObject({ test: 'anova', statisticName: 'F' })
    expect(found.notes).toContainEqual({ kind: 'ordinaryAnova', groups: 3, least: 2 })
    expect(found.rows[0]).toMatchObject({
      statistic: expect.closeTo(28.17994897193456, 10),
      df: 2,
      df2: 6,
      p: expect.closeTo(8.907125343195583e-4, 13),
    })
  })

  // R 4: oneway.test of the same values.
  test('by Welch are reported with both degrees of freedom, and every two with all that two groups have', async () => {
    const [a, b, c] = [
      [3.1, 4.7, 5.2, 6.6],
      [1.2, 2.5, 2.9, 3.3, 0.4],
      [7, 8.5, 6.1],
    ]
    await opened.add(ofGroups({ a, b, c }))
    const found = await compare({ test: 'welch-anova', groups: { by: 'group', values: ['a', 'b', 'c'] } })
    expect(found).toMatchObject({
      statisticName: 'F',
      pairwiseEffectName: 'hedges_g',
      leastPairwiseP: null,
      fewValues: { pathways: 1, least: 3 },
    })
    expect(found.rows[0]).toMatchObject({
      statistic: expect.closeTo(15.3880732087229, 10),
      df: 2,
      df2: expect.closeTo(5.1780984682997628, 10),
      p: expect.closeTo(0.0066238164479886, 12),
      leastP: null,
    })
    const two = welch({ a: Float64Array.from(a), b: Float64Array.from(c) })
    const { ciLow, ciHigh, p } = two as { ciLow: number; ciHigh: number; p: number }
    expect(found.rows[0]?.pairwise[1]).toMatchObject({ a: 0, b: 2, n: [4, 3], ciLow, ciHigh, p, exact: null })
    expect(found.rows[0]?.pairwise[1]?.effect).toBeLessThan(-1)
  })

  // R 4: kruskal.test(list(1:2, 3:4, 5:6)) is 0.1017; of three groups apart, none has a smaller one.
  test('of two each by ranks say what they cannot show, together and two by two', async () => {
    await opened.add(ofGroups({ a: [1, 2], b: [5, 6], c: [3, 4] }))
    const found = await compare({ test: 'kruskal-wallis', groups: { by: 'group', values: ['a', 'b', 'c'] } })
    const p = 0.10170139230422676
    expect(found.rows[0]).toMatchObject({ p: expect.closeTo(p, 12), leastP: expect.closeTo(6 / 90, 12) })
    expect(found.notes).toEqual([
      { kind: 'leastP', p: expect.closeTo(p, 12), leastQ: expect.closeTo(p, 12), undercut: 0 },
      { kind: 'smallGroups', least: 2 },
    ])
    expect(found).toMatchObject({
      statisticName: 'H',
      pairwiseEffectName: 'cliffs_delta',
      leastPairwiseP: { p: expect.closeTo(1 / 3, 12), pHolm: 1 },
    })
  })

  test('too many of them over too many pathways are refused', async () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`P${at}`, at]))
    const groups = Array.from({ length: 8 }, (_, at) => `g${at}`)
    await opened.add(ofGroups(Object.fromEntries(groups.map((group) => [group, [wide]]))))
    await expect(
      compare({ test: 'kruskal-wallis', groups: { by: 'group', values: groups } }),
    ).rejects.toMatchObject(refused('groups', '8 groups over 5000 pathways'))
  })
})

describe('replicates', () => {
  test('count once, by their mean, and give the smallest change that can be told from noise', async () => {
    const values = { a: [10, 12, 20, 22, 30], b: [11, 13, 19, 23, 31.5] }
    await opened.add(ofGroups(values, (place) => ({ donor: place < 2 ? 'x' : place < 4 ? 'y' : 'z' })))
    const found = await compare({ replicatesBy: 'donor' })
    const sd = Math.sqrt((2 + 2 + 2 + 8) / 4)
    expect(found.rows[0]).toMatchObject({
      groups: [
        { n: 3, mean: expect.closeTo((11 + 21 + 30) / 3, 12) },
        { n: 3, mean: expect.closeTo((12 + 21 + 31.5) / 3, 12) },
      ],
      smallestChange: expect.closeTo(1.96 * Math.SQRT2 * sd, 12),
      // Each mean is of three units: two of two measurements, one of one.
      noiseLimit: expect.closeTo(1.96 * sd * Math.sqrt((2 * (1 / 2 + 1 / 2 + 1)) / 9), 12),
      withinNoise: true,
    })
    expect(found.noise).toEqual({ by: 'donor', sets: 4, df: 4 })
    expect(kinds(found)).not.toContain('noReplicates')
  })

  /** Twenty units of three measurements each, whose means lie `by` apart. */
  const twenty = (by: number) =>
    Array.from({ length: 60 }, (_, at) => (at % 3) - 1 + by + Math.floor(at / 3) / 40)
  const unit = (place: number) => ({ donor: `d${Math.floor(place / 3)}` })

  test('make the noise of a difference of many means small, though two single ones would differ by more', async () => {
    await opened.add(ofGroups({ a: twenty(1), b: twenty(0) }, unit))
    const [row] = (await compare({ replicatesBy: 'donor' })).rows
    expect(row).toMatchObject({
      difference: expect.closeTo(1, 12),
      smallestChange: expect.closeTo(1.96 * Math.SQRT2, 12),
      noiseLimit: expect.closeTo(1.96 * Math.sqrt(2 / 60), 12),
      withinNoise: false,
    })
    expect(row?.p).toBeLessThan(1e-9)
  })

  test('tell the noise of pairs, and of every two of several groups', async () => {
    const groups = { a: twenty(0.1), b: twenty(0), c: twenty(3) }
    await opened.add(
      ofGroups(groups, (place) => ({ ...unit(place), person: `p${Math.floor(place / 3) % 19}` })),
    )
    const grouping = { replicatesBy: 'donor', pairBy: 'person' }
    const [pair] = (await compare({ test: 'paired', ...grouping })).rows
    // Two units are of the first person: their mean is that of six measurements.
    expect(pair).toMatchObject({
      pairs: 19,
      noiseLimit: expect.closeTo((1.96 * Math.sqrt((18 * 2) / 3 + 2 / 6)) / 19, 12),
      withinNoise: true,
    })
    const all = { by: 'group', values: ['a', 'b', 'c'] }
    const [several] = (await compare({ test: 'kruskal-wallis', groups: all, replicatesBy: 'donor' })).rows
    expect(several).toMatchObject({ noiseLimit: null, withinNoise: false })
    expect(several?.pairwise.map(({ withinNoise }) => withinNoise)).toEqual([true, false, false])
    expect(several?.pairwise[0]?.noiseLimit).toBeCloseTo(1.96 * Math.sqrt(2 / 60), 12)
  })

  test('that there are none of are reported', async () => {
    await opened.add(ofGroups({ a: [1, 2, 3], b: [4, 5, 6] }, (place) => ({ donor: `d${place}` })))
    const found = await compare({ replicatesBy: 'donor' })
    expect(found).toMatchObject({
      noise: null,
      rows: [{ smallestChange: null, noiseLimit: null, withinNoise: false }],
    })
    expect(kinds(found)).toContain('noReplicates')
  })
})

describe('what cannot be compared', () => {
  beforeEach(() =>
    opened.add(ofGroups({ a: [1, 2], b: [3, 4], '<b>c</b>': [5] }, () => ({ age: 40, weight: '70' }))),
  )

  test('is refused with what there is', async () => {
    await expect(compare({ groups: { by: 'colour', values: ['a', 'b'] } })).rejects.toMatchObject(
      refused('groups', 'colour', 'There are: group, age, weight'),
    )
    await expect(compare({ groups: { by: 'group', values: ['a', 'd'] } })).rejects.toMatchObject(
      refused('groups', '“d”', 'There are: a, b, <b>c</b>'),
    )
    await expect(compare({ test: 'paired', pairBy: 'donor' })).rejects.toMatchObject(
      refused('pairBy', 'donor'),
    )
    await expect(compare({ replicatesBy: 'donor' })).rejects.toMatchObject(refused('replicatesBy', 'donor'))
    await expect(
      compare({
        groups: { sets: ['one', 'other'].map((name) => ({ name, of: { sampleIds: ['nobody'] } })) },
      }),
    ).rejects.toMatchObject({ code: 'notFound' })
  })

  test('is refused where its parts contradict each other', async () => {
    await expect(compare({ test: 'paired' })).rejects.toMatchObject(refused('pairBy', 'pairs'))
    await expect(compare({ pairBy: 'age' })).rejects.toMatchObject(refused('pairBy', 'no pairs'))
    await expect(compare({ groups: { by: 'group', values: ['a', 'a'] } })).rejects.toMatchObject(
      refused('groups', 'twice'),
    )
    await expect(compare({ groups: { by: 'group', values: ['a', 'b', '<b>c</b>'] } })).rejects.toMatchObject(
      refused('test', '3 groups'),
    )
  })
})
