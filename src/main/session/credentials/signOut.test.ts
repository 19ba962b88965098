import { describe, expect, it } from 'vitest'
import { metadataAt, type ServerOptions, signedIn } from '../testing/authorizationServer.ts'

const withRevocation = (origin: string) => ({
  ...metadataAt()(origin),
  revocation_endpoint: `${origin}/other/revoke`,
})

/** Sets up a signed-in session whose server responds to revocations this way; undefined: never. */
async function setUp(answer: { status: number; body?: unknown } | undefined, options: ServerOptions = {}) {
  const revocationRequested = Promise.withResolvers<void>()
  const revoked: URLSearchParams[] = []
  const parts = await signedIn({
    metadata: withRevocation,
    ...options,
    otherwise: ({ path, body }) => {
      if (path !== '/other/revoke') return null
      revoked.push(new URLSearchParams(body))
      revocationRequested.resolve()
      return answer ?? { raw: () => undefined }
    },
  })
  return { ...parts, revoked, revocationRequested: revocationRequested.promise }
}

describe('signing out', () => {
  it.each([200, 204])(
    'revokes both tokens, the refresh token first, and treats %i as success',
    async (status) => {
      const { session, computer, revoked } = await setUp({ status, body: '' })
      expect(await session.signOut()).toMatchObject({ outcome: 'revoked' })
      expect(
        revoked.map((form) => [form.get('token'), form.get('token_type_hint'), form.get('client_id')]),
      ).toEqual([
        ['refresh-1', 'refresh_token', 'client-1'],
        ['access-1', 'access_token', 'client-1'],
      ])
      expect(computer.secrets.entries.size).toBe(0)
      expect(session.signedIn()).toBe(false)
    },
  )

  it('continues if the sign-in server fails to revoke, and reports it', async () => {
    const { session, computer } = await setUp({ status: 503 })
    expect(await session.signOut()).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/not available now \(503\)/),
    })
    expect([computer.secrets.entries.size, session.signedIn()]).toEqual([0, false])
  })

  it.each<[string, { status: number; body?: unknown }, RegExp]>([
    [
      'with an error',
      { status: 400, body: { error: 'invalid_request' } },
      /refused to revoke a token: invalid_request/,
    ],
    ['the client', { status: 401, body: { error: 'invalid_client' } }, /refused to revoke a token/],
    [
      'within 200',
      { status: 200, body: { code: 403, message: 'no' } },
      /refused to revoke a token: HTTP 403/,
    ],
  ])('does not call tokens revoked where the server refuses %s', async (_what, answer, reason) => {
    const { session } = await setUp(answer)
    expect(await session.signOut()).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(reason),
    })
  })

  it('does not report them as revoked if only the refresh token was, or a web page came back', async () => {
    let count = 0
    const { session } = await signedIn({
      metadata: withRevocation,
      otherwise: ({ path }) => {
        if (path !== '/other/revoke') return null
        count += 1
        return count === 1 ? { status: 200, body: '' } : { status: 400, body: { error: 'server_said_no' } }
      },
    })
    expect(await session.signOut()).toMatchObject({
      outcome: 'refused',
      reason: expect.stringMatching(/server_said_no/),
    })
    const page = await setUp({ status: 200, body: '<html>Please log in</html>' })
    expect(await page.session.signOut()).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/web page instead/),
    })
  })

  it('waits at most 5 s for a sign-in server that does not respond', async () => {
    const { session, computer, advance, revocationRequested } = await setUp(undefined)
    const leaving = session.signOut()
    await revocationRequested
    await advance(5000)
    expect(await leaving).toMatchObject({ outcome: 'failed' })
    expect(computer.secrets.entries.size).toBe(0)
  })

  it('reports that the server offers no revocation', async () => {
    const { session } = await setUp({ status: 200 }, { metadata: metadataAt() })
    expect(await session.signOut()).toMatchObject({ outcome: 'not-offered' })
  })

  it('reports the same if this kind of token cannot be revoked', async () => {
    const { session } = await setUp(
      { status: 400, body: { error: 'unsupported_token_type' } },
      { once: true },
    )
    expect(await session.signOut()).toMatchObject({ outcome: 'not-offered' })
  })

  it('sends no token to a revocation endpoint on another server that the user did not set', async () => {
    const metadata = (origin: string) => ({
      ...metadataAt()(origin),
      revocation_endpoint: 'https://elsewhere.example/revoke',
    })
    const { session } = await setUp({ status: 200 }, { metadata })
    expect(await session.signOut()).toMatchObject({ outcome: 'not-offered' })
  })
})
