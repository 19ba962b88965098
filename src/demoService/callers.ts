import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { allScopes, type Caller } from './backend.ts'
import { Refusal } from './httpMessages.ts'
import type { AccessTokens } from './oauth/accessTokens.ts'
import type { Grants } from './oauth/grants.ts'

type CallerDeps = { apiKey: string; userId: string; accessTokens: AccessTokens; grants: Grants }

/** Who calls, by `Authorization: Bearer <API key or access token>`. Throws a Refusal (401). */
export function createCallers({ apiKey, userId, accessTokens, grants }: CallerDeps) {
  return async (headers: IncomingHttpHeaders): Promise<Caller> => {
    const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined)
      throw unauthorized('Unauthorized: send an API key or an access token as "Authorization: Bearer …".')
    if (same(token, apiKey)) return { credential: 'api-key', userId, scopes: allScopes }
    const claims = await accessTokens.verify(token)
    if (!claims || grants.isRevoked(claims.grantId))
      throw unauthorized('Unauthorized: the API key or access token is not valid, or has expired.')
    return { credential: claims.grantId, userId: claims.userId, scopes: claims.scopes }
  }
}

const unauthorized = (message: string): Refusal => new Refusal(401, message, { 'WWW-Authenticate': 'Bearer' })

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
