import type { CustomFetch } from 'openid-client'
import { Failure } from '../../../shared/contract/failures.ts'
import { isRecord, type JsonRecord, parseJson } from '../../../shared/json.ts'
import { message } from '../../../shared/words/message.ts'
import { startDeadline } from '../../concurrency/deadline.ts'
import type { Clock, Transport } from '../../ports.ts'

/** The limit for a whole response, to its last byte. */
const limitMs = 30_000
/** Tokens and metadata take a few kilobytes. */
const maxAnswerBytes = 1024 * 1024

/**
 * Creates the fetch function of the OAuth library. It sends only to these origins, reads whole responses within limits
 * of time and size, and converts the shapes of token requests and responses (see `toStandardResponse`).
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
      // Some servers respond to a revocation with 204, but the library expects 200.
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

/** A proxy or portal responded with its own page, which confirms nothing. */
const pageInsteadFailure = (endpoint: string): Failure =>
  new Failure('unreadable', message('catalogue.signServerSentWeb'), {
    endpoint,
    reason: message('service.webPage'),
  })

/** Converts a request. The library sends forms, or no body for metadata. */
function toSent(headers: Headers, body: unknown, tokenBody: 'form' | 'json') {
  if (tokenBody === 'json' && body instanceof URLSearchParams) headers.set('Content-Type', 'application/json')
  const sent = { headers: Object.fromEntries(headers) }
  if (!(body instanceof URLSearchParams)) return sent
  return { ...sent, body: tokenBody === 'form' ? body.toString() : formToJson(body) }
}

const tookTooLong = (endpoint: string): Failure =>
  new Failure('timeout', message('session.signServerNotAnswer'), { endpoint, afterMs: limitMs })

async function readText(response: Response, endpoint: string, signal: AbortSignal): Promise<string> {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  // Closes the connection. The deadline ends with this exchange, and only it aborts this signal.
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
  let text = ''
  let sizeBytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    sizeBytes += part.value.byteLength
    if (sizeBytes > maxAnswerBytes) {
      await reader.cancel().catch(() => undefined)
      const sentence = message('session.signServerSentResponse')
      throw new Failure('unreadable', sentence, { endpoint, reason: message('session.tooLarge') })
    }
    text += decoder.decode(part.value, { stream: true })
  }
  // A cancelled body ends like a complete one.
  signal.throwIfAborted()
  return text + decoder.decode()
}

/** Builds the response for the library, which is strict about content types that do not matter here. */
function toResponse({ status, text }: { status: number; text: string }, endpoint: string): Response {
  if (status >= 500 || status === 429) {
    const text = message('session.signServerNotAvailable', { status })
    throw new Failure('serviceFailed', text, { status, endpoint })
  }
  const isJson = /^\s*[{[]/.test(text)
  return new Response(bodyFor(status, text), {
    status,
    headers: { 'Content-Type': isJson ? 'application/json' : 'text/plain' },
  })
}

/** Some statuses must not have a body, not even an empty one. */
const bodyFor = (status: number, text: string): string | null =>
  [101, 204, 205, 304].includes(status) ? null : text

/**
 * Token endpoints may deviate from RFC 6749: a JSON body, an envelope `{code, data}` around the response or the error,
 * camelCase. Responses are converted to the standard form before the library reads them. Requests follow the profile's
 * settings and are never tried in several forms, because codes and refresh tokens are valid once.
 */
/** Converts the form of a token request to JSON. */
const formToJson = (form: URLSearchParams): string => JSON.stringify(Object.fromEntries(form))

/** RFC 6749, 5.2. */
const errorWords =
  /\b(invalid_grant|invalid_client|invalid_request|unauthorized_client|unsupported_grant_type|invalid_scope)\b/

/** Codes of temporary failures, although some servers send them with HTTP 400. */
const transientErrors = ['temporarily_unavailable', 'server_error', 'slow_down']

/**
 * Converts a response of the token endpoint to RFC 6749. A refusal without a standard code gets `http_` and its status.
 * Responses that are neither tokens nor a refusal are returned unchanged.
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
 * Keeps only the fields that are used. The library is strict about the others (scopes as a list, a type other than
 * Bearer, an unrequested `id_token`), and its error would lose the sign-in, since the code or refresh token is spent.
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

/** Returns the standard error code of a response; null if there is none. */
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

/** Returns the status of a refusal, from the envelope if the HTTP status is 200; null if it is not a refusal. */
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
