import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { waitBeforeSending } from '../../shared/requestNotSent.ts'
import { joinMessages, message } from '../../shared/words/message.ts'
import { CutOff, OutcomeUnknown, type Transport } from '../ports.ts'
import { setUpClient } from './testing/setUpClient.ts'

const failureOf = (promise: Promise<unknown>): Promise<Failure> =>
  promise.then(
    () => {
      throw new Error('it was expected to fail')
    },
    (error: Failure) => error,
  )

const holding = (token: string) => ({ token: async () => token, renew: async () => false })
/** Responds to the first request with 429, and to later ones with `body`. */
const busyOnce = (body: object, headers: Record<string, string>) => (_: unknown, count: number) =>
  count === 1 ? { status: 429, headers } : { body }
const user = { code: 200, data: { user_id: 'u-1' } }
const startedAt = new Date(Date.UTC(2026, 0, 1))
const order = { client_reference: 'A-1' }
const key = { idempotencyKey: 'k' }

describe('a call of the service', () => {
  it('sends the credential and returns provenance with the value', async () => {
    const { remote, seen, url, online } = await setUpClient({
      body: { ...user, synthetic: true },
      headers: { 'X-Request-Id': 'r-7' },
    })
    const answer = await remote.me()
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/api/v1/users/me' })
    expect(seen[0]?.headers.authorization).toBe('Bearer key-1')
    expect(answer).toMatchObject({ service: `${url}/api/v1`, requestId: 'r-7', synthetic: true })
    expect(answer.raw).toEqual({ ...user, synthetic: true })
    expect(online).toEqual([true])
  })

  it.each([
    [
      400,
      { code: 400, message: 'age is negative', errors: [{ field: 'age', message: 'below 0' }] },
      'rejected',
    ],
    [401, { code: 401, message: 'no' }, 'notSignedIn'],
    [403, { title: 'Forbidden', detail: 'missing scope', status: 403 }, 'forbidden'],
    [404, { error: { code: 'nf', message: 'gone' } }, 'notFound'],
    [422, { error: 'invalid_request', error_description: 'tissue is unknown' }, 'rejected'],
    [500, '<html><h1>Internal error</h1></html>', 'serviceFailed'],
    [503, undefined, 'serviceFailed'],
    [200, { code: 403, message: 'no permission' }, 'forbidden'],
    [200, { code: 5001, message: 'engine is down' }, 'serviceFailed'],
    [302, undefined, 'serviceFailed'],
    [200, '<html>a portal page</html>', 'unreadable'],
    [200, undefined, 'unreadable'],
    [200, { code: 200, data: {} }, 'unreadable'],
  ])('turns HTTP %i with %j into %s', async (status, body, code) => {
    const { remote } = await setUpClient({
      status,
      body,
      headers: { 'X-Request-Id': 'r-1', ...(status === 302 ? { Location: 'https://example.org/' } : {}) },
    })
    const failure = await failureOf(remote.me())
    expect(failure.code).toBe(code)
    expect(failure.message).not.toMatch(/<|undefined|null/)
  })

  it('names the fields that the service refused', async () => {
    const { remote } = await setUpClient({
      status: 400,
      body: { code: 400, message: 'bad', data: { errors: { age: ['below 0'], sex: ['unknown'] } } },
    })
    expect((await failureOf(remote.createOrder(order, key))).details).toEqual({
      problems: [
        { field: 'age', message: 'below 0' },
        { field: 'sex', message: 'unknown' },
      ],
      status: 400,
    })
  })

  it('redacts a token or query that the service echoes', async () => {
    const secret = 'key-0123'
    const message = `Bearer ${secret} at https://h.example/x?token=${secret} and ${secret} was refused`
    const { remote } = await setUpClient(
      { status: 403, body: { code: 403, message } },
      { credential: holding(secret) },
    )
    const failure = await failureOf(remote.me())
    expect(JSON.stringify(failure.toData())).not.toContain(secret)
    expect(failure.message).not.toContain('?')
  })

  it('redacts a token that the service echoes in another charset', async () => {
    const token = 'key-0123-4567'
    const body = Buffer.from(JSON.stringify({ code: 200, data: { user_id: 'u-1', seen: token } }), 'utf16le')
    const { remote } = await setUpClient(
      () => ({
        raw: (response) =>
          response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-16le' }).end(body),
      }),
      { credential: holding(token) },
    )
    const answer = await remote.me()
    expect(answer.value.userId).toBe('u-1')
    expect(JSON.stringify(answer.raw)).not.toContain(token)
  })

  it('does not use the token as a request id, and redacts its encoded forms', async () => {
    const token = 'key/1+long enough'
    const forms = [
      token,
      encodeURIComponent(token),
      Buffer.from(token).toString('base64'),
      Buffer.from(token).toString('hex'),
    ]
    for (const form of forms) {
      const { remote } = await setUpClient(
        () => ({
          status: 500,
          headers: { 'X-Request-Id': form },
          body: { code: 500, message: `seen ${form}` },
        }),
        { credential: holding(token) },
      )
      expect(JSON.stringify((await failureOf(remote.me())).toData())).not.toContain(form)
    }
  })

  it('requests a renewed credential once after a 401, and retries only if it gets one', async () => {
    let token = 'old'
    const used: string[] = []
    const { remote, seen } = await setUpClient(
      ({ headers }) =>
        headers.authorization === 'Bearer new' ? { body: user } : { status: 401, body: { code: 401 } },
      {
        credential: {
          token: async () => token,
          renew: async (usedToken) => {
            used.push(usedToken)
            token = used.length === 1 ? 'new' : 'newer'
            return true
          },
        },
      },
    )
    await remote.me()
    expect(seen).toHaveLength(2)
    expect(used).toEqual(['old'])
  })

  it('gives up after a second 401', async () => {
    const credential = { token: async () => 'any', renew: async () => true }
    const { remote, seen } = await setUpClient({ status: 401 }, { credential })
    expect((await failureOf(remote.me())).code).toBe('notSignedIn')
    expect(seen).toHaveLength(2)
  })

  it.each([
    ['seconds', '7', 7000],
    ['a date', new Date(Date.UTC(2026, 0, 1, 0, 0, 9)).toUTCString(), 9000],
  ])('waits as long as Retry-After in %s says, then repeats', async (_kind, value, ms) => {
    const { remote, seen, waits } = await setUpClient(
      busyOnce(user, { 'Retry-After': value, Date: startedAt.toUTCString() }),
    )
    await remote.me()
    expect(seen).toHaveLength(2)
    expect(Math.max(...waits)).toBeGreaterThanOrEqual(ms)
  })

  it('gives up on a service that keeps refusing', async () => {
    const { remote, seen } = await setUpClient({ status: 429, headers: { 'Retry-After': '1' } })
    const failure = await failureOf(remote.me())
    expect(failure).toMatchObject({ code: 'rateLimited', details: { retryAfterMs: 1000 } })
    expect(seen).toHaveLength(6)
  })

  it('fails immediately when the wait would be very long', async () => {
    const { remote, seen } = await setUpClient({ status: 429, headers: { 'Retry-After': '1800' } })
    expect((await failureOf(remote.me())).details).toEqual({ retryAfterMs: 1_800_000 })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['Retry-After', { status: 429, headers: { 'Retry-After': '99999999' } }, /in 6\d min/],
    ['a policy', { body: user, headers: { 'RateLimit-Policy': '"day";q=1;w=86400' } }, /in 144\d min/],
  ])(
    'does not let interactive calls wait an hour because of %s, only long work',
    async (_what, answer, messagePattern) => {
      const { remote, seen, waits } = await setUpClient((_, count) => (count === 1 ? answer : { body: user }))
      await remote.me().catch(() => undefined)
      const failure = await failureOf(remote.me())
      expect(failure).toMatchObject({ code: 'rateLimited', message: expect.stringMatching(messagePattern) })
      expect(seen).toHaveLength(1)
      await remote.me({ priority: 'batch' })
      expect(seen).toHaveLength(2)
      expect(Math.max(...waits)).toBeGreaterThanOrEqual(3_600_000)
    },
  )

  it('sends no request while the offline switch is on', async () => {
    const { remote, seen, switches } = await setUpClient({ body: user })
    switches.offline = true
    expect(await failureOf(remote.me())).toMatchObject({ code: 'offline', details: { reason: 'switch' } })
    expect(seen).toEqual([])
  })

  it('reports that the service is unreachable, and releases its slot in the quota', async () => {
    const { remote, close, online, quota } = await setUpClient({ body: user })
    await close()
    const failure = await failureOf(remote.me())
    expect(failure).toMatchObject({ code: 'offline', details: { reason: 'network' } })
    expect(failure.message).toContain('nothing answers')
    expect(failure.message).not.toContain('127.0.0.1')
    // Two retries, since no request can have arrived.
    expect(online).toEqual([false, false, false])
    expect(quota.status().left).toBe(100)
  })

  it('limits the time of a response including its body', async () => {
    const { remote, expire } = await setUpClient({
      raw: (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.write('{"code":')
        setTimeout(() => expire(), 20)
      },
    })
    expect(await failureOf(remote.me())).toMatchObject({ code: 'timeout', details: { afterMs: 30_000 } })
  })

  it('can be cancelled while it runs', async () => {
    const stop = new AbortController()
    const { remote } = await setUpClient({ raw: () => stop.abort() })
    expect((await failureOf(remote.me({ signal: stop.signal }))).code).toBe('cancelled')
  })

  it('refuses a response with more values than fit in memory before parsing it', async () => {
    const { remote } = await setUpClient({
      raw: (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        response.end(`{"code":200,"data":[${'{},'.repeat(6_000_000)}{}]}`)
      },
    })
    const before = process.memoryUsage().rss
    expect((await failureOf(remote.me())).code).toBe('unreadable')
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6)
  })

  it('ignores brackets, commas and quotes inside strings', async () => {
    const name = `${'[{,'.repeat(3000)}"\\"[[`
    const { remote } = await setUpClient({ body: { ...user, data: { ...user.data, name } } })
    expect((await remote.me()).value.name).toBe(name)
  })

  it('refuses an identifier that would reach another endpoint', async () => {
    const { remote, seen } = await setUpClient({ body: user })
    expect((await failureOf(remote.sampleStatus('..'))).code).toBe('rejected')
    expect(seen).toEqual([])
  })
})

