import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Transport } from '../../ports.ts'
import { type Answer, type Client, setUpClient } from '../testing/setUpClient.ts'

const user = { body: { code: 200, data: { user_id: 'u-1' } } }
const broken: Answer = { raw: (response: ServerResponse) => void response.destroy() }
const order = { client_reference: 'A-1' }

/** Opens a client whose service responds with `first` a number of times, then successfully. */
const failing = (times: number, first: Answer, transport?: Transport) =>
  setUpClient((_, count) => (count <= times ? first : user), transport ? { transport } : {})

const never: Transport = () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
  )

describe('a request that failed', () => {
  it.each([
    ['503', { status: 503, body: { code: 503 } }],
    ['500 in HTTP 200', { body: { code: 500, message: 'x' } }],
    ['a broken connection', broken],
    [
      'a body that is cut off',
      {
        raw: (response: ServerResponse) => {
          response.writeHead(200, { 'Content-Length': '100' })
          response.write('{"code":200', () => response.destroy())
        },
      },
    ],
  ])('is sent again where it only read: %s', async (_how, answer) => {
    const { remote, seen, waits } = await failing(1, answer)
    expect((await remote.me()).value.userId).toBe('u-1')
    expect(seen).toHaveLength(2)
    // Full jitter: the tests' random number 0.5 gives half of the first second.
    expect(waits).toContain(500)
  })

  it('is given up after two retries', async () => {
    const { remote, seen } = await failing(9, { status: 503 })
    await expect(remote.me()).rejects.toMatchObject({ code: 'serviceFailed' })
    expect(seen).toHaveLength(3)
  })

  it('waits as long as the service requested, and is given up if that is long', async () => {
    const short = await failing(1, { status: 503, headers: { 'Retry-After': '4' } })
    await short.remote.me()
    expect(Math.max(...short.waits)).toBe(4000)
    const long = await failing(1, { status: 503, headers: { 'Retry-After': '60' } })
    await expect(long.remote.me()).rejects.toMatchObject({
      code: 'serviceFailed',
      details: { retryAfterMs: 60_000 },
    })
    expect(long.seen).toHaveLength(1)
  })

  it.each([
    ['an analysis', (client: Client) => client.remote.pathwayAnalysis({ sampleId: 'S' })],
    ['a clock', (client: Client) => client.remote.pathwayClock({ sampleId: 'S' })],
  ])('is not retried if it may have arrived and does more than read: %s', async (_what, call) => {
    for (const answer of [broken, { status: 503 }]) {
      const client = await failing(1, answer)
      await expect(call(client)).rejects.toMatchObject({ name: 'Failure' })
      expect(client.seen).toHaveLength(1)
    }
  })

  it.each([
    ['is sent again whatever it does where it surely never arrived', 3, 'analysis'],
    ['is not sent again by the client when it is an order', 1, 'order'],
    ['is not sent again by the client when it begins a screening', 1, 'screening'],
  ])('%s', async (_title, times, what) => {
    let tries = 0
    const counted: Transport = (url) => {
      tries += 1
      return never(url)
    }
    const { remote } = await failing(0, user, counted)
    const call =
      what === 'order'
        ? remote.createOrder(order, { idempotencyKey: 'k' })
        : what === 'screening'
          ? remote.createScreening({ sampleId: 'S' })
          : remote.pathwayAnalysis({ sampleId: 'S' })
    await expect(call).rejects.toMatchObject({ name: 'Failure', code: 'offline' })
    expect(tries).toBe(times)
  })

  it('is not retried if waiting does not help: a certificate, a proxy, a cancellation by the user', async () => {
    let tries = 0
    const untrusted: Transport = () => {
      tries += 1
      const cause = Object.assign(new Error(), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
      return Promise.reject(new TypeError('fetch failed', { cause }))
    }
    const { remote } = await failing(0, user, untrusted)
    await expect(remote.me()).rejects.toThrow(/NODE_EXTRA_CA_CERTS/)
    expect(tries).toBe(1)
  })

  it('is not retried for an interactive call after the whole time limit has passed', async () => {
    const client = await setUpClient({ raw: () => setTimeout(() => client.expire(), 10) })
    await expect(client.remote.me()).rejects.toMatchObject({ code: 'timeout' })
    expect(client.seen).toHaveLength(1)
  })

  it('ends when it is canceled while it waits for its retry', async () => {
    const stop = new AbortController()
    const client = await setUpClient(() => {
      setTimeout(() => stop.abort(), 0)
      return { status: 503, headers: { 'Retry-After': '10' } }
    })
    await expect(client.remote.me({ signal: stop.signal })).rejects.toMatchObject({ name: 'Failure' })
  })

  it('uses a retry budget, which is empty after two hiccups', async () => {
    const { remote, seen } = await setUpClient((_, count) => (count % 2 === 1 ? { status: 503 } : user))
    await remote.me()
    await remote.me()
    expect(seen).toHaveLength(4)
    await expect(remote.me()).rejects.toMatchObject({ code: 'serviceFailed' })
  })
})

describe('a service that keeps failing', () => {
  /** Opens a client whose service failed until the budget was spent: three requests, two of them retries. */
  const exhausted = async (times: number) => {
    const client = await failing(times, { status: 503 })
    for (const _ of [3, 1, 1])
      await expect(client.remote.me()).rejects.toMatchObject({ code: 'serviceFailed' })
    return client
  }
  const background = ({ remote }: Client) => remote.sampleStatus('S-1', { priority: 'polling' })

  it('receives only interactive requests, and others again after a response', async () => {
    const client = await exhausted(5)
    await expect(background(client)).rejects.toThrow(/sent no further request/)
    expect(client.seen).toHaveLength(5)
    expect((await client.remote.me()).value.userId).toBe('u-1')
    await background(client)
    expect(client.seen).toHaveLength(7)
  })

  it('does not count as healthy after a connection check, which accepts every response', async () => {
    const client = await exhausted(9)
    await client.remote.exchange({ endpoint: 'GET /users/me', path: '/users/me' })
    await expect(background(client)).rejects.toThrow(/sent no further request/)
    expect(client.seen).toHaveLength(6)
  })

  it('blocks an order before it is sent, so it is certainly not placed', async () => {
    const { remote, seen } = await exhausted(9)
    const placing = remote.createOrder(order, { idempotencyKey: 'k', priority: 'batch' })
    await expect(placing).rejects.toMatchObject({ name: 'Failure', code: 'serviceFailed' })
    expect(seen).toHaveLength(5)
  })
})

describe('the request id', () => {
  it.each([
    [401, 'notSignedIn'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [400, 'rejected'],
    [429, 'rateLimited'],
    [500, 'serviceFailed'],
  ])('is in the failure after %i', async (status, code) => {
    const headers = { 'X-Request-Id': 'r-9', 'Retry-After': '1000' }
    const { remote } = await failing(99, { status, body: { code: status }, headers })
    await expect(remote.me()).rejects.toMatchObject({ code, details: { requestId: 'r-9' } })
  })

  it('is in the failure for any response that cannot be parsed', async () => {
    const headers = { 'X-Request-Id': 'r-9' }
    for (const body of ['<html>hello</html>', { code: 200, data: { no: 'user' } }]) {
      const { remote } = await failing(99, { body, headers })
      await expect(remote.me()).rejects.toMatchObject({ code: 'unreadable', details: { requestId: 'r-9' } })
    }
  })

  it('names the scopes that the credential carries after a 403', async () => {
    const client = await setUpClient(
      { status: 403, body: { code: 403, message: 'no' } },
      { scopesHeld: () => ['read:sample'] },
    )
    await expect(client.remote.drug('D-1')).rejects.toThrow(
      /may need the scope read:drug; it carries read:sample/,
    )
  })
})
