import { decodeJwt } from 'jose'
import { z } from 'zod'
import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { Clock, Credential, Random, SecretStore } from '../ports.ts'
import { GrantRefused, type Tokens } from './oauth.ts'
import { secretNames } from './secretNames.ts'

const heldSchema = z.object({ token: z.string(), expiresAt: z.number(), refreshAt: z.number() })
/** An access token with the moments (ms since 1970) at which it ends and at which it is renewed ahead of that. */
type Held = z.infer<typeof heldSchema>

/** service-interface, "Tokens". Used only where neither the answer nor the token itself says. */
const documentedLifeMs = 24 * 3_600_000
const earlyMs = 5 * 60_000

type Parts = {
  profileId: string
  secrets: SecretStore
  clock: Clock
  random: Random
  refresh: (refreshToken: string) => Promise<Tokens>
  /** The sign-in has ended: nothing is left that could be renewed. */
  ended: () => Promise<void>
}

/** Signs with an access token and renews it: before it ends, and after a 401, once for all who used it. */
export function createOAuthCredential(parts: Parts): Credential & { keep(tokens: Tokens): Promise<void> } {
  const { secrets, clock } = parts
  const names = secretNames(parts.profileId)
  let held: Held | null = null
  const renewals = new Map<string, Promise<boolean>>()

  const load = async (): Promise<Held | null> => parseHeld(await secrets.get(names.accessToken))

  /** The old refresh token has served, so the new one is stored before anyone uses the new access token. */
  const keep = async (tokens: Tokens): Promise<void> => {
    if (tokens.refreshToken !== null) await secrets.set(names.refreshToken, tokens.refreshToken)
    const next = toHeld(tokens, parts)
    await secrets.set(names.accessToken, JSON.stringify(next))
    held = next
  }

  /** Another process of ours may have renewed in the meantime: then its tokens are taken over. */
  const adopt = async (used: string): Promise<boolean> => {
    const stored = await load()
    if (!stored || stored.token === used || stored.expiresAt <= clock.now()) return false
    held = stored
    return true
  }

  /** Tokens that are of no more use, unless another process has just stored new ones. */
  const removeServed = async (refreshToken: string): Promise<void> => {
    if ((await secrets.get(names.refreshToken)) !== refreshToken) return
    await secrets.remove(names.accessToken)
    await secrets.remove(names.refreshToken)
  }

  const refresh = async (used: string): Promise<boolean> => {
    if (await adopt(used)) return true
    const refreshToken = await secrets.get(names.refreshToken)
    if (refreshToken !== null)
      try {
        await keep(await parts.refresh(refreshToken))
        return true
      } catch (error) {
        if (!(error instanceof GrantRefused)) throw error
        if (await adopt(used)) return true
        await removeServed(refreshToken)
      }
    held = null
    await parts.ended()
    return false
  }

  const renew = (used: string): Promise<boolean> => {
    if (held && held.token !== used) return Promise.resolve(true)
    const running = renewals.get(used) ?? refresh(used).finally(() => renewals.delete(used))
    renewals.set(used, running)
    return running
  }

  return {
    keep,
    renew,
    async token() {
      held ??= await load()
      const now = held
      if (!now) throw notSignedIn()
      if (clock.now() < now.refreshAt) return now.token
      const stillGood = clock.now() < now.expiresAt
      const renewed = await renew(now.token).catch((error: unknown) => {
        // A token that has minutes left serves on while its renewal cannot get through.
        if (stillGood && isFailure(error)) return true
        throw error
      })
      if (!renewed) throw notSignedIn()
      return (held ?? now).token
    },
  }
}

const notSignedIn = (): Failure => new Failure('notSignedIn', 'The sign-in has ended. Sign in again.', {})

function parseHeld(text: string | null): Held | null {
  if (text === null) return null
  try {
    return heldSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function toHeld(tokens: Tokens, { clock, random }: Parts): Held {
  const now = clock.now()
  const lifeMs = tokens.expiresInS === null ? statedLifeMs(tokens.accessToken, now) : tokens.expiresInS * 1000
  // Spread, so that many installations do not renew in the same second.
  const leadMs = Math.min(earlyMs * (0.5 + random.next()), lifeMs / 4)
  return { token: tokens.accessToken, expiresAt: now + lifeMs, refreshAt: now + lifeMs - leadMs }
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
