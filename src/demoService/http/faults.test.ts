import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../main/testing/newFolder.ts'
import { type DemoClient, startDemo } from '../testing/demoClient.ts'
import type { FaultEntry } from './faults.ts'

let demo: DemoClient | undefined
afterEach(async () => {
  await demo?.service.close()
  demo = undefined
})

const start = async (faults: FaultEntry[]): Promise<DemoClient> => (demo = await startDemo({ faults }))
const fileOf = (content: unknown): string => {
  const path = join(newFolder(), 'faults.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const match = { method: 'POST', path: '/api/v1/samples' }
const placeOrder = (client: DemoClient, reference = 'S-1') =>
  client.post('samples', { client_reference: reference })

/** Returns true once more than `size` bytes of the body were read. */
async function readAtLeast(response: Response, size: number): Promise<boolean> {
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > size) return true
  }
  return false
}

describe('faults', () => {
  it.each([
    ['reset-before-commit', 0],
    ['reset-after-commit', 1],
  ] as const)('%s cuts the connection with %i orders made', async (fault, orders) => {
    const client = await start([{ match, fault, times: 1 }])
    await expect(placeOrder(client)).rejects.toThrow(/fetch failed|terminated/)
    expect(client.service.summary()).toMatchObject({ orders, by_status: { reset: 1 } })
    expect((await placeOrder(client, 'S-2')).status).toBe(201)
  })

  it('status answers before the order is made, status-after-commit after', async () => {
    const client = await start([
      { match, fault: 'status', status: 503, headers: { 'Retry-After': '7' }, times: 1 },
      { match, fault: 'status-after-commit', times: 1 },
    ])
    const first = await placeOrder(client)
    expect([first.status, first.headers.get('Retry-After'), first.body.code]).toEqual([503, '7', 503])
    expect(client.service.summary().orders).toBe(0)
    expect((await placeOrder(client)).status).toBe(502)
    expect(client.service.summary().orders).toBe(1)
  })

  it('delay commits late, also when the client has left', async () => {
    const [arrived, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const sleep = (_ms: number, signal?: AbortSignal) => {
      arrived.resolve()
      signal?.addEventListener('abort', () => late.reject(new Error('The client has left.')))
      return late.promise
    }
    const client = (demo = await startDemo({ sleep, faults: [{ match, fault: 'delay' }] }))
    const leave = new AbortController()
    const left = fetch(`${client.service.url}/api/v1/samples`, {
      method: 'POST',
      signal: leave.signal,
      headers: { Authorization: `Bearer ${client.service.apiKey}` },
      body: '{"client_reference":"late"}',
    })
    await arrived.promise
    leave.abort()
    await expect(left).rejects.toThrow(/abort/i)
    expect(client.service.summary().orders).toBe(0)
    late.resolve()
    await expect.poll(() => client.service.summary().orders).toBe(1)
  })

  it('partial-body and wrong-json break the answer and keep the order', async () => {
    const client = await start([
      { match, fault: 'partial-body', times: 1 },
      { match, fault: 'wrong-json', times: 1 },
    ])
    await expect(placeOrder(client)).rejects.toThrow(/fetch failed|terminated/)
    const wrong = await placeOrder(client, 'S-2')
    expect(wrong.status).toBe(201)
    expect(() => JSON.parse(wrong.text)).toThrow(/JSON/)
    expect(client.service.summary().orders).toBe(2)
  })

  it('commit-late cuts the connection now and carries the order out later, on the clock it is given', async () => {
    const late = Promise.withResolvers<void>()
    const waits: number[] = []
    const sleep = (ms: number) => {
      waits.push(ms)
      return late.promise
    }
    demo = await startDemo({ sleep, faults: [{ match, fault: 'commit-late', delayMs: 30_000, times: 1 }] })
    await expect(placeOrder(demo)).rejects.toThrow(/fetch failed|terminated/)
    expect(demo.service.summary()).toMatchObject({ orders: 0, by_status: { reset: 1 } })
    late.resolve()
    await expect.poll(() => demo?.service.summary().orders).toBe(1)
    expect(waits).toEqual([30_000])
  })

  it('slow-headers are never complete, and the service still closes', async () => {
    demo = await startDemo({ faults: [{ fault: 'slow-headers' }] })
    const { url } = demo.service
    const leave = AbortSignal.timeout(50)
    await expect(fetch(`${url}/api/v1/users/me`, { signal: leave })).rejects.toThrow(/timeout/)
    const stuck = fetch(`${url}/api/v1/users/me`)
    stuck.catch(() => undefined)
    await expect.poll(() => demo?.service.summary().requests).toBe(2)
    await demo.service.close()
    await expect(stuck).rejects.toThrow('fetch failed')
  })

  it('endless-body goes on for as long as it is read', async () => {
    demo = await startDemo({ faults: [{ fault: 'endless-body' }] })
    const response = await fetch(`${demo.service.url}/api/v1/users/me`)
    expect(await readAtLeast(response, 8_000_000)).toBe(true)
  })

  it('bomb is 1 MB of gzip for 1 GiB of text', async () => {
    demo = await startDemo({ faults: [{ fault: 'bomb' }] })
    const { port } = new URL(demo.service.url)
    const packed = await new Promise<number>((resolve, reject) => {
      get({ port, path: '/api/v1/users/me' }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('end', () => resolve(bytes))
      }).on('error', reject)
    })
    expect(packed).toBeGreaterThan(64 * 16_000)
    expect(packed).toBeLessThan(1_200_000)
    const response = await fetch(`${demo.service.url}/api/v1/users/me`)
    // One of its 64 like parts is enough to see.
    expect(await readAtLeast(response, 16 * 1024 * 1024)).toBe(true)
  })

  it('deep-json, html and empty take the place of the answer', async () => {
    demo = await startDemo({
      faults: [
        { fault: 'deep-json', times: 1 },
        { fault: 'html', times: 1 },
        { fault: 'html', status: 403, times: 1 },
        { fault: 'empty', times: 1 },
      ],
    })
    const me = () => demo!.get('users/me')
    expect((await me()).text).toContain('['.repeat(100_000))
    const page = await me()
    expect([page.status, page.type]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await me()).status).toBe(403)
    expect(await me()).toMatchObject({ status: 200, text: '' })
    expect((await me()).data.name).toEqual(expect.any(String))
  })

  it('play for every nth request that matches, by prefix or regular expression', async () => {
    const faults = [{ match: { path: '^/api/v1/drugs/[^/]+$' }, fault: 'status', every: 3 }]
    const client = (demo = await startDemo({ faultsFile: fileOf(faults) }))
    const statuses: number[] = []
    for (let nth = 0; nth < 6; nth++) statuses.push((await client.get('drugs/DRG-0000001')).status)
    expect(statuses).toEqual([200, 200, 502, 200, 200, 502])
    expect((await client.get('drugs')).status).toBe(200)
  })

  it.each([
    ['{not json', 'faults.json'],
    [[{ fault: 'explode' }], '0.fault'],
    [[{ fault: 'status', when: 'always' }], 'when'],
    [[{ fault: 'status', match: { path: '^(' } }], 'path'],
  ])('a wrong file %j is refused, and the message says where', async (content, word) => {
    await expect(startDemo({ faultsFile: fileOf(content) })).rejects.toThrow(word)
  })
})
