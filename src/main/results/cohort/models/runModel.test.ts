import { describe, expect, it } from 'vitest'
import type { Input } from '../../../../shared/contract/contract.ts'
import { modelRequestSchema } from '../../../../shared/domain/results/model.ts'
import { createSeededRandom } from '../../statistics/seededRandom.ts'
import type { MadeSample } from '../testing/addCohort.ts'
import { openCohort } from '../testing/openCohort.ts'

/** 24 samples of 12 donors, each before and after; the treated are older, and age moves the activity. */
const samples: MadeSample[] = Array.from({ length: 24 }, (_, at) => {
  const random = createSeededRandom(at + 1)
  const group = at % 2 === 0 ? 'control' : 'treated'
  const age = 40 + Math.floor(at / 2) + (group === 'treated' ? 10 : 0)
  const noise = () => random() - 0.5
  return {
    sampleId: `s${at}`,
    fields: { group, age, sex: at % 4 < 2 ? 'f' : 'm', donor_id: `d${Math.floor(at / 2)}` },
    scores: Object.fromEntries(
      ['Apoptosis', 'MAPK', 'mTOR'].map((pathway, index) => [
        pathway,
        age * 0.5 + (group === 'treated' && index === 0 ? 3 : 0) + noise(),
      ]),
    ),
    clock: { pathway_age: age + (group === 'treated' ? 4 : 0) + noise() },
  }
})

const parse = (request: Input<'results.model'>) => modelRequestSchema.parse(request)

async function openSamples() {
  const cohort = await openCohort()
  await cohort.add(samples)
  return cohort
}

it('adjusts the difference of two groups for age, and states the formula', async () => {
  const { cohorts, close } = await openSamples()
  const model = await cohorts.model(
    parse({ measure: 'activity', terms: [{ field: 'group' }, { field: 'age' }, { field: 'sex' }] }),
  )
  expect(model.formula).toBe('~ group + age + sex')
  expect(model.contrasts).toEqual([
    { name: 'treated - control', field: 'group', groups: ['treated', 'control'], weights: [0, 1, 0, 0] },
  ])
  const [first, ...others] = model.rows
  expect(first).toMatchObject({ pathway: 'Apoptosis', n: 24, df: 20, why: null })
  expect(first?.estimate).toBeCloseTo(3, 0)
  for (const { q } of others) expect(q).toBeGreaterThan(0.05)
  await close()
})

it('leaves out samples without a value of a field, and counts them', async () => {
  const { cohorts, add, close } = await openSamples()
  await add([{ sampleId: 'x', fields: { group: 'treated', sex: 'f' }, scores: { MAPK: 1 } }])
  const model = await cohorts.model(
    parse({ measure: 'activity', terms: [{ field: 'group' }, { field: 'age' }] }),
  )
  expect(model.notes).toContainEqual({ kind: 'noField', field: 'age', samples: 1 })
  expect(model.sampleIds).toHaveLength(24)
  await close()
})

describe('a field of numbers', () => {
  const given = (field: string, values: (string | number)[]): MadeSample[] =>
    samples.map((sample, at) => ({
      ...sample,
      fields: { ...sample.fields, [field]: values[at % values.length] ?? '' },
    }))
  const termsOf = async (field: string, values: (string | number)[], as?: 'number') => {
    const { cohorts, add, close } = await openCohort()
    await add(given(field, values))
    const terms = [{ field: 'group' }, { field, ...(as && { as }) }]
    try {
      return (await cohorts.model(parse({ measure: 'activity', terms }))).terms.map(({ kind }) => kind)
    } finally {
      await close()
    }
  }
  const different = samples.map((_, at) => at + 0.5 * (at % 3))

  it('is a number whatever its name, unless it names batches or units', async () => {
    expect(await termsOf('RIN', different)).toEqual(['factor', 'number'])
    expect(await termsOf('体重', different)).toEqual(['factor', 'number'])
    expect(await termsOf('batch', [1, 1, 2])).toEqual(['factor', 'factor'])
    expect(await termsOf('batch', [1, 1, 2], 'number')).toEqual(['factor', 'number'])
    expect(await termsOf('animal_id', [1, 1, 2])).toEqual(['factor', 'factor'])
  })

  it('is refused if one of its many values is a text', async () => {
    await expect(termsOf('RIN', [...different.slice(1), 'Inf'])).rejects.toThrow(
      'Not all values of “RIN” are numbers, for example “Inf”.',
    )
    expect(await termsOf('dose', [0, 10, 'high'])).toEqual(['factor', 'factor'])
  })
})

it('refuses a field that is named twice, and a reference of a number', async () => {
  const { cohorts, add, close } = await openCohort()
  await add(samples)
  const fit = (terms: Parameters<typeof parse>[0]['terms']) =>
    cohorts.model(parse({ measure: 'activity', terms }))
  await expect(fit([{ field: 'group' }, { field: 'group' }])).rejects.toThrow('names group twice')
  await expect(fit([{ field: 'group' }, { field: 'age', as: 'number', reference: '40' }])).rejects.toThrow(
    'numbers have no reference level',
  )
  await close()
})

it('refuses a field with a value for each sample', async () => {
  const { cohorts, add, close } = await openCohort()
  await add(
    Array.from({ length: 210 }, (_, at) => ({
      sampleId: `s${at}`,
      fields: { group: at % 2 === 0 ? 'a' : 'b', tube: `t${at}` },
      scores: { MAPK: at % 7 },
    })),
  )
  for (const fields of [['tube'], ['group', 'tube']])
    await expect(
      cohorts.model(parse({ measure: 'activity', terms: fields.map((field) => ({ field })) })),
    ).rejects.toThrow('tube has 210 different values')
  await close()
})

it('counts a contrast once that is requested twice', async () => {
  const { cohorts, close } = await openSamples()
  const terms = [{ field: 'group' }, { field: 'age' }]
  const contrasts = ['treated-control', 'treated - control', 'age']
  const model = await cohorts.model(parse({ measure: 'activity', terms, contrasts }))
  expect(model.contrasts.map(({ name }) => name)).toEqual(['treated-control', 'age'])
  expect(model.rows).toHaveLength(6)
  await close()
})

it('notes pathways with few values, and few units that share a correlation', async () => {
  const { cohorts, add, close } = await openCohort()
  await add(
    samples.map((sample, at) => ({
      ...sample,
      fields: { ...sample.fields, mouse_id: `m${at % 4}` },
      scores: { ...sample.scores, few: at < 5 ? at * at : null },
    })),
  )
  const terms = [{ field: 'group' }, { field: 'sex' }]
  const { notes } = await cohorts.model(parse({ measure: 'activity', terms, block: 'mouse_id' }))
  expect(notes).toContainEqual({ kind: 'fewValues', pathways: ['few'] })
  expect(notes).toContainEqual({ kind: 'fewUnits', units: 4 })
  const paired = await cohorts.model(parse({ measure: 'activity', terms, block: 'donor_id' }))
  expect(paired.notes.map(({ kind }) => kind)).not.toContain('fewUnits')
  await close()
})
