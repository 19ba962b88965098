import type { Transport } from '../../ports.ts'

/** Collects every secret that passes through the token endpoint, under a name for its kind. */
export function recordTokens(transport: Transport, secrets: Map<string, string>): Transport {
  let count = 0
  const recordSecret = (kind: string, value: unknown): void => {
    if (typeof value !== 'string' || value === '' || [...secrets.values()].includes(value)) return
    count += 1
    secrets.set(`${kind} ${count}`, value)
    // The signature is what makes a token worth stealing; a text cut short may hold it alone.
    const signature = value.split('.')[2]
    if (signature) secrets.set(`${kind} ${count}, signature`, signature)
  }
  return async (url, init) => {
    if (!new URL(url).pathname.endsWith('/oauth/token')) return transport(url, init)
    const form = new URLSearchParams(init?.body)
    for (const kind of ['code', 'code_verifier', 'refresh_token', 'client_secret'])
      recordSecret(kind, form.get(kind))
    const response = await transport(url, init)
    const answer = (await response.clone().json()) as Record<string, unknown>
    for (const kind of ['access_token', 'refresh_token']) recordSecret(kind, answer[kind])
    return response
  }
}

/**
 * Simulates a service that echoes its input, as some do in error pages and debug fields: in every record of its
 * responses, in its messages, and in the request id.
 */
export const repeatCredentials =
  (transport: Transport): Transport =>
  async (url, init) => {
    const isToken = url.endsWith('/oauth/token')
    const sent = isToken
      ? (new URLSearchParams(init?.body).get('refresh_token') ?? '')
      : (init?.headers?.['Authorization'] ?? '').replace('Bearer ', '')
    const response = await transport(url, init)
    // A token endpoint that grants gives nothing away; one that refuses may.
    if (sent === '' || (isToken && response.ok) || !response.headers.get('Content-Type')?.includes('json'))
      return response
    const headers = new Headers(response.headers)
    headers.set('X-Request-Id', `req-${sent}`)
    const body = JSON.stringify(repeat(await response.json(), sent)).replaceAll(
      escaped,
      sent.replaceAll('+', '\\u002B').replaceAll('/', '\\/'),
    )
    headers.delete('Content-Length')
    return new Response(body, { status: response.status, headers })
  }

/** A placeholder for the secret in an escaped form that `JSON.stringify` does not use. */
const escaped = '‹escaped›'
const messageFields = new Set(['message', 'description', 'error_description', 'detail'])

/** Objects whose keys are pathways; an echo among them would be a pathway without a number. */
const pathwayFields = new Set(['pathway_scores', 'pathways'])

function repeat(value: unknown, secret: string, isOfPathways = false): unknown {
  if (Array.isArray(value)) return value.map((item) => repeat(item, secret))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    messageFields.has(name)
      ? `${String(inner)} You sent Bearer ${secret}`
      : repeat(inner, secret, pathwayFields.has(name)),
  ])
  const repeated = Object.fromEntries(entries) as object
  return isOfPathways ? repeated : { ...repeated, echo: inForms(secret) }
}

function inForms(secret: string): Record<string, string> {
  const bytes = Buffer.from(secret)
  return {
    raw: secret,
    escaped,
    url: encodeURIComponent(secret),
    base64: bytes.toString('base64'),
    base64url: bytes.toString('base64url'),
    hex: bytes.toString('hex'),
  }
}
