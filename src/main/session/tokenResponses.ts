/**
 * The shapes in which a token endpoint may speak besides RFC 6749: a JSON body, an envelope `{code, data}` round the
 * answer or round the error, camelCase. They are turned into the standard form before the library reads them; what
 * goes out is what the profile says, never tried out, because codes and refresh tokens serve once.
 */
type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The form of a request for tokens as JSON. */
export const formToJson = (form: URLSearchParams): string => JSON.stringify(Object.fromEntries(form))

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
  const body = parse(text)
  const tokens = isFields(body) ? findTokens(body) : null
  if (tokens && status < 400) return { status: 200, text: JSON.stringify(tokens) }
  const word = findError(body, text)
  const refusal = refusalStatus(status, body) ?? (word === null ? null : 400)
  if (refusal === null) return { status, text }
  const isTransient = word !== null && transientErrors.includes(word)
  return { status: isTransient ? 503 : refusal, text: JSON.stringify({ error: word ?? `http_${refusal}` }) }
}

function findTokens(body: Fields): Fields | null {
  for (const candidate of [body, body['data'], body['result']]) {
    if (!isFields(candidate)) continue
    const named = Object.entries(candidate).map(([name, value]) => [snakeCase(name), value] as const)
    const fields: Fields = Object.fromEntries(named)
    if (isText(fields['access_token'])) return pickUsedFields(fields)
  }
  return null
}

/**
 * Only what is used goes on. The library is strict about the rest (scopes as a list, a type other than Bearer, an
 * `id_token` nobody asked for), and by then the code or refresh token has served: the sign-in would be lost.
 */
function pickUsedFields({ access_token, refresh_token, expires_in }: Fields): Fields {
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

/** The standard word for what was wrong; null where none is said. */
function findError(body: unknown, text: string): string | null {
  if (!isFields(body)) return errorWords.exec(text.slice(0, 10_000))?.[1] ?? null
  const { error, data } = body
  if (typeof error === 'string' && error !== '') return error
  const inner = [error, data].filter(isFields)
  const texts = [body, ...inner].flatMap((fields) => Object.values(fields))
  return texts.map((value) => errorWords.exec(String(value))?.[1]).find(Boolean) ?? null
}

const codeNames = ['code', 'status_code', 'error_code', 'errcode', 'err_code', 'ret_code', 'ret', 'status']

/** The status of a refusal, which inside of HTTP 200 is in the envelope; null where there is none. */
function refusalStatus(status: number, body: unknown): number | null {
  if (status >= 400) return status
  if (status < 200 || status > 299 || !isFields(body)) return null
  const code = Number(codeNames.map((name) => body[name]).find(isPresent) ?? Number.NaN)
  // Longer codes begin with the status: 40103, 50000.
  const inside = code >= 1000 ? Number(String(code).slice(0, 3)) : code
  if (inside >= 400 && inside < 600) return inside
  const isError =
    body['success'] === false || isFields(body['error']) || (code !== 0 && (inside < 200 || inside > 299))
  return isError ? 400 : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
