import { allScopes } from '../backend.ts'
import type { EndpointResponse, IncomingRequest } from '../httpMessages.ts'
import type { SignInSettings } from '../options.ts'
import type { AccessTokens } from './accessTokens.ts'
import { createAuthorization } from './authorization.ts'
import type { Grants } from './grants.ts'
import { createRevocationEndpoint, createTokenEndpoint } from './tokenEndpoint.ts'

type OAuthDeps = {
  clientId: string
  userId: string
  issuer: () => string
  acceptsJson: boolean
  signIn: Pick<SignInSettings, 'clientSecret' | 'metadata'>
  grants: Grants
  accessTokens: AccessTokens
  now: () => number
}

/** Answers the paths of OAuth, which need no credential; undefined for every other path. */
export function createOAuthRoutes(
  deps: OAuthDeps,
): (request: IncomingRequest) => Promise<EndpointResponse> | EndpointResponse | undefined {
  const authorization = createAuthorization(deps.clientId, deps.now)
  const { clientSecret } = deps.signIn
  const tokenEndpoint = createTokenEndpoint({ ...deps, clientSecret, authorization })
  const revocationEndpoint = createRevocationEndpoint({ ...deps, clientSecret, authorization })
  return (request) => {
    switch (`${request.method} ${request.path}`) {
      case 'GET /oauth/authorize':
        return authorization.authorize(request.query)
      case 'POST /oauth/authorize':
        return authorization.decide(new URLSearchParams(request.body.toString()))
      case 'POST /oauth/token':
        return tokenEndpoint(request)
      case 'POST /oauth/revoke':
        return revocationEndpoint(request)
      case 'GET /.well-known/oauth-authorization-server':
        return deps.signIn.metadata ? metadata(deps) : undefined
      default:
        return undefined
    }
  }
}

/** RFC 8414. */
function metadata({ issuer, signIn }: Pick<OAuthDeps, 'issuer' | 'signIn'>): EndpointResponse {
  const origin = issuer()
  const body = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported:
      signIn.clientSecret === null ? ['none'] : ['client_secret_post', 'client_secret_basic'],
    scopes_supported: [...allScopes],
  }
  const headers = { 'Content-Type': 'application/json' }
  return { kind: 'plain', status: 200, headers, body: JSON.stringify(body) }
}
