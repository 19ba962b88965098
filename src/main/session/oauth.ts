import * as oauth from 'openid-client'
import { Failure } from '../../shared/contract/failures.ts'
import type { SignInSettings } from '../../shared/domain/convention.ts'
import { isCredential } from '../../shared/domain/profile.ts'
import { type ExplainNetwork, refreshFailure, signInFailure } from './oauthFailures.ts'

/** What a token endpoint gave. `expiresInS` is null when it did not say. */
export type Tokens = { accessToken: string; refreshToken: string | null; expiresInS: number | null }

/** All scopes of service-interface, "Scopes". */
const documentedScopes = 'read:sample read:pathway write:screening read:drug'

/** What a person set; else the documented scopes, and a refresh token where the server gives it for a scope only. */
export function chooseScopes(
  { requested_scopes }: SignInSettings,
  offered: readonly string[] | null,
): string {
  if (requested_scopes) return requested_scopes
  return [documentedScopes, ...(offered?.includes('offline_access') ? ['offline_access'] : [])].join(' ')
}

type AuthorizationRequest = { redirectUri: string; scope: string; conventions: SignInSettings }

/** The address to open in the browser, and the exchange of what comes back from it. PKCE S256 and `state` are checked. */
export async function startAuthorization(
  config: oauth.Configuration,
  { redirectUri, scope, conventions }: AuthorizationRequest,
  explain: ExplainNetwork,
) {
  const { audience } = conventions
  // OpenID Connect Core, 11: without it a server may leave out the refresh token.
  const prompt = conventions.prompt || (scope.split(' ').includes('offline_access') ? 'consent' : '')
  const verifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    ...(audience && { audience }),
    ...(prompt && { prompt }),
    ...resourceOf(conventions),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const exchange = async (redirect: URL): Promise<Tokens> => {
    try {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: false }
      return toTokens(await oauth.authorizationCodeGrant(config, redirect, checks, resourceOf(conventions)))
    } catch (error) {
      throw signInFailure(error, { explain, scope })
    }
  }
  return { url, state, exchange }
}

/**
 * New tokens for a refresh token, which serves once. Throws `GrantRefused` when it is not accepted any more, and a
 * `Failure` for everything else.
 */
export async function refreshTokens(
  config: oauth.Configuration,
  { refreshToken, conventions }: { refreshToken: string; conventions: SignInSettings },
  explain: ExplainNetwork,
): Promise<Tokens> {
  try {
    return toTokens(await oauth.refreshTokenGrant(config, refreshToken, resourceOf(conventions)))
  } catch (error) {
    throw refreshFailure(error, explain)
  }
}

/** The server does not revoke tokens of this kind (RFC 7009, 2.2.1), such as access tokens that nobody looks up. */
export const isUnrevocable = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError && error.error === 'unsupported_token_type'

/** Revokes both tokens (RFC 7009), the refresh token first: without it the sign-in cannot go on. */
export async function revokeTokens(
  config: oauth.Configuration,
  { accessToken, refreshToken }: Pick<Tokens, 'refreshToken'> & { accessToken: string | null },
): Promise<void> {
  if (refreshToken !== null)
    await oauth.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
  const revoking =
    accessToken === null
      ? Promise.resolve()
      : oauth.tokenRevocation(config, accessToken, { token_type_hint: 'access_token' })
  // Many servers end access tokens together with the refresh token, and revoke no other.
  await (refreshToken === null ? revoking : revoking.catch(() => undefined))
}

/** RFC 8707: named with every request for tokens. */
const resourceOf = ({ resource }: SignInSettings): Record<string, string> => (resource ? { resource } : {})

function toTokens({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): Tokens {
  if (!isCredential(access_token) || /\p{Cc}/u.test(refresh_token ?? '')) throw unusableToken()
  return { accessToken: access_token, refreshToken: refresh_token ?? null, expiresInS: expires_in ?? null }
}

const unusableToken = (): Failure =>
  new Failure(
    'notSignedIn',
    'The sign-in server gave a token with blanks, line breaks or characters that none has, so it was not stored. Sign in again; if that does not help, tell whoever runs the service.',
    {},
  )
