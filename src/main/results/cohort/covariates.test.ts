import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countedCovariate } from '../../../shared/domain/results/testing/countedCovariate.ts'
import { openCohort } from './testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>

beforeEach(async () => {
  opened = await openCohort()
})
afterEach(() => opened.close())

const scores = { p: 1 }
const covariates = () => opened.cohorts.covariates({ of: { filter: {} } })

describe('covariates', () => {
  test('are the sent fields (annotations take precedence), the group and the tags', async () => {
    await opened.add([
      {
        sampleId: 'A',
        fields: { group: 'x', age: '45', tissue: 'liver', zinc: 1 },
        annotation: { group: 'y', tags: ['odd'], fields: { tissue: 'skin' } },
        scores,
      },
      { sampleId: 'B', fields: { group: 'x', age: 46.5, tissue: '' }, scores },
      { sampleId: 'C', annotation: { fields: { batch: '<script>' } }, scores },
      { sampleId: 'without a result', fields: { group: 'z', never: 1 } },
    ])
    const kind = 'numbers'
    expect(await covariates()).toEqual([
      countedCovariate('group', { x: 1, y: 1 }, { missing: 1 }),
      countedCovariate('age', { 45: 1, '46.5': 1 }, { kind, missing: 1 }),
      countedCovariate('tissue', { skin: 1 }, { missing: 2 }),
      countedCovariate('batch', { '<script>': 1 }, { missing: 2 }),
      countedCovariate('zinc', { 1: 1 }, { kind, missing: 2 }),
      countedCovariate('tag:odd', { no: 2, yes: 1 }),
    ])
  })

  test('have the group that the register shows, even if a field of that name was added', async () => {
    await opened.add([
      { sampleId: 'A', fields: { group: 'sent' }, annotation: { fields: { group: 'field' } }, scores },
      {
        sampleId: 'B',
        fields: { group: 'sent' },
        annotation: { group: 'by hand', fields: { group: 'field' } },
        scores,
      },
      { sampleId: 'C', annotation: { fields: { group: 'field' } }, scores },
      { sampleId: 'D', fields: { group: 'sent' }, annotation: { group: '' }, scores },
    ])
    const { samples } = await opened.cohorts.values({
      measure: 'activity',
      of: { filter: {} },
      pathways: [],
      view: { kind: 'raw' },
      offset: 0,
      limit: 10,
    })
    const sampleIds = ['A', 'B', 'C', 'D']
    const shown = new Map(samples.map(({ sampleId, group }) => [sampleId, group]))
    const { values } = await opened.cohorts.covariateValues({ sampleIds, names: ['group'] })
    expect(values).toEqual([['sent', 'by hand', null, null]])
    expect(sampleIds.map((sampleId) => shown.get(sampleId))).toEqual(values[0])
  })

  test('are numbers only if every value is one, and list the most frequent values', async () => {
    await opened.add(
      Array.from({ length: 130 }, (_, at) => ({
        sampleId: `S${at}`,
        fields: { mixed: at === 7 ? '12 weeks' : at, place: `v${at % 120}`, hex: '0x1F', huge: '1e999' },
        scores,
      })),
    )
    const found = Object.fromEntries((await covariates()).map((one) => [one.name, one]))
    expect(found['mixed']?.kind).toBe('categories')
    expect(found['hex']?.kind).toBe('categories')
    expect(found['huge']?.kind).toBe('categories')
    expect(found['place']).toMatchObject({ distinct: 120, missing: 0 })
    expect(found['place']?.values).toHaveLength(100)
    expect(found['place']?.values.slice(0, 2)).toEqual([
      { value: 'v0', count: 2 },
      { value: 'v1', count: 2 },
    ])
  })

  test('are returned as text in the requested order', async () => {
    await opened.add([
      { sampleId: 'A', fields: { age: 45 } },
      { sampleId: 'B', fields: { age: '46' }, annotation: { tags: ['odd'] } },
    ])
    const params = { sampleIds: ['B', 'A', 'B'], names: ['tag:odd', 'age', 'unheard of'] }
    expect(await opened.cohorts.covariateValues(params)).toEqual({
      names: params.names,
      values: [
        ['yes', 'no', 'yes'],
        ['46', '45', '46'],
        [null, null, null],
      ],
    })
    await expect(opened.cohorts.covariateValues({ ...params, sampleIds: ['C'] })).rejects.toMatchObject({
      code: 'notFound',
    })
  })
})
