import { afterEach, describe, expect, it } from 'vitest'
import { openCohort } from './testing/openCohort.ts'

let opened: Awaited<ReturnType<typeof openCohort>>
afterEach(() => opened.close())

describe('the pairs of two groups', () => {
  it('use only samples with a result, and count repeated samples of a donor in a group', async () => {
    opened = await openCohort({})
    const sample = (sampleId: string, group: string, donor: string) => ({
      sampleId,
      fields: { group, donor },
      scores: { p: 1 },
    })
    await opened.add([
      sample('S1', 'treated', 'D1'),
      sample('S2', 'treated', 'D1'),
      sample('S3', 'treated', 'D2'),
      sample('S4', 'control', 'D1'),
      sample('S5', 'control', 'D3'),
      { sampleId: 'S6', fields: { group: 'control', donor: 'D2' } },
    ])
    const pairing = (unit: string) =>
      opened.cohorts.pairing({
        of: { filter: {} },
        groups: { by: 'group', values: ['treated', 'control'] },
        unit,
      })
    expect(await pairing('donor')).toEqual({
      a: 'treated',
      b: 'control',
      units: 3,
      inBoth: 1,
      unpaired: 2,
      repeated: 1,
    })
    expect(await pairing('mouse')).toMatchObject({ units: 0, inBoth: 0, repeated: 0 })
  })
})
