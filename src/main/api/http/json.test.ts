import { describe, expect, it } from 'vitest'
import { setUpClient } from '../testing/setUpClient.ts'
import { parseJsonBody } from './json.ts'

/** Opens a client whose service responds with this text to every request. */
async function answering(text: string) {
  const client = await setUpClient({ body: text, headers: { 'Content-Type': 'application/json' } })
  return client.remote
}

describe('an answer in JSON', () => {
  it('keeps all digits of integers that a number cannot represent exactly', async () => {
    const bytes = Buffer.from(
      '[9007199254740993,-1763456789012345601,9007199254740991,0.12345678901234567,"1"]',
    )
    expect(parseJsonBody(bytes)).toEqual([
      '9007199254740993',
      '-1763456789012345601',
      9007199254740991,
      Number('0.12345678901234567'),
      '1',
    ])
  })

  it.each(['sample_id', 'id'])('keeps all digits of the sample id %s', async (name) => {
    const ids = ['1763456789012345601', '1763456789012345602']
    for (const id of ids) {
      const remote = await answering(`{"code":200,"data":{"${name}":${id},"status":"queued"}}`)
      const answer = await remote.createOrder({ name: 'A' }, { idempotencyKey: 'k' })
      expect(answer.value.sampleId).toBe(id)
      expect(JSON.stringify(answer.raw)).toContain(id)
    }
  })

  it('keeps all digits of the identifiers of drugs, tasks and hits', async () => {
    const id = '1763456789012345603'
    const drugs = await answering(`{"code":200,"data":[{"drug_id":${id}},{"drug_id":5}]}`)
    expect((await drugs.searchDrugs({ q: '' })).value.items.map(({ drugId }) => drugId)).toEqual([id, '5'])
    const task = await answering(
      `{"code":200,"data":{"task_id":${id},"results":[{"drug_id":${id},"score":1}]}}`,
    )
    const { value } = await task.createScreening({ sampleId: 'S-1' })
    expect([value.taskId, value.hits?.[0]?.drugId]).toEqual([id, id])
  })

  it('is not parsed if it contains too many distinct names', () => {
    const record = (first: number, count: number): string =>
      `{${Array.from({ length: count }, (_, at) => `"n${first + at}":1`).join(',')}}`
    expect(parseJsonBody(Buffer.from(record(0, 120_000)))).toBeUndefined()
    const small = Array.from({ length: 1200 }, (_, at) => record(at * 100, 100))
    expect(parseJsonBody(Buffer.from(`[${small.join(',')}]`))).toBeUndefined()
    const same = Array.from({ length: 1200 }, () => record(0, 100))
    expect(parseJsonBody(Buffer.from(`[${same.join(',')}]`))).toHaveLength(1200)
  })
})
