import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Clock, Random } from '../../ports.ts'
import type { Tokens } from '../oauth/oauth.ts'

const heldTokenSchema = z.object({ token: z.string(), expiresAt: z.number(), refreshAt: z.number() })
/**
 * An access token with the moments (ms since 1970) at which it ends and at which it is renewed ahead of that. Both are
 * by this computer's clock, counted from when the token came: a clock that is off by hours does not matter.
 */
export type HeldToken = z.infer<typeof heldTokenSchema>

/** service-interface, "Tokens". Used only where neither the answer nor the token itself says. */
const documentedLifetimeMs = 24 * 3_600_000
const renewalLeadMs = 5 * 60_000

export function toHeldToken(tokens: Tokens, { clock, random }: { clock: Clock; random: Random }): HeldToken {
  const now = clock.now()
  const lifetimeMs =
    tokens.expiresInS === null ? statedLifetimeMs(tokens.accessToken, now) : tokens.expiresInS * 1000
  // Spread, so that many installations do not renew in the same second.
  const leadMs = Math.min(renewalLeadMs * (0.5 + random.next()), lifetimeMs / 4)
  return { token: tokens.accessToken, expiresAt: now + lifetimeMs, refreshAt: now + lifetimeMs - leadMs }
}

/** What was stored, or null where it is nothing of ours. */
export function parseHeldToken(text: string | null): HeldToken | null {
  if (text === null) return null
  try {
    return heldTokenSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The life that a JWT states as the span between its own moments, so that a skewed clock here does not matter. */
function statedLifetimeMs(token: string, nowMs: number): number {
  try {
    const { exp, iat } = decodeJwt(token)
    if (exp === undefined) return documentedLifetimeMs
    return Math.max(0, exp * 1000 - (iat === undefined ? nowMs : iat * 1000))
  } catch {
    return documentedLifetimeMs
  }
}

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
