import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, it, vi } from 'vitest'
import { explainNetworkError } from '../../api/http/networkErrors.ts'
import { sendHttpRequest } from './httpRequest.ts'

afterEach(() => vi.useRealTimers())

/** Listens on this computer while `run` runs. `handle` gets each connection. */
async function withServer<T>(
  handle: (socket: Socket) => void,
  run: (host: string) => Promise<T>,
): Promise<T> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    handle(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    return await run(`127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

const sendHead = (socket: Socket, head: string, body: Uint8Array = new Uint8Array()): void =>
  void socket.once('data', () => {
    socket.write(`${head}\r\nConnection: close\r\n\r\n`)
    socket.end(body)
  })

it('fails if a connection takes longer than 10 s, and reports that nothing has arrived', async () => {
  const connected = Promise.withResolvers<void>()
  await withServer(
    () => connected.resolve(),
    async (host) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const failing = sendHttpRequest(`https://${host}/`, { method: 'POST', body: '{}' }).catch(
        explainNetworkError,
      )
      await connected.promise
      vi.advanceTimersByTime(10_000)
      expect(await failing).toMatchObject({ mayHaveArrived: false, isTransient: true })
    },
  )
})

it('allows a response to take longer than the connection', async () => {
  const requested = Promise.withResolvers<Socket>()
  await withServer(
    (socket) => socket.once('data', () => requested.resolve(socket)),
    async (host) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const response = sendHttpRequest(`http://${host}/`)
      const socket = await requested.promise
      vi.advanceTimersByTime(20_000)
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      expect(await (await response).text()).toBe('ok')
    },
  )
})

const text = '{"code":200}'
it.each([
  ['gzip', gzipSync(text), text],
  ['deflate', deflateSync(text), text],
  ['br', brotliCompressSync(text), text],
  ['br, gzip', gzipSync(brotliCompressSync(text)), text],
  ['rot13', Buffer.from(text), text],
])('a body with the content encoding %s is decoded', async (encoding, body, expected) => {
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}`
  const found = await withServer(
    (socket) => sendHead(socket, head, body),
    async (host) => (await sendHttpRequest(`http://${host}/`)).text(),
  )
  expect(found).toBe(expected)
})

it('fails if a body does not match its content encoding', async () => {
  await withServer(
    (socket) => sendHead(socket, 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip', Buffer.from(text)),
    async (host) => {
      const response = await sendHttpRequest(`http://${host}/`)
      await expect(response.text()).rejects.toThrow('incorrect header check')
    },
  )
})

it('fails for an impossible status, and reports that the request may have arrived', async () => {
  await withServer(
    (socket) => sendHead(socket, 'HTTP/1.1 999 Odd'),
    async (host) => {
      const explained = await sendHttpRequest(`http://${host}/`).catch(explainNetworkError)
      expect(explained).toMatchObject({ mayHaveArrived: true })
    },
  )
})

it('does not reuse a connection that the service closes after each response', async () => {
  const served = await withServer(
    (socket) => socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')),
    async (host) => {
      const bodies: string[] = []
      for (let nth = 0; nth < 20; nth++)
        bodies.push(await (await sendHttpRequest(`http://${host}/`, { method: 'POST', body: '{}' })).text())
      return bodies
    },
  )
  expect(served).toEqual(Array.from({ length: 20 }, () => 'ok'))
})
