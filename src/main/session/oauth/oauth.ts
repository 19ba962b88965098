import * as oauth from 'openid-client'
import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { SignInSettings } from '../../../shared/domain/app/dialect.ts'
import { isCredential } from '../../../shared/domain/app/profile.ts'
import { joinMessages, type Message, type MessageValue, message } from '../../../shared/words/message.ts'
import { GrantRefused } from '../secrets.ts'

/** Tokens from a token endpoint. `expiresInS` is null if it is not stated. */
export type Tokens = { accessToken: string; refreshToken: string | null; expiresInS: number | null }

/** All scopes of service-interface, "Scopes". */
const documentedScopes = 'read:sample read:pathway write:screening read:drug'

/**
 * Returns the scopes that the user set; otherwise the documented scopes, with `offline_access` if the server offers
 * refresh tokens only for that scope.
 */
export function chooseScopes(
  { requested_scopes }: SignInSettings,
  offered: readonly string[] | null,
): string {
  if (requested_scopes) return requested_scopes
  return [documentedScopes, ...(offered?.includes('offline_access') ? ['offline_access'] : [])].join(' ')
}

type AuthorizationRequest = { redirectUri: string; scope: string; settings: SignInSettings }

/**
 * Returns the address to open in the browser, and the exchange of its redirect for tokens. Checks PKCE S256 and
 * `state`.
 */
export async function startAuthorization(
  config: oauth.Configuration,
  { redirectUri, scope, settings }: AuthorizationRequest,
  explain: ExplainNetwork,
) {
  const { audience } = settings
  // OpenID Connect Core, 11: without `consent` a server may omit the refresh token.
  const prompt = settings.prompt || (scope.split(' ').includes('offline_access') ? 'consent' : '')
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    ...(audience && { audience }),
    ...(prompt && { prompt }),
    ...resourceOf(settings),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const exchange = async (redirect: URL): Promise<Tokens> => {
    try {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: false }
      return toTokens(await oauth.authorizationCodeGrant(config, redirect, checks, resourceOf(settings)))
    } catch (error) {
      throw signInFailure(error, { explain, scope })
    }
  }
  return { url, state, exchange }
}

/**
 * Exchanges a refresh token, which is valid once, for new tokens. Throws `GrantRefused` if it is no longer accepted,
 * and a `Failure` for any other error.
 */
export async function refreshTokens(
  config: oauth.Configuration,
  { refreshToken, settings }: { refreshToken: string; settings: SignInSettings },
  explain: ExplainNetwork,
): Promise<Tokens> {
  try {
    return toTokens(await oauth.refreshTokenGrant(config, refreshToken, resourceOf(settings)))
  } catch (error) {
    throw refreshFailure(error, explain)
  }
}

/**
 * Returns true if the server does not revoke tokens of this kind (RFC 7009, 2.2.1), such as self-contained access
 * tokens.
 */
export const isUnrevocable = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError && error.error === 'unsupported_token_type'

/** Returns the server's refusal as a message; null for other errors. */
export const revocationRefusal = (error: unknown): Message | null => {
  if (error instanceof oauth.ResponseBodyError)
    return message('catalogue.signServerRefusedRevoke', { error: displayError(error.error) })
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return message('catalogue.signServerRefusedRevokeToken')
  return null
}

/**
 * Revokes both tokens (RFC 7009), the refresh token first, since the sign-in cannot continue without it. Tries both and
 * throws the first error. An access token that cannot be revoked ends with its refresh token.
 */
export async function revokeTokens(
  config: oauth.Configuration,
  { accessToken, refreshToken }: Pick<Tokens, 'refreshToken'> & { accessToken: string | null },
): Promise<void> {
  const errors: unknown[] = []
  if (refreshToken !== null)
    await oauth
      .tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
      .catch((error: unknown) => errors.push(error))
  if (accessToken !== null)
    await oauth
      .tokenRevocation(config, accessToken, { token_type_hint: 'access_token' })
      .catch((error: unknown) => {
        if (refreshToken === null || !isUnrevocable(error)) errors.push(error)
      })
  if (errors.length > 0) throw errors[0]
}

/** Returns the resource parameter of every token request (RFC 8707). */
const resourceOf = ({ resource }: SignInSettings): Record<string, string> => (resource ? { resource } : {})

