import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Direction } from '../../../shared/domain/drugs/drug.ts'
import { systemClock } from '../../adapters/system.ts'
import { createPathways } from '../../drugs/pathways/pathways.ts'
import {
  createDrugCacheFixture,
  type DrugCacheFixture,
  drugOf,
} from '../../drugs/testing/drugCacheFixture.ts'
import type { MadeSample } from '../cohort/testing/addCohort.ts'
import { openCohort } from '../cohort/testing/openCohort.ts'
import { createDrugMatch } from './drugMatch.ts'

let opened: Awaited<ReturnType<typeof openCohort>>
let drugs: DrugCacheFixture
beforeEach(async () => {
  opened = await openCohort()
  drugs = await createDrugCacheFixture([])
})
afterEach(async () => {
  drugs.drugCache.stop()
  await drugs.close()
  await opened.close()
})

async function cacheDrug(
  name: string,
  acts: Record<string, Direction>,
  synonyms: string[] = [],
): Promise<void> {
  const drug = drugOf(`id-${name}`, name, { synonyms })
  await drugs.drugCache.cacheDrugs([{ drug, raw: {}, fetchedAt: '2026-01-01T00:00:00.000Z' }])
  const list = Object.entries(acts).map(([pathway, direction]) => ({ pathway, direction, evidence: null }))
  const fetchedAt = '2026-02-02T00:00:00.000Z'
  await drugs.drugCache.cachePathways(drug.drugId, { value: list, raw: list, fetchedAt })
}

/** Matches the cached drugs with a profile, by default those that oppose it. */
function match(
  profile: Parameters<ReturnType<typeof createDrugMatch>['match']>[0]['profile'],
  direction: 'opposing' | 'mimicking' = 'opposing',
) {
  const pathways = createPathways({
    ...opened,
    store: drugs.drugCache,
    clock: systemClock,
    emit: () => undefined,
  })
  const drugMatch = createDrugMatch({
    ...opened.cohorts,
    pathwayGroups: () => pathways.groups(),
    matchCachedDrugs: (query) => drugs.drugCache.matchCachedDrugs(query),
  })
  return drugMatch.match({ profile, direction, limit: 10 })
}

const group = (name: string, samples: [mtor: number, ampk: number][]): MadeSample[] =>
  samples.map(([mtor, ampk], n) => ({
    sampleId: `${name}-${n}`,
    fields: { group: name },
    scores: { 'm-TOR': mtor, AMPK: ampk },
  }))

/** mTOR is high and AMPK low in the treated samples. */
const cohort = [
  ...group('control', [
    [1, 5],
    [1.2, 5.2],
    [0.9, 5.1],
  ]),
  ...group('treated', [
    [3, 2],
    [3.3, 2.1],
    [3.1, 1.9],
  ]),
]
const twoGroups = { by: 'group', values: ['treated', 'control'] }
const comparison = {
  measure: 'activity' as const,
  of: { filter: {} },
  groups: twoGroups,
  test: 'welch' as const,
  pathways: [],
}

