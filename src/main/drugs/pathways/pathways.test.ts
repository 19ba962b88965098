import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'
import { type DrugTestStores, openDrugTestStores } from '../testing/drugTestStores.ts'
import { createPathways, type Pathways } from './pathways.ts'

let all: DrugTestStores
let pathways: Pathways
beforeEach(async () => {
  all = await openDrugTestStores()
  pathways = createPathways(all)
})
afterEach(() => all.close())

const fetchedAt = '2026-01-01T00:00:00.000Z'
const later = '2026-03-01T00:00:00.000Z'

/** Formats each pathway as `title: names`. */
const brief = (lines: readonly Pathway[]) =>
  lines.map(({ title, names }) => `${title}: ${names.map(({ name }) => name).join(' ')}`)

describe('the table of pathway names', () => {
  test('shows the names grouped as one pathway, most frequent first', async () => {
    await all.cacheDrug('D1', 'one', ['NF_KB', 'mTORC1'])
    await all.cacheDrug('D2', 'two', ['NF-kB', 'NF_KB', 'mTORC2'])
    await all.cacheDrug('D3', 'three', ['NF-kB'])
    await all.addResult('S1', { 'NF-kB': [1], AMPK: [2], mTORC1: [null] })
    await all.addResult('S1', { NFkB: [null, 2] }, 'clock')
    await all.addResult('S2', { NFkB: [1] })
    const [ampk, mtorc1, mtorc2, nfkb] = await pathways.list({})
    expect([ampk, mtorc1, mtorc2].map((line) => line?.title)).toEqual(['AMPK', 'mTORC1', 'mTORC2'])
    expect(ampk).toMatchObject({ pathway: 'ampk', drugs: 0, samples: 1 })
    expect(mtorc1).toMatchObject({ drugs: 1, samples: 0 })
    expect(nfkb).toEqual({
      pathway: 'nfkb',
      title: 'NF-kB',
      names: [
        { name: 'NF-kB', how: 'spelling', drugs: 2, results: 1 },
        { name: 'NF_KB', how: 'spelling', drugs: 2, results: 0 },
        { name: 'NFkB', how: 'spelling', drugs: 0, results: 2 },
      ],
      drugs: 3,
      samples: 2,
    })
  })

  test('contains current results only, and new ones immediately', async () => {
    await all.addResult('S1', { old: [1] })
    expect(brief(await pathways.list({}))).toEqual(['old: old'])
    await all.addResult('S1', { new: [1] })
    await all.addResult('S2', { new: [1] })
    expect(await pathways.list({})).toMatchObject([{ title: 'new', samples: 2 }])
  })

  test('keeps names that a newer partial response did not request, and drops missing ones that it did', async () => {
    await all.addResult('S1', { mTOR: [1], AMPK: [2], Wnt: [3], 'NF-kB': [4] })
    await all.addResult('S1', { mTOR: [null, 1], FOXO: [null, 1] }, 'clock')
    await all.addResult('S2', { mTOR: [1], AMPK: [2] })
    await pathways.list({})
    await all.addResult('S1', { mTOR: [5] }, 'activity', later, ['mTOR', 'AMPK'])
    await all.addResult('S1', { Wnt: [null] }, 'activity', later, ['Wnt'])
    await all.addResult('S1', { mTOR: [null, 2] }, 'clock', later, ['mTOR'])
    const inUse = (lines: readonly Pathway[]) => lines.map(({ title, samples }) => `${title} ${samples}`)
    const lines = inUse(await pathways.list({}))
    expect(lines).toEqual(['AMPK 1', 'FOXO 1', 'mTOR 2', 'NF-kB 1', 'Wnt 0'])
    expect(inUse(await createPathways(all).list({}))).toEqual(lines)
    await all.addResult('S1', { new: [1] }, 'activity', later)
    expect(inUse(await pathways.list({}))).toEqual(['AMPK 1', 'FOXO 1', 'mTOR 2', 'new 1'])
  })

  test('forgets removed results even if the same number replaces them', async () => {
    for (const sampleId of ['S1', 'S2']) await all.addResult(sampleId, { old: [1] })
    await pathways.list({})
    await all.answers.query.deleteFrom('analyses').where('sample_id', '=', 'S1').execute()
    expect(await pathways.list({})).toMatchObject([{ title: 'old', samples: 1 }])
    await all.answers.query.deleteFrom('analyses').execute()
    expect(await pathways.list({})).toEqual([])
    await all.addResult('S3', { new: [1] })
    expect(await pathways.list({})).toMatchObject([{ title: 'new', samples: 1 }])
    await all.answers.query.deleteFrom('analyses').execute()
    await all.addResult('S4', { newer: [1] })
    expect(await pathways.list({})).toMatchObject([{ title: 'newer', samples: 1 }])
  })

  test('is empty if nothing is cached', async () => {
    expect(await pathways.list({})).toEqual([])
    expect(await pathways.groups()).toEqual([])
  })

  test('accepts names of every kind', async () => {
    const names = ['∅', "=cmd|'/c calc'!A1", 'مسار', '自噬', '__proto__', 'a"b\n', 'x'.repeat(1000)]
    await all.cacheDrug('D1', 'one', names)
    const lines = await pathways.list({})
    expect(lines.flatMap((line) => line.names.map(({ name }) => name)).sort()).toEqual(names.sort())
    for (const { pathway } of lines) {
      expect(pathway.length).toBeLessThanOrEqual(300)
      expect((await pathways.show({ pathway })).drugs).toBe(1)
    }
  })
})

