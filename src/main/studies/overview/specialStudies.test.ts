import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChosenDesign, SavedComparison } from '../../../shared/domain/studies/study.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import type { MadeSample } from '../../results/cohort/testing/addCohort.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { openStudies } from './testing/openStudies.ts'

let opened: Awaited<ReturnType<typeof openStudies>>
beforeEach(async () => {
  opened = await openStudies()
})
afterEach(() => opened.close())

type Request = SavedComparison['request']

/** Makes samples with these fields and eight pathways of random values. */
function samplesOf(fields: readonly Record<string, string | number>[]): MadeSample[] {
  const random = createSeededRandom(3)
  return fields.map((own, at) => ({
    sampleId: `s${at}`,
    fields: own,
    scores: Object.fromEntries(
      Array.from({ length: 8 }, (_, column) => [`p${column}`, [random(), random()] as [number, number]]),
    ),
  }))
}
const repeat = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at))

/** Makes as many samples, alternately of the control and treated. */
const alternating = (count: number, more: (at: number) => Record<string, string> = () => ({})) =>
  samplesOf(repeat(count, (at) => ({ group: at % 2 ? 'treated' : 'control', ...more(at) })))

/** Returns hand-made groups: these samples, and two others. */
const setsOf = (sampleIds: string[]) => ({
  sets: [
    { name: 'one', of: { sampleIds } },
    { name: 'other', of: { sampleIds: ['s0', 's1'] } },
  ],
})

async function overviewOf(
  samples: MadeSample[],
  { design, saved = [] }: { design?: ChosenDesign; saved?: Request[] } = {},
) {
  await opened.add(samples)
  const { studies } = opened
  const { studyId } = await studies.create({ name: 'Study', question: '', of: { filter: {} } })
  if (design) await studies.change({ studyId, design })
  for (const [at, request] of saved.entries())
    await studies.saveComparison({ studyId, name: `Saved ${at}`, request, replaces: null })
  const overview = await studies.overview({ studyId })
  const sentences = (of: readonly { statement: Parameters<typeof toEnglish>[0] }[]) =>
    of.map(({ statement }) => toEnglish(statement))
  return {
    ...overview,
    findingTexts: sentences(overview.findings),
    cautionTexts: sentences(overview.cautions),
    omissions: sentences(overview.notLookedAt),
  }
}

