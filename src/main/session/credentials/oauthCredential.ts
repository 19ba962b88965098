import { decodeJwt } from 'jose'
import { z } from 'zod'
import { isFailure } from '../../../shared/contract/failures.ts'
import { parseJson } from '../../../shared/json.ts'
import type { Clock, Credential, Locks, Random, SecretStore } from '../../ports.ts'
import type { Tokens } from '../oauth/oauth.ts'
import { GrantRefused, secretNames, signInEnded } from '../secrets.ts'

type OAuthCredentialDeps = {
  profileId: string
  secrets: SecretStore
  clock: Clock
  random: Random
  locks: Locks
  refresh: (refreshToken: string) => Promise<Tokens>
  /** Called after new tokens were stored, or could not be. */
  stored: () => void
  /** Called when the sign-in has ended: no token is left to renew. */
  ended: () => Promise<void>
}

/** The minimum pause after a failed renewal. */
const retryPauseMs = 30_000
/** A clock that moves by more than this between two calls, or backwards, has jumped (sleep, or a correction). */
const maxClockStepMs = 10 * 60_000

/**
 * Creates a credential that signs with an access token and renews it after a 401, once for all requests in all
 * processes. It also renews a few minutes before the token expires if the clock ran continuously; the clock alone never
 * invalidates a token. A new access token is not used before its refresh token is stored.
 */
export function createOAuthCredential(
  deps: OAuthCredentialDeps,
): Credential & { save(tokens: Tokens): Promise<void> } {
  const { secrets, clock } = deps
  const names = secretNames(deps.profileId)
  const renewals = new Map<string, Promise<boolean>>()
  let held: HeldToken | null = null
  let lastClockMs = clock.now()
  let isClockContinuous = false
  let lastFailure: { untilMs: number; sinceMs: number; error: unknown } | null = null

  const withLock = <T>(work: () => Promise<T>): Promise<T> =>
    deps.locks.withLock(`sign-in-${deps.profileId}`, work)

  const load = async (): Promise<HeldToken | null> => parseHeldToken(await secrets.get(names.accessToken))

  const setHeld = (next: HeldToken | null, isNew = false): void => {
    held = next
    lastClockMs = clock.now()
    isClockContinuous = isNew
    lastFailure = null
  }

  /** Stores the new tokens before the new access token is used: the old refresh token is spent. */
  const store = async (tokens: Tokens): Promise<void> => {
    const next = toHeldToken(tokens, deps)
    if (tokens.refreshToken !== null) await secrets.set(names.refreshToken, tokens.refreshToken)
    await secrets.set(names.accessToken, JSON.stringify(next))
    setHeld(next, true)
    deps.stored()
  }

  /** Adopts the tokens that another of our processes renewed in the meantime. */
  const adopt = async (used: string): Promise<boolean> => {
    const stored = await load()
    if (!stored || stored.token === used) return false
    setHeld(stored)
    return true
  }

  const end = async (): Promise<false> => {
    setHeld(null)
    await deps.ended()
    return false
  }

  /**
   * Renews the tokens. Call with the lock held. Refused tokens are removed under the same lock, so that newer ones are
   * not removed.
   */
  const refresh = async (used: string): Promise<boolean> => {
    if (await adopt(used)) return true
    const refreshToken = await secrets.get(names.refreshToken)
    if (refreshToken === null) return end()
    try {
      await store(await deps.refresh(refreshToken))
      return true
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error
      // If the keychain cannot remove them, they are refused again at the next start.
      for (const name of [names.accessToken, names.refreshToken])
        await secrets.remove(name).catch(() => undefined)
      return end()
    }
  }

  const startRenewal = async (used: string): Promise<boolean> => {
    try {
      return await withLock(() => refresh(used))
    } catch (error) {
      const sinceMs = clock.now()
      lastFailure = { sinceMs, untilMs: sinceMs + retryPauseMs, error }
      throw error
    }
  }

  const isPaused = (now: number): boolean =>
    lastFailure !== null && now >= lastFailure.sinceMs && now < lastFailure.untilMs

  const renew = async (used: string): Promise<boolean> => {
    if (held && held.token !== used) {
      // A late 401 for an older token: a newer one exists, and may be in renewal itself.
      await renewals.get(held.token)?.catch(() => undefined)
      return held !== null
    }
    // The response may have been lost after the refresh token was spent, so an immediate retry does not help.
    if (lastFailure && isPaused(clock.now())) throw lastFailure.error
    const running = renewals.get(used) ?? startRenewal(used).finally(() => renewals.delete(used))
    renewals.set(used, running)
    return running
  }

  /**
   * Returns true once per token, when the clock passes its renewal time. After a clock jump it returns false, since the
   * age of the token is unknown.
   */
  const isDue = ({ refreshAt, expiresAt }: HeldToken): boolean => {
    const before = lastClockMs
    const now = clock.now()
    lastClockMs = now
    isClockContinuous &&= now >= before && now - before <= maxClockStepMs
    return isClockContinuous && before < refreshAt && now >= refreshAt && now < expiresAt
  }

  return {
    save: (tokens) =>
      withLock(async () => {
        // A refresh token of an earlier sign-in does not belong to these tokens.
        if (tokens.refreshToken === null) await secrets.remove(names.refreshToken).catch(() => undefined)
        await store(tokens)
      }),
    renew,
    async token() {
      const loaded = held ? null : await load()
      if (!held && loaded) setHeld(loaded)
      const now = held
      if (!now) throw signInEnded()
      if (!isDue(now)) return now.token
      const renewed = await renew(now.token).catch((error: unknown) => {
        // The token is valid for some minutes, so it stays in use if its renewal fails.
        if (isFailure(error)) return true
        throw error
      })
      if (!renewed) throw signInEnded()
      return (held ?? now).token
    },
  }
}

