import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { candidatePaths } from './basePath.ts'
import { type Client, setUpClient } from './testing/setUpClient.ts'

/** Opens a client without a base path for a service whose endpoints are at `at`. */
async function unlocated(
  at: string,
  options: Parameters<typeof setUpClient>[1] & { elsewhere?: { status: number; body?: unknown } } = {},
) {
  const { elsewhere = { status: 404, body: { code: 404, message: 'no' } }, ...rest } = options
  return setUpClient(({ path }) => (path.startsWith(`${at}/users/`) ? { body: user } : elsewhere), {
    dialect: {},
    ...rest,
  })
}

const user = { code: 200, data: { user_id: 'u-1' } }
const paths = ({ seen }: Client): string[] => seen.map(({ path }) => path)

describe('the paths to try', () => {
  it.each([
    ['https://h.example', ['/api/v1', '']],
    ['https://h.example/', ['/api/v1', '']],
    ['https://h.example/v1', ['/api/v1', '/v1/api/v1', '/v1']],
    ['https://h.example/lab/v1/', ['/api/v1', '/lab/v1/api/v1', '/lab/api/v1', '/lab/v1']],
    ['https://h.example/api/v1?key=x#y', ['/api/v1', '/api/v1/api/v1', '/api/api/v1']],
    ['https://h.example/a%2Fb', ['/api/v1']],
  ])('of %s', (address, expected) => {
    expect(candidatePaths(address)).toEqual(expected)
  })
})