describe('creating an order', () => {
  const placed = {
    code: 200,
    data: { sample_id: 'S-1', status: 'queued', created_at: '2026-01-01T00:00:00Z' },
  }

  it('sends the fields with the idempotency key', async () => {
    const { remote, seen } = await setUpClient({ status: 201, body: { ...placed, code: 201 } })
    const answer = await remote.createOrder({ ...order, age: 41 }, { idempotencyKey: 'key-of-row-3' })
    expect(answer.value).toEqual({
      sampleId: 'S-1',
      status: 'queued',
      state: 'queued',
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    expect(seen[0]?.headers['idempotency-key']).toBe('key-of-row-3')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ client_reference: 'A-1', age: 41 })
  })

  it.each([301, 302, 303])('has an unknown outcome when the response is redirect %i', async (status) => {
    const { remote, seen } = await setUpClient({ status, headers: { Location: '/samples/S-1' } })
    await expect(remote.createOrder(order, key)).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['the connection breaks', { raw: (response: ServerResponse) => response.destroy() }],
    ['the service fails', { status: 502, body: '<html>bad gateway</html>' }],
    ['the envelope says that the service failed', { status: 200, body: { code: 500, message: 'x' } }],
    ['the answer is no JSON', { status: 200, body: '<html>ok</html>' }],
    ['the answer names no sample', { status: 200, body: { code: 200, data: {} } }],
    [
      'the answer is cut off',
      {
        raw: (response: ServerResponse) => {
          response.writeHead(200, { 'Content-Length': '100' })
          response.write('{"code":200', () => response.destroy())
        },
      },
    ],
  ])('is of unknown outcome, and never repeated, when %s', async (_what, answer) => {
    const { remote, seen } = await setUpClient(() => answer)
    const failing = remote.createOrder(order, key)
    await expect(failing).rejects.toBeInstanceOf(OutcomeUnknown)
    // The user must look for the order first.
    await expect(failing).rejects.toMatchObject({
      failure: { message: expect.not.stringMatching(/try again/i) },
    })
    expect(seen).toHaveLength(1)
  })

  it.each([
    ['without a reason', undefined],
    ['with a failure as the reason', new Failure('cancelled', message('samples.requestStopped'), {})],
  ])('has an unknown outcome when it is canceled %s after it was sent', async (_how, reason) => {
    const stop = new AbortController()
    const { remote } = await setUpClient({ raw: () => stop.abort(reason) })
    const failing = remote.createOrder(order, { ...key, signal: stop.signal })
    await expect(failing).rejects.toMatchObject({ name: 'OutcomeUnknown', failure: { code: 'cancelled' } })
  })

  it('was certainly not placed when it is canceled with a failure before it is sent', async () => {
    const stop = new AbortController()
    const reason = new Failure('cancelled', message('samples.requestStopped'), {})
    const token = async () => {
      stop.abort(reason)
      return 'key-1'
    }
    const credential = { token, renew: async () => false }
    const { remote, seen } = await setUpClient({ body: placed }, { credential })
    const failing = remote.createOrder(order, { ...key, signal: stop.signal })
    await expect(failing).rejects.toBe(reason)
    expect(seen).toEqual([])
  })

  it.each(['key\r\nX-Admin: 1', 'key\n', 'ke\0y', 'two keys', ''])(
    'is not sent with %j as a key, whatever its source',
    async (secret) => {
      const credential = holding(secret)
      const { remote, seen, online } = await setUpClient({ body: placed }, { credential })
      const failing = remote.createOrder(order, key)
      await expect(failing).rejects.toMatchObject({ code: 'notSignedIn', name: 'Failure' })
      await expect(failing).rejects.toThrow(/line breaks/)
      expect([seen, online]).toEqual([[], []])
    },
  )

  it('accepts a response that echoes a token of 16 KB, and redacts it', async () => {
    const token = Buffer.from(Array.from({ length: 12_288 }, (_, at) => (at * 7919) % 251)).toString('base64')
    const credential = holding(token)
    const { remote } = await setUpClient(
      ({ headers }) => ({ body: { code: 200, data: { sample_id: 'S-1', note: headers.authorization } } }),
      { credential },
    )
    const answer = await remote.createOrder(order, key)
    expect(answer.value.sampleId).toBe('S-1')
    expect(JSON.stringify(answer.raw)).not.toContain(token.slice(0, 100))
  })

  it('was certainly not placed when it is canceled while it waits for another proxy', async () => {
    const stop = new AbortController()
    const transport: Transport = async (_url, init) => {
      queueMicrotask(() => stop.abort())
      await waitBeforeSending(new Promise(() => undefined), init?.signal)
      return expect.unreachable('it has left')
    }
    const { remote } = await setUpClient({ body: placed }, { transport })
    const failing = remote.createOrder(order, { ...key, signal: stop.signal })
    await expect(failing).rejects.toMatchObject({ code: 'cancelled' })
    await expect(failing).rejects.not.toBeInstanceOf(OutcomeUnknown)
  })

  it.each([
    ['the time limit', 'Nothing was sent: the way'],
    ['the offline switch', 'The offline switch is on.'],
  ])('was certainly not placed when %s ends its wait for another proxy', async (what, expectedMessage) => {
    const offline = new Failure('offline', joinMessages([`The offline switch is on.`]), { reason: 'switch' })
    const off = new AbortController()
    const transport: Transport = async (_url, init) => {
      queueMicrotask(() => (what === 'the time limit' ? expire() : off.abort(new CutOff(offline))))
      await waitBeforeSending(
        new Promise(() => undefined),
        AbortSignal.any([init?.signal ?? off.signal, off.signal]),
      )
      return expect.unreachable('it has left')
    }
    const { remote, expire, online } = await setUpClient({ body: placed }, { transport })
    const failing = remote.createOrder(order, key)
    await expect(failing).rejects.toMatchObject({ code: 'offline' })
    await expect(failing).rejects.not.toBeInstanceOf(OutcomeUnknown)
    await expect(failing).rejects.toThrow(expectedMessage)
    expect(online).not.toContain(false)
  })

  it('calls back right before it is sent, inside its quota slot, and before each retry with the same key', async () => {
    const sendEvents: [requests: number, left: number][] = []
    const { remote, seen, quota } = await setUpClient(busyOnce(placed, { 'Retry-After': '2' }))
    const beforeSend = async () => void sendEvents.push([seen.length, quota.status().left])
    await remote.createOrder(order, { ...key, beforeSend })
    expect(sendEvents).toEqual([
      [0, 99],
      [1, 98],
    ])
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k'])
  })

  it('still gets its response when the queue is abandoned after sending, and is not retried after a 429', async () => {
    const stop = new AbortController()
    const stopped = { ...key, queueSignal: stop.signal }
    const { remote, seen } = await setUpClient((_, count) => {
      if (count === 2) stop.abort()
      return count === 1 ? { body: placed } : { status: 429, headers: { 'Retry-After': '2' } }
    })
    await remote.createOrder(order, stopped)
    expect((await failureOf(remote.createOrder(order, stopped))).code).toBe('cancelled')
    expect(seen).toHaveLength(2)
    expect((await failureOf(remote.createOrder(order, stopped))).code).toBe('cancelled')
    expect(seen).toHaveLength(2)
  })

  it('is not sent, and takes no quota slot, when the callback forbids it', async () => {
    const { remote, seen, quota } = await setUpClient({ body: placed })
    const bar = new Error('the disk is full')
    const failing = remote.createOrder(order, { ...key, beforeSend: () => Promise.reject(bar) })
    await expect(failing).rejects.toBe(bar)
    expect([seen.length, quota.status().left]).toEqual([0, 100])
  })

  it('does not count the wait for the credential toward its time limit', async () => {
    const token = async () => {
      client.expire()
      return 'key-1'
    }
    const credential = { token, renew: async () => false }
    const client = await setUpClient({ body: placed }, { credential })
    const answer = await client.remote.createOrder(order, key)
    expect(answer.value.sampleId).toBe('S-1')
  })

  it('reports an error inside the app as such, not as a network error', async () => {
    const bug = new TypeError('a slip of the program')
    const credential = { token: () => Promise.reject(bug), renew: async () => false }
    const { remote, online } = await setUpClient({ body: placed }, { credential })
    await expect(remote.createOrder(order, key)).rejects.toBe(bug)
    expect(online).toEqual([])
  })

  it('was certainly not placed when the address does not respond', async () => {
    const { remote, close } = await setUpClient({ body: placed })
    await close()
    expect((await failureOf(remote.createOrder(order, key))).code).toBe('offline')
  })

  it.each([307, 308, 400, 403, 404, 409])(
    'was certainly not placed when the service refuses with %i',
    async (status) => {
      const { remote, seen } = await setUpClient({ status, body: { code: status, message: 'no' } })
      await expect(remote.createOrder(order, key)).rejects.toHaveProperty('name', 'Failure')
      expect(seen).toHaveLength(1)
    },
  )
})