describe('drugs matched with a comparison', () => {
  it('are ranked by pathways below the q in the result, or by every effect on request', async () => {
    await opened.add(cohort.map((sample, n) => ({ ...sample, scores: { ...sample.scores, Chance: n % 2 } })))
    await cacheDrug('by chance', { Chance: 'activates' })
    const pathwaysBelow = async (maxQ?: number) => {
      const profile = maxQ === undefined ? { comparison } : { comparison, maxQ }
      const found = await match(profile)
      return { maxQ: found.maxQ, why: found.why, names: found.profile.map(({ pathway }) => pathway).sort() }
    }
    expect(await pathwaysBelow()).toEqual({ maxQ: 0.05, why: 'noDrugs', names: ['AMPK', 'm-TOR'] })
    expect(await pathwaysBelow(1)).toMatchObject({ why: null, names: ['AMPK', 'Chance', 'm-TOR'] })
    expect(await pathwaysBelow(1e-9)).toEqual({ maxQ: 1e-9, why: 'noneFound', names: [] })
  })

  it('are not ranked by pathways with only two values in a group, which are never findings', async () => {
    const few = cohort.filter(({ sampleId }) => sampleId !== 'treated-2')
    await opened.add(few)
    await cacheDrug('opposes', { mTOR: 'inhibits' })
    expect(await match({ comparison, maxQ: 0.9 })).toMatchObject({ why: 'noneFound', profile: [] })
    expect((await match({ comparison, maxQ: 1 })).profile).toHaveLength(2)
  })

  it('name the group that was given the drug, by any of its names: a positive control', async () => {
    const rapamycin = cohort.map((sample) => ({
      ...sample,
      fields: { group: sample.fields?.['group'] === 'treated' ? 'Rapamycin 10 nM' : 'control' },
    }))
    await opened.add(rapamycin)
    const acts = { mTOR: 'activates' as const }
    await cacheDrug('Sirolimus', acts, ['rapamycin'])
    await cacheDrug('Everolimus', acts, ['Afinitor'])
    await cacheDrug('Mycin', acts)
    const groups = { by: 'group', values: ['Rapamycin 10 nM', 'control'] }
    const { drugs } = await match({ comparison: { ...comparison, groups } }, 'mimicking')
    expect(drugs.map(({ name, givenTo }) => [name, givenTo])).toEqual([
      ['Everolimus', null],
      ['Mycin', null],
      ['Sirolimus', 'Rapamycin 10 nM'],
    ])
  })

  it('name the group whose samples all have the drug in a field, but not if the other group has it too', async () => {
    await opened.add(
      cohort.map((sample) => ({
        ...sample,
        fields: {
          ...sample.fields,
          treatment: sample.fields?.['group'] === 'treated' ? 'rapamycin 10 nM' : 'vehicle',
          medium: 'with metformin',
        },
      })),
    )
    await cacheDrug('Sirolimus', { mTOR: 'activates' }, ['rapamycin'])
    await cacheDrug('Metformin', { mTOR: 'activates' })
    const { drugs } = await match({ comparison }, 'mimicking')
    expect(drugs.map(({ name, givenTo }) => [name, givenTo])).toEqual([
      ['Metformin', null],
      ['Sirolimus', 'treated'],
    ])
  })

  it('oppose its effects, each with the reason and the coverage', async () => {
    await opened.add(cohort)
    await cacheDrug('opposes', { mTOR: 'inhibits', AMPK: 'activates' })
    await cacheDrug('half', { MTOR: 'activates', AMPK: 'activates', other: 'activates' })
    await cacheDrug('follows', { mTOR: 'activates' })
    await cacheDrug('nobody knows', { mTOR: 'unknown' })
    const found = await match({ comparison })
    expect(found).toMatchObject({
      unit: 'hedges_g',
      counts: { matched: 3, withPathways: 4, cached: 4 },
      service: 'https://service.example/api/v1',
      synthetic: false,
      why: null,
    })
    const [first, second] = found.profile
    expect(new Set([first?.pathway, second?.pathway])).toEqual(new Set(['AMPK', 'm-TOR']))
    expect(Math.abs(first?.value ?? 0)).toBeGreaterThanOrEqual(Math.abs(second?.value ?? 0))
    const mtor = found.profile.find(({ pathway }) => pathway === 'm-TOR')?.value ?? Number.NaN
    const ampk = found.profile.find(({ pathway }) => pathway === 'AMPK')?.value ?? Number.NaN
    expect(mtor).toBeGreaterThan(0)
    expect(ampk).toBeLessThan(0)
    const best = found.drugs[0]
    expect(best).toMatchObject({ name: 'opposes', coverage: 1, follows: [], directionUnknown: [] })
    expect(best?.score).toBeCloseTo((mtor - ampk) / Math.sqrt(2 * (mtor ** 2 + ampk ** 2)), 12)
    expect(best?.opposes).toContainEqual({ pathway: 'm-TOR', direction: 'inhibits', value: mtor })
    expect(best?.fetchedAt).toBe('2026-02-02T00:00:00.000Z')
    const half = found.drugs.find(({ name }) => name === 'half')
    expect(half?.follows).toEqual([{ pathway: 'm-TOR', direction: 'activates', value: mtor }])
    expect(found.drugs.map(({ name }) => name)).not.toContain('follows')
  })

  it('are rejected for several groups and for aging offsets', async () => {
    await opened.add(cohort)
    const several = { ...comparison, groups: { by: 'group', values: ['a', 'b', 'c'] } }
    await expect(match({ comparison: several })).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('Compare two groups'),
    })
    const offsets = { ...comparison, measure: 'aging_offset' as const }
    await expect(match({ comparison: offsets })).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('compare activities'),
    })
  })
})

describe('drugs matched with a sample', () => {
  it('oppose its z-scores relative to the samples it is compared with', async () => {
    await opened.add(cohort)
    await cacheDrug('opposes', { mTOR: 'inhibits' })
    const against = { filter: { group: 'control' } }
    const found = await match({ sampleId: 'treated-0', against })
    expect(found.unit).toBe('z')
    const mtor = found.profile.find(({ pathway }) => pathway === 'm-TOR')?.value
    // The mean and SD of 1, 1.2 and 0.9.
    expect(mtor).toBeCloseTo((3 - 31 / 30) / Math.sqrt(7 / 300), 9)
    expect(found.drugs.map(({ name }) => name)).toEqual(['opposes'])
  })

  it('are missing without a spread to compare with, and without a result', async () => {
    await opened.add([...cohort.slice(0, 2), { sampleId: 'bare', fields: { group: 'treated' } }])
    await cacheDrug('opposes', { mTOR: 'inhibits' })
    const everyone = { filter: {} }
    for (const sampleId of ['control-0', 'bare'])
      expect(await match({ sampleId, against: everyone })).toMatchObject({
        profile: [],
        drugs: [],
        counts: { matched: 0, withPathways: 1, cached: 1 },
        why: 'noProfile',
      })
    await expect(match({ sampleId: 'stranger', against: everyone })).rejects.toMatchObject({
      code: 'notFound',
    })
  })

  it('report that no cached drug has a direction for it', async () => {
    await opened.add(cohort)
    await cacheDrug('elsewhere', { other: 'inhibits' })
    const found = await match({ sampleId: 'treated-0', against: { filter: {} } })
    expect(found).toMatchObject({ why: 'noDrugs', counts: { matched: 0, withPathways: 1, cached: 1 } })
    expect(found.profile).toHaveLength(2)
  })
})
