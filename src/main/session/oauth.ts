import * as oauth from 'openid-client'
import { type ExplainNetwork, refusedRefresh, refusedSignIn } from './oauthFailures.ts'

/** What a token endpoint gave. `expiresInS` is null when it did not say. */
export type Tokens = { accessToken: string; refreshToken: string | null; expiresInS: number | null }

/** All scopes of service-interface, "Scopes". */
const scope = 'read:sample read:pathway write:screening read:drug'

/** The address to open in the browser, and the exchange of what comes back from it. PKCE S256 and `state` are checked. */
export async function startAuthorization(
  config: oauth.Configuration,
  redirectUri: string,
  explain: ExplainNetwork,
) {
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
      throw refusedSignIn(error, explain)
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
  refreshToken: string,
  explain: ExplainNetwork,
): Promise<Tokens> {
  try {
    return toTokens(await oauth.refreshTokenGrant(config, refreshToken))
  } catch (error) {
    throw refusedRefresh(error, explain)
  }
}

const toTokens = (answer: oauth.TokenEndpointResponse): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? null,
  expiresInS: answer.expires_in ?? null,
})
