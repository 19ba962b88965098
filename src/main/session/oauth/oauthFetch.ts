import type { CustomFetch } from 'openid-client'
import { Failure } from '../../../shared/contract/failures.ts'
import { isRecord, type JsonRecord, parseJson } from '../../../shared/json.ts'
import { message } from '../../../shared/messages/message.ts'
import { startDeadline } from '../../concurrency/deadline.ts'
import type { Clock, Transport } from '../../ports.ts'

/** For an answer as a whole, to its last byte. */
const limitMs = 30_000
/** Tokens and metadata take some kilobytes. */
const maxAnswerBytes = 1024 * 1024

/**
 * What the OAuth library sends through: to these origins only, read whole within limits of time and size, and with
 * the shapes of token requests and answers turned round (see `toStandardResponse`).
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
      if (response.ok && isRevocation(body) && /^\s*</.test(text)) throw pageInsteadFailure(endpoint)
      // Some answer a revocation with 204, where the library waits for 200.
      const status = response.ok && method === 'POST' ? 200 : response.status
      return toResponse(method === 'POST' ? toStandardResponse(status, text) : { status, text }, endpoint)
    } finally {
      deadline.dispose()
    }
  }
}

/** RFC 7009, 2.1. */
const isRevocation = (body: unknown): boolean =>
  body instanceof URLSearchParams && body.has('token') && body.has('token_type_hint')

/** A proxy or a portal answers with a page of its own, which confirms nothing. */
const pageInsteadFailure = (endpoint: string): Failure =>
  new Failure('unreadable', message`The sign-in server sent a web page instead of its response.`, {
    endpoint,
    reason: message`it is a web page`,
  })

/** The library sends forms and, for metadata, no body at all. */
function toSent(headers: Headers, body: unknown, tokenBody: 'form' | 'json') {
  if (tokenBody === 'json' && body instanceof URLSearchParams) headers.set('Content-Type', 'application/json')
  const sent = { headers: Object.fromEntries(headers) }
  if (!(body instanceof URLSearchParams)) return sent
  return { ...sent, body: tokenBody === 'form' ? body.toString() : formToJson(body) }
}

const tookTooLong = (endpoint: string): Failure =>
  new Failure('timeout', message`The sign-in server did not answer within 30 seconds. Try again later.`, {
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
      const sentence = message`The sign-in server sent a response that is far too large. Check its address.`
      throw new Failure('unreadable', sentence, { endpoint, reason: message`it is too large` })
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
    const text = message`The sign-in server is not available now (${status}). Try again in a few minutes.`
    throw new Failure('serviceFailed', text, { status, endpoint })
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

/**
 * The shapes in which a token endpoint may speak besides RFC 6749: a JSON body, an envelope `{code, data}` round the
 * answer or round the error, camelCase. They are turned into the standard form before the library reads them; what
 * goes out is what the profile says, never tried out, because codes and refresh tokens serve once.
 */
/** The form of a request for tokens as JSON. */
const formToJson = (form: URLSearchParams): string => JSON.stringify(Object.fromEntries(form))

/** RFC 6749, 5.2. */
const errorWords =
  /\b(invalid_grant|invalid_client|invalid_request|unauthorized_client|unsupported_grant_type|invalid_scope)\b/

/** Words for a failure that passes by itself, though some servers send them with HTTP 400. */
const transientErrors = ['temporarily_unavailable', 'server_error', 'slow_down']

/**
 * An answer of the token endpoint, as RFC 6749 has it. A refusal without a word of that standard gets `http_` and its
 * status. What is neither tokens nor a refusal is given back as it came.
 */
export function toStandardResponse(status: number, text: string): { status: number; text: string } {
  const body = parseJson(text)
  const tokens = isRecord(body) ? findTokens(body) : null
  if (tokens && status < 400) return { status: 200, text: JSON.stringify(tokens) }
  const word = findError(body, text)
  const refusal = refusalStatus(status, body) ?? (word === null ? null : 400)
  if (refusal === null) return { status, text }
  const isTransient = word !== null && transientErrors.includes(word)
  return { status: isTransient ? 503 : refusal, text: JSON.stringify({ error: word ?? `http_${refusal}` }) }
}

function findTokens(body: JsonRecord): JsonRecord | null {
  for (const candidate of [body, body['data'], body['result']]) {
    if (!isRecord(candidate)) continue
    const named = Object.entries(candidate).map(([name, value]) => [snakeCase(name), value] as const)
    const fields: JsonRecord = Object.fromEntries(named)
    if (isText(fields['access_token'])) return pickUsedFields(fields)
  }
  return null
}

/**
 * Only what is used goes on. The library is strict about the rest (scopes as a list, a type other than Bearer, an
 * `id_token` nobody requested), and by then the code or refresh token has served: the sign-in would be lost.
 */
function pickUsedFields({ access_token, refresh_token, expires_in }: JsonRecord): JsonRecord {
  const lifetimeS = Number(expires_in)
  return {
    access_token,
    token_type: 'Bearer',
    ...(isText(refresh_token) ? { refresh_token } : {}),
    ...(isPresent(expires_in) && lifetimeS >= 0 ? { expires_in: lifetimeS } : {}),
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isPresent = (value: unknown): boolean => typeof value === 'number' || isText(value)

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The standard word for what was wrong; null where none is reported. */
function findError(body: unknown, text: string): string | null {
  if (!isRecord(body)) return errorWords.exec(text.slice(0, 10_000))?.[1] ?? null
  const { error, data } = body
  if (typeof error === 'string' && error !== '') return error
  const inner = [error, data].filter(isRecord)
  const texts = [body, ...inner].flatMap((fields) => Object.values(fields))
  return (
    texts
      .map((value) => (typeof value === 'string' ? errorWords.exec(value)?.[1] : undefined))
      .find(Boolean) ?? null
  )
}

const codeNames = ['code', 'status_code', 'error_code', 'errcode', 'err_code', 'ret_code', 'ret', 'status']

/** The status of a refusal, which inside of HTTP 200 is in the envelope; null where there is none. */
function refusalStatus(status: number, body: unknown): number | null {
  if (status >= 400) return status
  if (status < 200 || status > 299 || !isRecord(body)) return null
  const code = Number(codeNames.map((name) => body[name]).find(isPresent) ?? Number.NaN)
  // Longer codes begin with the status: 40103, 50000.
  const inside = code >= 1000 ? Number(String(code).slice(0, 3)) : code
  if (inside >= 400 && inside < 600) return inside
  const isError =
    body['success'] === false || isRecord(body['error']) || (code !== 0 && (inside < 200 || inside > 299))
  return isError ? 400 : null
}
