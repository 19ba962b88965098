import { createHash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

type AccessClaims = { userId: string; scopes: string[]; grantId: string }

export type AccessTokens = {
  /** How long a token serves, in seconds. */
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