describe('the overview of a study', () => {
  it('has no findings while samples are unfinished, unless interim ones are requested', async () => {
    const { studies, journal, requested } = opened
    const samples = alternating(12).map(({ scores, ...sample }, at) =>
      at < 10 && scores ? { ...sample, scores } : sample,
    )
    await opened.add(samples)
    const { studyId } = await studies.create({ name: 'Waiting', question: '', of: { filter: {} } })
    const overview = (interim = false) => studies.overview({ studyId, interim })
    const setState = (state: 'queued' | 'running' | 'failed' | 'unknown' | 'succeeded') =>
      journal.query.updateTable('samples').set({ state }).where('sample_id', '=', 's10').execute()
    // The analysis of the two ready samples was not requested.
    expect(await overview()).toMatchObject({ unfinished: null })
    for (const state of ['failed', 'unknown'] as const) {
      await setState(state)
      expect((await overview()).unfinished).toBeNull()
    }
    for (const state of ['queued', 'running'] as const) {
      await setState(state)
      const waiting = await overview()
      expect(waiting).toMatchObject({ unfinished: { analyzed: 10, total: 11 }, findings: [], drugs: [] })
      expect(waiting.ageAcceleration).toBeNull()
      expect(waiting.cautions.map(({ kind }) => kind)).not.toContain('interim')
    }
    await setState('succeeded')
    requested.set('s10', 'lost').set('s11', 'underWay')
    expect(await overview()).toMatchObject({ unfinished: { analyzed: 10, total: 11 }, findings: [] })
    const interim = await overview(true)
    expect(interim.findings.map(({ kind }) => kind)).toContain('pathways')
    expect(interim.cautions.map(({ statement }) => toEnglish(statement))).toContain(
      'Only 10 of 11 samples are analyzed: these results are interim and may change.',
    )
    const groups = { by: 'group', values: ['treated', 'control'] }
    const request = { of: { filter: {} }, groups, test: 'welch' as const, pathways: [] }
    const ofComparison = await studies.cautions({ studyId, ...request })
    expect(ofComparison.map(({ kind }) => kind)).toEqual(['interim'])
    expect(await studies.cautions(request)).toEqual([])
  })

  it('without results reports that nothing was examined', async () => {
    const only = { sampleId: 's0', fields: { group: 'a' } }
    const { findingTexts, omissions, cautionTexts } = await overviewOf([only])
    expect(findingTexts).toEqual([])
    expect(omissions).toEqual(['Nothing was looked at: no sample has results yet.'])
    expect(cautionTexts).toEqual(['1 of 1 sample has no results and is not included.'])
  })

  it('without groups reports that none were compared, and without a clock that ages were not examined', async () => {
    const samples = samplesOf(repeat(6, () => ({ tissue: 'liver' })))
    const { findingTexts, omissions, comparison } = await overviewOf(samples)
    expect(comparison).toBeNull()
    expect(findingTexts).toEqual([])
    expect(omissions).toEqual([
      'No groups were compared: no field of the samples is chosen to make them.',
      'Age acceleration was not looked at: the samples have no result of the clock.',
    ])
  })

  it('tests three groups without a control all together and not in pairs', async () => {
    const samples = samplesOf(repeat(30, (at) => ({ group: ['red', 'green', 'blue'][at % 3] ?? '' })))
    const { comparison, omissions, findingTexts } = await overviewOf(samples)
    expect(comparison).toMatchObject({ control: null, contrasts: [], overall: { test: 'welch-anova' } })
    expect(findingTexts).toEqual([
      'No pathway of 8 was found to differ in activity among the 3 groups (q < 0.05).',
      'No pathway of 8 was found to differ in aging offset among the 3 groups (q < 0.05).',
    ])
    expect(omissions).toEqual(
      expect.arrayContaining([
        'No two of the 3 groups were compared: none of them is chosen as the control.',
        'Drugs were not matched: no two groups were compared.',
      ]),
    )
  })

  it('leaves out groups of one sample and reports it', async () => {
    const groups = [...repeat(5, () => 'control'), ...repeat(5, () => 'treated'), 'lost']
    const { comparison, cautionTexts } = await overviewOf(samplesOf(groups.map((group) => ({ group }))))
    expect(comparison?.contrasts).toMatchObject([{ a: 'treated', b: 'control', test: 'welch' }])
    expect(cautionTexts).toContain('Left out, with fewer than two samples that have results: lost.')
  })

  it('does not compare by a field with too many values', async () => {
    const wells = samplesOf(repeat(50, (at) => ({ well: `W${at % 25}` })))
    const { omissions } = await overviewOf(wells, { design: { groupBy: 'well' } })
    expect(omissions[0]).toBe(
      'No groups were compared: “well” has 25 values, and at most 20 groups are compared.',
    )
  })

  it('does not compare against a control without results', async () => {
    const samples = [...alternating(8), { sampleId: 'c0', fields: { group: 'vehicle' } }]
    const { omissions } = await overviewOf(samples, { design: { groupBy: 'group', control: 'vehicle' } })
    expect(omissions[0]).toBe(
      'No groups were compared: the control “vehicle” has fewer than two samples with results.',
    )
  })

  it('pairs if two thirds of the donors are in both groups, and counts the donors left out', async () => {
    const treated = repeat(8, (at) => ({ group: 'treated', donor: `D${at}` }))
    const control = repeat(8, (at) => ({ group: 'control', donor: `D${at + 1}` }))
    const { findingTexts, comparison } = await overviewOf(samplesOf([...treated, ...control]))
    expect(comparison?.contrasts).toMatchObject([{ test: 'paired', pairs: 7 }])
    expect(findingTexts).toContain(
      '7 of 9 donors are in both treated and control, so a paired test was used (paired t-test). 2 samples without a partner left out.',
    )
  })

  it('does not pair if fewer donors are in both groups, and counts samples of one donor once', async () => {
    const treated = repeat(8, (at) => ({ group: 'treated', donor: `D${at >> 1}` }))
    const control = repeat(8, (at) => ({ group: 'control', donor: `D${at + 2}` }))
    const { findingTexts, cautionTexts, comparison, findings } = await overviewOf(
      samplesOf([...treated, ...control]),
    )
    expect(comparison?.contrasts).toMatchObject([
      { test: 'welch', pairs: null, request: { replicatesBy: 'donor' } },
    ])
    expect(findingTexts[2]).toMatch(
      /^2 of 10 donors are in both treated and control, so the groups were compared without pairs/,
    )
    expect(cautionTexts).toContain('Samples of one group with the same “donor” are averaged and count once.')
    expect(cautionTexts).toContain(
      'The smallest group has only 4 donors: only large differences can be found, and the error rate of the test may reach about 9% instead of 5%.',
    )
    expect(findings[0]?.figures).toMatchObject({ n_a: 4, n_b: 8 })
  })

  it('omits the pairing finding if no member has a donor or no test was made', async () => {
    const alone = repeat(12, (at) => ({ group: at % 2 ? 'treated' : 'control' }))
    const others = repeat(12, (at) => ({ group: 'other', donor: `D${at >> 1}` }))
    const { findings } = await overviewOf(samplesOf([...alone, ...others]), {
      design: { groupBy: 'group', control: 'control', pairBy: 'donor' },
    })
    const kinds = findings.filter(({ kind }) => kind === 'pairing').map(({ contrast }) => contrast)
    expect(kinds).toEqual([0])
  })

  it('explains that no pathway could be tested when all values are the same', async () => {
    const samples = alternating(20, (at) => ({ donor: `D${at}` }))
    const { omissions, findings } = await overviewOf(
      samples.map((sample) => ({ ...sample, scores: { p0: [1, 1], p1: [2, 2] } })),
    )
    expect(omissions).toContain('No pathway could be tested for activity: no spread within groups.')
    expect(findings.map(({ kind }) => kind)).toEqual([])
  })

  it('computes the interval of r from the number of donors', async () => {
    const random = createSeededRandom(5)
    const samples = alternating(60, (at) => ({ donor: `D${at % 12}` }))
    const { findings, findingTexts } = await overviewOf(
      samples.map((sample, at) => ({
        ...sample,
        clock: { pathway_age: 30 + 3 * (at % 12) + 40 * random(), chronological_age: 30 + 3 * (at % 12) },
      })),
    )
    const fit = findings.find(({ kind }) => kind === 'clockFit')
    const { r = 0, r_low: low = 0, r_high: high = 0 } = fit?.figures ?? {}
    expect(Math.atanh(high) - Math.atanh(low)).toBeCloseTo((2 * 1.96) / Math.sqrt(12 - 3), 3)
    expect(Math.tanh((Math.atanh(high) + Math.atanh(low)) / 2)).toBeCloseTo(r, 6)
    expect(findingTexts.some((text) => text.includes('60 samples of 12 donors'))).toBe(true)
  })

  it('uses the one saved comparison, or the design if several are saved', async () => {
    const samples = alternating(24, (at) => ({ sex: at % 4 < 2 ? 'F' : 'M' }))
    const groups = { by: 'sex', values: ['M', 'F'] }
    const bySex: Request = { measure: 'activity', groups, test: 'mann-whitney', pathways: [] }
    const one = await overviewOf(samples, { saved: [bySex] })
    expect(one.comparison).toMatchObject({
      source: 'saved',
      name: 'Saved 0',
      by: 'sex',
      contrasts: [{ a: 'M', b: 'F', test: 'mann-whitney' }],
    })
    const { studyId } = one
    const request = { ...bySex, test: 'welch' as const }
    await opened.studies.saveComparison({ studyId, name: 'Other', request, replaces: null })
    const { comparison } = await opened.studies.overview({ studyId })
    expect(comparison).toMatchObject({ source: 'design', by: 'group' })
  })

  it.each([
    [
      'a group that is gone',
      { by: 'group', values: ['treated', 'sham'] },
      [],
      'Not every group of it has two',
    ],
    ['pathways that are gone', { by: 'group', values: ['treated', 'control'] }, ['NOPE'], ''],
    ['samples that are gone', setsOf(['gone 1', 'gone 2']), [], ''],
    ['samples without results', setsOf(['empty 1', 'empty 2']), [], ''],
  ])('reports that the saved comparison has %s, and uses the design', async (_, groups, pathways, why) => {
    const empty = ['empty 1', 'empty 2'].map((sampleId) => ({ sampleId, fields: {} }))
    const { comparison, omissions, findingTexts } = await overviewOf([...alternating(12), ...empty], {
      saved: [{ measure: 'activity', test: 'welch', groups, pathways }],
    })
    expect(comparison).toMatchObject({ source: 'design', by: 'group' })
    expect(omissions[0]).toContain(`The saved comparison “Saved 0” was not used: ${why}`)
    expect(findingTexts).toHaveLength(2)
  })

  it('warns about a field equivalent to the groups, however few the samples, but not about the treatment', async () => {
    const samples = alternating(6, (at) => ({
      treatment: at % 2 ? 'rapamycin' : 'vehicle',
      plate: at % 2 ? 'P1' : 'P2',
      sex: at < 3 ? 'F' : 'M',
    }))
    const { cautionTexts } = await overviewOf(samples)
    expect(cautionTexts.slice(0, 2)).toEqual([
      '“plate” is confounded with the groups: each of its values occurs in one group only, so a difference may be due to it.',
      'The smallest group has only 3 samples: only large differences can be found, and the error rate of the test may reach about 9% instead of 5%.',
    ])
  })

  it('warns about missing values by pathway and sample, and about a sample far from its group', async () => {
    const { cautionTexts } = await overviewOf(
      alternating(20).map((sample, at) => {
        const without = (...names: string[]) =>
          Object.fromEntries(Object.entries(sample.scores ?? {}).filter(([name]) => !names.includes(name)))
        if (at === 0) return { ...sample, scores: without('p0', 'p1', 'p2') }
        if (at < 5) return { ...sample, scores: without('p0') }
        return at === 19 ? { ...sample, scores: { p0: 30, p1: -30, p2: 30, p3: -30 } } : sample
      }),
    )
    expect(cautionTexts).toContain(
      '6.9% of the activities are missing. 1 pathway is missing in more than a fifth of the samples: p0.',
    )
    expect(cautionTexts).toContain('2 samples lack more than a fifth of the pathways: ref-s19, ref-s0.')
    expect(cautionTexts).toContain('1 sample lies far from the others of the group: ref-s19.')
  })

  it('warns about several services, results fetched far apart and samples analyzed again', async () => {
    const [first, ...others] = alternating(12)
    const later = { fetchedAt: '2026-05-02T00:00:00.000Z', scores: { p0: 1 } }
    const again = { ...first!, service: 'https://other.example', later }
    const { cautionTexts, omissions } = await overviewOf([again, ...others])
    expect(cautionTexts).toContain('1 sample was analyzed more than once; the newest values are used.')
    expect(cautionTexts).toContain(
      'The results were fetched up to 121 days apart; the service may have changed meanwhile.',
    )
    expect(cautionTexts.some((text) => text.startsWith('The numbers come from several services'))).toBe(true)
    expect(omissions).toContain(
      'Earlier results of samples that were analyzed more than once were not compared with the current ones.',
    )
  })
})
