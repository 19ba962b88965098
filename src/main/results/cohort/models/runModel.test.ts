import { expect, it } from 'vitest'
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
