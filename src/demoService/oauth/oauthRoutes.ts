import { type EndpointResponse, type IncomingRequest, isRecord } from '../http/httpMessages.ts'
import type { Settings } from '../options.ts'
import { allScopes } from '../state.ts'
import { createAuthorization } from './authorization.ts'
import type { AccessTokens, Grants, Refreshed } from './tokens.ts'

type OAuthDeps = {
  clientId: string
  userId: string
  issuer: () => string
  acceptsJson: boolean
  /** Without a secret, the client is public and proves itself by PKCE alone. */
  signIn: Settings['signIn']
  grants: Grants
  accessTokens: AccessTokens
  now: () => number
}

type Answer = Promise<EndpointResponse> | EndpointResponse

/** Answers the paths of OAuth, which need no credential; undefined for every other path. */
export function createOAuthRoutes(deps: OAuthDeps): (request: IncomingRequest) => Answer | undefined {
  const { userId, signIn, grants, accessTokens } = deps
  const authorization = createAuthorization(deps.clientId, deps.now)

  const tokens = async ({ grant, refreshToken }: Refreshed): Promise<EndpointResponse> => ({
    kind: 'token',
    body: {
      access_token: await accessTokens.issue({ userId, scopes: grant.scopes, grantId: grant.id }),
      token_type: 'Bearer',
      expires_in: accessTokens.lifetimeS,
      refresh_token: refreshToken,
      scope: grant.scopes.join(' '),
    },
  })

  const fromCode = (form: Form): Answer => {
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

  const fromRefresh = (form: Form): Answer => {
    const renewed = grants.rotate(form.get('refresh_token') ?? '')
    return renewed
      ? tokens(renewed)
      : problem('invalid_grant', 'The refresh token is unknown, used, expired or revoked. Sign in again.')
  }

  /** POST /oauth/token: authorization_code with PKCE, and refresh_token (RFC 6749, 2.3, 5 and 6). */
  const issueTokens = (form: Form): Answer => {
    if (form.get('grant_type') === 'authorization_code') return fromCode(form)
    if (form.get('grant_type') === 'refresh_token') return fromRefresh(form)
    return problem('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  }

  /** POST /oauth/revoke (RFC 7009): either token ends the whole sign-in; an unknown token is accepted too. */
  const revoke = async (form: Form): Promise<EndpointResponse> => {
    const token = form.get('token') ?? ''
    const claims = grants.revokeToken(token) ? null : await accessTokens.verify(token)
    if (claims) grants.revoke(claims.grantId)
    return { kind: 'plain', status: 200, headers: {}, body: '' }
  }

  /** Reads the form, refuses a client that does not prove itself, and answers any other. */
  const withClient = (request: IncomingRequest, answer: (form: Form) => Answer): Answer => {
    const form = readForm(request, deps.acceptsJson)
    if (!form) return problem('invalid_request', 'The body must be application/x-www-form-urlencoded.')
    const claimed = readClient(request, form)
    if (claimed.id !== deps.clientId)
      return problem('invalid_client', 'The client_id is missing or not known here.', 401)
    if (signIn.clientSecret !== null && claimed.secret !== signIn.clientSecret)
      return problem('invalid_client', 'The client_secret is missing or wrong.', 401)
    return answer(form)
  }

  return (request) => {
    switch (`${request.method} ${request.path}`) {
      case 'GET /oauth/authorize':
        return authorization.authorize(request.query)
      case 'POST /oauth/authorize':
        return authorization.decide(new URLSearchParams(request.body.toString()))
      case 'POST /oauth/token':
        return withClient(request, issueTokens)
      case 'POST /oauth/revoke':
        return withClient(request, revoke)
      case 'GET /.well-known/oauth-authorization-server':
        return signIn.metadata ? metadata(deps) : undefined
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
