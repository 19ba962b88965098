import { afterEach, describe, expect, it } from 'vitest'
import type { ServiceDialect } from '../../shared/domain/app/dialect.ts'
import { OutcomeUnknown } from '../ports.ts'
import type { startScriptedServer } from './testing/scriptedServer.ts'
import { setUpClient } from './testing/setUpClient.ts'

type Answer = ReturnType<Parameters<typeof startScriptedServer>[0]>
type ReceivedRequest = Parameters<Parameters<typeof startScriptedServer>[0]>[0]

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function setUp(
  answer: Answer | ((request: ReceivedRequest, nth: number) => Answer),
  dialect: ServiceDialect = {},
) {
  const client = await setUpClient(typeof answer === 'function' ? answer : () => answer, {
    dialect: { base_path: '/api/v1', ...dialect },
  })
  closing.push(client.close)
  return client
}

const order = (client: Awaited<ReturnType<typeof setUp>>) =>
  client.remote.createOrder({ client_reference: 'a' }, { idempotencyKey: 'k' })

describe('the response to an order is parsed', () => {
  it.each<[string, Answer, ServiceDialect, string]>([
    [
      'in a list of one',
      { body: { code: 200, data: [{ sample_id: 'S-1', status: 'queued' }] } },
      {},
      'queued',
    ],
    [
      'as a resource of JSON:API',
      { body: { data: { type: 'samples', id: 'S-1', attributes: { status: 'running' } }, links: {} } },
      {},
      'running',
    ],
    [
      'beside links',
      { body: { code: 200, data: { sample: { sample_id: 'S-1', status: 'queued' }, _links: { self: {} } } } },
      {},
      'queued',
    ],
    ['without a word for its state', { body: { code: 200, data: { sample_id: 'S-1' } } }, {}, 'queued'],
    ['in a Location alone', { status: 201, headers: { Location: '/api/v1/samples/S-1' } }, {}, 'queued'],
    [
      'in the Location of an answer that says nothing else',
      { status: 202, headers: { Location: 'samples/S-1' }, body: { code: 202, message: 'accepted' } },
      {},
      'queued',
    ],
    [
      'under the name that is set',
      { body: { code: 200, data: { order_id: 'S-1', order_state: 'queued' } } },
      { id: { sample: ['/order_no', '/order_id'] }, status: ['/order_state'] },
      'queued',
    ],
    [
      'as a bare text that is set',
      { body: { code: 200, data: 'S-1' } },
      { id: { sample: ['#/data'] } },
      'queued',
    ],
    [
      'at an entry of a list that is set',
      { body: { result: [{ 'order.no': 'S-1' }], success: true } },
      { id: { sample: ['#/result/0/order.no'] } },
      'queued',
    ],
    [
      'at the end of any Location, where that is set',
      { status: 202, headers: { Location: 'https://orders.example/queue/S-1' } },
      { id: { sample: ['Location'] } },
      'queued',
    ],
  ])('%s', async (_how, answer, dialect, status) => {
    const { value } = await order(await setUp(answer, dialect))
    expect(value).toMatchObject({ sampleId: 'S-1', status })
  })

  it.each<[string, Answer, RegExp]>([
    [
      'a name that may be anything',
      { body: { code: 200, data: { order_id: 'O-1' } } },
      /has order_id.*id › sample in the dialect/,
    ],
    ['a bare text', { body: { code: 200, data: 'S-1' } }, /set the place as id › sample/],
    [
      'the Location of a job',
      { status: 202, headers: { Location: '/api/v1/jobs/7?key=secret' }, body: { code: 202 } },
      /only the address \/api\/v1\/jobs\/7; .*set Location as the place of id › sample/,
    ],
    [
      'a Location at another host',
      { status: 201, headers: { Location: 'https://x.example/api/v1/samples/7' } },
      /only the address https:\/\/x\.example\/api\/v1\/samples\/7;/,
    ],
    ['nothing', { status: 201 }, /names no sample/],
  ])(
    'never from %s: its outcome is unknown, and what may be set is reported',
    async (_what, answer, message) => {
      const lost = await order(await setUp(answer)).catch((error: unknown) => error)
      expect(lost).toBeInstanceOf(OutcomeUnknown)
      expect((lost as OutcomeUnknown).message).toMatch(message)
    },
  )
})

