import type { CustomFetch } from 'openid-client'
import { Failure } from '../../shared/contract/failures.ts'
import { startDeadline } from '../jobs/deadline.ts'
import type { Clock, Transport } from '../ports.ts'
import { formToJson, toStandardResponse } from './tokenResponses.ts'

/** For an answer as a whole, to its last byte. */
const limitMs = 30_000
/** Tokens and metadata take some kilobytes. */
const maxAnswerBytes = 1024 * 1024

/**
 * What the OAuth library sends through: to these origins only, read whole within limits of time and size, and with
 * the shapes of token requests and answers turned round (see tokenResponses.ts).
 */
export function createOAuthFetch(
  { transport, clock }: { transport: Transport; clock: Clock },
  origins: readonly string[],
  tokenBody: 'form' | 'json',
): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const endpoint = `${method} ${new URL(url).pathname}`
    if (!origins.includes(new URL(url).origin)) throw new Error('a request that was meant for another server')
    const deadline = startDeadline(clock, limitMs, { signal, reason: tookTooLong(endpoint) })
    try {
      const init = { ...toSent(new Headers(headers), body, tokenBody), method, signal: deadline.signal }
      const response = await deadline.race(transport(url, init))
      const text = await deadline.race(readText(response, endpoint, deadline.signal))
      // Some answer a revocation with 204, where the library waits for 200.
      const status = response.ok && method === 'POST' ? 200 : response.status
      return toResponse(method === 'POST' ? toStandardResponse(status, text) : { status, text }, endpoint)
    } finally {
      deadline.dispose()
    }
  }
}

/** The library sends forms and, for metadata, no body at all. */
function toSent(headers: Headers, body: unknown, tokenBody: 'form' | 'json') {
  if (tokenBody === 'json' && body instanceof URLSearchParams) headers.set('Content-Type', 'application/json')
  const sent = { headers: Object.fromEntries(headers) }
  if (!(body instanceof URLSearchParams)) return sent
  return { ...sent, body: tokenBody === 'form' ? body.toString() : formToJson(body) }
}

const tookTooLong = (endpoint: string): Failure =>
  new Failure('timeout', 'The sign-in server did not answer within 30 seconds. Try again later.', {
    endpoint,
    afterMs: limitMs,
  })

async function readText(response: Response, endpoint: string, signal: AbortSignal): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  // Closes the connection; the deadline ends with this exchange, and nobody else can abort its signal.
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  let text = ''
  let sizeBytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    sizeBytes += part.value.byteLength
    if (sizeBytes > maxAnswerBytes) {
      await reader.cancel().catch(() => undefined)
      const message = 'The sign-in server sent far more than an answer of its kind holds. Check its address.'
      throw new Failure('unreadable', message, { endpoint, reason: 'it is too large' })
    }
    text += decoder.decode(part.value, { stream: true })
  }
  // A body that was given up ends like a whole one.
  signal.throwIfAborted()
  return text + decoder.decode()
}

/** The library is strict about the content type, of which nothing follows here. */
function toResponse({ status, text }: { status: number; text: string }, endpoint: string): Response {
  if (status >= 500 || status === 429) {
    const message = `The sign-in server has no answer now (${status}). Try again in some minutes.`
    throw new Failure('serviceFailed', message, { status, endpoint })
  }
  const isJson = /^\s*[{[]/.test(text)
  return new Response(bodyFor(status, text), {
    status,
    headers: { 'Content-Type': isJson ? 'application/json' : 'text/plain' },
  })
}

/** Some statuses may have no body at all, not even an empty one. */
const bodyFor = (status: number, text: string): string | null =>
  [101, 204, 205, 304].includes(status) ? null : text
