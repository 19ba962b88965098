import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import type { MadeSample } from './testing/addCohort.ts'
import { openCohort } from './testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>
beforeEach(async () => {
  opened = await openCohort()
})
afterEach(() => opened.close())

/** Builds twelve controls and twelve others whose values are 5 higher; `change` modifies samples. */
function cohort(change: (sample: MadeSample, at: number) => MadeSample = (sample) => sample): MadeSample[] {
  const random = createSeededRandom(7)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: 24 }, (_, at) => {
    const group = at < 12 ? 'a' : 'b'
    const names = Array.from({ length: 10 }, (__, column) => `p${column}`)
    const scores = Object.fromEntries(names.map((name) => [name, normal() + (group === 'b' ? 5 : 0)]))
    return change({ sampleId: `s${at}`, fields: { group, donor_id: `D${at % 12}` }, scores }, at)
  })
}

const quality = (more: Partial<Parameters<typeof opened.cohorts.quality>[0]> = {}) =>
  opened.cohorts.quality({
    of: { filter: {} },
    groups: { by: 'group', values: ['a', 'b'] },
    contrasts: [{ a: 'a', b: 'b' }],
    pairBy: null,
    paired: null,
    independent: [],
    ages: [],
    ...more,
  })

describe('the quality of a cohort', () => {
  it('does not report a sample as an outlier because its group differs', async () => {
    await opened.add(cohort())
    expect((await quality()).outliers).toEqual({ count: 0, named: [] })
  })

  it('names a sample far from its group, judged by all its pathways', async () => {
    await opened.add(
      cohort((sample, at) =>
        at === 15
          ? {
              ...sample,
              scores: Object.fromEntries(
                Array.from({ length: 7 }, (_, column) => [`p${column}`, column % 2 ? 12 : -3]),
              ),
            }
          : sample,
      ),
    )
    const { outliers, missing } = await quality()
    expect(outliers.named.map(({ sampleId }) => sampleId)).toEqual(['s15'])
    expect(outliers.named[0]?.z).toBeGreaterThan(10)
    expect(missing).toMatchObject({
      values: 3,
      pathways: [
        { pathway: 'p7', samples: 1 },
        { pathway: 'p8', samples: 1 },
        { pathway: 'p9', samples: 1 },
      ],
      samples: { count: 1, named: [{ sampleId: 's15', clientReference: 'ref-s15' }] },
    })
  })

  it('includes the times and services of the clock', async () => {
    await opened.add(cohort())
    const { newestFetchedAt, services } = await quality({
      ages: [
        {
          sampleId: 's0',
          chronological: 40,
          fetchedAt: '2027-05-02T00:00:00.000Z',
          service: 'https://other.example',
          synthetic: false,
        },
      ],
    })
    expect(newestFetchedAt).toBe('2027-05-02T00:00:00.000Z')
    expect(services).toHaveLength(2)
  })

  it('does not report a sample without a group as an outlier', async () => {
    await opened.add(
      cohort((sample, at) => ({
        ...sample,
        fields: at % 2 === 0 ? {} : (sample.fields ?? {}),
        ...(at === 4 ? { scores: { p0: 90, p1: -90, p2: 90 } } : {}),
      })),
    )
    expect((await quality()).outliers).toEqual({ count: 0, named: [] })
  })

  it('counts all samples that lack values and names the first hundred', async () => {
    await opened.add(
      Array.from({ length: 250 }, (_, at) => ({
        sampleId: `s${at}`,
        fields: { group: at % 2 ? 'a' : 'b' },
        scores: Object.fromEntries(
          Array.from({ length: at < 150 ? 5 : 10 }, (__, column) => [`p${column}`, at % 7]),
        ),
      })),
    )
    const { missing } = await quality()
    expect(missing.samples.count).toBe(150)
    expect(missing.samples.named).toHaveLength(100)
  })

  it('counts units in both groups, units without a partner, and repeated units', async () => {
    const donorOf = (at: number) => (at === 0 ? 'only here' : at === 1 ? 'D2' : `D${at % 12}`)
    await opened.add(
      cohort((sample, at) => ({ ...sample, fields: { ...sample.fields, donor_id: donorOf(at) } })),
    )
    const { pairings } = await quality({ pairBy: 'donor_id' })
    expect(pairings).toEqual([{ a: 'a', b: 'b', units: 13, inBoth: 10, unpaired: 3 }])
  })

  it('finds fields of every kind that are associated with the groups, and skips sample names', async () => {
    await opened.add(
      cohort((sample, at) => ({
        ...sample,
        fields: {
          ...sample.fields,
          batch: at < 12 ? 'B1' : 'B2',
          balanced: at % 2 === 0 ? 'x' : 'y',
          age: at < 12 ? 30 + at : 60 + at,
          collected_at: at < 12 ? `2026-01-0${1 + (at % 9)}` : `2026-03-0${1 + (at % 9)}`,
          barcode: `code ${at}`,
          rarely: at === 0 ? 'yes' : at === 1 ? 'no' : '',
        },
        fetchedAt: at < 12 ? '2026-01-01T00:00:00.000Z' : '2026-02-01T00:00:00.000Z',
        service: at < 12 ? 'https://one.example' : 'https://two.example',
      })),
    )
    const { fields, skippedFields, services } = await quality()
    const byName = Object.fromEntries(fields.map((field) => [`${field.of} ${field.name}`.trim(), field]))
    expect(byName).toMatchObject({
      'field batch': { as: 'categories', aligned: true, effectName: 'cramers_v', distinct: 2 },
      'field balanced': { aligned: false, effect: 0, p: 1 },
      'field age': { as: 'numbers', aligned: true, effectName: 'hedges_g' },
      'field collected_at': { aligned: true },
      fetchedAt: { aligned: true },
      service: { aligned: true },
    })
    expect(skippedFields).toEqual([
      { name: 'barcode', why: 'manyValues' },
      { name: 'rarely', why: 'mostlyMissing' },
    ])
    expect(services).toEqual(['https://one.example', 'https://two.example'])
  })

  it('considers only samples with a partner if pairs are compared', async () => {
    await opened.add(
      cohort((sample, at) => ({
        ...sample,
        fields: {
          ...sample.fields,
          donor_id: at === 0 ? 'alone' : `D${at % 12}`,
          sex: at === 0 ? 'M' : at % 12 < 6 ? 'F' : 'M',
        },
      })),
    )
    const { fields } = await quality({ pairBy: 'donor_id' })
    expect(fields.find(({ name }) => name === 'sex')).toMatchObject({ n: 22, effect: 0 })
  })
})
