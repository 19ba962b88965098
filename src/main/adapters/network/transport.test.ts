import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createProxyServer, type IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Proxy } from '../../../shared/domain/app/settings.ts'
import { englishReplacer } from '../../../shared/words/message.ts'
import { isFull } from '../../testing/faults.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { describeTransport } from '../../testing/transportContract.ts'
import { authority, server as identity } from './testing/certificates.ts'
import { createNodeTransport, readProxies } from './transport.ts'

/** The https service of a lab, and a proxy that alone can resolve the name `service.test`. */
const answer = '{"code":200,"data":{"user_id":"usr_1"}}'
const service = createServer(identity, (_request, response) =>
  response.setHeader('Content-Type', 'application/json').end(answer),
)
const proxy = createProxyServer()
const seen = { connects: [] as string[], credentials: [] as (string | undefined)[] }
let password: string | null = null
let status = 200
let folder = ''
let caFile = ''

const portOf = (server: Server): number => (server.address() as AddressInfo).port
const listen = (server: Server) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

proxy.on('request', (_request, response) => response.writeHead(204).end())
proxy.on('connect', (request: IncomingMessage, client: Socket) => {
  seen.connects.push(request.url ?? '')
  seen.credentials.push(request.headers['proxy-authorization'])
  client.on('error', () => undefined)
  const refused = password !== null && request.headers['proxy-authorization'] !== password
  if (refused || status !== 200) {
    client.end(`HTTP/1.1 ${refused ? 407 : status} No\r\nProxy-Authenticate: Basic\r\n\r\n`)
    return
  }
  const upstream = connect(portOf(service), '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    upstream.pipe(client).pipe(upstream)
  })
  upstream.on('error', () => client.destroy())
})

beforeAll(async () => {
  await Promise.all([listen(service), listen(proxy)])
  folder = await mkdtemp(join(tmpdir(), 'pathclock-transport-'))
  caFile = join(folder, 'authority.pem')
  await writeFile(caFile, authority)
})
afterAll(async () => {
  for (const server of [service, proxy]) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  seen.connects = []
  seen.credentials = []
  password = null
  status = 200
})

type ServiceReply = {
  status?: number
  body?: string
  code?: string
  userId?: string
  message?: string
  reason?: string
  advice?: string
  mayHaveArrived?: boolean
  proxy?: string
  refusal?: string
}

/** Runs a script without this computer's own proxy and certificate settings. */
async function run(script: string, args: string[], env: Record<string, string>): Promise<ServiceReply> {
  const ours = /^(https?_proxy|no_proxy|all_proxy|node_.*|ssl_cert_.*)$/i
  const rest = Object.entries(process.env).filter(([name]) => !ours.test(name))
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...Object.fromEntries(rest), ...env },
    timeout: 15_000,
  })
  return JSON.parse(stdout, englishReplacer) as ServiceReply
}

const callService = (url: string, env: Record<string, string>, ...flags: string[]): Promise<ServiceReply> =>
  run(processFile('askService'), [url, ...flags], env)
const callThroughClient = (env: Record<string, string>): Promise<ServiceReply> =>
  run(processFile('askClient'), ['https://service.test/v1'], env)

const proxyUrl = (): string => `http://127.0.0.1:${portOf(proxy)}`
const named = 'https://service.test/api/v1/users/me'

describeTransport('Node', () => createNodeTransport())

