import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCohort } from './testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>

beforeEach(async () => {
  opened = await openCohort()
})
afterEach(() => opened.close())

const of = { filter: {} }
const plot = (overrides: Partial<Parameters<typeof opened.cohorts.clock>[0]> = {}) =>
  opened.cohorts.clock({ of, ...overrides })

describe('predicted against chronological age', () => {
  test('takes both from the clock where it tells both', async () => {
    await opened.add(
      [30, 40, 50, 60].map((age, at) => ({
        sampleId: `S${at}`,
        fields: { age: age + 1, group: 'g' },
        clock: { pathway_age: age + 2 * (at % 2), chronological_age: age, quality: 0.5 },
      })),
    )
    const found = await plot()
    expect(found).toMatchObject({
      predicted: { from: 'clock', name: 'pathway_age' },
      chronological: { from: 'clock', name: 'chronological_age' },
      leftOut: { withoutClock: 0, withoutAge: 0 },
      service: 'https://service.example/api/v1',
      fit: { n: 4, slope: 1.04, meanAbsoluteError: 1, meanDifference: 1 },
    })
    expect(found.points[1]).toEqual({
      sampleId: 'S1',
      clientReference: 'ref-S1',
      group: 'g',
      fetchedAt: '2026-01-01T00:00:00.000Z',
      chronological: 40,
      predicted: 42,
    })
    expect(found.sources.chronological).toEqual([
      { from: 'clock', name: 'chronological_age' },
      { from: 'covariate', name: 'age' },
      { from: 'clock', name: 'pathway_age' },
      { from: 'clock', name: 'quality' },
    ])
    expect(found.sources.predicted.map(({ name }) => name)).toEqual([
      'pathway_age',
      'quality',
      'chronological_age',
    ])
  })

  test('is of the newest answer that tells it', async () => {
    const later = { fetchedAt: '2026-03-01T00:00:00.000Z', scores: { mTOR: 1 } }
    await opened.add([
      {
        sampleId: 'A',
        clock: { pathway_age: 33, chronological_age: 30 },
        later: { ...later, clock: { quality: 1 } },
      },
      {
        sampleId: 'B',
        clock: { pathway_age: 1, chronological_age: 40 },
        later: { ...later, clock: { pathway_age: 44 } },
      },
    ])
    expect((await plot()).points).toMatchObject([
      { predicted: 33, chronological: 30, fetchedAt: '2026-01-01T00:00:00.000Z' },
      { predicted: 44, chronological: 40, fetchedAt: '2026-03-01T00:00:00.000Z' },
    ])
  })

  test('takes the age of the register where the clock tells none, also as text', async () => {
    await opened.add([
      { sampleId: 'A', fields: { age: '30' }, clock: { biologicalAge: 33 } },
      { sampleId: 'B', fields: { age: 40 }, clock: { biologicalAge: 41 } },
      { sampleId: 'C', clock: { biologicalAge: 1 } },
      { sampleId: 'D', fields: { age: 50 }, scores: { p: 1 } },
    ])
    const found = await plot()
    expect(found).toMatchObject({
      predicted: { from: 'clock', name: 'biologicalAge' },
      chronological: { from: 'covariate', name: 'age' },
      leftOut: { withoutClock: 1, withoutAge: 1 },
      fit: null,
    })
    expect(found.points.map(({ sampleId }) => sampleId)).toEqual(['A', 'B'])
  })

  test('makes no age of what the clock does not call one', async () => {
    await opened.add([
      {
        sampleId: 'A',
        fields: { age: 30, dosage: 2 },
        clock: { average_offset: 3, age_acceleration: 1, stage: 2 },
      },
    ])
    expect(await plot()).toMatchObject({ predicted: null, points: [], leftOut: { withoutClock: 1 } })
    const chosen = await plot({ predicted: { from: 'clock', name: 'average_offset' } })
    expect(chosen.points).toMatchObject([{ predicted: 3, chronological: 30 }])
  })

  test('tells the error of two, and a line and no r where the predicted age is one', async () => {
    const sample = (sampleId: string, age: number, predicted: number) => ({
      sampleId,
      fields: { age },
      clock: { pathway_age: predicted },
    })
    await opened.add([sample('A', 40, 50), sample('B', 56, 50)])
    const two = {
      line: null,
      correlation: null,
      fit: null,
      errors: { meanAbsoluteError: 8, meanDifference: 2 },
    }
    expect(await plot()).toMatchObject(two)
    await opened.add([sample('C', 60, 50), sample('D', 70, 50)])
    expect(await plot()).toMatchObject({
      line: { slope: 0, intercept: 50 },
      correlation: null,
      errors: { meanAbsoluteError: 11.5, meanDifference: -6.5 },
      fit: null,
    })
  })

  test('fits nothing to ages that are all the same', async () => {
    await opened.add(
      [1, 2, 3, 4].map((at) => ({ sampleId: `S${at}`, fields: { age: 40 }, clock: { pathway_age: at } })),
    )
    expect((await plot()).fit).toBeNull()
  })

  test('refuses a source that there is not, and says which there are', async () => {
    await opened.add([{ sampleId: 'A', fields: { age: 30 }, clock: { pathway_age: 33 } }])
    await expect(plot({ chronological: { from: 'covariate', name: 'years' } })).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('There are: age, pathway_age of the clock.'),
    })
  })
})
