import * as oauth from 'openid-client'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Revocation } from '../../../shared/contract/state.ts'
import { isCredential } from '../../../shared/domain/app/profile.ts'
import { type Message, type MessageValue, message } from '../../../shared/words/message.ts'
import { GrantRefused } from '../secrets.ts'
import { configureOAuth, type OAuthDeps, type SignInServer, unreachable } from './signInServer.ts'

/** Tokens from a token endpoint. `expiresInS` is null if it is not stated. */
export type Tokens = { accessToken: string; refreshToken: string | null; expiresInS: number | null }

/** All scopes of service-interface, "Scopes". */
const documentedScopes = 'read:sample read:pathway write:screening read:drug'

/** Creates the client of a sign-in server. Throws the failures of `findSignInServer`. */
export async function createOAuthClient(server: SignInServer, { explainNetwork, ...deps }: OAuthDeps) {
  const { config, endpoints } = await configureOAuth(server, { ...deps, explainNetwork })
  const { settings } = server
  /** The parameter of every token request (RFC 8707). */
  const resource: Record<string, string> = settings.resource ? { resource: settings.resource } : {}
  const offered = endpoints.scopes?.includes('offline_access') ? ' offline_access' : ''
  /** A server may offer refresh tokens only for the scope `offline_access`. */
  const scope = settings.requested_scopes || `${documentedScopes}${offered}`
  // OpenID Connect Core, 11: without `consent` a server may omit the refresh token.
  const prompt = settings.prompt || (scope.split(' ').includes('offline_access') ? 'consent' : '')

  return {
    /**
     * Returns the address to open in the browser, and the exchange of its redirect for tokens. Checks PKCE S256 and
     * `state`.
     */
    async startAuthorization(redirectUri: string) {
      const verifier = oauth.randomPKCECodeVerifier()
      const state = oauth.randomState()
      const { href: url } = oauth.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        ...(settings.audience && { audience: settings.audience }),
        ...(prompt && { prompt }),
        ...resource,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const exchange = async (redirect: URL): Promise<Tokens> => {
        try {
          const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: false }
          return toTokens(await oauth.authorizationCodeGrant(config, redirect, checks, resource))
        } catch (error) {
          throw signInFailure(error, scope) ?? responseFailure(error, explainNetwork)
        }
      }
      return { url, state, exchange }
    },

    /**
     * Exchanges a refresh token, which is valid once, for new tokens. Throws `GrantRefused` if it is no longer accepted,
     * and a `Failure` for any other error.
     */
    async refresh(refreshToken: string): Promise<Tokens> {
      try {
        return toTokens(await oauth.refreshTokenGrant(config, refreshToken, resource))
      } catch (error) {
        throw refreshFailure(error) ?? responseFailure(error, explainNetwork)
      }
    },

    /** Revokes both tokens, and returns how the server responded. Throws other errors. */
    async revoke(tokens: Pick<Tokens, 'refreshToken'> & { accessToken: string | null }): Promise<Revocation> {
      if (!endpoints.revocation)
        return { outcome: 'not-offered', reason: message('catalogue.signServerOffersNo') }
      try {
        await revokeTokens(config, tokens)
        return { outcome: 'revoked', reason: null }
      } catch (error) {
        const refusal = revocationRefusal(error)
        if (refusal === null) throw error
        return { outcome: isUnrevocable(error) ? 'not-offered' : 'refused', reason: refusal }
      }
    },
  }
}

/**
 * Returns true if the server does not revoke tokens of this kind (RFC 7009, 2.2.1), such as self-contained access
 * tokens.
 */
const isUnrevocable = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError && error.error === 'unsupported_token_type'

/** Returns the server's refusal as a message; null for other errors. */
const revocationRefusal = (error: unknown): Message | null => {
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
async function revokeTokens(
  config: oauth.Configuration,
  { accessToken, refreshToken }: { accessToken: string | null; refreshToken: string | null },
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

function toTokens({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): Tokens {
  if (!isCredential(access_token) || /\p{Cc}/u.test(refresh_token ?? ''))
    throw notSignedIn(message('session.signServerGaveToken'))
  return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresInS: expires_in ?? null }
}

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

const notSignedIn = (text: Message, cause?: unknown): Failure =>
  new Failure('notSignedIn', text, {}, { cause })

/** Returns the failure of a refused redirect or code exchange, for the user who started the sign-in; or null. */
function signInFailure(error: unknown, scope: string): Failure | null {
  if (error instanceof oauth.AuthorizationResponseError) return redirectFailure(error.error, scope)
  if (!(error instanceof oauth.ResponseBodyError)) return null
  if (isUnknownClient(error)) return notSignedIn(message('session.signServerNotAcceptClient'), error)
  const text =
    error.error === 'invalid_grant'
      ? message('session.signServerNotAccept')
      : message('session.signServerRefusedCheck', { error: displayError(error.error) })
  return notSignedIn(text, error)
}

function redirectFailure(word: string, scope: string): Failure {
  if (word === 'invalid_scope') return notSignedIn(message('session.signServerRespondedInvalid', { scope }))
  if (word === 'access_denied') return new Failure('forbidden', message('session.accessRefusedSignPage'), {})
  return notSignedIn(message('session.signPageAnsweredPlace', { word: displayError(word) }))
}

const isUnknownClient = ({ error }: oauth.ResponseBodyError): boolean =>
  error === 'invalid_client' || error === 'unauthorized_client'

/** Statuses that do not concern the grant: the endpoint does not exist, or the request should be repeated. */
const nonGrantStatuses: readonly (number | null)[] = [404, 405, 407, 408, 421, 425]

/**
 * Returns the error of a refused token refresh, or null. Any refusal by the token endpoint ends the sign-in, whatever
 * its code. Network errors, 429 and 5xx do not.
 */
function refreshFailure(error: unknown): Error | null {
  if (!(error instanceof oauth.ResponseBodyError)) return null
  if (isUnknownClient(error)) return notSignedIn(message('session.signServerNotAcceptClient'), error)
  if (nonGrantStatuses.includes(statusOf(error.error)))
    return notSignedIn(message('session.signCouldNotRenewed', { error: displayError(error.error) }), error)
  return new GrantRefused('the refresh token is not accepted', { cause: error })
}

function responseFailure(cause: unknown, explain: OAuthDeps['explainNetwork']): Failure {
  if (!isOAuthError(cause)) return unreachable(cause, explain)
  const details = { endpoint: 'POST /oauth/token', reason: message('session.notOauth20') }
  return new Failure('unreadable', message('session.answerSignServerCannot'), details, { cause })
}