describe('a link to the next page', () => {
  it.each(['//v1/drugs', '//'])('is followed at the service where its path is %j', async (path) => {
    const client = await setUp(({ headers }, nth) => {
      const next = `http://${headers.host}${path}?after=${nth}`
      return { body: { code: 200, data: { items: [{ drug_id: `d-${nth}` }], total: 9, next } } }
    })
    const first = await client.remote.searchDrugs({ limit: 1 })
    expect(first.value.next).toBe(`${path}?after=1`)
    const second = await client.remote.searchDrugs({ limit: 1, next: `${path}?after=1` })
    expect(second.value).toMatchObject({ items: [{ drugId: 'd-2' }], next: `${path}?after=2` })
    expect(client.seen.at(-1)?.path).toBe(`${path}?after=1`)
  })
})

describe('a location in the dialect', () => {
  it('locates the drugs of a list, their ids and their number', async () => {
    const records = [
      { type: 'drug', attributes: { name: 'A', no: 7 } },
      { type: 'drug', attributes: { name: 'B' } },
    ]
    const client = await setUp(
      { body: { code: 200, data: { found: { entries: records }, hits: { all: 9 } } } },
      { items: ['/found/entries'], total: ['#/data/hits/all'], id: { drug: ['/no'] } },
    )
    const { value } = await client.remote.searchDrugs({ page: 1, limit: 2 })
    expect(value).toMatchObject({
      items: [{ drugId: '7', name: 'A' }],
      total: 9,
      reportedTotal: 9,
      skipped: 1,
    })
  })

  it('locates the scores of an analysis and of a clock', async () => {
    const body = { code: 200, data: { result: { scores: { mTOR: { activity: 1, aging_offset: -2 } } } } }
    const client = await setUp({ body }, { scores: ['/result/scores'] })
    expect((await client.remote.pathwayAnalysis({ sampleId: 'S-1' })).value.scores).toEqual([
      { pathway: 'mTOR', activity: 1, agingOffset: -2 },
    ])
    expect((await client.remote.pathwayClock({ sampleId: 'S-1' })).value.offsets).toEqual([
      { pathway: 'mTOR', agingOffset: -2 },
    ])
  })

  it('locates the task of a screening, its state and its hits', async () => {
    const body = { code: 200, data: { job: { no: 'T-1', phase: 'Released', found: [{ drug_id: 'D-1' }] } } }
    const client = await setUp(
      { body },
      {
        id: { task: ['/job/no'] },
        status: ['/job/phase'],
        hits: ['/job/found'],
        state_words: { released: 'succeeded' },
      },
    )
    expect((await client.remote.screening('T-1')).value).toMatchObject({
      taskId: 'T-1',
      status: 'Released',
      state: 'succeeded',
      hits: [{ drugId: 'D-1' }],
    })
  })

  it('locates the calling user', async () => {
    const client = await setUp({ body: { account: { no: 'u-1' } } }, { id: { user: ['/account/no'] } })
    expect((await client.remote.me()).value.userId).toBe('u-1')
  })
})

