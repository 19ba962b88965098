import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyLimits } from './routes.ts'
import { startServer } from './testing/startServer.ts'

type Server = Awaited<ReturnType<typeof startServer>>
let server: Server
beforeEach(async () => {
  server = await startServer()
})

const parse = (body: Buffer): unknown => JSON.parse(body.toString('utf8'))

describe('a request', () => {
  it('is served only if its Host and Origin are exactly ours, whatever its method and preflight headers', async () => {
    const { url } = server
    const { port } = url
    const { cookie, token } = await server.signIn()
    const senders: { host?: string; origin?: string }[] = [
      { origin: url.origin },
      {},
      { host: 'evil.example' },
      ...[`localhost:${port}`, `evil.example:${port}`, ''].map((host) => ({ host, origin: url.origin })),
      ...['null', '', `http://localhost:${port}`, 'https://evil.example'].map((origin) => ({ origin })),
    ]
    const requests = [
      { method: 'GET', path: '/', served: 200 },
      { method: 'HEAD', path: '/', served: 200 },
      { method: 'GET', path: '/files/none', served: 404 },
      { method: 'POST', path: '/session', served: 200 },
      { method: 'POST', path: '/call/app.status', served: 200 },
      { method: 'POST', path: '/files?name=a.csv', served: 200 },
      { method: 'PUT', path: '/call/app.status', served: 405 },
      { method: 'DELETE', path: '/files/none', served: 405 },
      { method: 'PATCH', path: '/', served: 405 },
      { method: 'OPTIONS', path: '/call/app.status', served: 405 },
    ]
    const wrong: unknown[] = []
    for (const sender of senders)
      for (const { method, path, served } of requests) {
        const { status, headers } = await server.sendRequest(path, {
          method,
          headers: {
            cookie,
            'x-pathclock-token': token,
            'content-type': 'application/json',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'x-pathclock-token',
            'access-control-request-private-network': 'true',
            'access-control-request-local-network': 'true',
            ...sender,
          },
          body: method === 'POST' ? '{}' : '',
        })
        const isRead = method === 'GET' || method === 'HEAD'
        const exact = sender === senders[0] || (sender === senders[1] && isRead)
        const opened = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
        if (!(exact ? [served] : [403, 400]).includes(status) || opened.length > 0)
          wrong.push({ sender, method, path, status, opened })
      }
    expect(wrong).toEqual([])
  })

  it.each([
    'GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: evil.example\r\nHost: HOST\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\n',
    'GET / HTTP/1.0\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: HOST, evil.example\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: HOST\r\n.evil.example: x\r\nHost: evil.example\r\n\r\n',
    'GET / HTTP/1.1\r\nHost:\tlocalhost\r\n\r\n',
    'GET /events HTTP/1.1\r\nHost: HOST\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    'GET /events HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  ])('refuses %j', async (raw) => {
    const text = await sendRaw(server, raw.replaceAll('HOST', server.url.host))
    expect(text).toMatch(/^(HTTP\/1\.1 40[03] |$)/)
  })
})

describe('access to the server', () => {
  it('is on 127.0.0.1 alone, not on the network or other addresses of this computer', async () => {
    const others = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
    const addresses = new Set(['127.0.0.2', '::1', ...others.map(({ address }) => address)])
    addresses.delete('127.0.0.1')
    const reaches = (address: string): Promise<boolean> =>
      new Promise((done) => {
        const socket = connect(Number(server.url.port), address, () => done(true))
        socket.on('error', () => done(false))
        socket.on('connect', () => socket.destroy())
      })
    const reached: string[] = []
    for (const address of addresses) if (await reaches(address)) reached.push(address)
    expect(reached).toEqual([])
    expect(await reaches('127.0.0.1')).toBe(true)
  })
})

/** Sends these exact bytes and returns the responses until the connection is closed, by default after the first. */
const sendRaw = (to: Server, raw: string, closes = true): Promise<string> =>
  new Promise((done) => {
    let text = ''
    const socket = connect(Number(to.url.port), '127.0.0.1', () => socket.write(raw))
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (closes) socket.end()
    })
    socket.on('error', () => done(text))
    socket.on('close', () => done(text))
  })

describe('a body that does not arrive', () => {
  it.each(['session', 'call', 'upload'])('does not block, and its connection ends (%s)', async (what) => {
    const short = { maxBytes: 2000, timeoutMs: 50 }
    const other = await startServer({
      limits: { session: short, call: short, paste: short, uploadIdleTimeoutMs: 50 },
    })
    const { host, origin } = other.url
    const { headers } = what === 'session' ? { headers: {} } : await other.signIn()
    const path = { session: '/session', call: '/call/drugs.search', upload: '/files?name=a.csv' }[what]
    const sent = { 'content-type': 'application/json', origin, ...headers, host, 'content-length': 1000 }
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    const raw = [`POST ${path} HTTP/1.1`, ...lines, '', '{"to'].join('\r\n')
    expect(await sendRaw(other, raw, false)).toMatch(
      what === 'upload' ? /^(?!.*"ok":true)/s : /^HTTP\/1\.1 408 .*app\.bodyRequestNotArrive/s,
    )
  })

  it('is limited to a few seconds before sign-in', () => {
    expect(bodyLimits.session.timeoutMs).toBeLessThanOrEqual(5000)
  })
})

