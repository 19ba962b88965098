import { decodeJwt } from 'jose'
import { z } from 'zod'
import type { Clock, Random } from '../ports.ts'
import type { Tokens } from './oauth.ts'

const heldSchema = z.object({ token: z.string(), expiresAt: z.number(), refreshAt: z.number() })
/**
 * An access token with the moments (ms since 1970) at which it ends and at which it is renewed ahead of that. Both are
 * by this computer's clock, counted from when the token came: a clock that is off by hours does not matter.
 */
export type Held = z.infer<typeof heldSchema>

/** service-interface, "Tokens". Used only where neither the answer nor the token itself says. */
const documentedLifeMs = 24 * 3_600_000
const earlyMs = 5 * 60_000

export function toHeld(tokens: Tokens, { clock, random }: { clock: Clock; random: Random }): Held {
  const now = clock.now()
  const lifeMs = tokens.expiresInS === null ? statedLifeMs(tokens.accessToken, now) : tokens.expiresInS * 1000
  // Spread, so that many installations do not renew in the same second.
  const leadMs = Math.min(earlyMs * (0.5 + random.next()), lifeMs / 4)
  return { token: tokens.accessToken, expiresAt: now + lifeMs, refreshAt: now + lifeMs - leadMs }
}

/** What was stored, or null where it is nothing of ours. */
export function parseHeld(text: string | null): Held | null {
  if (text === null) return null
  try {
    return heldSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The life that a JWT states as the span between its own moments, so that a skewed clock here does not matter. */
function statedLifeMs(token: string, nowMs: number): number {
  try {
    const { exp, iat } = decodeJwt(token)
    if (exp === undefined) return documentedLifeMs
    return Math.max(0, exp * 1000 - (iat === undefined ? nowMs : iat * 1000))
  } catch {
    return documentedLifeMs
  }
}
