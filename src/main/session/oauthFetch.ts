import type { CustomFetch } from 'openid-client'
import { Failure } from '../../shared/contract/failures.ts'
import type { Clock, Transport } from '../ports.ts'
import { formToJson, toStandardAnswer } from './tokenAnswers.ts'

/** For an answer as a whole, to its last byte. */
const limitMs = 30_000
/** Tokens and metadata take some kilobytes. */
const maxAnswerBytes = 1024 * 1024

/**
 * What the OAuth library sends through: to the one origin only, read whole within limits of time and size, and with
 * the shapes of token requests and answers turned round (see tokenAnswers.ts).
 */
export function createOAuthFetch(
  { transport, clock }: { transport: Transport; clock: Clock },
  origin: string,
  tokenBody: 'form' | 'json',
): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const endpoint = `${method} ${new URL(url).pathname}`
    if (new URL(url).origin !== origin) throw new Error('a request that was meant for another server')
    const timer = startTimer(clock, endpoint)
    try {
      const request = new Request(url, {
        ...toSent(new Headers(headers), body, tokenBody),
        method,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timer.signal]) : timer.signal,
      })
      const response = await Promise.race([transport(request), timer.passed])
      const text = await Promise.race([readText(response, endpoint), timer.passed])
      return method === 'POST' ? toTokenResponse(response, text, endpoint) : copy(response, text)
    } finally {
      timer.end()
    }
  }
}

/** The library sends forms and, for metadata, no body at all. */
function toSent(headers: Headers, body: unknown, tokenBody: 'form' | 'json'): RequestInit {
  if (!(body instanceof URLSearchParams)) return { headers }
  if (tokenBody === 'form') return { headers, body: body.toString() }
  headers.set('Content-Type', 'application/json')
  return { headers, body: formToJson(body) }
}

/** `passed` rejects when the time is over, so that a transport that is deaf to its signal holds nobody up. */
function startTimer(clock: Clock, endpoint: string) {
  const over = new AbortController()
  const ended = new AbortController()
  const { promise: passed, reject } = Promise.withResolvers<never>()
  passed.catch(() => undefined)
  clock.sleep(limitMs, ended.signal).then(
    () => {
      const message = 'The sign-in server did not answer within 30 seconds. Try again later.'
      const failure = new Failure('timeout', message, { endpoint, afterMs: limitMs })
      reject(failure)
      over.abort(failure)
    },
    () => undefined,
  )
  return { signal: over.signal, passed, end: () => ended.abort(new Error('ended')) }
}

async function readText(response: Response, endpoint: string): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
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
  return text + decoder.decode()
}

function toTokenResponse({ status }: Response, text: string, endpoint: string): Response {
  if (status >= 500 || status === 429) {
    const message = `The sign-in server has no answer now (${status}). Try again in some minutes.`
    throw new Failure('serviceFailed', message, { status, endpoint })
  }
  const standard = toStandardAnswer(status, text)
  const isJson = /^\s*[{[]/.test(standard.text)
  return new Response(bodyFor(standard.status, standard.text), {
    status: standard.status,
    headers: { 'Content-Type': isJson ? 'application/json' : 'text/plain' },
  })
}

const copy = ({ status, headers }: Response, text: string): Response =>
  new Response(bodyFor(status, text), {
    status,
    headers: { 'Content-Type': headers.get('Content-Type') ?? 'text/plain' },
  })

/** Some statuses may have no body at all, not even an empty one. */
const bodyFor = (status: number, text: string): string | null =>
  [101, 204, 205, 304].includes(status) ? null : text
