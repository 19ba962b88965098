import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHostFixture, type HostFixture } from '../hostFixture.ts'
import { type ElectronSim, launchElectronSim } from '../index.ts'

/** A server behind the proxy: only the proxy can resolve `service.test`. */
const service = createServer((_request, response) => response.end('hello from the service'))
const proxy = createServer()
const connects: string[] = []
let fixture: HostFixture
let app: ElectronSim

const hostOf = (server: Server): string => `127.0.0.1:${(server.address() as AddressInfo).port}`

/** The `Proxy-Authorization` that the proxy requires; empty for none. */
let login = ''

proxy.on('connect', (request, client: Socket) => {
  if (login !== '' && request.headers['proxy-authorization'] !== login)
    return client.end(
      'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="lab"\r\n\r\n',
    )
  connects.push(request.url ?? '')
  client.on('error', () => undefined)
  const upstream = connect((service.address() as AddressInfo).port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    upstream.pipe(client).pipe(upstream)
  })
  upstream.on('error', () => client.destroy())
})

beforeAll(async () => {
  for (const server of [service, proxy]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  fixture = await createHostFixture()
  app = await launchElectronSim({ main: fixture.main, dataFolder: await fixture.newDataFolder() })
})
afterAll(async () => {
  await app?.close()
  await fixture.remove()
  for (const server of [service, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  connects.length = 0
})

type Reply = { ok: boolean; value?: { text: string }; failure?: { message: string; details: unknown } }
type Bridge = { pathclock: { call(name: string, input: unknown): Promise<Reply> } }
const call = (name: string, input: unknown): Promise<Reply> =>
  app.page.evaluate(([method, given]) => (window as unknown as Bridge).pathclock.call(method, given), [
    name,
    input,
  ] as const)
const search = (text: string) => call('drugs.search', { text })
const use = (given: unknown) => call('settings.set', { proxy: given })
const session = async () => (await app.recorded()).sessions.find(({ partition }) => partition === 'default')

describe('the proxy of the settings, in Electron', () => {
  it('applies to the session that sends, but not to requests within this computer', async () => {
    await use({ mode: 'manual', address: `http://${hostOf(proxy)}` })
    expect(await session()).toMatchObject({
      proxy: {
        mode: 'fixed_servers',
        proxyRules: `http://${hostOf(proxy)}`,
        proxyBypassRules: 'localhost;127.0.0.0/8;[::1]',
      },
      connectionsClosed: 0,
    })
    expect(await search('http://service.test/')).toMatchObject({ value: { text: 'hello from the service' } })
    expect(connects).toEqual(['service.test:80'])
    expect(await search(`http://${hostOf(service)}/`)).toMatchObject({
      value: { text: 'hello from the service' },
    })
    expect(connects).toHaveLength(1)
  })

  it.each([
    ['se cret', { value: { text: 'hello from the service' } }],
    ['wrong', { ok: false, failure: { message: 'net::ERR_TUNNEL_CONNECTION_FAILED' } }],
  ])('gets the login of the environment if it asks for one: %s', async (password, expected) => {
    login = `Basic ${Buffer.from('lab:se cret').toString('base64')}`
    const [before, address] = [app, hostOf(proxy)]
    const env = { HTTPS_PROXY: `http://lab:${encodeURIComponent(password)}@${address}` }
    app = await launchElectronSim({ main: fixture.main, dataFolder: await fixture.newDataFolder(), env })
    try {
      await use({ mode: 'manual', address: `http://${address}` })
      expect(await search('http://service.test/')).toMatchObject(expected)
      expect(await search('http://service.test/')).toMatchObject(expected)
    } finally {
      await app.close()
      app = before
      login = ''
    }
  })

  it('is named if it does not respond', async () => {
    await use({ mode: 'none' })
    await use({ mode: 'manual', address: 'http://127.0.0.1:9' })
    expect(await search('http://service.test/')).toMatchObject({
      ok: false,
      failure: { message: 'net::ERR_PROXY_CONNECTION_FAILED', details: { proxy: '127.0.0.1:9' } },
    })
  })

  it('is removed together with its connections', async () => {
    await use({ mode: 'none' })
    const before = (await session())?.connectionsClosed ?? 0
    await use({ mode: 'system' })
    expect(await session()).toMatchObject({ proxy: { mode: 'system' }, connectionsClosed: before + 1 })
    await use({ mode: 'system' })
    expect((await session())?.connectionsClosed).toBe(before + 1)
    expect((await search('http://service.test/')).ok).toBe(false)
    expect(connects).toEqual([])
  })
})