describe('detecting the base path', () => {
  it.each([
    ['/api/v1', '/v1', 1],
    ['/v1/api/v1', '/v1', 2],
    ['/v1', '/v1', 3],
    ['/lab/api/v1', '/lab/v1', 3],
    ['', '', 2],
  ])('finds %j below the address with %j, in %i requests', async (at, base, requests) => {
    const client = await unlocated(at, { base })
    await client.remote.locate()
    expect(client.found).toEqual([{ base_path: at }])
    expect(client.seen).toHaveLength(requests)
    expect(client.remote.service()).toBe(`${client.url}${at}`)
    await client.remote.me()
    expect(client.seen.at(-1)?.path).toBe(`${at}/users/me`)
    expect(client.seen).toHaveLength(requests + 1)
  })

  it('runs once for simultaneous calls', async () => {
    const client = await unlocated('/v1', { base: '/v1' })
    await Promise.all(Array.from({ length: 20 }, () => client.remote.me()))
    expect(client.found).toHaveLength(1)
    expect(client.seen).toHaveLength(3 + 20)
  })

  it('reports each request to callers that count them, apart from the call itself', async () => {
    const callbackCounts = { leave: 0, lookup: 0 }
    const beforeSend = async () => void (callbackCounts.leave += 1)
    const client = await unlocated('/v1', { base: '/v1' })
    await client.remote.me({
      priority: 'offlineSync',
      beforeSend,
      beforeLookup: async () => void (callbackCounts.lookup += 1),
    })
    expect(callbackCounts).toEqual({ leave: 1, lookup: 3 })
    const other = await unlocated('/v1', { base: '/v1' })
    await other.remote.me({ priority: 'batch', beforeSend })
    expect(callbackCounts).toEqual({ leave: 2, lookup: 3 })
  })

  it('ends for a caller whose request count is exhausted, and continues for others', async () => {
    const full = new Error('full')
    const client = await unlocated('/v1', { base: '/v1' })
    const refused = client.remote.me({ priority: 'offlineSync', beforeLookup: () => Promise.reject(full) })
    const [one, other] = await Promise.allSettled([refused, client.remote.me({ priority: 'polling' })])
    expect(one).toMatchObject({ status: 'rejected', reason: full })
    expect(other).toMatchObject({ status: 'fulfilled' })
  })

  it('is skipped if the base path is configured', async () => {
    const client = await unlocated('/x', { dialect: { base_path: '/x' } })
    await client.remote.locate()
    expect(client.seen).toEqual([])
    await client.remote.me()
    expect(paths(client)).toEqual(['/x/users/me'])
  })

  it('skips HTML pages, and error codes in HTTP 200 responses', async () => {
    const page = { status: 200, body: '<html>the front page</html>' }
    const client = await unlocated('/v1', { base: '/v1', elsewhere: page })
    await client.remote.locate()
    expect(client.found).toEqual([{ base_path: '/v1' }])
    const coded = await unlocated('/v1', { base: '/v1', elsewhere: { status: 200, body: { code: 404 } } })
    await coded.remote.locate()
    expect(coded.found).toEqual([{ base_path: '/v1' }])
  })

  it('accepts a 403 in JSON, and one in HTML only if no other path responds better', async () => {
    const json = await unlocated('/none', { elsewhere: { status: 403, body: { code: 403 } } })
    await json.remote.locate()
    expect(json.found).toEqual([{ base_path: '/api/v1' }])
    expect(json.seen).toHaveLength(1)
    const html = await unlocated('/v1', { base: '/v1', elsewhere: { status: 403, body: '<html>no</html>' } })
    await html.remote.locate()
    expect(html.found).toEqual([{ base_path: '/v1' }])
    const onlyHtml = await unlocated('/none', { elsewhere: { status: 403, body: '<html>no</html>' } })
    await onlyHtml.remote.locate()
    expect(onlyHtml.found).toEqual([{ base_path: '/api/v1' }])
  })

  it('accepts 0 as success only together with the user', async () => {
    const client = await setUpClient({ body: { code: 0, data: { user_id: 'u-1' } } }, { dialect: {} })
    expect((await client.remote.me()).value.userId).toBe('u-1')
    expect(client.found).toEqual([{ base_path: '/api/v1', envelope: { success: [0] } }])
    const empty = await setUpClient({ body: { code: 0, data: null } }, { dialect: {} })
    await empty.remote.locate()
    expect(empty.found).toEqual([{ base_path: '/api/v1' }])
  })

  it.each([
    [500, 'serviceFailed'],
    [401, 'notSignedIn'],
  ])('stores no path after a response of %i, and searches again at the next call', async (status, code) => {
    let failing = true
    const client = await setUpClient(() => (failing ? { status, body: { code: status } } : { body: user }), {
      dialect: {},
    })
    await expect(client.remote.me()).rejects.toMatchObject({ code })
    expect(client.found).toEqual([])
    failing = false
    expect((await client.remote.me()).value.userId).toBe('u-1')
    expect(client.found).toEqual([{ base_path: '/api/v1' }])
  })

  it('renews the credential once if a gateway responds with 401 at every path', async () => {
    const renewals: string[] = []
    const credential = {
      token: async () => `token-${renewals.length}`,
      renew: async (used: string) => renewals.push(used) > 0,
    }
    const client = await unlocated('/none', {
      base: '/lab/v1',
      elsewhere: { status: 401, body: '<html>Sign in</html>' },
      credential,
    })
    await expect(client.remote.locate()).rejects.toMatchObject({ code: 'notSignedIn' })
    expect(renewals).toEqual(['token-0'])
  })

  it('reports that there is no such service if no path fits, and places no order', async () => {
    const client = await unlocated('/none', { base: '/lab/v1' })
    const order = client.remote.createOrder({ client_reference: 'A-1' }, { idempotencyKey: 'k' })
    await expect(order).rejects.toMatchObject({ name: 'Failure', code: 'notFound' })
    await expect(client.remote.me()).rejects.toThrow(/no such service at this address/)
    expect(client.seen.every(({ method }) => method === 'GET')).toBe(true)
    expect(client.found).toEqual([])
  })

  it('reports a redirect if every path redirects', async () => {
    const client = await unlocated('/none', { elsewhere: { status: 302 } })
    await expect(client.remote.me()).rejects.toMatchObject({
      code: 'serviceFailed',
      message: expect.stringContaining('answered with a redirect'),
      details: { status: 302 },
    })
  })

  it('starts again for an interactive call during a background search, but not the other way round', async () => {
    const held: ServerResponse[] = []
    let holding = true
    const client = await setUpClient(
      () => (holding ? { raw: (response) => held.push(response) } : { body: user }),
      { dialect: {} },
    )
    const background = client.remote.me({ priority: 'polling' })
    await expect.poll(() => held.length).toBe(1)
    holding = false
    expect((await client.remote.me()).value.userId).toBe('u-1')
    for (const response of held) response.destroy()
    expect((await background).value.userId).toBe('u-1')
    const other = await setUpClient({ body: user }, { dialect: {} })
    await Promise.all([other.remote.locate(), other.remote.locate({ priority: 'batch' })])
    expect(other.seen).toHaveLength(1)
  })

  it('does not fail an interactive call because a background call failed', async () => {
    let failing = true
    const client = await setUpClient(
      () => (failing ? { status: 500, body: { code: 500 } } : { body: user }),
      { dialect: {} },
    )
    for (let call = 0; call < 5; call += 1) await client.remote.me().catch(() => undefined)
    failing = false
    const background = client.remote.me({ priority: 'polling' })
    const person = client.remote.me()
    await expect(background).rejects.toThrow(/no further request/)
    expect((await person).value.userId).toBe('u-1')
  })

  it('searches again on demand, but not at the path that the service has left', async () => {
    let at = '/v1'
    const client = await setUpClient(
      ({ path }) => (path.startsWith(`${at}/users/`) ? { body: user } : { status: 404, body: { code: 404 } }),
      { dialect: {}, base: '/v1' },
    )
    await client.remote.locate()
    at = '/api/v1'
    await expect(client.remote.me()).rejects.toMatchObject({ code: 'notFound' })
    expect(client.seen).toHaveLength(4)
    await client.remote.locate({ anew: true })
    await client.remote.me()
    expect(paths(client).slice(4)).toEqual(['/api/v1/users/me', '/api/v1/users/me'])
    expect(client.found).toEqual([{ base_path: '/v1' }, { base_path: '/api/v1' }])
    at = '/nowhere'
    await expect(client.remote.locate({ anew: true })).rejects.toMatchObject({ code: 'notFound' })
    expect(paths(client).slice(6)).toEqual(['/v1/api/v1/users/me', '/v1/users/me'])
    expect(client.remote.service()).toBe(`${client.url}/api/v1`)
  })

  it('uses a newly detected path even if it could not be stored', async () => {
    const dialect = { base_path: '/old', envelope: { success: [200] } }
    const client = await unlocated('/api/v1', { dialect })
    await client.remote.locate({ anew: true })
    expect(client.found).toEqual([{ base_path: '/api/v1' }])
    expect((await client.remote.me()).value.userId).toBe('u-1')
    dialect.base_path = '/other'
    await expect(client.remote.me()).rejects.toMatchObject({ code: 'notFound' })
    expect(paths(client).at(-1)).toBe('/other/users/me')
  })

  it('continues for the other callers when one of them is canceled', async () => {
    const client = await unlocated('/v1', { base: '/v1' })
    const stop = new AbortController()
    const first = client.remote.me({ signal: stop.signal })
    const second = client.remote.me()
    stop.abort(new Error('no longer wanted'))
    await expect(first).rejects.toThrow('no longer wanted')
    expect((await second).value.userId).toBe('u-1')
  })

  it('is aborted when no caller waits for it any more', async () => {
    const stop = new AbortController()
    const client = await setUpClient({ raw: () => stop.abort(new Error('enough')) }, { dialect: {} })
    await expect(client.remote.me({ signal: stop.signal })).rejects.toThrow('enough')
    expect(client.seen).toHaveLength(1)
  })

  it('reads the dialect at every call', async () => {
    const dialect: { base_path: string; envelope?: { success: number[] } } = { base_path: '/a' }
    const client = await setUpClient({ body: { code: 0, data: { user_id: 'u-1' } } }, { dialect })
    await expect(client.remote.me()).rejects.toThrow(/code 0.*dialect of the profile/)
    dialect.base_path = '/b'
    dialect.envelope = { success: [0] }
    await client.remote.me()
    expect(paths(client)).toEqual(['/a/users/me', '/b/users/me'])
  })
})
