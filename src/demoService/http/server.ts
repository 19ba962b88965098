import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Dialect } from './dialect.ts'
import {
  damagedResponse,
  type Fault,
  type Faults,
  sendSlowHeaders,
  writeBomb,
  writeEndlessBody,
} from './faults.ts'
import { type EndpointResponse, type IncomingRequest, Refusal, type WireResponse } from './httpMessages.ts'

// An import of it would load all that Node has for fetch too, which takes longer than the rest of a start.
const { createServer } = process.getBuiltinModule('node:http')

const host = '127.0.0.1'
const maxBodyBytes = 1024 * 1024
const defaultFaultStatus = 502
const defaultDelayMs = 1000

type ServerDeps = {
  port: number
  dialect: Dialect
  faults: Faults
  answer: (request: IncomingRequest) => Promise<EndpointResponse>
  /** Waits for the delay of a fault; rejects when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called once for every request with its status, or with `reset` if the connection was cut. */
  onOutcome: (outcome: number | 'reset') => void
}

/** The HTTP side: reads requests whole, plays faults, writes answers. Listens on this computer only. */
export async function listen(deps: ServerDeps): Promise<{ port: number; close(): Promise<void> }> {
  const closing = new AbortController()
  let count = 0
  const server = createServer((message, response) => {
    count += 1
    const requestId = `req-${String(count).padStart(6, '0')}`
    serve(deps, message, response, { requestId, signal: closing.signal }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new Error(`Port ${deps.port} of ${host} cannot be used: ${cause.message}`, { cause })),
    )
    server.listen(deps.port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        closing.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type Context = { requestId: string; signal: AbortSignal }

async function serve(
  deps: ServerDeps,
  message: IncomingMessage,
  response: ServerResponse,
  { requestId, signal }: Context,
): Promise<void> {
  const url = new URL(message.url ?? '/', `http://${host}`)
  const method = message.method ?? 'GET'
  const body = await readBody(message)
  const fault = deps.faults.next(method, url.pathname)
  const pause = () => deps.sleep(fault?.delayMs ?? defaultDelayMs, signal)
  if (fault?.fault === 'delay') await pause()
  if (fault?.fault === 'reset-before-commit' || fault?.fault === 'commit-late') reset(deps, message)
  if (fault?.fault === 'reset-before-commit') return
  if (fault?.fault === 'commit-late') await pause()
  const request = { method, path: url.pathname, query: url.searchParams, headers: message.headers, requestId }
  const answer =
    fault?.fault === 'status'
      ? faultAnswer(fault)
      : body === null
        ? tooLarge
        : await answerOrRefusal(deps, { ...request, body })
  if (fault?.fault === 'commit-late') return
  if (fault?.fault === 'reset-after-commit') return reset(deps, message)
  const effectiveAnswer = fault?.fault === 'status-after-commit' ? faultAnswer(fault) : answer
  const shaped = deps.dialect.shape(effectiveAnswer, requestId)
  const wireResponse = damagedResponse(
    { ...shaped, headers: { ...shaped.headers, ...effectiveAnswer.rateLimitHeaders } },
    fault,
  )
  deps.onOutcome(wireResponse.status)
  if (fault?.fault === 'slow-headers') return sendSlowHeaders(response, fault, { sleep: deps.sleep, signal })
  const headers = { ...wireResponse.headers, 'X-Request-Id': requestId, 'X-Synthetic-Data': 'true' }
  if (fault?.fault === 'endless-body') return writeEndlessBody(response, headers)
  if (fault?.fault === 'bomb') return writeBomb(response, headers)
  write(message, response, { ...wireResponse, headers }, fault?.fault === 'partial-body')
}

/** Returns null if the body is too large. It is still read to its end, so that the response arrives. */
async function readBody(message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  return size <= maxBodyBytes ? Buffer.concat(chunks) : null
}

const tooLarge: EndpointResponse = {
  kind: 'problem',
  status: 413,
  message: `The body is larger than ${maxBodyBytes} bytes.`,
}

async function answerOrRefusal({ answer }: ServerDeps, request: IncomingRequest): Promise<EndpointResponse> {
  try {
    return await answer(request)
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse()
    return { kind: 'problem', status: 500, message: `Server error: ${String(error)}` }
  }
}

const faultAnswer = ({ status = defaultFaultStatus, headers = {} }: Fault): EndpointResponse => ({
  kind: 'problem',
  status,
  message: 'A fault that was asked for.',
  headers,
})

function reset({ onOutcome }: ServerDeps, message: IncomingMessage): void {
  onOutcome('reset')
  message.socket.resetAndDestroy()
}

function write(
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: WireResponse,
  isPartial: boolean,
): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length })
  if (isPartial) response.write(bytes.subarray(0, bytes.length >> 1), () => message.socket.destroy())
  else response.end(bytes)
}