describe('success codes', () => {
  const body = { code: 20_000, message: 'success', data: { user_id: 'u-1' } }

  it('include the configured ones', async () => {
    const refused = await setUp({ body })
    await expect(refused.remote.me()).rejects.toThrow(/add 20000 to envelope › success/)
    const client = await setUp({ body }, { envelope: { success: [20_000] } })
    expect((await client.remote.me()).value.userId).toBe('u-1')
  })

  it('are detected at the first call if the user comes with them', async () => {
    const client = await setUpClient(() => ({ body }), { dialect: {} })
    closing.push(client.close)
    await client.remote.me()
    expect(client.found).toEqual([{ base_path: '/api/v1', envelope: { success: [20_000] } }])
  })

  it("include the configured ones at the first call, whatever the name of the user's field", async () => {
    const dialect = { envelope: { success: [20_000] }, id: { user: ['/account/no'] } }
    const client = await setUpClient(
      () => ({ body: { code: 20_000, message: 'success', data: { account: { no: 'u-1' } } } }),
      { dialect },
    )
    closing.push(client.close)
    expect((await client.remote.me()).value.userId).toBe('u-1')
  })

  it('exclude HTTP error codes, whatever the response contains', async () => {
    const client = await setUpClient(() => ({ body: { ...body, code: 404 } }), { dialect: {} })
    closing.push(client.close)
    await expect(client.remote.me()).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('the numbering of pages', () => {
  it.each<[NonNullable<ServiceDialect['paging']>, string]>([
    ['page', '?q=a&page=3&limit=20'],
    ['page_from_0', '?q=a&limit=20&page=2'],
    ['offset', '?q=a&limit=20&offset=40'],
  ])('%s', async (paging, query) => {
    const client = await setUp({ body: { code: 200, data: { items: [] } } }, { paging })
    await client.remote.searchDrugs({ q: 'a', page: 3, limit: 20 })
    expect(client.seen[0]?.path).toBe(`/api/v1/drugs${query}`)
  })
})

describe('a declared charset', () => {
  const gbk = Buffer.from([
    ...Buffer.from('{"user_id":"u-1","name":"'),
    0xc0,
    0xee,
    0xc3,
    0xf7,
    ...Buffer.from('"}'),
  ])
  const latin1 = Buffer.from('{"user_id":"u-1","name":"Jürgen"}', 'latin1')

  it.each([
    ['GBK', gbk, '李明'],
    ['iso-8859-1', latin1, 'Jürgen'],
    ['"utf-8"', Buffer.from('{"user_id":"u-1","name":"Zoë"}'), 'Zoë'],
  ])('is read: %s', async (charset, bytes, name) => {
    const client = await setUp({
      raw: (response) => {
        response.writeHead(200, { 'Content-Type': `application/json; charset=${charset}` })
        response.end(bytes)
      },
    })
    expect((await client.remote.me()).value.name).toBe(name)
  })

  it.each([
    ['that nobody knows', 'x-own'],
    ['that the bytes are not in', 'utf-16le'],
  ])('%s does not lead to a guess', async (_what, charset) => {
    const client = await setUp({
      raw: (response) => {
        response.writeHead(200, { 'Content-Type': `application/json; charset=${charset}` })
        response.end(gbk)
      },
    })
    await expect(client.remote.me()).rejects.toMatchObject({ code: 'unreadable' })
  })
})

describe('a pending result', () => {
  const scores = { code: 200, data: { sample_id: 'S-1', pathway_scores: { mTOR: { activity: 1 } } } }
  const accepted = { code: 202, message: 'accepted' }
  const analyse = (client: Awaited<ReturnType<typeof setUp>>, signal?: AbortSignal) =>
    client.remote.pathwayAnalysis({ sampleId: 'S-1' }, signal ? { signal } : {})
  const methods = ({ seen }: Awaited<ReturnType<typeof setUp>>) =>
    seen.map(({ method, path }) => `${method} ${path}`)
  const post = 'POST /api/v1/moa/pathway-analysis'

  it('is requested at its Location until it is ready, and ordered once', async () => {
    const client = await setUp(({ method }, nth) =>
      method === 'POST'
        ? { status: 202, headers: { Location: '/api/v1/results/7?x=1' }, body: accepted }
        : nth < 4
          ? { status: 202, headers: { 'Retry-After': '9' } }
          : { body: scores },
    )
    expect((await analyse(client)).value.scores).toHaveLength(1)
    expect(methods(client)).toEqual([post, ...Array.from({ length: 3 }, () => 'GET /api/v1/results/7?x=1')])
    expect(client.waits).toEqual([2000, 9000, 9000])
  })

  it('is requested at the address from an earlier run, and ordered again only if that has no result', async () => {
    const resultAddresses: (string | null)[] = []
    const onResultAddress = async (address: string | null) => void resultAddresses.push(address)
    const resultAddress = '/api/v1/results/7?x=1'
    const later = { status: 202, headers: { Location: `https://x.example${resultAddress}` }, body: accepted }
    const waiting = await setUp((_request, nth) => (nth < 3 ? later : { body: scores }))
    await waiting.remote.pathwayAnalysis({ sampleId: 'S-1' }, { resultAddress, onResultAddress })
    expect(methods(waiting)).toEqual(Array.from({ length: 3 }, () => `GET ${resultAddress}`))
    expect(resultAddresses).toEqual([])
    const gone = await setUp(({ method, path }) => {
      if (method === 'POST') return { status: 202, headers: { Location: '/api/v1/results/8' } }
      return path.endsWith('8') ? { body: scores } : { status: 404, body: { code: 404 } }
    })
    await gone.remote.pathwayAnalysis({ sampleId: 'S-1' }, { resultAddress, onResultAddress })
    expect(methods(gone)).toEqual([`GET ${resultAddress}`, post, 'GET /api/v1/results/8'])
    expect(resultAddresses).toEqual([null, '/api/v1/results/8'])
  })

  it('is not ordered again automatically if it has no Location or one on another host', async () => {
    for (const headers of [{}, { 'Retry-After': '1' }, { Location: 'https://x.example/results/7' }]) {
      const client = await setUp({ status: 202, headers, body: accepted })
      await expect(analyse(client)).rejects.toThrow(/not finished.*pending › repeat/)
      expect(methods(client)).toEqual([post])
    }
    const early = await setUp({ status: 425, body: { code: 425, message: 'too early' } })
    await expect(analyse(early)).rejects.toMatchObject({ code: 'rejected' })
    expect(methods(early)).toEqual([post])
  })

  it('is requested again with the same request if configured', async () => {
    const statuses = [202, 404, 409, 425]
    const client = await setUp(
      (_request, nth) => {
        const status = statuses[nth - 1]
        return status === undefined
          ? { body: scores }
          : { status, body: { code: status, message: 'not ready' } }
      },
      { pending: { repeat: true, statuses: [202, 404, 409, 425] } },
    )
    expect((await analyse(client)).value.scores).toHaveLength(1)
    expect(methods(client)).toEqual([post, post, post, post, post])
  })

  it('is an error for a 404 or 409 unless configured otherwise', async () => {
    const client = await setUp({ status: 404, body: { code: 404 } }, { pending: { repeat: true } })
    await expect(analyse(client)).rejects.toMatchObject({ code: 'notFound' })
    expect(methods(client)).toEqual([post])
  })

  it('times out after 15 minutes, and ends immediately when canceled', async () => {
    const answer = { status: 202, headers: { Location: '/api/v1/results/7' } }
    const client = await setUp(answer)
    await expect(analyse(client)).rejects.toMatchObject({ code: 'timeout' })
    expect(client.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(15 * 60_000)
    const stop = new AbortController()
    const stopped = await setUp(({ method }) => {
      if (method === 'GET') stop.abort()
      return answer
    })
    await expect(analyse(stopped, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(methods(stopped)).toHaveLength(2)
  })

  it.each([
    ['names the pathways that were asked for', { pathways: ['mTOR'] }],
    ['has no score yet', { pathway_scores: {} }],
    ['has some scores and goes on', { status: 'running', pathway_scores: { AMPK: { activity: 2 } } }],
  ])('does not count as a result if the first response %s', async (_what, data) => {
    const first = { status: 202, headers: { Location: '/api/v1/results/7' }, body: { code: 202, data } }
    const client = await setUp(({ method }) => (method === 'POST' ? first : { body: scores }))
    expect((await analyse(client)).value.scores).toMatchObject([{ pathway: 'mTOR', activity: 1 }])
    expect(methods(client)).toEqual([post, 'GET /api/v1/results/7'])
  })

  it.each([
    { created_at: 1_763_456_789 },
    { job: 17, queue: { length: 3 } },
    { chronological_age: 44, status: 'queued' },
  ])('does not count as a clock if the first response only reports progress: %j', async (data) => {
    const client = await setUp({ status: 202, body: { code: 202, data } })
    await expect(client.remote.pathwayClock({ sampleId: 'S-1' })).rejects.toThrow(/has not finished/)
  })

  it('is a finished clock if a 202 contains the age', async () => {
    const client = await setUp({ status: 202, body: { code: 202, data: { pathway_age: 41.5 } } })
    const { value } = await client.remote.pathwayClock({ sampleId: 'S-1' })
    expect(value.values).toEqual([{ name: 'pathway_age', value: 41.5 }])
  })

  it('is polled again if its address responds with 200 and an unfinished state', async () => {
    const client = await setUp(({ method }, nth) =>
      method === 'POST'
        ? { status: 202, headers: { Location: '/api/v1/results/7' }, body: accepted }
        : { body: nth < 4 ? { code: 200, data: { sample_id: 'S-1', status: 'running' } } : scores },
    )
    expect((await analyse(client)).value.scores).toHaveLength(1)
    expect(methods(client)).toHaveLength(4)
    expect(client.waits).toHaveLength(3)
  })

  it('is complete if a 202 contains all of it', async () => {
    const client = await setUp({ status: 202, body: { ...scores, code: 202 } })
    expect((await analyse(client)).value.scores).toHaveLength(1)
    expect(methods(client)).toEqual([post])
  })
})
