import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { TransportInit } from '../../ports.ts'

/** The same as in Node's fetch. A request that never connected is known not to have arrived. */
const connectTimeoutMs = 10_000

/**
 * Sends one request and returns the response as `fetch` would, without following redirects. Node's own fetch fails on
 * an unsolicited `100 Continue`. RFC 9110 (15.2) requires clients to skip informational responses, and node:http does.
 */
export async function sendHttpRequest(url: string, init: TransportInit = {}): Promise<Response> {
  // Lets Node notice that the service closed the connection of the last response, which takes two turns of the event
  // loop (measured). A request on that connection would be lost, and an order's outcome unknown.
  await setImmediate()
  await setImmediate()
  init.signal?.throwIfAborted()
  const isTls = url.startsWith('https:')
  const request = (isTls ? requestHttps : requestHttp)(url, {
    method: init.method ?? 'GET',
    headers: { 'Accept-Encoding': 'gzip, deflate, br', ...init.headers },
    // Also ends the wait for a proxy's tunnel, which outlives its request.
    timeout: connectTimeoutMs,
  })
  const connectTimer = setTimeout(() => request.destroy(connectTimeout()), connectTimeoutMs)
  const stopConnectTimer = (): void => clearTimeout(connectTimer)
  const response = Promise.withResolvers<IncomingMessage>()
  let received: IncomingMessage | undefined
  const abort = (): void => {
    stopConnectTimer()
    ;(received ?? request).destroy(toError(init.signal?.reason))
  }
  init.signal?.addEventListener('abort', abort, { once: true })
  request
    .on('socket', (socket) => {
      // A reused socket is already connected, and so is a proxy's tunnel.
      if (!socket.connecting) stopConnectTimer()
      else socket.once(isTls ? 'secureConnect' : 'connect', stopConnectTimer)
    })
    .on('response', (incoming) => {
      received = incoming
      response.resolve(incoming)
    })
    .on('error', response.reject)
    .on('close', () => {
      stopConnectTimer()
      init.signal?.removeEventListener('abort', abort)
    })
    .end(init.body)
  return toResponse(await response.promise)
}

const connectTimeout = (): Error =>
  Object.assign(new Error('the connection was not made in time'), { code: 'ERR_CONNECTION_TIMED_OUT' })

const toError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new DOMException('This operation was aborted', 'AbortError')

function toResponse(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value)
  try {
    if (![204, 205, 304].includes(status))
      return new Response(toStream(decode(incoming)), { status, headers })
    incoming.resume()
    return new Response(null, { status, headers })
  } catch (error) {
    // The status is impossible for a Response, such as 999.
    incoming.destroy()
    throw error
  }
}

/** Streams a body and reads a chunk only on demand, so that an endless body takes no memory. */
function toStream(body: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Buffer<ArrayBuffer>> = body[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(stream) {
      const next = await chunks.next()
      if (next.done) stream.close()
      else stream.enqueue(next.value)
    },
    cancel: () => void body.destroy(),
  })
}

/** As in browsers, a compressed body that ends early yields the part that arrived. */
const untilCut = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH }
const decoders = new Map([
  ['gzip', () => createGunzip(untilCut)],
  ['x-gzip', () => createGunzip(untilCut)],
  ['deflate', () => createInflate(untilCut)],
  ['br', () => createBrotliDecompress()],
])

/** Undoes the content encodings, last one first. A body with an unknown encoding stays encoded. */
function decode(incoming: IncomingMessage): Readable {
  const encodings = (incoming.headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  let body: Readable = incoming
  for (const encoding of encodings.reverse()) {
    const decoder = decoders.get(encoding)
    if (!decoder) break
    // Errors are reported when the body is read.
    body = pipeline(body, decoder(), () => undefined)
  }
  return body
}
