import { describe, expect, it } from 'vitest'
import { createCatalogue, type DrugEntry, realDrugCount, realDrugNamed } from './catalogue.ts'
import { pathwayNames } from './pathways.ts'
import { type Covariates, profileSample, treatmentSignature } from './sampleModel.ts'
import { screenDrugs } from './screen.ts'

const seed = 1
const seeds = Array.from({ length: 20 }, (_, at) => at + 1)

const cohort = (count: number, changes: Partial<Covariates>, prefix: string): Covariates[] =>
  Array.from({ length: count }, (_, nth) => ({
    client_reference: `${prefix}-${nth}`,
    age: 24 + ((nth * 17) % 59),
    sex: nth % 2 === 0 ? 'F' : 'M',
    tissue: 'liver',
    ...changes,
  }))

/** The activities of a cohort, by the name of their pathway. */
function profiled(orders: Covariates[], seed: number): (pathway: string) => number[] {
  const samples = orders.map((order) => profileSample(seed, order).scores)
  return (pathway) =>
    samples.map((scores) => scores.find((score) => score.pathway === pathway)?.activity ?? Number.NaN)
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const variance = (values: number[]): number =>
  values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1)

/** Welch's t of two groups. */
function tOf(a: number[], b: number[]): number {
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length)
}

const tBetween = (a: Covariates[], b: Covariates[], pathway: string, seed: number): number =>
  tOf(profiled(a, seed)(pathway), profiled(b, seed)(pathway))

/** Share of comparisons beyond the 5% limit of t at 46 degrees of freedom, over all seeds. */
function shareFound(a: Covariates[], b: Covariates[], names: string[]): number {
  const found = seeds.flatMap((seed) => {
    const [ofA, ofB] = [profiled(a, seed), profiled(b, seed)]
    return names.map((name) => Math.abs(tOf(ofA(name), ofB(name))) > 2.013)
  })
  return mean(found.map(Number))
}

describe('a comparison of two groups', () => {
  const controls = cohort(24, { group: 'control', treatment: 'vehicle' }, 'C')
  const treated = cohort(24, { group: 'treated', treatment: 'rapamycin' }, 'T')
  const expectedShifts = treatmentSignature({ treatment: 'rapamycin' })

  it('finds each pathway that the treatment moves, with its sign, at every seed', () => {
    expect([...expectedShifts.keys()].sort()).toEqual(['Autophagy', 'NF_KB', 'Senescence', 'mTOR'])
    const found = seeds.flatMap((each) =>
      [...expectedShifts].map(
        ([pathway, shift]) => tBetween(treated, controls, pathway, each) * Math.sign(shift),
      ),
    )
    expect(Math.min(...found)).toBeGreaterThan(2.5)
    expect(mean(found)).toBeGreaterThan(6)
  })

  it('finds no more than chance in the pathways that it leaves alone', () => {
    const untouched = pathwayNames.filter((name) => !expectedShifts.has(name))
    expect(shareFound(treated, controls, untouched)).toBeLessThan(0.08)
  })

  it('finds younger offsets in the aging pathways that rapamycin turns down', () => {
    const offsets = (orders: Covariates[]) =>
      orders.map(
        (order) =>
          profileSample(seed, order).scores.find(({ pathway }) => pathway === 'mTOR')?.agingOffset ?? 0,
      )
    expect(mean(offsets(treated)) - mean(offsets(controls))).toBeLessThan(-4)
  })
})

describe('treatments', () => {
  it('are read by name, synonym, with a dose, and together', () => {
    const rapamycin = treatmentSignature({ treatment: 'Sirolimus' })
    for (const treatment of ['rapamycin', 'Rapamycin 10 nM', 'RAPAMUNE (2 mg)'])
      expect(treatmentSignature({ treatment })).toEqual(rapamycin)
    expect(treatmentSignature({ group: 'treated' })).toEqual(rapamycin)
    const both = treatmentSignature({ treatment: 'dasatinib + quercetin' })
    expect([...both.keys()].sort()).toEqual(['PI3K', 'SRC', 'Senescence'])
  })

  it('do nothing when there is none, or one that is not known', () => {
    for (const treatment of ['', 'vehicle', 'DMSO', 'none', 'moonlight'])
      expect(treatmentSignature({ treatment }).size).toBe(0)
    expect(treatmentSignature({ treatment: 'vehicle', group: 'treated' }).size).toBe(0)
    expect(treatmentSignature({ group: 'control' }).size).toBe(0)
  })
})

describe('ages', () => {
  it('pathway ages follow the age of the sample', () => {
    const orders = cohort(60, {}, 'A')
    const ages = orders.map(({ age }) => Number(age))
    const found = orders.map((order) => profileSample(seed, order).pathwayAge ?? Number.NaN)
    const covariance = mean(ages.map((age, at) => (age - mean(ages)) * ((found[at] ?? 0) - mean(found))))
    expect(covariance / Math.sqrt(variance(ages) * variance(found))).toBeGreaterThan(0.9)
    expect(Math.abs(mean(found) - mean(ages))).toBeLessThan(3)
  })

  it('are left out when the order gives none', () => {
    const { pathwayAge, chronologicalAge, scores } = profileSample(seed, { client_reference: 'x' })
    expect([pathwayAge, chronologicalAge]).toEqual([null, null])
    expect(scores.every(({ activity }) => Number.isFinite(activity))).toBe(true)
  })
})

describe('determinism', () => {
  const order = { client_reference: 'S-1', age: 54, sex: 'F', tissue: 'liver' }

  it('the same order at the same seed gives the same numbers; another seed or reference does not', () => {
    const first = profileSample(seed, order)
    expect(profileSample(seed, { ...order })).toEqual(first)
    expect(profileSample(2, order)).not.toEqual(first)
    expect(profileSample(seed, { ...order, client_reference: 'S-2' })).not.toEqual(first)
  })

  it('generated drugs follow from the seed', () => {
    const names = (drugs: DrugEntry[]) => drugs.map(({ name }) => name)
    const one = names(createCatalogue(1, 300).drugs())
    expect(names(createCatalogue(1, 300).drugs())).toEqual(one)
    expect(names(createCatalogue(2, 300).drugs())).not.toEqual(one)
    expect(one.slice(0, realDrugCount)).toEqual(names(createCatalogue(2, realDrugCount).drugs()))
    expect(new Set(names(createCatalogue(1, 200_000).drugs())).size).toBe(200_000)
  })
})

it('screening puts drugs that oppose the profile first and those that add to it last', () => {
  const z = new Map([
    ['mTOR', 3],
    ['Autophagy', -2],
  ])
  const scores = pathwayNames.map((pathway) => ({
    pathway,
    activity: 0,
    agingOffset: 0,
    z: z.get(pathway) ?? 0,
  }))
  const profile = { scores, chronologicalAge: null, pathwayAge: null }
  const ranked = screenDrugs(profile, createCatalogue(seed, realDrugCount).drugs(), 100)
  expect(ranked[0]?.drug.name).toBe('Sirolimus')
  expect(ranked[0]?.score).toBeCloseTo((3 + 2) / Math.sqrt(2), 3)
  expect(ranked.at(-1)?.drug).toBe(realDrugNamed('hydroxychloroquine'))
})
