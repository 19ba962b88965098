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
  /** New tokens were stored, or could not be. */
  stored: () => void
  /** The sign-in has ended: nothing is left that could be renewed. */
  ended: () => Promise<void>
}

/** After a renewal that got no answer, the next one comes only after this long. */
const retryPauseMs = 30_000
/** A clock that moves by more than this from one call to the next, or back, leapt: sleep, or a correction. */
const maxClockStepMs = 10 * 60_000

/**
 * Signs with an access token and renews it after a 401, once for all who used it, in this process and in others; also
 * some minutes before its end, where the clock was watched all the way. The clock alone never ends a token.
 * Nobody goes on with a new access token before the refresh token that came with it is stored.
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

  /** The old refresh token has served, so the new one is stored before anyone uses the new access token. */
  const store = async (tokens: Tokens): Promise<void> => {
    const next = toHeldToken(tokens, deps)
    if (tokens.refreshToken !== null) await secrets.set(names.refreshToken, tokens.refreshToken)
    await secrets.set(names.accessToken, JSON.stringify(next))
    setHeld(next, true)
    deps.stored()
  }

  /** Another process of ours may have renewed in the meantime: then its tokens are taken over. */
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

  /** With the lock held. Spent tokens are removed under it too, so that no newer ones are. */
  const refresh = async (used: string): Promise<boolean> => {
    if (await adopt(used)) return true
    const refreshToken = await secrets.get(names.refreshToken)
    if (refreshToken === null) return end()
    try {
      await store(await deps.refresh(refreshToken))
      return true
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error
      // Where the keychain does not let go of them, they are refused once more at the next start.
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
      // A late refusal of an older token: there is a newer one, and it may just be being renewed itself.
      await renewals.get(held.token)?.catch(() => undefined)
      return held !== null
    }
    // Its answer may be lost on the way with the refresh token spent, so that asking again at once gains nothing.
    if (lastFailure && isPaused(clock.now())) throw lastFailure.error
    const running = renewals.get(used) ?? startRenewal(used).finally(() => renewals.delete(used))
    renewals.set(used, running)
    return running
  }

  /**
   * Whether the clock has just walked from before the moment of renewal to behind it: true once for a token. One that
   * has leapt since the token came is no witness of how old that is.
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
        // What is left of an earlier sign-in does not belong to these.
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
        // It has minutes left, and serves on while its renewal does not get through.
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
 * An access token with the moments (ms since 1970) at which it ends and at which it is renewed ahead of that. Both are
 * by this computer's clock, counted from when the token came: a clock that is off by hours does not matter.
 */
type HeldToken = z.infer<typeof heldTokenSchema>

/** service-interface, "Tokens". Used only where neither the answer nor the token itself says. */
const documentedLifetimeMs = 24 * 3_600_000
const renewalLeadMs = 5 * 60_000

function toHeldToken(tokens: Tokens, { clock, random }: { clock: Clock; random: Random }): HeldToken {
  const now = clock.now()
  const lifetimeMs =
    tokens.expiresInS === null ? statedLifetimeMs(tokens.accessToken, now) : tokens.expiresInS * 1000
  // Spread, so that many installations do not renew in the same second.
  const leadMs = Math.min(renewalLeadMs * (0.5 + random.next()), lifetimeMs / 4)
  return { token: tokens.accessToken, expiresAt: now + lifetimeMs, refreshAt: now + lifetimeMs - leadMs }
}

/** What was stored, or null where it is nothing of ours. */
export const parseHeldToken = (text: string | null): HeldToken | null =>
  text === null ? null : (heldTokenSchema.safeParse(parseJson(text)).data ?? null)

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