describe('proxies and certificates', () => {
  it.each(isFull ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTPS_PROXY'])(
    'uses the proxy in %s',
    async (variable) => {
      const reply = await callService(named, { [variable]: proxyUrl(), NODE_EXTRA_CA_CERTS: caFile })
      expect(reply).toEqual({ status: 200, body: answer })
      expect(seen.connects).toEqual(['service.test:443'])
    },
  )

  it('sends the proxy the password in its address', async () => {
    password = `Basic ${Buffer.from('ann:p w').toString('base64')}`
    const address = proxyUrl().replace('//', '//ann:p%20w@')
    const reply = await callService(named, { HTTPS_PROXY: address, NODE_EXTRA_CA_CERTS: caFile })
    expect(reply.status).toBe(200)
  })

  it('rejects an unknown certificate authority, with advice on what to do', async () => {
    const reply = await callService(named, { HTTPS_PROXY: proxyUrl() })
    expect(reply).toMatchObject({ mayHaveArrived: false, reason: expect.stringMatching(/certificate/) })
    expect(reply.advice).toContain('NODE_EXTRA_CA_CERTS')
    expect(reply.code).toMatch(/UNABLE_TO_|SELF_SIGNED/)
  })

  it.runIf(process.platform === 'linux')('trusts the certificates of the system', async () => {
    const reply = await callService(named, { HTTPS_PROXY: proxyUrl(), SSL_CERT_FILE: caFile })
    expect(reply.status).toBe(200)
  })

  it('connects directly to hosts in NO_PROXY, including subdomains', async () => {
    const listed = ['other.example, service.test:443', '.test', 'service.test', 'test', '*']
    for (const NO_PROXY of isFull ? listed : listed.slice(0, 2)) {
      const reply = await callService(named, {
        HTTPS_PROXY: proxyUrl(),
        NODE_EXTRA_CA_CERTS: caFile,
        NO_PROXY,
      })
      expect([NO_PROXY, reply.code]).toEqual([NO_PROXY, expect.stringMatching(/ENOTFOUND|EAI_AGAIN/)])
    }
    expect(seen.connects).toEqual([])
  })

  it.each(isFull ? ['localhost', '127.0.0.1'] : ['localhost'])(
    'connects to %s directly, whatever the environment contains',
    async (host) => {
      const url = `https://${host}:${portOf(service)}/`
      const env = { HTTPS_PROXY: proxyUrl(), HTTP_PROXY: proxyUrl(), NO_PROXY: 'elsewhere.example' }
      expect((await callService(url, { ...env, NODE_EXTRA_CA_CERTS: caFile })).status).toBe(200)
      expect(seen.connects).toEqual([])
    },
  )

  it('connects to this computer directly over plain http too, even if Node itself was told to use the proxy', async () => {
    const url = `http://127.0.0.1:${portOf(proxy)}/`
    const ways = [{ NODE_OPTIONS: '--use-env-proxy' }, { NODE_USE_ENV_PROXY: '1' }]
    for (const how of isFull ? ways : ways.slice(0, 1))
      expect((await callService(url, { ...how, HTTP_PROXY: proxyUrl() })).status).toBe(204)
    expect(seen.connects).toEqual([])
  })

  it.each([
    ['wants a password', 407, 'ERR_PROXY_AUTH_REQUESTED'],
    ['refuses', 403, 'ERR_TUNNEL_CONNECTION_FAILED'],
  ])('blames a proxy that %s, and reports that nothing has arrived', async (_what, answer, code) => {
    if (answer === 407) password = 'Basic other'
    else status = answer
    const reply = await callService(named, { HTTPS_PROXY: proxyUrl(), NODE_EXTRA_CA_CERTS: caFile })
    expect(reply).toMatchObject({ code, mayHaveArrived: false, reason: expect.stringContaining('proxy') })
    expect(reply.advice).toContain('HTTPS_PROXY')
  })

  it.each([
    ['is not there', 'http://ann:hidden-word@127.0.0.1:9', 'ERR_PROXY_CONNECTION_FAILED'],
    ['has no such name', 'http://ann:hidden-word@proxy.invalid:3128', 'ERR_PROXY_CONNECTION_FAILED'],
    ['is no address', 'http://ann:hidden-word@:x', 'ERR_PROXY_INVALID_CONFIG'],
  ])('blames a proxy that %s, without revealing its password', async (_what, HTTPS_PROXY, code) => {
    const reply = await callService(named, { HTTPS_PROXY })
    expect(reply).toMatchObject({ code, mayHaveArrived: false })
    expect(JSON.stringify(reply)).not.toContain('hidden-word')
  })

  it('lets the client succeed, or fail with advice for the user', async () => {
    const trusted = { HTTPS_PROXY: proxyUrl(), NODE_EXTRA_CA_CERTS: caFile }
    expect(await callThroughClient(trusted)).toEqual({ userId: 'usr_1' })
    const untrusted = await callThroughClient({ HTTPS_PROXY: proxyUrl() })
    expect(untrusted).toMatchObject({ code: 'offline', message: expect.stringContaining('certificate') })
    expect(untrusted.message).toContain('NODE_EXTRA_CA_CERTS')
    password = 'Basic other'
    const refused = await callThroughClient(trusted)
    expect(refused).toMatchObject({ code: 'offline', message: expect.stringContaining('HTTPS_PROXY') })
    // Both were tried only once, because only the user can fix them.
    expect(seen.connects).toHaveLength(3)
  })

  it('works with a Node version without proxy support', async () => {
    const reply = await callService(named, { HTTPS_PROXY: proxyUrl(), NODE_EXTRA_CA_CERTS: caFile }, '--old')
    expect(reply.code).toMatch(/ENOTFOUND|EAI_AGAIN/)
  })
})

