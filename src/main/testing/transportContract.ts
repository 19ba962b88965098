import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { explainNetworkError } from '../api/http/networkErrors.ts'
import type { Transport, TransportInit } from '../ports.ts'

type Respond = (request: IncomingMessage, response: ServerResponse, body: string) => void
type ReceivedRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

async function startServer() {
  const received: ReceivedRequest[] = []
  const state: { answer: Respond } = { answer: (_request, response) => response.end() }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const body = Buffer.concat(chunks).toString()
      received.push({ method, path, headers, body })
      state.answer(request, response, body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(close)
  return { url, received, close, respondWith: (answer: Respond) => void (state.answer = answer) }
}

/** Tests the rules for every host's transport. Each rule protects a credential or the integrity of a response. */
export function describeTransport(
  name: string,
  create: () => Transport,
  { skipsContinue = true }: { skipsContinue?: boolean } = {},
): void {
  describe(`the transport of ${name}`, () => {
    let server: Awaited<ReturnType<typeof startServer>>
    let transport: Transport
    beforeEach(async () => {
      server = await startServer()
      transport = create()
    })

    const send = (path = '/', init: TransportInit = {}): Promise<Response> =>
      transport(`${server.url}${path}`, init)
    const failure = async (failing: Promise<unknown>): Promise<unknown> =>
      failing.then(
        () => expect.unreachable('it did not fail'),
        (error: unknown) => error,
      )

    describe('the request', () => {
      it.each(['GET', 'POST', 'PATCH'])(
        'has the method %s, the path and query, headers and body',
        async (method) => {
          const body = method === 'GET' ? {} : { body: JSON.stringify({ name: 'Šárka 甲' }) }
          const path = '/api/v1/x%2Fy?q=a%20b'
          const headers = {
            authorization: 'Bearer key-1',
            accept: 'application/json',
            'content-type': 'application/json',
            'idempotency-key': 'k-1',
            'user-agent': 'Pathclock/1.2.3',
          }
          await send(path, { method, headers, ...body })
          expect(server.received).toMatchObject([{ method, path, headers, body: body.body ?? '' }])
        },
      )

      it('holds no cookie of an answer before, and none is stored', async () => {
        server.respondWith((_request, response) => {
          response.setHeader('Set-Cookie', ['session=1; Path=/; Max-Age=3600', 'b=2'])
          response.end()
        })
        for (let nth = 0; nth < 3; nth++) await (await send()).text()
        expect(server.received.filter(({ headers }) => headers.cookie !== undefined)).toEqual([])
        expect(server.received).toHaveLength(3)
      })
    })

    describe('the response', () => {
      it.each([200, 201, 204, 400, 401, 403, 404, 409, 413, 422, 429, 500, 502, 503])(
        'has the status %i and is never an error',
        async (status) => {
          server.respondWith((_request, response) => {
            const headers = { 'Retry-After': '7', 'X-Request-Id': 'r-1' }
            response.writeHead(status, { ...headers, 'WWW-Authenticate': 'Basic realm="x"' })
            response.end(status === 204 ? undefined : '{"code":1}')
          })
          const response = await send('/', { method: 'POST', body: '{}' })
          expect(response.status).toBe(status)
          expect(response.headers.get('Retry-After')).toBe('7')
          expect(response.headers.get('X-Request-Id')).toBe('r-1')
          expect(await response.text()).toBe(status === 204 ? '' : '{"code":1}')
        },
      )

      const informational: [string, number[]][] = [
        ['100 Continue', [100]],
        ['103 Early Hints', [103]],
        ['100 Continue and 103 Early Hints', [100, 103]],
        ['three 102 Processing', [102, 102, 102]],
      ]
      const skipped = informational.filter(([, statuses]) => skipsContinue || !statuses.includes(100))
      it.each(skipped)(
        'is the final one after %s, which the request did not ask for',
        async (_what, statuses) => {
          server.respondWith((request) => {
            for (const status of statuses)
              request.socket.write(`HTTP/1.1 ${status} Wait\r\nLink: </x>\r\n\r\n`)
            request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"code":200}')
          })
          const response = await send('/', { method: 'POST', body: '{}' })
          expect([response.status, response.headers.get('Link')]).toEqual([200, null])
          expect(await response.text()).toBe('{"code":200}')
          expect(server.received).toHaveLength(1)
        },
      )

      it.each([301, 302, 303, 307, 308])(
        'is the redirect %i itself, which is not followed',
        async (status) => {
          const other = await startServer()
          server.respondWith((_request, response) => {
            response.writeHead(status, { Location: `${other.url}/elsewhere` }).end()
          })
          const headers = { Authorization: 'Bearer key-1' }
          for (const init of [{ method: 'GET' }, { method: 'POST', body: '{}' }])
            expect(Math.floor((await send('/', { ...init, headers })).status / 100)).toBe(3)
          expect(other.received).toEqual([])
          expect(server.received).toHaveLength(2)
        },
      )

      it('is fetched each time, whatever the service allows for caching', async () => {
        server.respondWith((_request, response) => {
          const headers = { 'Cache-Control': 'public, max-age=3600', ETag: '"1"' }
          response.writeHead(200, headers).end(String(server.received.length))
        })
        expect(await (await send()).text()).toBe('1')
        expect(await (await send()).text()).toBe('2')
        expect(server.received.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined])
      })

      it('is unpacked where it is packed', async () => {
        server.respondWith((request, response) => {
          expect(request.headers['accept-encoding']).toContain('gzip')
          response.setHeader('Content-Encoding', 'gzip').end(gzipSync('{"code":200}'))
        })
        expect(await (await send()).text()).toBe('{"code":200}')
      })

      it('is readable before it is complete', async () => {
        const openResponses: ServerResponse[] = []
        server.respondWith((_request, response) => {
          response.write('first')
          openResponses.push(response)
        })
        const reader = (await send()).body?.getReader()
        expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
        openResponses[0]?.end('second')
        expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('second')
      })

      it('is whole where it is big', async () => {
        const chunk = Buffer.alloc(1024 * 1024, 'pathclock ')
        const expected = createHash('sha256')
        for (let nth = 0; nth < 48; nth++) expected.update(chunk)
        server.respondWith((_request, response) => {
          for (let nth = 0; nth < 48; nth++) response.write(chunk)
          response.end()
        })
        const found = createHash('sha256')
        for await (const part of (await send()).body ?? []) found.update(part)
        expect(found.digest('hex')).toBe(expected.digest('hex'))
      })
    })

    describe('a cancelled request', () => {
      it.each([
        ['waits for its answer', ''],
        ['is being read', 'first'],
      ])('ends immediately while it %s, and the service sees the connection close', async (_when, first) => {
        const connectionClosed = Promise.withResolvers<void>()
        const arrived = Promise.withResolvers<void>()
        server.respondWith((_request, response) => {
          response.on('close', () => connectionClosed.resolve())
          if (first !== '') response.write(first)
          arrived.resolve()
        })
        const control = new AbortController()
        const reading = send('/', { signal: control.signal }).then((response) => response.text())
        reading.catch(() => undefined)
        await arrived.promise
        if (first !== '') await new Promise((resolve) => setImmediate(resolve))
        control.abort(new Error('the caller left'))
        await expect(reading).rejects.toThrow(/the caller left|abort/i)
        await connectionClosed.promise
      })

      it('does not leave when it was cancelled before', async () => {
        await expect(send('/', { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
        expect(server.received).toEqual([])
      })
    })

    describe('a failure', () => {
      it('is reported as a refused connection, and nothing has arrived', async () => {
        await server.close()
        const error = await failure(send())
        expect(describeError(error)).toMatch(/\bECONNREFUSED\b|\bERR_CONNECTION_REFUSED\b/)
        expect(explainNetworkError(error).mayHaveArrived).toBe(false)
      })

      it('is reported as an unknown host name, and nothing has arrived', async () => {
        const error = await failure(transport('http://nobody.invalid/'))
        expect(describeError(error)).toMatch(/\bENOTFOUND\b|\bEAI_AGAIN\b|\bERR_NAME_NOT_RESOLVED\b/)
        expect(explainNetworkError(error).mayHaveArrived).toBe(false)
      })

      it('is reported as a cut connection, without a retry, and may have arrived', async () => {
        await (await send('/warm')).text()
        server.respondWith((request) => request.socket.resetAndDestroy())
        const error = await failure(send('/order', { method: 'POST', body: '{}' }))
        expect(describeError(error)).toMatch(/\bECONNRESET\b|\bERR_(CONNECTION_RESET|EMPTY_RESPONSE)\b/)
        expect(explainNetworkError(error).mayHaveArrived).toBe(true)
        expect(server.received.filter(({ path }) => path === '/order')).toHaveLength(1)
      })

      it('breaks off while reading where the body does', async () => {
        server.respondWith((request, response) => {
          response.writeHead(200, { 'Content-Length': '100' })
          response.write('half', () => request.socket.resetAndDestroy())
        })
        const error = await failure(send().then((response) => response.text()))
        expect(describeError(error)).toMatch(/\bECONNRESET\b|\bERR_(CONNECTION|CONTENT_LENGTH)_\w+/)
        expect(explainNetworkError(error).mayHaveArrived).toBe(true)
      })
    })
  })
}

/** Codes and messages of an error and its causes. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = 'code' in error ? String(error.code) : ''
  return `${code} ${error.message} ${describeError(error.cause)}`
}
