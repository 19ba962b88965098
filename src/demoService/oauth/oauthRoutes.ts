import { type EndpointResponse, type IncomingRequest, isRecord } from '../http/httpMessages.ts'
import type { SignInSettings } from '../options.ts'
import { allScopes } from '../state.ts'
import { type Authorization, createAuthorization } from './authorization.ts'
import type { AccessTokens, Grants, Refreshed } from './tokens.ts'

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

type TokenEndpointDeps = {
  clientId: string
  /** Null: a public client, which proves itself by PKCE alone. */
  clientSecret: string | null
  userId: string
  acceptsJson: boolean
  authorization: Authorization
  grants: Grants
  accessTokens: AccessTokens
}

/** Refuses a client that does not prove itself; undefined: it does. */
function refuseClient(
  request: IncomingRequest,
  form: Form,
  { clientId, clientSecret }: TokenEndpointDeps,
): EndpointResponse | undefined {
  const claimed = readClient(request, form)
  if (claimed.id !== clientId)
    return problem('invalid_client', 'The client_id is missing or not known here.', 401)
  if (clientSecret !== null && claimed.secret !== clientSecret)
    return problem('invalid_client', 'The client_secret is missing or wrong.', 401)
  return undefined
}

const badForm = (): EndpointResponse =>
  problem('invalid_request', 'The body must be application/x-www-form-urlencoded.')

/** POST /oauth/revoke (RFC 7009): either token ends the whole sign-in; an unknown token is accepted too. */
function createRevocationEndpoint(
  deps: TokenEndpointDeps,
): (request: IncomingRequest) => Promise<EndpointResponse> {
  return async (request) => {
    const form = readForm(request, deps.acceptsJson)
    if (!form) return badForm()
    const refused = refuseClient(request, form, deps)
    if (refused) return refused
    const token = form.get('token') ?? ''
    const claims = deps.grants.revokeToken(token) ? null : await deps.accessTokens.verify(token)
    if (claims) deps.grants.revoke(claims.grantId)
    return { kind: 'plain', status: 200, headers: {}, body: '' }
  }
}

/** POST /oauth/token: authorization_code with PKCE, and refresh_token (RFC 6749, 2.3, 5 and 6). */
function createTokenEndpoint(
  deps: TokenEndpointDeps,
): (request: IncomingRequest) => Promise<EndpointResponse> {
  const { userId, authorization, grants, accessTokens } = deps

  const tokens = async (
    { grant, refreshToken }: Refreshed,
    scopes = grant.scopes,
  ): Promise<EndpointResponse> => ({
    kind: 'token',
    body: {
      access_token: await accessTokens.issue({ userId, scopes, grantId: grant.id }),
      token_type: 'Bearer',
      expires_in: accessTokens.lifetimeS,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    },
  })

  const fromCode = (form: Form): Promise<EndpointResponse> | EndpointResponse => {
    const redeemed = authorization.redeem(
      form.get('code') ?? '',
      form.get('redirect_uri') ?? '',
      form.get('code_verifier') ?? '',
    )
    if (redeemed && 'replayed' in redeemed) grants.revoke(redeemed.replayed)
    if (!redeemed || 'replayed' in redeemed)
      return problem('invalid_grant', 'The code is unknown, used or expired, or its verifier does not fit.')
    const started = grants.start(redeemed.scopes)
    redeemed.remember(started.grant.id)
    return tokens(started)
  }

  const fromRefresh = (form: Form): Promise<EndpointResponse> | EndpointResponse => {
    const renewed = grants.rotate(form.get('refresh_token') ?? '')
    return renewed
      ? tokens(renewed)
      : problem('invalid_grant', 'The refresh token is unknown, used, expired or revoked. Sign in again.')
  }

  return async (request) => {
    const form = readForm(request, deps.acceptsJson)
    if (!form) return badForm()
    const refused = refuseClient(request, form, deps)
    if (refused) return refused
    if (form.get('grant_type') === 'authorization_code') return fromCode(form)
    if (form.get('grant_type') === 'refresh_token') return fromRefresh(form)
    return problem('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  }
}

/** Reads the client's credentials from the body or the header (RFC 6749, 2.3.1: both parts are form-encoded). */
function readClient({ headers }: IncomingRequest, form: Form): { id: string | null; secret: string | null } {
  const basic = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic === undefined) return { id: form.get('client_id'), secret: form.get('client_secret') }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
  const decoded = (text: string) => new URLSearchParams(`x=${text}`).get('x')
  return { id: decoded(id), secret: decoded(secret) }
}

type Form = { get(name: string): string | null }

function readForm({ headers, body }: IncomingRequest, acceptsJson: boolean): Form | null {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(body.toString())
  if (!acceptsJson || !type.startsWith('application/json')) return null
  try {
    const fields: unknown = JSON.parse(body.toString())
    return { get: (name) => (isRecord(fields) && typeof fields[name] === 'string' ? fields[name] : null) }
  } catch {
    return null
  }
}

const problem = (error: string, description: string, status = 400): EndpointResponse => ({
  kind: 'oauthProblem',
  status,
  error,
  description,
})