function toTokens({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): Tokens {
  if (!isCredential(access_token) || /\p{Cc}/u.test(refresh_token ?? '')) throw unusableToken()
  return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresInS: expires_in ?? null }
}

const unusableToken = (): Failure => new Failure('notSignedIn', message('session.signServerGaveToken'), {})

/**
 * Returns the reason and the advice for a network error, in words for the user. Without advice: check network and
 * address.
 */
export type ExplainNetwork = (error: unknown) => { reason: Message; advice: Message | null }

const isOAuthError = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError ||
  error instanceof oauth.WWWAuthenticateChallengeError ||
  (error instanceof oauth.ClientError && error.code !== undefined && error.code !== 'OAUTH_TIMEOUT')

/** Returns the server's error code for display, if it is safe to show. */
const displayError = (word: string): MessageValue => {
  const status = statusOf(word)
  if (status !== null) return `HTTP ${status}`
  return /^[\w.-]{1,60}$/.test(word) ? word : message('session.anError')
}

/** Returns the status of a refusal without an error code (see `toStandardResponse`). */
const statusOf = (word: string): number | null =>
  Number(/^http_(\d{3})$/.exec(word)?.[1] ?? Number.NaN) || null

/** Returns the failure of a redirect or code exchange, for the user who started the sign-in. */
function signInFailure(
  error: unknown,
  { explain, scope }: { explain: ExplainNetwork; scope: string },
): Failure {
  if (error instanceof oauth.AuthorizationResponseError) return redirectFailure(error.error, scope)
  if (!(error instanceof oauth.ResponseBodyError)) return responseFailure(error, explain)
  if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return unknownClient(error)
  const text =
    error.error === 'invalid_grant'
      ? message('session.signServerNotAccept')
      : message('session.signServerRefusedCheck', { error: displayError(error.error) })
  return new Failure('notSignedIn', text, {}, { cause: error })
}

function redirectFailure(word: string, scope: string): Failure {
  if (word === 'invalid_scope')
    return new Failure('notSignedIn', message('session.signServerRespondedInvalid', { scope }), {})
  if (word === 'access_denied') return new Failure('forbidden', message('session.accessRefusedSignPage'), {})
  return new Failure(
    'notSignedIn',
    message('session.signPageAnsweredPlace', { word: displayError(word) }),
    {},
  )
}

/** Statuses that do not concern the grant: the endpoint does not exist, or the request should be repeated. */
const nonGrantStatuses: readonly (number | null)[] = [404, 405, 407, 408, 421, 425]

/**
 * Returns the error of a token refresh. Any refusal by the token endpoint ends the sign-in, whatever its code. Network
 * errors, 429 and 5xx do not.
 */
function refreshFailure(error: unknown, explain: ExplainNetwork): Error {
  if (!(error instanceof oauth.ResponseBodyError)) return responseFailure(error, explain)
  if (error.error === 'invalid_client' || error.error === 'unauthorized_client') return unknownClient(error)
  if (nonGrantStatuses.includes(statusOf(error.error))) return noTokenEndpoint(error)
  return new GrantRefused('the refresh token is not accepted', { cause: error })
}

const noTokenEndpoint = (cause: oauth.ResponseBodyError): Failure =>
  new Failure(
    'notSignedIn',
    message('session.signCouldNotRenewed', { error: displayError(cause.error) }),
    {},
    { cause },
  )

const unknownClient = (cause: unknown): Failure =>
  new Failure('notSignedIn', message('session.signServerNotAcceptClient'), {}, { cause })

const responseFailure = (error: unknown, explain: ExplainNetwork): Failure =>
  isOAuthError(error) ? unreadable(error) : unreachable(error, explain)

const unreadable = (cause: unknown): Failure =>
  new Failure(
    'unreadable',
    message('session.answerSignServerCannot'),
    { endpoint: 'POST /oauth/token', reason: message('session.notOauth20') },
    { cause },
  )

/** Returns our own failure if it caused the error (a time limit, the offline switch), otherwise `offline`. */
export function unreachable(error: unknown, explain: ExplainNetwork): Failure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isFailure(cause)) return cause
  const { reason, advice } = explain(error)
  const sentence = joinMessages([
    message('session.signServerCannotReached', { reason }),
    advice ?? message('session.checkNetworkAddressSign'),
  ])
  return new Failure('offline', sentence, { reason: 'network' }, { cause: error })
}
