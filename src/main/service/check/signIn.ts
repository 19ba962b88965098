import type { Exchange } from '../exchange.ts'
import { isRecord, pick, readText, readTexts } from '../payload.ts'
import { codeIn, isTokenRequest } from './answers.ts'
import { assumedTokenPath, endpoints } from './endpoints.ts'
import { type Evidence, plainWord, type Shown } from './evidence.ts'

/** What the sign-in server says of itself, and how it refuses a request for tokens that asks for nothing. */

/** RFC 8414 metadata; null where there is none. */
function metadataOf(exchanges: readonly Exchange[]): Record<string, unknown> | null {
  const found = exchanges.find(({ endpoint, status }) => endpoint === endpoints.metadata && status === 200)
  return isRecord(found?.body) ? found.body : null
}

const tokenRequest = (exchanges: readonly Exchange[]): Exchange | undefined =>
  exchanges.find(({ endpoint }) => isTokenRequest(endpoint))

/** The path of the token endpoint at this origin; null where the metadata name another server. */
export function tokenPath(exchanges: readonly Exchange[], origin: string): string | null {
  const named = readText(pick(metadataOf(exchanges), ['token_endpoint']))
  if (named === null || !URL.canParse(named)) return assumedTokenPath
  const url = new URL(named)
  return url.origin === origin ? url.pathname : null
}

export function tokenEndpoint({ exchanges, service }: Evidence): Shown {
  const metadata = metadataOf(exchanges)
  const named = readText(pick(metadata, ['token_endpoint']))
  if (named !== null && URL.canParse(named)) {
    const { origin, pathname, host } = new URL(named)
    const here = origin === new URL(service).origin
    const value = here ? pathname : `${origin}${pathname}`
    return { value: plainWord(value), note: here ? 'Named by its metadata.' : elsewhere(host) }
  }
  const request = tokenRequest(exchanges)
  const answers = request !== undefined && ![404, 405].includes(request.status)
  return answers ? { value: request.path, note: 'No metadata; the assumed path answers.' } : null
}

const elsewhere = (host: string): string =>
  `At another server, ${host}: signing in there needs it named as the sign-in server of this profile.`

/** Seen in how errors come: OAuth's own form, or in the envelope of the other endpoints. */
export function tokenAnswer({ exchanges }: Evidence): Shown {
  const body = tokenRequest(exchanges)?.body
  const note = 'Seen in a refusal.'
  if (codeIn(body) !== null) return { value: 'enveloped', note }
  return typeof pick(body, ['error']) === 'string' ? { value: 'plain', note } : null
}

/** Which ways to prove itself the server offers to a client; shown beside the setting, as it may name several. */
export function clientAuthentication({ exchanges }: Evidence): string | null {
  const methods = readTexts(pick(metadataOf(exchanges), ['token_endpoint_auth_methods_supported']), /[\s,]+/)
  return methods === null ? null : `The sign-in server offers: ${methods.map(plainWord).join(', ')}.`
}