describe('changing the table', () => {
  beforeEach(async () => {
    await all.cacheDrug('D1', 'one', ['NF_KB', 'NF-kB', 'RelA', 'mTOR'])
    await all.cacheDrug('D2', 'two', ['NF-kB', 'RelA'])
  })
  const start = ['mTOR: mTOR', 'NF-kB: NF-kB NF_KB', 'RelA: RelA']

  test('merges a pathway, including names that arrive later, and shows that the user did it', async () => {
    const lines = await pathways.merge({ pathway: 'rela', into: 'nfkb' })
    expect(brief(lines)).toEqual(['mTOR: mTOR', 'NF-kB: NF-kB NF_KB RelA'])
    expect(lines[1]?.names.map(({ how }) => how)).toEqual(['spelling', 'spelling', 'person'])
    expect(lines[1]?.drugs).toBe(2)
    expect(all.emitted).toEqual(['pathways.changed'])
    await all.cacheDrug('D3', 'three', ['REL-A'])
    expect(brief(await pathways.list({}))).toContain('NF-kB: NF-kB NF_KB RelA REL-A')
    expect(await pathways.show({ pathway: 'rela' })).toMatchObject({ pathway: 'nfkb' })
  })

  test('reverses an earlier merge instead of creating a ring', async () => {
    await pathways.merge({ pathway: 'rela', into: 'nfkb' })
    await pathways.merge({ pathway: 'mtor', into: 'nfkb' })
    const lines = await pathways.merge({ pathway: 'nfkb', into: 'rela' })
    expect(brief(lines)).toEqual(['RelA: RelA NF-kB NF_KB mTOR'])
    expect(brief(await pathways.reset({ pathway: 'rela' }))).toEqual(start)
  })

  test('merges two pathways in opposite directions into one of them', async () => {
    const both = await Promise.allSettled([
      pathways.merge({ pathway: 'rela', into: 'mtor' }),
      pathways.merge({ pathway: 'mtor', into: 'rela' }),
      pathways.merge({ pathway: 'nfkb', into: 'rela' }),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(brief(await pathways.list({}))).toEqual(['RelA: RelA NF-kB NF_KB mTOR'])
  })

  test('rejects meaningless changes with an explanation', async () => {
    await expect(pathways.merge({ pathway: 'nfkb', into: 'nfkb' })).rejects.toMatchObject({
      code: 'rejected',
      details: { problems: [{ field: 'into', message: expect.stringContaining('itself') }] },
    })
    await expect(pathways.merge({ pathway: 'nfkb', into: 'x' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(pathways.merge({ pathway: 'x', into: 'nfkb' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(pathways.split({ name: 'mTOR' })).rejects.toMatchObject({ code: 'rejected' })
    await expect(pathways.split({ name: 'x' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(pathways.show({ pathway: 'x' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(pathways.rename({ pathway: 'x', title: 'y' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(pathways.reset({ pathway: 'x' })).rejects.toMatchObject({ code: 'notFound' })
    await expect(pathways.rename({ pathway: 'mtor', title: 'RelA' })).rejects.toMatchObject({
      code: 'rejected',
    })
    expect(all.emitted).toEqual([])
    expect(brief(await pathways.list({}))).toEqual(start)
  })

  test('splits off one exact spelling, and a merge in either direction brings it back', async () => {
    const parted = await pathways.split({ name: 'NF_KB' })
    expect(brief(parted)).toEqual(['mTOR: mTOR', 'NF_KB: NF_KB', 'NF-kB: NF-kB', 'RelA: RelA'])
    expect(parted[1]).toMatchObject({ pathway: '=NF_KB', names: [{ how: 'person' }], drugs: 1 })
    await all.cacheDrug('D3', 'three', ['NFkB'])
    expect(brief(await pathways.list({}))).toContain('NF-kB: NF-kB NFkB')
    expect(brief(await pathways.reset({ pathway: '=NF_KB' }))).toContain('NF-kB: NF-kB NF_KB NFkB')
    await pathways.split({ name: 'NF_KB' })
    expect(brief(await pathways.reset({ pathway: 'nfkb' }))).toContain('NF-kB: NF-kB NF_KB NFkB')
  })

  test('splits a name from names that were merged into it, repeatedly', async () => {
    await pathways.split({ name: 'NF_KB' })
    await pathways.merge({ pathway: 'rela', into: '=NF_KB' })
    const apart = ['mTOR: mTOR', 'NF_KB: NF_KB', 'NF-kB: NF-kB', 'RelA: RelA']
    expect(brief(await pathways.split({ name: 'NF_KB' }))).toEqual(apart)
    await pathways.merge({ pathway: '=NF_KB (2)', into: 'mtor' })
    expect(brief(await pathways.split({ name: 'NF_KB' }))).toEqual(apart)
    await pathways.reset({ pathway: '=NF_KB' })
    expect(brief(await pathways.reset({ pathway: 'nfkb' }))).toEqual(start)
    expect(await all.journal.query.selectFrom('pathway_aliases').selectAll().execute()).toEqual([])
  })

  test("shows a pathway under the user's title until it is reset", async () => {
    const title = '=NF-κB "signal"'
    expect(brief(await pathways.rename({ pathway: 'nfkb', title }))).toContain(`${title}: NF-kB NF_KB`)
    expect(await createPathways(all).groups()).toContainEqual({
      pathway: 'nfkb',
      title,
      names: ['NF-kB', 'NF_KB'],
      merged: [],
    })
    expect(brief(await pathways.reset({ pathway: 'nfkb' }))).toEqual(start)
  })

  test('is current in a search immediately, and includes changes of another process after two seconds', async () => {
    expect(await pathways.groups()).toHaveLength(3)
    await pathways.merge({ pathway: 'rela', into: 'nfkb' })
    expect(await pathways.groups()).toMatchObject([{ merged: [] }, { pathway: 'nfkb', merged: ['rela'] }])
    await createPathways(all).merge({ pathway: 'mtor', into: 'nfkb' })
    expect(await pathways.groups()).toHaveLength(2)
    all.time.nowMs += 2001
    expect(await pathways.groups()).toHaveLength(1)
  })

  test('terminates if the file contains a ring of rules', async () => {
    const changed_at = '2026-01-01'
    for (const [alias, pathway] of [
      ['rela', 'nfkb'],
      ['nfkb', 'mtor'],
      ['mtor', 'rela'],
    ] as const)
      await all.journal.query
        .insertInto('pathway_aliases')
        .values({ kind: 'key', alias, pathway, changed_at })
        .execute()
    expect(await pathways.list({})).toMatchObject([{ pathway: 'mtor', drugs: 2 }])
    expect(brief(await pathways.reset({ pathway: 'nfkb' }))).toEqual(start)
  })
})

describe('a pathway', () => {
  const values = [1, 2, 3, 4, 100]
  beforeEach(async () => {
    for (const [index, value] of values.entries())
      await all.addResult(`S${index}`, { 'NF-kB': [value, index] })
    await all.addSample('S4', 'patient 4')
  })

  test('shows its samples with mean and SD, furthest from the mean first', async () => {
    const shown = await pathways.show({ pathway: 'nfkb' })
    expect(shown).toMatchObject({ samples: 5, whyNone: null, cohort: { n: 5, mean: 22 } })
    const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - 22) ** 2, 0) / 4)
    expect(shown.cohort.sd).toBeCloseTo(sd, 12)
    expect(shown.extremeSamples.map(({ sampleId }) => sampleId)).toEqual(['S4', 'S0', 'S1', 'S2', 'S3'])
    const [first] = shown.extremeSamples
    expect(first).toEqual({
      sampleId: 'S4',
      clientReference: 'patient 4',
      activity: 100,
      z: expect.closeTo(78 / sd, 12),
      agingOffset: 4,
      fetchedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(shown.extremeSamples[1]?.clientReference).toBe('S0')
  })

  test('counts a sample once, with the newest result and the first of its names in the table', async () => {
    await all.addResult('S4', { NF_KB: [5], NFkB: [6] })
    await all.addResult('S4', { NF_KB: [null, 0.25] }, 'clock')
    const shown = await pathways.show({ pathway: 'nfkb' })
    expect(shown.names.map(({ name }) => name)).toEqual(['NF-kB', 'NF_KB', 'NFkB'])
    expect(shown.cohort).toMatchObject({ n: 5, mean: 3 })
    expect(shown.extremeSamples.find(({ sampleId }) => sampleId === 'S4')).toMatchObject({
      activity: 5,
      agingOffset: 0.25,
    })
  })

  test('keeps samples whose other pathways were analyzed later, each value with its own origin', async () => {
    await all.addResult('S4', { 'NF-kB': [null, 7], AMPK: [null, 8] }, 'clock')
    const again = { S4: ['AMPK'], S3: ['NF-kB', 'AMPK'], S2: ['NF-kB'] }
    for (const [sampleId, requested] of Object.entries(again))
      await all.addResult(sampleId, { AMPK: [9] }, 'activity', later, requested)
    await all.addResult('S2', { 'NF-kB': [60] }, 'activity', later, ['NF-kB'])
    const { cohort, extremeSamples, names } = await pathways.show({ pathway: 'nfkb' })
    expect(names).toMatchObject([{ name: 'NF-kB', results: 4 }])
    expect(cohort).toMatchObject({ n: 4, mean: 40.75 })
    expect(extremeSamples).toMatchObject([
      { sampleId: 'S4', activity: 100, agingOffset: 4, fetchedAt },
      { sampleId: 'S0', activity: 1, agingOffset: 0, fetchedAt },
      { sampleId: 'S1', activity: 2, agingOffset: 1, fetchedAt },
      { sampleId: 'S2', activity: 60, agingOffset: null, fetchedAt: later },
    ])
  })

  test('uses the aging offset of the newest clock that requested the pathway', async () => {
    await all.addResult('S4', { 'NF-kB': [100] })
    await all.addResult('S3', { 'NF-kB': [4] })
    for (const sampleId of ['S3', 'S4']) await all.addResult(sampleId, { 'NF-kB': [null, 7] }, 'clock')
    await all.addResult('S4', { AMPK: [null, 8] }, 'clock', later, ['AMPK'])
    await all.addResult('S3', { AMPK: [null, 8] }, 'clock', later, ['NF-kB', 'AMPK'])
    const { extremeSamples } = await pathways.show({ pathway: 'nfkb' })
    const offsets = Object.fromEntries(extremeSamples.map((one) => [one.sampleId, one.agingOffset]))
    expect(offsets).toMatchObject({ S3: null, S4: 7 })
  })

  test('counts a sample once if its results spell the pathway in two ways', async () => {
    await all.addResult('S4', { NF_KB: [5] }, 'activity', later, ['NF_KB'])
    await all.addResult('S3', { NF_KB: [6] })
    await all.addResult('S3', { 'NF-kB': [7] }, 'activity', later, ['NF-kB'])
    await all.addResult('S2', { 'NF-kB': [3, 9], NF_KB: [8, null] })
    await all.addResult('S2', {}, 'activity', later, ['NF-kB'])
    const { cohort, extremeSamples } = await pathways.show({ pathway: 'nfkb' })
    // The first name in the table wins, as in the cohort.
    expect(cohort).toMatchObject({ n: 5, mean: (1 + 2 + 8 + 7 + 100) / 5 })
    expect(extremeSamples.find(({ sampleId }) => sampleId === 'S2')?.agingOffset).toBeNull()
    expect(extremeSamples.map(({ sampleId }) => sampleId).sort()).toEqual(['S0', 'S1', 'S2', 'S3', 'S4'])
  })

  test('gives the reason why no sample stands out', async () => {
    await all.cacheDrug('D1', 'one', ['drug only'])
    await all.addResult('S0', { two: [1], same: [3], offset: [null, 1] })
    await all.addResult('S1', { two: [2], same: [3] })
    await all.addResult('S2', { same: [3] })
    const why = async (pathway: string) => {
      const { whyNone, extremeSamples, cohort } = await pathways.show({ pathway })
      expect(extremeSamples).toEqual([])
      return [whyNone, cohort]
    }
    expect(await why('drugonly')).toEqual(['noResults', { n: 0, mean: null, sd: null }])
    expect(await why('offset')).toEqual(['noResults', { n: 0, mean: null, sd: null }])
    expect(await why('two')).toEqual(['fewerThanThree', { n: 2, mean: 1.5, sd: Math.SQRT1_2 }])
    expect(await why('same')).toEqual(['noSpread', { n: 3, mean: 3, sd: 0 }])
  })

  test('returns at most 20 samples', async () => {
    for (let index = 5; index < 60; index++) await all.addResult(`S${index}`, { 'NF-kB': [index] })
    expect((await pathways.show({ pathway: 'nfkb' })).extremeSamples).toHaveLength(20)
  })

  test('is compared with other pathways by z score, under the requested name', async () => {
    for (let index = 0; index < 5; index++)
      await all.addResult(`S${index}`, {
        'NF-kB': [values[index] ?? 0],
        AMPK: [index === 0 ? -1000 : index / 9],
      })
    const best = await pathways.extremeSamples(['nf κb', 'NF-kB', 'ampk', 'AMPK', 'unknown'], 3)
    expect(best.map(({ pathway, sampleId }) => `${pathway} ${sampleId}`)).toEqual([
      'AMPK S0',
      'NF-kB S4',
      'NF-kB S0',
    ])
  })
})
