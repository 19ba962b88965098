import { decodeJwt } from 'jose'

/** Names under which tokens carry their scopes: RFC 8693's, and those of some services. */
const claims = ['scope', 'scopes', 'scp', 'permissions'] as const

/**
 * Scopes in an access token (service-interface, "Tokens": a JWT with user id, scopes and expiry). Null where it is no
 * JWT or names none. Read for a person's eyes only: nothing is decided by it.
 */
export function readTokenScopes(token: string): string[] | null {
  try {
    const payload = decodeJwt(token)
    const claim = claims.map((name) => payload[name]).find((value) => value !== undefined)
    if (typeof claim === 'string') return claim.split(/[\s,]+/).filter(Boolean)
    return Array.isArray(claim) ? claim.filter((scope) => typeof scope === 'string') : null
  } catch {
    return null
  }
}