describe('the launch token', () => {
  it('is in the fragment, and is exchanged once', async () => {
    const { url, launchToken } = server
    expect(url.search).toBe('')
    const first = await server.exchange(launchToken)
    expect(first.status).toBe(200)
    expect(String(first.headers['set-cookie'])).toMatch(
      new RegExp(`^pathclock-${url.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    )
    expect((await server.exchange(launchToken)).status).toBe(401)
  })

  it('can be used again only by the same tab, which may have lost the response', async () => {
    const { launchToken } = server
    const first = await server.exchange(launchToken, {}, 'this tab')
    const again = await server.exchange(launchToken, {}, 'this tab')
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie'])
    for (const other of ['another tab', '', undefined])
      expect((await server.exchange(launchToken, {}, other)).status).toBe(401)
    expect((await server.exchange('guess', {}, 'this tab')).status).toBe(401)
  })

  it('works for a new tab of the same browser, but not for a browser without the cookie or the token', async () => {
    const first = await server.exchange(server.launchToken, {}, 'this tab')
    const cookie = String(first.headers['set-cookie']).split(';')[0]
    const other = await server.exchange(server.launchToken, { Cookie: cookie }, 'another tab')
    expect(other).toMatchObject({ status: 200, body: first.body })
    expect((await server.exchange(server.launchToken, { Cookie: `${cookie}x` }, 'a third')).status).toBe(401)
    expect((await server.exchange('guess', { Cookie: cookie }, 'a third')).status).toBe(401)
  })

  it('works only once for a tab that did not identify itself', async () => {
    await server.exchange(server.launchToken, {}, '')
    for (const tab of ['', undefined, 'this tab'])
      expect((await server.exchange(server.launchToken, {}, tab)).status).toBe(401)
  })

  it('differs for the browser that Pathclock opens, and is then accepted from this account only', async () => {
    expect(server.openedToken).not.toBe(server.launchToken)
    let isOwn = false
    const other = await startServer({ isOwnAccount: async () => isOwn })
    // Another account can read a program's arguments and send the token first.
    expect((await other.exchange(other.openedToken)).status).toBe(401)
    isOwn = true
    expect((await other.exchange(other.openedToken)).status).toBe(200)
    expect((await other.exchange(other.openedToken)).status).toBe(401)
    expect((await other.exchange(other.launchToken)).status).toBe(401)
  })

  it('is accepted from any account if it was printed, since only its owner reads the terminal', async () => {
    const other = await startServer({ isOwnAccount: async () => false })
    expect((await other.exchange(other.launchToken)).status).toBe(200)
  })

  it('admits one of many simultaneous requests while the account is determined', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, tab) => server.exchange(server.openedToken, {}, `tab ${tab}`)),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each(['', 'guess', 'a'.repeat(43)])('is not replaced by a guess: %j', async (token) => {
    const answer = await server.exchange(token)
    expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
    expect((await server.exchange(server.launchToken)).status).toBe(200)
  })

  it('is replaced by cookie and header token together when the page reloads', async () => {
    const { cookie, token } = await server.signIn()
    const both = { cookie, 'x-pathclock-token': token }
    expect(parse((await server.exchange('', both)).body)).toMatchObject({ headerToken: token })
    expect((await server.exchange('', { ...both, cookie: `${cookie}x` })).status).toBe(401)
    expect((await server.exchange('', { cookie })).status).toBe(401)
    expect((await server.exchange('', { 'x-pathclock-token': token })).status).toBe(401)
  })

  it('returns the data that a page shows first, except for slow parts', async () => {
    const slow = await startServer({
      dispatch: (name, input) =>
        name === 'studies.list'
          ? new Promise(() => undefined)
          : Promise.resolve({ ok: true, value: { name, input } }),
    })
    const { first } = parse((await slow.exchange(slow.launchToken)).body) as { first: unknown }
    const answer = (name: string) => ({ ok: true, value: { name, input: {} } })
    expect(first).toEqual([answer('settings.get'), answer('app.status'), null, answer('jobs.list')])
    expect(parse((await slow.exchange('x')).body)).not.toHaveProperty('first')
  })

  it('is accepted as JSON only, which no form can send', async () => {
    const answer = await server.sendRequest('/session', {
      method: 'POST',
      headers: { origin: server.url.origin, 'content-type': 'text/plain' },
      body: JSON.stringify({ token: server.launchToken }),
    })
    expect(answer.status).toBe(415)
  })
})

describe('calls', () => {
  const call = (headers: Record<string, string>, body = '{"text":"x"}', method = 'drugs.search') =>
    server.sendRequest(`/call/${method}`, { method: 'POST', headers, body })

  it('reach dispatch with the cookie and the header token', async () => {
    const { headers } = await server.signIn()
    const answer = await call(headers)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(parse(answer.body)).toEqual({ ok: true, value: { name: 'drugs.search', input: { text: 'x' } } })
  })

  it('are refused with half a session', async () => {
    const { headers, cookie, token } = await server.signIn()
    const { cookie: _cookie, ...noCookie } = headers
    const { 'x-pathclock-token': _token, ...noToken } = headers
    const halves = [
      noCookie,
      noToken,
      { ...headers, cookie: cookie.replace('=', '=x') },
      { ...headers, cookie: cookie.replace('pathclock-', 'pathclock-0') },
      { ...headers, 'x-pathclock-token': `${token}x` },
      { ...headers, 'x-pathclock-token': '' },
    ]
    for (const half of halves) {
      const { status, body } = await call(half)
      expect([status, parse(body)]).toMatchObject([401, { ok: false, failure: { code: 'forbidden' } }])
    }
  })

  it('cannot name a path of this machine', async () => {
    const { headers } = await server.signIn()
    expect((await call(headers, '{"path":"/etc/passwd"}', 'files.adopt')).status).toBe(403)
  })

  it('must be JSON of a reasonable size', async () => {
    const { headers } = await server.signIn()
    expect((await call(headers, '{')).status).toBe(400)
    expect((await call({ ...headers, 'content-type': 'text/plain' })).status).toBe(415)
    const large = await call(headers, JSON.stringify('x'.repeat(16_000_000))).catch(() => ({ status: 413 }))
    expect(large.status).toBe(413)
  })

  it('may contain a long pasted text', async () => {
    const { headers } = await server.signIn()
    const body = JSON.stringify({ text: 'ü'.repeat(9_000_000) })
    expect((await call(headers, body, 'files.paste')).status).toBe(200)
  })
})

describe('files', () => {
  const upload = async (
    headers: Record<string, string>,
    name: string,
    body: string | Buffer = 'a,b\n1,2\n',
  ) =>
    parse(
      (await server.sendRequest(`/files?name=${encodeURIComponent(name)}`, { method: 'POST', headers, body }))
        .body,
    ) as { ok: true; value: { fileId: string; name: string; sizeBytes: number } }

  it('are unchanged after upload and download, and arrive as an attachment', async () => {
    const { headers } = await server.signIn()
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256))
    const { value } = await upload(headers, 'Kohorte Übersicht.csv', bytes)
    expect(value).toMatchObject({ name: 'Kohorte Übersicht.csv', sizeBytes: 100_000 })
    const answer = await server.sendRequest(`/files/${value.fileId}`, { headers })
    expect(answer.status).toBe(200)
    expect(answer.body.equals(bytes)).toBe(true)
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Kohorte _bersicht.csv"; filename*=UTF-8''Kohorte%20%C3%9Cbersicht.csv`,
    )
    expect(answer.headers['content-type']).toBe('application/octet-stream')
  })

  it.each([
    '../../evil.csv',
    '..\\..\\evil.csv',
    '/etc/passwd',
    'C:\\x\\CON',
    '',
    '..',
    '\\\\server\\share\\x',
  ])('stay in the folder of the server, whatever their name: %j', async (name) => {
    const { headers } = await server.signIn()
    const { value } = await upload(headers, name)
    expect(await server.transfers.contains(server.files.path(value.fileId))).toBe(true)
    expect(value.name).not.toMatch(/[/\\]|^\.|^con$/i)
  })

  it('can be downloaded only if they were saved for this page', async () => {
    const { headers } = await server.signIn()
    const outside = await server.files.adopt(import.meta.filename)
    expect((await server.sendRequest(`/files/${outside.fileId}`, { headers })).status).toBe(404)

    const path = await server.transfers.dialogs.chooseSave('results.csv')
    const { fileId } = server.files.reserve(path!)
    expect((await server.sendRequest(`/files/${fileId}`, { headers })).status).toBe(404)
    await writeFile(path!, 'x')
    expect((await server.sendRequest(`/files/${fileId}`, { headers })).body.toString()).toBe('x')
    expect((await server.sendRequest(`/files/${fileId}`)).status).toBe(401)
  })

  it.each([
    '/files/../../etc/passwd',
    '/files/%2e%2e%2fpasswd',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/package.json',
  ])('cannot be downloaded by path: %s', async (path) => {
    const { headers } = await server.signIn()
    expect((await server.sendRequest(path, { headers })).status).toBe(404)
  })

  it('are deleted when the server closes', async () => {
    const path = await server.transfers.dialogs.chooseSave('results.csv')
    expect(existsSync(dirname(path!))).toBe(true)
    await server.transfers.close()
    expect(existsSync(dirname(path!))).toBe(false)
  })
})

it('counts its start and every request as work, so it is not idle for a while after them', async () => {
  const noteWork = vi.fn()
  const busy = await startServer({ noteWork })
  expect(noteWork).toHaveBeenCalledTimes(1)
  await busy.sendRequest('/')
  expect(noteWork).toHaveBeenCalledTimes(2)
})
