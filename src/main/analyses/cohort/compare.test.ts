import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Comparison, ComparisonRequest } from '../../../shared/domain/comparison.ts'
import { welch } from '../statistics/tTest.ts'
import type { MadeSample } from './testing/addCohort.ts'
import { openCohort } from './testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>

beforeEach(async () => {
  opened = await openCohort({ names: [['NF_KB', 'NF-kB']] })
})
afterEach(() => opened.close())

const byGroup = { by: 'group', values: ['a', 'b'] }
const compare = (asked: Partial<ComparisonRequest> = {}): Promise<Comparison> =>
  Promise.resolve(
    opened.cohorts.compare({
      measure: 'activity',
      of: { filter: {} },
      groups: byGroup,
      test: 'welch',
      pathways: [],
      ...asked,
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

  test('are in order of p, then of name, whatever stands between; q is over those with a p alone', async () => {
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
    expect(first?.q).toBe(((first?.p ?? 0) * 3) / 2)
    expect(second?.q).toBe(first?.q)
    expect(third?.q).toBe(third?.p)
    expect(rows[3]).toMatchObject({ p: null, q: null, difference: 0, effect: null })
    expect(rows[4]?.groups.map(({ n }) => n)).toEqual([1, 0])
    expect(rows[4]).toMatchObject({ difference: null, groups: [{ mean: 3, sd: null }, { mean: null }] })
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
      { kind: 'leastP', p: expect.closeTo(0.1, 12), leastQ: expect.closeTo(0.1, 12) },
      { kind: 'smallGroups', least: 3 },
    ])
  })

  test('of three and three by ranks claim no more where values are equal', async () => {
    await opened.add(ofGroups({ a: [1, 1, 1], b: [2, 2, 2] }, (place) => ({ donor: `d${place}` })))
    const byRanks = await compare({ test: 'mann-whitney' })
    expect(byRanks.rows[0]).toMatchObject({ p: expect.closeTo(0.1, 12), exact: false })
    const pairs = await compare({ test: 'wilcoxon-signed-rank', pairBy: 'donor' })
    expect(pairs.rows[0]).toMatchObject({ p: expect.closeTo(0.25, 12), exact: false })
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

  test('with values that no square can hold say so, and the answer holds only numbers that can be told', async () => {
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

  test('give the pathways asked for, and q over those', async () => {
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
      difference: (-1 - 2 - 5) / 3,
      p: 0.25,
      exact: true,
      effect: -1,
    })
    expect(found.notes).toContainEqual({ kind: 'noPair', samples: 3 })
    expect(found.notes).toContainEqual({ kind: 'severalInPair', pairs: 1 })
    expect(found.notes).toContainEqual({ kind: 'leastP', p: 0.25, leastQ: 0.25 })
    expect(found.groups[0]?.sampleIds).toEqual(['a0', 'a1', 'a2'])
  })
})

describe('several groups', () => {
  test.each(['kruskal-wallis', 'welch-anova'] as const)(
    'by %s are compared together and two by two',
    async (test) => {
      await opened.add(ofGroups({ a: [1, 2, 3, 4], b: [11, 12, 13, 15], c: [5, 7, 6, 8] }))
      const { rows } = await compare({ test, groups: { by: 'group', values: ['c', 'a', 'b'] } })
      const [row] = rows
      expect(row).toMatchObject({ difference: null, ciLow: null, df: 2, why: null })
      expect(row?.p).toBeLessThan(0.01)
      expect(row?.pairwise.map(({ a, b, difference }) => [a, b, difference])).toEqual([
        [0, 1, 4],
        [0, 2, -6.25],
        [1, 2, -10.25],
      ])
      const least = Math.min(...(row?.pairwise ?? []).map(({ p }) => p ?? 1))
      expect(row?.pairwise.find(({ p }) => p === least)?.pHolm).toBeCloseTo(Math.min(1, 3 * least), 12)
    },
  )

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
      withinNoise: true,
    })
    expect(found.noise).toEqual({ by: 'donor', sets: 4, df: 4 })
    expect(kinds(found)).not.toContain('noReplicates')
  })

  test('that there are none of are told of', async () => {
    await opened.add(ofGroups({ a: [1, 2, 3], b: [4, 5, 6] }, (place) => ({ donor: `d${place}` })))
    const found = await compare({ replicatesBy: 'donor' })
    expect(found).toMatchObject({ noise: null, rows: [{ smallestChange: null, withinNoise: false }] })
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
