import { afterEach, describe, expect, it } from 'vitest'
import { setUpClient } from '../testing/setUpClient.ts'

let close: () => Promise<void> = async () => undefined
afterEach(() => close())

/** Opens a client whose service responds with `body` to every request. */
async function answering(
  body: unknown,
  dialect: { base_path?: string; envelope?: { success: number[] } } = {},
) {
  const client = await setUpClient(() => ({ body }), { dialect: { base_path: '/api/v1', ...dialect } })
  close = () => client.close()
  return client
}

type Wrap = (payload: unknown) => Record<string, unknown>
const wrappings: [string, Wrap][] = [
  ['code, result', (result) => ({ code: 200, result })],
  ['status_code, payload', (payload) => ({ status_code: 200, payload, message: 'ok' })],
  ['status_code, result', (result) => ({ status_code: '200', result, request_id: 'r-1' })],
  ['StatusCode, Response', (Response) => ({ StatusCode: 201, Response, status: 'success' })],
  ['errcode, body', (body) => ({ errcode: 200, errmsg: '', body })],
  ['ret, results', (results) => ({ ret: 200, results })],
  ['success, result', (result) => ({ success: true, result, error: null })],
]

describe.each(wrappings)('responses in an envelope of %s', (_names, wrap) => {
  it('are understood: drugs, in a list alone and in one with its total', async () => {
    const drugs = [{ drug_id: 'D-1', name: 'rapamycin' }]
    for (const payload of [drugs, { items: drugs, total: 41 }]) {
      const { remote } = await answering(wrap(payload))
      const { value } = await remote.searchDrugs({ limit: 1 })
      expect(value.items).toMatchObject([{ drugId: 'D-1', name: 'rapamycin' }])
      expect(value.total).toBe(payload === drugs ? 2 : 41)
      await close()
    }
    const { remote } = await answering({ ...wrap(drugs), total: 41 })
    expect((await remote.searchDrugs({ limit: 1 })).value.total).toBe(41)
  })

  it('are understood: the pathway analysis', async () => {
    const scores = { mTOR: { activity: 0.5, aging_offset: -1.25 } }
    const { remote } = await answering(wrap({ sample_id: 'S-1', pathway_scores: scores, synthetic: true }))
    const { value, synthetic } = await remote.pathwayAnalysis({ sampleId: 'S-1' })
    expect(value.scores).toEqual([{ pathway: 'mTOR', activity: 0.5, agingOffset: -1.25 }])
    expect(synthetic).toBe(true)
    await close()
    const other = await answering(wrap({ sample_id: 'S-2', pathway_scores: scores }))
    await expect(other.remote.pathwayAnalysis({ sampleId: 'S-1' })).rejects.toMatchObject({
      code: 'unreadable',
    })
  })

  it('are understood: an order, and the user', async () => {
    const { remote } = await answering(wrap({ sample_id: 'S-1', status: 'queued', user_id: 'u-1' }))
    const order = await remote.createOrder({ client_reference: 'A' }, { idempotencyKey: 'k' })
    expect(order.value).toMatchObject({ sampleId: 'S-1', state: 'queued' })
    expect((await remote.me()).value.userId).toBe('u-1')
  })

  it('are understood: a screening, its task and its results', async () => {
    const task = await answering(wrap({ task_id: 'T-1', status: 'running', results: [] }))
    expect((await task.remote.createScreening({ sampleId: 'S-1' })).value).toMatchObject({
      taskId: 'T-1',
      state: 'running',
      hits: null,
    })
    await close()
    const hits = [{ drug_id: 'D-1', score: 0.9 }]
    for (const payload of [hits, { results: hits }]) {
      const done = await answering(wrap(payload))
      const { value } = await done.remote.virtualScreening({ sampleId: 'S-1' })
      expect(value).toMatchObject({ state: 'succeeded', hits: [{ drugId: 'D-1', score: 0.9 }] })
      await close()
    }
  })
})

describe('a code under another name', () => {
  it.each([
    { status_code: 404, message: 'no such drug' },
    { errcode: 404, errmsg: 'no such drug' },
    { ret: 404, result: null, msg: 'no such drug' },
    { code: 404, status: 'error', result: { reason: 'x' }, detail: 'no such drug' },
  ])('is an error in HTTP 200: %j', async (body) => {
    const { remote } = await answering(body)
    await expect(remote.drug('D-1')).rejects.toMatchObject({
      code: 'notFound',
      message: expect.stringContaining('no such drug'),
    })
  })

  it('treats 0 as success if the first call detected that or it is configured', async () => {
    const body = { errcode: 0, result: { user_id: 'u-1' } }
    const client = await setUpClient(() => ({ body }), { dialect: {} })
    close = client.close
    expect((await client.remote.me()).value.userId).toBe('u-1')
    expect(client.found).toEqual([{ base_path: '/api/v1', envelope: { success: [0] } }])
    await close()
    const set = await answering(body, { envelope: { success: [0] } })
    expect((await set.remote.me()).value.userId).toBe('u-1')
    await close()
    const unset = await answering(body)
    await expect(unset.remote.me()).rejects.toThrow(/code 0/)
  })
})

describe('a plain record of the service', () => {
  it('is not unwrapped if it has an identifier, whatever its fields are called', async () => {
    const { remote } = await answering({
      task_id: 'T-1',
      ret: 7,
      status: 'done',
      results: [{ drug_id: 'D' }],
    })
    expect((await remote.screening('T-1')).value).toMatchObject({
      state: 'succeeded',
      hits: [{ drugId: 'D' }],
    })
    await close()
    const sample = await answering({ sample_id: 'S-1', status_code: 3, message: 'soon', status: 'running' })
    expect((await sample.remote.sampleStatus('S-1')).value.state).toBe('running')
  })

  it('keeps its state beside its results, since none yet differs from none at all', async () => {
    for (const status of ['running', 'Sequencing', 'failed']) {
      const { remote } = await answering({ code: 200, status, results: [] })
      expect((await remote.virtualScreening({ sampleId: 'S-1' })).value).toMatchObject({ status, hits: null })
      await close()
    }
  })
})
