import { afterEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { setUpClient } from '../testing/setUpClient.ts'

let close: () => Promise<void> = async () => undefined
afterEach(() => close())

/** Opens a client whose analyses have these scores. */
async function analyzing(scores: string) {
  const headers = { 'Content-Type': 'application/json' }
  const body = `{"code":200,"data":{"sample_id":"S-1","pathway_scores":${scores}}}`
  const client = await setUpClient(() => ({ body, headers }))
  close = client.close
  return client.remote
}

describe('the value of a pathway', () => {
  it.each([
    ['{"mTOR":{"value":0.5,"offset":1}}', '{"value":0.5,"offset":1}'],
    ['{"mTOR":{"activity":{"value":0.5}}}', '{"activity":{"value":0.5}}'],
    ['{"mTOR":{"activity":"high"}}', '{"activity":"high"}'],
    ['{"mTOR":"0,5"}', '"0,5"'],
    ['{"mTOR":"50%"}', '"50%"'],
    ['{"mTOR":"0x10"}', '"0x10"'],
    ['{"mTOR":"Infinity"}', '"Infinity"'],
    ['{"mTOR":"NaN"}', '"NaN"'],
    ['{"mTOR":1e999}', 'Infinity'],
    ['{"mTOR":[0.5]}', '[0.5]'],
    ['{"mTOR":true}', 'true'],
    ['{"AMPK":0.5,"mTOR":{"activity":0.5,"aging_offset":"two"}}', '{"activity":0.5,"aging_offset":"two"}'],
    ['[{"pathway":"mTOR","score":0.5}]', '{"pathway":"mTOR","score":0.5}'],
  ])('in %s is a failure that names the pathway and the shape', async (scores, shape) => {
    const remote = await analyzing(scores)
    await expect(remote.pathwayAnalysis({ sampleId: 'S-1' })).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining(`the value of mTOR is no number but ${shape}`),
    })
  })

  it.each(['0.5', '"0.5"', '" 0.5 "', '"5e-1"', '{"activity":"+.5"}'])('is 0.5 in %s', async (text) => {
    const remote = await analyzing(`{"mTOR":${text}}`)
    const { value } = await remote.pathwayAnalysis({ sampleId: 'S-1' })
    expect(value).toEqual({
      sampleId: 'S-1',
      scores: [{ pathway: 'mTOR', activity: 0.5, agingOffset: null }],
    })
  })

  it('is missing if it is null, with a note; without any value there is no result', async () => {
    const some = await analyzing('{"mTOR":{"activity":0.5},"AMPK":null,"TP53":{"activity":null}}')
    const { value } = await some.pathwayAnalysis({ sampleId: 'S-1' })
    expect(value.scores).toHaveLength(3)
    expect(value.note).toEqual(
      'The service gave no value for 2 of 3 pathways, which are shown as missing: AMPK, TP53.',
    )
    await close()
    const none = await analyzing('{"mTOR":null,"AMPK":{"activity":null,"aging_offset":null}}')
    expect((await none.pathwayAnalysis({ sampleId: 'S-1' })).value.scores).toEqual([])
  })

  it.each([
    '{"mTOR":{"activity":1},"AMPK":{"activity":2},"mTOR":{"activity":3}}',
    '{"mTOR":{"activity":1,"activity":3}}',
    '{"mTOR":1,"mT\\u004fR":3}',
    '{"mTOR":{"agingOffset":1,"agingOffset":3}}',
    '{"mTOR":1},"pathway_scores":{"mTOR":3}',
    '[{"pathway":"mTOR","activity":1},{"pathway":"mTOR","activity":3}]',
  ])('is refused if it appears twice with different values: %s', async (scores) => {
    const remote = await analyzing(scores)
    await expect(remote.pathwayAnalysis({ sampleId: 'S-1' })).rejects.toThrow(
      /it names (mTOR|activity|agingOffset|pathway_scores) twice, with different values/,
    )
  })

  it('is noted if it appears twice with the same value', async () => {
    for (const scores of [
      '{"mTOR":1,"AMPK":2,"mTOR":1}',
      '[{"name":"mTOR","activity":1},{"name":"mTOR","activity":1}]',
    ]) {
      const remote = await analyzing(scores)
      const { value } = await remote.pathwayAnalysis({ sampleId: 'S-1' })
      expect(value.note).toEqual('The service returned mTOR twice in one response, with the same values.')
      await close()
    }
  })

  it.each([
    ['{"mTOR":1,"m-tor":2,"\\"MTOR \\"":3}', /“mTOR” = “m-tor” = /],
    ['[{"pathway":"mTOR","activity":1},{"pathway":"MTOR","activity":1.5}]', /“mTOR” = “MTOR”/],
    ['{"NF-kB":{"activity":1},"NF-κB":{"activity":1,"aging_offset":2}}', /“NF-kB” = “NF-κB”/],
  ])('is noted if names that may be one pathway have different values: %s', async (scores, names) => {
    const remote = await analyzing(scores)
    const { value } = await remote.pathwayAnalysis({ sampleId: 'S-1' })
    expect(toEnglish(value.note!)).toMatch(/different values for names that seem to be one pathway/)
    expect(toEnglish(value.note!)).toMatch(names)
    expect(value.scores.length).toBeGreaterThan(1)
  })

  it.each(['{"mTOR":1,"m-tor":1}', '{"ERK1/2":1,"ERK12":2}', '{"CD4+":1,"CD4-":2}'])(
    'is not noted if the values are equal or the names differ: %s',
    async (scores) => {
      const remote = await analyzing(scores)
      expect((await remote.pathwayAnalysis({ sampleId: 'S-1' })).value.note).toBeUndefined()
    },
  )

  it('of a clock is stored under its own name if the service has one', async () => {
    const remote = await analyzing('{"mTOR":{"age":41.5},"AMPK":{"aging_offset":-2}}')
    const { value } = await remote.pathwayClock({ sampleId: 'S-1' })
    expect(value.offsets).toEqual([{ pathway: 'AMPK', agingOffset: -2 }])
    expect(value.values).toEqual([{ name: 'mTOR.age', value: 41.5 }])
  })
})
