import * as oauth from 'openid-client'
import { Failure } from '../../shared/contract/failures.ts'
import type { Transport } from '../ports.ts'
import { isLoopback } from './serviceAddress.ts'

/** What a token endpoint gave. `expiresInS` is null when it did not say. */
export type Tokens = { accessToken: string; refreshToken: string | null; expiresInS: number | null }

/** The refresh token is no longer accepted: a person has to sign in again. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused'
}

/** All scopes of service-interface, "Scopes". */
const scope = 'read:sample read:pathway write:screening read:drug'

/**
 * One service's OAuth 2.0 endpoints for a public client: those its metadata names (RFC 8414), else the assumed
 * `{origin}/oauth/authorize` and `{origin}/oauth/token` (docs on service conventions).
 */
export async function configureOAuth(
  transport: Transport,
  serviceUrl: string,
  clientId: string,
): Promise<oauth.Configuration> {
  const issuer = new URL(serviceUrl).origin
  const insecure = isLoopback(new URL(serviceUrl).hostname)
  const send: oauth.CustomFetch = (url, options) =>
    transport(new Request(url, { ...(options as RequestInit), redirect: 'manual' }))
  const execute = insecure ? [oauth.allowInsecureRequests] : []
  try {
    const found = await oauth.discovery(new URL(issuer), clientId, undefined, oauth.None(), {
      algorithm: 'oauth2',
      execute,
      [oauth.customFetch]: send,
    })
    if (isComplete(found.serverMetadata())) return found
  } catch (error) {
    // An answer that is no metadata means that there is none; no answer at all is another matter.
    if (!(error instanceof oauth.ClientError) || error.code === 'OAUTH_TIMEOUT') throw unreachable(error)
  }
  const assumed = new oauth.Configuration(
    { issuer, authorization_endpoint: `${issuer}/oauth/authorize`, token_endpoint: `${issuer}/oauth/token` },
    clientId,
    undefined,
    oauth.None(),
  )
  assumed[oauth.customFetch] = send
  for (const apply of execute) apply(assumed)
  return assumed
}

/** Both endpoints are named, and neither would send a code or token over plain http to another computer. */
const isComplete = (metadata: oauth.ServerMetadata): boolean =>
  [metadata.authorization_endpoint, metadata.token_endpoint].every((endpoint) => {
    if (endpoint === undefined || !URL.canParse(endpoint)) return false
    const url = new URL(endpoint)
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  })

/** The address to open in the browser, and the exchange of what comes back from it. PKCE S256 and `state` are checked. */
export async function startAuthorization(config: oauth.Configuration, redirectUri: string) {
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const exchange = async (returned: URL): Promise<Tokens> => {
    try {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: false }
      return toTokens(await oauth.authorizationCodeGrant(config, returned, checks))
    } catch (error) {
      throw refusedSignIn(error)
    }
  }
  return { url, exchange }
}

/** New tokens for a refresh token, which serves once. Throws `GrantRefused` when it is not accepted any more. */
export async function refreshTokens(config: oauth.Configuration, refreshToken: string): Promise<Tokens> {
  try {
    return toTokens(await oauth.refreshTokenGrant(config, refreshToken))
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
      throw new GrantRefused('the refresh token is not accepted', { cause: error })
    throw isOAuthError(error) ? failed(error) : unreachable(error)
  }
}

const toTokens = (answer: oauth.TokenEndpointResponse): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? null,
  expiresInS: answer.expires_in ?? null,
})

const isOAuthError = (error: unknown): boolean =>
  error instanceof oauth.ClientError ||
  error instanceof oauth.ResponseBodyError ||
  error instanceof oauth.WWWAuthenticateChallengeError

function refusedSignIn(error: unknown): Failure {
  if (error instanceof oauth.AuthorizationResponseError)
    return new Failure(
      'forbidden',
      'The sign-in page of the service refused access. Nothing was changed.',
      {},
    )
  if (error instanceof oauth.ResponseBodyError && error.status < 500)
    return new Failure(
      'notSignedIn',
      'The service did not accept the sign-in. Check the client id, and start the sign-in again.',
      {},
    )
  return isOAuthError(error) ? failed(error) : unreachable(error)
}

const failed = (error: unknown): Failure =>
  new Failure(
    'unreadable',
    'The sign-in answer of the service cannot be read. Check the address and the client id.',
    { endpoint: 'POST /oauth/token', reason: 'it is not as OAuth 2.0 says' },
    { cause: error },
  )

const unreachable = (error: unknown): Failure =>
  new Failure(
    'offline',
    'The service cannot be reached. Check the network and the address of the service.',
    { reason: 'network' },
    { cause: error },
  )
