import { describe, expect, it } from 'vitest'
import { OutcomeUnknown, type RemoteService } from '../../ports.ts'
import { setUpClient } from '../testing/setUpClient.ts'

/** Opens a client whose service responds with `data` to every request. */
const answering = (data: unknown) => setUpClient({ body: { code: 200, data } })
const order = (remote: RemoteService) =>
  remote.createOrder({ client_reference: 'P-1' }, { idempotencyKey: 'key-1' })
const headers = { 'Content-Type': 'application/json' }

describe('the supported shapes', () => {
  it('include camelCase, a bare id and numbers as identifiers', async () => {
    for (const data of [
      { sampleId: 'S-9', createdAt: 't' },
      { id: 'S-9' },
      { sample: { sample_id: 'S-9' } },
    ]) {
      const { remote } = await answering({ status: 'IN PROGRESS', ...data })
      const { value } = await remote.sampleStatus('S-9')
      expect(value.sampleId).toBe('S-9')
    }
    const { remote } = await answering({ id: 17, status: 'IN PROGRESS' })
    expect((await remote.sampleStatus('17')).value).toMatchObject({ sampleId: '17', state: 'running' })
  })

  it('exclude a response about another sample', async () => {
    const { remote } = await answering({ sample_id: 'S-2', status: 'done', pathway_scores: {} })
    await expect(remote.sampleStatus('S-1')).rejects.toMatchObject({ code: 'unreadable' })
    await expect(remote.pathwayAnalysis({ sampleId: 'S-1' })).rejects.toMatchObject({ code: 'unreadable' })
  })

  it.each([
    '{"code":200,"data":{"sample_id":"S-1","status":"queued","sample_id":"S-2"}}',
    '{"code":200,"data":{"sample_id":"S-2","status":"queued","sample_id":"S-1"}}',
    '{"code":200,"data":{"sample_id":"S-1","status":"queued","status":"succeeded"}}',
    '{"code":200,"data":{"sample":{"id":"S-1","\\u0069d":"S-3"},"status":"queued"}}',
  ])('exclude an identifier or state that appears twice with different values: %s', async (text) => {
    const client = await setUpClient({ body: text, headers })
    const twice = /names (sample_id|status|id) twice in one record, with different values/
    await expect(client.remote.sampleStatus('S-1')).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(twice),
    })
    await expect(order(client.remote)).rejects.toBeInstanceOf(OutcomeUnknown)
  })

  it('include an identifier that appears twice with one value', async () => {
    const text = '{"code":200,"data":{"sample_id":"S-1","status":"queued","sample_id":"S-1"}}'
    const client = await setUpClient({ body: text, headers })
    expect((await client.remote.sampleStatus('S-1')).value.sampleId).toBe('S-1')
  })

  it('include an unknown state word, which is not changed', async () => {
    const { remote } = await answering({ sample_id: 'S-1', status: 'on the bench' })
    expect((await remote.sampleStatus('S-1')).value).toMatchObject({
      status: 'on the bench',
      state: 'unknown',
    })
  })

  it('include pathway scores as a map and as a list, with gaps as null', async () => {
    const scores = [
      { pathway: 'mTOR', activity: 0.5, agingOffset: -1.25 },
      { pathway: 'AMPK', activity: 2, agingOffset: null },
    ]
    for (const shape of [
      { pathway_scores: { mTOR: { activity: 0.5, aging_offset: -1.25 }, AMPK: { activity: '2' } } },
      {
        scores: [
          { name: 'mTOR', activity: 0.5, agingOffset: -1.25 },
          { pathway: 'AMPK', activity: 2 },
        ],
      },
    ]) {
      const { remote, seen } = await answering({ sample_id: 'S-1', ...shape })
      const request = { sampleId: 'S-1', pathways: ['mTOR', 'AMPK'] }
      expect((await remote.pathwayAnalysis(request)).value).toEqual({ sampleId: 'S-1', scores })
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ sample_id: 'S-1', pathways: ['mTOR', 'AMPK'] })
    }
  })

  it('include a request without a pathway list when all pathways are wanted', async () => {
    const { remote, seen } = await answering({ pathway_scores: {} })
    await remote.pathwayAnalysis({ sampleId: 'S-1', pathways: [] })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ sample_id: 'S-1' })
  })

  it('include a clock with offsets by pathway and other numbers under their own names', async () => {
    const { remote } = await answering({
      sample_id: 'S-1',
      pathway_age: 51.5,
      chronological_age: 47,
      model: { version: 3, name: 'x' },
      pathways: { mTOR: { aging_offset: 4.5 }, AMPK: -2 },
    })
    expect((await remote.pathwayClock({ sampleId: 'S-1' })).value).toEqual({
      sampleId: 'S-1',
      values: [
        { name: 'pathway_age', value: 51.5 },
        { name: 'chronological_age', value: 47 },
        { name: 'model.version', value: 3 },
      ],
      offsets: [
        { pathway: 'mTOR', agingOffset: 4.5 },
        { pathway: 'AMPK', agingOffset: -2 },
      ],
    })
  })

  it('include pathways of a drug as lists, names and maps', async () => {
    const mTor = { pathway: 'mTOR', direction: 'inhibits', evidence: null }
    const cases: [unknown, unknown][] = [
      [[{ pathway: 'mTOR', direction: 'Inhibitor', evidence: 'ChEMBL' }], { ...mTor, evidence: 'ChEMBL' }],
      [['mTOR'], { ...mTor, direction: 'unknown' }],
      [{ mTOR: { direction: 'inhibits' } }, mTor],
      [{ mTOR: 'down' }, mTor],
      [{ drug: 'rapamycin', pathways: [{ name: 'mTOR', effect: '-' }] }, mTor],
      [[{ drug_id: 'D-1', name: 'rapamycin', pathways: ['mTOR'] }], { ...mTor, direction: 'unknown' }],
      [
        { drug_id: 'D-1', pathways: { mTOR: 'binds' } },
        { ...mTor, direction: 'unknown' },
      ],
    ]
    for (const [data, expected] of cases) {
      const { remote } = await answering(data)
      expect((await remote.drugPathways('D-1')).value).toEqual([expected])
    }
  })

  it('include every known shape of a list', async () => {
    const items = [{ drug_id: 'D-1', name: 'rapamycin', synonyms: 'sirolimus; Rapamune', odd: 1 }]
    for (const body of [
      { code: 200, data: { items, total: 41, page: 2, limit: 1 } },
      { code: 200, data: { records: items, totalCount: 41 } },
      { code: 200, data: items, total: 41 },
      { results: items, count: 41 },
    ]) {
      const { remote } = await setUpClient({ body })
      const { value } = await remote.searchDrugs({ q: 'rapa', page: 2, limit: 1 })
      expect(value.total).toBe(41)
      expect(value.items[0]).toEqual({
        drugId: 'D-1',
        name: 'rapamycin',
        synonyms: ['sirolimus', 'Rapamune'],
        category: null,
        description: null,
      })
      expect(value.raws).toEqual(items)
    }
  })

  it('count by the page size that the service states, if it is lower than the requested one', async () => {
    const items = ['a', 'b'].map((id) => ({ drug_id: id }))
    const { remote } = await answering({ items, page: 2, limit: 2 })
    expect((await remote.searchDrugs({ page: 2, limit: 100 })).value.total).toBe(5)
    const { remote: other } = await answering({ items, limit: 1 })
    expect((await other.searchDrugs({ page: 2, limit: 100 })).value.total).toBe(102)
  })

  it('request one more page if the page is full and there is no total', async () => {
    const { remote, seen } = await setUpClient({ body: [{ id: 'D-1' }, { id: 'D-2' }] })
    const full = await remote.searchDrugs({ q: 'a b&c', page: 3, limit: 2, order: 'desc' })
    expect(full.value).toMatchObject({ total: 7, page: 3, limit: 2 })
    expect(seen[0]?.path).toBe('/api/v1/drugs?q=a+b%26c&page=3&limit=2&order=desc')
    expect((await remote.searchDrugs({ page: 3, limit: 5 })).value.total).toBe(12)
  })

  it.each([
    ['1%', 0.01],
    ['0.5 %', 0.005],
    ['0.5', 0.5],
    [1, 1],
    [150, 1],
    [-1, null],
  ])('include the progress %j, read as a fraction', async (progress, share) => {
    const { remote } = await answering({ task_id: 'T-1', status: 'running', progress })
    expect((await remote.screening('T-1')).value.progress).toBe(share)
  })

  it('distinguish a screening task from results by the response', async () => {
    const task = await answering({ task_id: 'T-1', status: 'running', progress: 40, results: [] })
    expect((await task.remote.createScreening({ sampleId: 'S-1' })).value).toMatchObject({
      taskId: 'T-1',
      state: 'running',
      progress: 0.4,
      hits: null,
    })
    const done = await answering({ results: [{ drug: { id: 'D-1', name: 'x' }, score: '0.9' }] })
    expect((await done.remote.virtualScreening({ sampleId: 'S-1' })).value).toMatchObject({
      taskId: null,
      state: 'succeeded',
      hits: [{ rank: 1, drugId: 'D-1', name: 'x', score: 0.9 }],
    })
  })

  it('exclude results of another task or sample, which must never be stored as those requested', async () => {
    const results = [{ name: 'x' }]
    const otherTask = await answering({ task_id: 'T-2', status: 'completed', results })
    await expect(otherTask.remote.screening('T-1')).rejects.toMatchObject({ code: 'unreadable' })
    const otherSample = await answering({ task_id: 'T-1', sample_id: 'S-2', results })
    await expect(otherSample.remote.screening('T-1', { sampleId: 'S-1' })).rejects.toMatchObject({
      code: 'unreadable',
    })
    expect((await otherSample.remote.screening('T-1', { sampleId: 'S-2' })).value.hits).toHaveLength(1)
    // The screening was started, whatever sample the response names.
    const begun = otherSample.remote.createScreening({ sampleId: 'S-1' })
    await expect(begun).rejects.toMatchObject({ name: 'OutcomeUnknown', failure: { code: 'unreadable' } })
  })

  it('leave the outcome of a screening unknown if the response names neither a task nor results', async () => {
    const { remote } = await answering({})
    await expect(remote.virtualScreening({ sampleId: 'S-1' })).rejects.toBeInstanceOf(OutcomeUnknown)
  })

  it('include a report of any type, byte for byte', async () => {
    const pdf = '%PDF-1.7 bytes\n%%EOF\n'
    const client = await setUpClient({ body: pdf, headers: { 'Content-Type': 'application/pdf' } })
    const { value, raw } = await client.remote.sampleReport('S-1')
    expect(value.contentType).toBe('application/pdf')
    expect(new TextDecoder().decode(value.bytes)).toBe(pdf)
    expect(raw).toBeNull()
  })

  it('include an error in the JSON of a report', async () => {
    const { remote } = await setUpClient({ body: { code: 404, message: 'not ready' } })
    await expect(remote.sampleReport('S-1')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('include a user with scopes as one text, and keep unknown fields', async () => {
    const { remote, seen } = await answering({ id: 'u-1', name: 'Ada', scope: 'a b', lab: 'X' })
    const { value } = await remote.updateMe({ name: 'Ada' })
    expect(value).toMatchObject({ userId: 'u-1', name: 'Ada', email: null, scopes: ['a', 'b'] })
    expect(value.raw).toMatchObject({ lab: 'X' })
    expect(seen[0]).toMatchObject({ method: 'PATCH', body: '{"name":"Ada"}' })
  })
})

describe('an identifier that cannot be used', () => {
  const long = 'S'.repeat(301)

  it.each([
    ['.', 'it names the identifier ".", which no address can hold'],
    ['..', 'it names the identifier "..", which no address can hold'],
    [long, 'it names an identifier of 301 characters, and at most 300 can be used'],
  ])('leaves the outcome of an order unknown and states the reason: %s', async (sampleId, reason) => {
    const { remote } = await answering({ sample_id: sampleId, status: 'queued' })
    await expect(order(remote)).rejects.toMatchObject({
      name: 'OutcomeUnknown',
      message: expect.stringContaining(reason),
    })
  })

  it('leaves the outcome of a screening unknown', async () => {
    const { remote } = await answering({ task_id: long, status: 'queued' })
    await expect(remote.createScreening({ sampleId: 'S-1' })).rejects.toBeInstanceOf(OutcomeUnknown)
  })

  it('omits the drug identifier of a hit', async () => {
    const hits = [
      { drug_id: long, name: 'rapamycin', score: 1 },
      { drug_id: 'D'.repeat(300), name: 'metformin', score: 0.5 },
    ]
    const { remote } = await answering({ task_id: 'T-1', status: 'done', hits })
    expect((await remote.screening('T-1')).value.hits).toMatchObject([
      { drugId: null, name: 'rapamycin' },
      { drugId: 'D'.repeat(300), name: 'metformin' },
    ])
  })

  it('is not one of 300 characters', async () => {
    const { remote } = await answering({ sample_id: 'S'.repeat(300), status: 'queued' })
    expect((await order(remote)).value.sampleId).toHaveLength(300)
  })
})
