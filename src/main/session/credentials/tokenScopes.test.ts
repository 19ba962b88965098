import { UnsecuredJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { readTokenScopes } from './oauthCredential.ts'

const token = (claims: Record<string, unknown>): string => new UnsecuredJWT(claims).encode()

describe('readTokenScopes', () => {
  it.each([
    [{ scope: 'read:drug write:screening' }, ['read:drug', 'write:screening']],
    [{ permissions: ['read:drug', 7] }, ['read:drug']],
    [{ scope: '' }, []],
    [{ sub: 'U1' }, null],
    [{ scope: { read: true } }, null],
  ])('reads %j', (claims, scopes) => expect(readTokenScopes(token(claims))).toEqual(scopes))

  it('returns null for a token that is not a JWT', () => expect(readTokenScopes('demo-key-1')).toBeNull())
})
