import { createHash, randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Grant, State } from '../state.ts'

type AccessClaims = { userId: string; scopes: string[]; grantId: string }

export type AccessTokens = {
  /** The lifetime of a token, in seconds. */
  lifetimeS: number
  issue(claims: AccessClaims): Promise<string>
  /** The claims of a token of ours that has not expired; null for any other text. */
  verify(token: string): Promise<AccessClaims | null>
}

/**
 * JWTs signed with HS256. The key follows from the seed, so that tokens outlive a restart: it guards made-up data
 * only, as the API key does, which follows from the seed too.
 */
export function createAccessTokens(
  seed: number,
  issuer: () => string,
  now: () => number,
  lifetimeS: number,
): AccessTokens {
  const key = createHash('sha256').update(`reference service signing key ${seed}`).digest()
  let issued = 0
  return {
    lifetimeS,
    issue({ userId, scopes, grantId }) {
      const issuedAtS = Math.floor(now() / 1000)
      issued += 1
      return new SignJWT({ scope: scopes.join(' '), grant: grantId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(userId)
        .setIssuer(issuer())
        .setIssuedAt(issuedAtS)
        .setExpirationTime(issuedAtS + lifetimeS)
        .setJti(`${grantId}-${issuedAtS}-${issued}`)
        .sign(key)
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: issuer(),
          currentDate: new Date(now()),
          requiredClaims: ['sub', 'exp', 'iat'],
        })
        const { sub, scope, grant } = payload
        if (!sub || typeof scope !== 'string' || typeof grant !== 'string') return null
        return { userId: sub, scopes: scope.split(' ').filter(Boolean), grantId: grant }
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

export type Refreshed = { grant: Grant; refreshToken: string }

export type Grants = {
  start(scopes: string[]): Refreshed
  /** The next refresh token for a current one. A used one revokes its whole family and gives null. */
  rotate(refreshToken: string): Refreshed | null
  revoke(grantId: string): void
  /** Ends the sign-in of a refresh token; false where there is none. */
  revokeToken(refreshToken: string): boolean
  /** Ends every sign-in, as a user can do on a service's website. */
  revokeAll(): void
  isRevoked(grantId: string): boolean
}

const secret = (): string => randomBytes(32).toString('base64url')
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Families of refresh tokens, one for each consent. A token is rotated on use and ends after `refreshLifetimeS`. */
export function createGrants(state: State, now: () => number, refreshLifetimeS: number): Grants {
  const renew = (grant: Omit<Grant, 'refreshHash' | 'refreshExpiresAtMs'>): Refreshed => {
    const refreshToken = secret()
    const renewed = {
      ...grant,
      refreshHash: hashOf(refreshToken),
      refreshExpiresAtMs: now() + refreshLifetimeS * 1000,
    }
    state.grants.set(renewed.id, renewed)
    state.changed()
    return { grant: renewed, refreshToken }
  }
  const revoke = (grantId: string): void => {
    const grant = state.grants.get(grantId)
    if (!grant) return
    state.grants.set(grantId, { ...grant, revoked: true })
    state.changed()
  }
  return {
    start: (scopes) => renew({ id: secret().slice(0, 16), scopes, revoked: false, usedHashes: [] }),
    rotate(refreshToken) {
      const hash = hashOf(refreshToken)
      for (const grant of state.grants.values()) {
        if (grant.usedHashes.includes(hash)) {
          // A spent token was used again: thief and owner cannot be distinguished (RFC 9700, 4.14.2).
          revoke(grant.id)
          return null
        }
        const isCurrent = grant.refreshHash === hash && !grant.revoked && now() < grant.refreshExpiresAtMs
        if (isCurrent) return renew({ ...grant, usedHashes: [...grant.usedHashes, hash] })
      }
      return null
    },
    revoke,
    revokeToken(refreshToken) {
      const hash = hashOf(refreshToken)
      const grant = [...state.grants.values()].find(
        ({ refreshHash, usedHashes }) => refreshHash === hash || usedHashes.includes(hash),
      )
      if (grant) revoke(grant.id)
      return grant !== undefined
    },
    revokeAll: () => [...state.grants.keys()].forEach(revoke),
    isRevoked: (grantId) => state.grants.get(grantId)?.revoked ?? false,
  }
}