describe('the proxy of the settings', () => {
  const manual = (address = proxyUrl()): Proxy => ({ mode: 'manual', address })
  const none: Proxy = { mode: 'none' }
  const system: Proxy = { mode: 'system' }
  const callWithProxies = (
    proxies: Proxy[],
    env: Record<string, string> = {},
    url = named,
    ...flags: string[]
  ) =>
    run(processFile('askService'), [url, `--ways=${JSON.stringify(proxies)}`, ...flags], {
      NODE_EXTRA_CA_CERTS: caFile,
      ...env,
    }) as Promise<unknown> as Promise<ServiceReply[]>

  it('is used from the next request on, and no longer once it is removed', async () => {
    const reply = await callWithProxies([manual(), none, manual(), system])
    expect(reply.map(({ status: answered }) => answered)).toEqual([200, undefined, 200, undefined])
    expect(reply[1]?.code).toMatch(/ENOTFOUND|EAI_AGAIN/)
    expect(seen.connects).toEqual(['service.test:443', 'service.test:443'])
  })

  it('overrides those of the environment, which are used in the system mode', async () => {
    const elsewhere = { HTTPS_PROXY: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' }
    const [first, second, third] = await callWithProxies([manual(), none, system], elsewhere)
    expect(first?.status).toBe(200)
    expect(second?.code).toMatch(/ENOTFOUND|EAI_AGAIN/)
    expect(third).toMatchObject({ code: 'ERR_PROXY_CONNECTION_FAILED', proxy: '127.0.0.1:9' })
  })

  it('never receives requests to this computer', async () => {
    const own = createProxyServer((_request, response) => response.end('own'))
    await listen(own)
    const reply = await callWithProxies([manual()], {}, `http://127.0.0.1:${portOf(own)}/`)
    own.close()
    expect(reply[0]).toEqual({ status: 200, body: 'own' })
    expect(seen.connects).toEqual([])
  })

  it('is named if it does not answer or refuses, and nothing has arrived', async () => {
    const away = await callWithProxies([manual('http://127.0.0.1:9')])
    expect(away[0]).toMatchObject({ mayHaveArrived: false, proxy: '127.0.0.1:9' })
    expect(away[0]?.reason).toBe('the proxy 127.0.0.1:9 does not answer')
    status = 403
    const refusing = await callWithProxies([manual()])
    const host = `127.0.0.1:${portOf(proxy)}`
    expect(refusing[0]?.reason).toBe(`the proxy ${host} did not let the request through`)
  })

  it('does not disable the check of the service’s certificate', async () => {
    const reply = await callWithProxies([manual()], { NODE_EXTRA_CA_CERTS: '' })
    expect(reply[0]?.reason).toContain('certificate')
  })

  it('is not silently ignored if Node cannot use it', async () => {
    const reply = await callWithProxies([manual()], {}, named, '--old')
    expect(reply[0]?.refusal).toContain('cannot go through the proxy')
  })
})

describe('the proxies of the environment', () => {
  it('are null if none is set', () => {
    expect(readProxies({})).toBeNull()
    expect(readProxies({ HTTPS_PROXY: ' ', NO_PROXY: 'a' })).toBeNull()
  })

  it('are parsed like in curl', () => {
    expect(
      readProxies({ https_proxy: 'lower:1', HTTPS_PROXY: 'upper:2', NO_PROXY: 'a.example, 10.0.0.1' }),
    ).toEqual({
      HTTPS_PROXY: 'http://lower:1',
      NO_PROXY: 'a.example,.a.example,10.0.0.1,localhost,127.0.0.1,[::1]',
    })
    expect(readProxies({ HTTP_PROXY: 'http://p:1' })).toMatchObject({ HTTP_PROXY: 'http://p:1' })
  })
})
