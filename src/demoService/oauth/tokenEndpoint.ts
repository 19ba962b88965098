import { type Answer, type Incoming, isRecord } from '../answers.ts'
import { type AccessTokens, accessLifetimeS } from './accessTokens.ts'
import type { Authorization } from './authorization.ts'
import type { Grants, Refreshed } from './grants.ts'

type Parts = {
  clientId: string
  userId: string
  acceptsJson: boolean
  authorization: Authorization
  grants: Grants
  accessTokens: AccessTokens
}

/** POST /oauth/token: authorization_code with PKCE, and refresh_token, for a public client (RFC 6749, 5 and 6). */
export function createTokenEndpoint(parts: Parts): (request: Incoming) => Promise<Answer> {
  const { clientId, userId, authorization, grants, accessTokens } = parts

  const tokens = async ({ grant, refreshToken }: Refreshed, scopes = grant.scopes): Promise<Answer> => ({
    kind: 'token',
    body: {
      access_token: await accessTokens.issue({ userId, scopes, grantId: grant.id }),
      token_type: 'Bearer',
      expires_in: accessLifetimeS,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    },
  })

  const fromCode = (form: Form): Promise<Answer> | Answer => {
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

  const fromRefresh = (form: Form): Promise<Answer> | Answer => {
    const renewed = grants.rotate(form.get('refresh_token') ?? '')
    return renewed
      ? tokens(renewed)
      : problem('invalid_grant', 'The refresh token is unknown, used, expired or revoked. Sign in again.')
  }

  return async (request) => {
    const form = readForm(request, parts.acceptsJson)
    if (!form) return problem('invalid_request', 'The body must be application/x-www-form-urlencoded.')
    const claimed = form.get('client_id')
    if (claimed !== clientId)
      return problem('invalid_client', 'The client_id is missing or not known here.', 401)
    if (form.get('grant_type') === 'authorization_code') return fromCode(form)
    if (form.get('grant_type') === 'refresh_token') return fromRefresh(form)
    return problem('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  }
}

type Form = { get(name: string): string | null }

function readForm({ headers, body }: Incoming, acceptsJson: boolean): Form | null {
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

const problem = (error: string, description: string, status = 400): Answer => ({
  kind: 'oauthProblem',
  status,
  error,
  description,
})
