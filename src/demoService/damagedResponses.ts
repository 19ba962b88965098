import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import type { Fault } from './faults.ts'
import type { WireResponse } from './httpMessages.ts'

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

const deepLevels = 100_000
const memberBytes = 16 * 1024 * 1024
const bombMembers = 64
const headerPaceMs = 200
const defaultSlowMs = 600_000

/** The answer with its body broken, where the fault is about what the body says. */
export function damagedResponse(response: WireResponse, fault: Fault | undefined): WireResponse {
  switch (fault?.fault) {
    case 'wrong-json':
      return { ...response, body: '{"code": 200, "data": {"' }
    case 'deep-json': {
      const nested = '['.repeat(deepLevels) + ']'.repeat(deepLevels)
      return { ...response, body: `{"code": 200, "data": ${nested}}` }
    }
    case 'html':
      return {
        status: fault.status ?? 200,
        headers: { ...response.headers, 'Content-Type': 'text/html; charset=utf-8', ...fault.headers },
        body: '<!doctype html><title>Sign in to the network</title><h1>Sign in to the network</h1>',
      }
    case 'empty':
      return { ...response, status: fault.status ?? response.status, body: '' }
    default:
      return response
  }
}

/** Sends a header line that never comes to its end, a byte at a time, and no body. */
export async function sendSlowHeaders(
  response: ServerResponse,
  { delayMs = defaultSlowMs }: Fault,
  wait: { sleep: Sleep; signal: AbortSignal },
): Promise<void> {
  const { socket } = response
  socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ')
  for (let passedMs = 0; passedMs < delayMs && socket?.writable; passedMs += headerPaceMs) {
    socket.write('.')
    await wait.sleep(headerPaceMs, wait.signal)
  }
  socket?.destroy()
}

/** Sends JSON text that never ends, as fast as it is read, until the reader leaves. */
export async function writeEndlessBody(
  response: ServerResponse,
  headers: WireResponse['headers'],
): Promise<void> {
  response.writeHead(200, headers)
  await send(response, function* () {
    yield Buffer.from('{"code": 200, "data": ["')
    const chunk = Buffer.alloc(64 * 1024, 'x')
    for (;;) yield chunk
  })
}

/**
 * Sends 1 GiB of JSON in 1 MB of gzip: members in a row are one file (RFC 1952, 2.2), so that no more than one of
 * them is ever held here.
 */
export async function writeBomb(response: ServerResponse, headers: WireResponse['headers']): Promise<void> {
  response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' })
  await send(response, function* () {
    yield gzipSync('{"code": 200, "data": "')
    const member = gzipSync(Buffer.alloc(memberBytes, ' '))
    for (let nth = 0; nth < bombMembers; nth++) yield member
    yield gzipSync('"}')
  })
}

/** A reader that leaves in between is no error of ours. */
const send = (response: ServerResponse, chunks: () => Iterable<Buffer>): Promise<void> =>
  pipeline(Readable.from(chunks()), response).catch(() => undefined)
