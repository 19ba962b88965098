import { isRecord } from '../../../shared/json.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { Exchange } from '../http/exchange.ts'
import { pick, readText, readTexts } from '../responses/jsonFields.ts'
import {
  assumedTokenPath,
  codeIn,
  endpoints,
  isTokenRequest,
  type Observations,
  plainWord,
  type Shown,
  type SignInObservation,
} from './observations.ts'

/** Readers for the sign-in server: its metadata, and how it refuses a token request without a grant. */

/** Returns the metadata at the service's own origin. They are used only if there is no browser sign-in. */
function metadataOf(exchanges: readonly Exchange[]): Record<string, unknown> | null {
  const documents = [endpoints.metadata, endpoints.openidMetadata].map((endpoint) =>
    exchanges.find((exchange) => exchange.endpoint === endpoint && exchange.status === 200),
  )
  const bodies = documents.map((exchange) => exchange?.body).filter(isRecord)
  return bodies.find((body) => readText(pick(body, ['token_endpoint'])) !== null) ?? bodies[0] ?? null
}

export const namesEndpoints = (exchanges: readonly Exchange[]): boolean =>
  readText(pick(metadataOf(exchanges), ['token_endpoint'])) !== null

const tokenRequest = (exchanges: readonly Exchange[]): Exchange | undefined =>
  exchanges.find(({ endpoint }) => isTokenRequest(endpoint))

/** Returns the path of the token endpoint at this origin. Null if it is on another server. */
export function tokenPath(
  exchanges: readonly Exchange[],
  origin: string,
  signIn: SignInObservation,
): string | null {
  const known = signIn && 'endpoints' in signIn ? signIn.endpoints.token.url : null
  const named = known ?? readText(pick(metadataOf(exchanges), ['token_endpoint']))
  if (named === null || !URL.canParse(named)) return assumedTokenPath
  const url = new URL(named)
  return url.origin === origin ? url.pathname : null
}

/** Shortens an address to its path if it is on the service itself. */
function shortened(address: string, service: string): string {
  const { origin, pathname } = new URL(address)
  return plainWord(origin === new URL(service).origin ? pathname : `${origin}${pathname}`)
}

type Kind = 'authorization' | 'token' | 'revocation'

/** Reads an endpoint of the sign-in server: the one in use, or the one in the service's own metadata. */
export const signInEndpoint =
  (kind: Kind) =>
  ({ exchanges, service, signIn }: Observations): Shown => {
    if (signIn) {
      const inForce = 'endpoints' in signIn ? signIn.endpoints : null
      const endpoint = inForce?.[kind]
      if (!endpoint || endpoint.how !== 'metadata') return null
      const note = message`Named by the metadata at ${plainAddress(inForce.metadataUrl ?? inForce.issuer)}.`
      return { value: shortened(endpoint.url, service), note }
    }
    const named = readText(pick(metadataOf(exchanges), [`${kind}_endpoint`]))
    if (named !== null && URL.canParse(named)) {
      const { origin, host } = new URL(named)
      const here = origin === new URL(service).origin
      return {
        value: shortened(named, service),
        note: here ? message`Named by its metadata.` : elsewhere(host),
      }
    }
    const request = kind === 'token' ? tokenRequest(exchanges) : undefined
    const answers = request !== undefined && ![404, 405].includes(request.status)
    return answers ? { value: request.path, note: message`No metadata; the assumed path answers.` } : null
  }

/** Reads the issuer of the browser sign-in. */
export function issuer({ signIn }: Observations): Shown {
  if (!signIn || !('endpoints' in signIn)) return null
  const { issuer: name, metadataUrl } = signIn.endpoints
  if (metadataUrl === null) return null
  return { value: plainAddress(name), note: message`Its metadata are at ${plainAddress(metadataUrl)}.` }
}

/** Returns the reason why an endpoint is the assumed one. */
export function whyAssumed({ signIn }: Observations): Message | null {
  if (!signIn) return null
  if ('problem' in signIn) return signIn.problem
  const { issuer: name, metadataUrl } = signIn.endpoints
  return metadataUrl === null ? message`Assumed at ${plainAddress(name)}, which has no metadata.` : null
}

const plainAddress = (address: string): string => address.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, '').slice(0, 300)

const elsewhere = (host: string): Message =>
  message`At another server, ${host}: signing in there needs it named as the sign-in server of this profile.`

/** Reads the form of token errors: OAuth's own, or the envelope of the other endpoints. */
export function tokenAnswer({ exchanges }: Observations): Shown {
  const body = tokenRequest(exchanges)?.body
  const note = message`Seen in a refusal.`
  if (codeIn(body) !== null) return { value: 'enveloped', note }
  return typeof pick(body, ['error']) === 'string' ? { value: 'plain', note } : null
}

/**
 * Reads the client authentication methods that the server offers. There may be several, so they appear beside the
 * setting.
 */
export function clientAuthentication({ exchanges, signIn }: Observations): Message | null {
  const inForce = signIn && 'endpoints' in signIn ? signIn.endpoints.secretMethods : null
  const methods =
    inForce ?? readTexts(pick(metadataOf(exchanges), ['token_endpoint_auth_methods_supported']), /[\s,]+/)
  return methods === null ? null : message`The sign-in server offers: ${methods.map(plainWord).join(', ')}.`
}