const heldTokenSchema = z.object({ token: z.string(), expiresAt: z.number(), refreshAt: z.number() })
/**
 * An access token with the times (ms since 1970) at which it expires and at which it is renewed early. Both are
 * relative to this computer's clock when the token arrived, so a clock that is off by hours does not matter.
 */
type HeldToken = z.infer<typeof heldTokenSchema>

/** The lifetime in service-interface, "Tokens". Used only if neither the response nor the token states one. */
const documentedLifetimeMs = 24 * 3_600_000
const renewalLeadMs = 5 * 60_000

function toHeldToken(tokens: Tokens, { clock, random }: { clock: Clock; random: Random }): HeldToken {
  const now = clock.now()
  const lifetimeMs =
    tokens.expiresInS === null ? statedLifetimeMs(tokens.accessToken, now) : tokens.expiresInS * 1000
  // Randomized, so that many installations do not renew in the same second.
  const leadMs = Math.min(renewalLeadMs * (0.5 + random.next()), lifetimeMs / 4)
  return { token: tokens.accessToken, expiresAt: now + lifetimeMs, refreshAt: now + lifetimeMs - leadMs }
}

/** Parses a stored token; null if it is not one of ours. */
export const parseHeldToken = (text: string | null): HeldToken | null =>
  text === null ? null : (heldTokenSchema.safeParse(parseJson(text)).data ?? null)

/** Returns the lifetime of a JWT as the difference of its own times, so that a skewed local clock does not matter. */
function statedLifetimeMs(token: string, nowMs: number): number {
  try {
    const { exp, iat } = decodeJwt(token)
    if (exp === undefined) return documentedLifetimeMs
    return Math.max(0, exp * 1000 - (iat === undefined ? nowMs : iat * 1000))
  } catch {
    return documentedLifetimeMs
  }
}

/** The claims that contain scopes: that of RFC 8693, and those of some services. */
const claims = ['scope', 'scopes', 'scp', 'permissions'] as const

/**
 * Returns the scopes in an access token (service-interface, "Tokens": a JWT with user ID, scopes and expiry). Returns
 * null if it is not a JWT or names none. For display only; nothing depends on it.
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
