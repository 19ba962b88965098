import { createHash, randomBytes } from 'node:crypto'
import type { Grant, State } from '../state.ts'

export type Refreshed = { grant: Grant; refreshToken: string }

export type Grants = {
  start(scopes: string[]): Refreshed
  /** The next refresh token for a current one. A used one revokes its whole family and gives null. */
  rotate(refreshToken: string): Refreshed | null
  revoke(grantId: string): void
  /** Ends the sign-in of a refresh token; false where there is none. */
  revokeToken(refreshToken: string): boolean
  /** Ends every sign-in, as a person does on the pages of a service. */
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
          // Somebody holds a token that was spent: thief and owner cannot be told apart (RFC 9700, 4.14.2).
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
