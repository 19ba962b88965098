import { describe, expect, it } from 'vitest'
import { type ServerOptions, signedIn } from '../testing/authorizationServer.ts'
import { setUpSession } from '../testing/setUpSession.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Signs in at a server that gives this answer to every later request for tokens while `faulty.now` is true. */
async function signedInThenAnswered(answer: { status?: number; body: unknown }) {
  const faulty = { now: false }
  const otherwise: NonNullable<ServerOptions['otherwise']> = ({ method }) =>
    faulty.now && method === 'POST' ? answer : null
  return { ...(await signedIn({ otherwise })), faulty }
}

describe('renewing', () => {
  it('happens once for all requests that were refused with the same token', async () => {
    const { server, credential } = await signedIn()
    const used = await credential.token()
    const renewed = await Promise.all(Array.from({ length: 50 }, () => credential.renew(used)))
    expect(renewed.every(Boolean)).toBe(true)
    expect(server.state.refreshes).toBe(1)
    expect(await credential.token()).toBe('access-2')
    expect(await credential.renew('access-1')).toBe(true)
    expect(server.state.refreshes).toBe(1)
  })

  it('is awaited by requests that were refused with an even older token', async () => {
    const { server, credential } = await signedIn()
    await credential.renew('access-1')
    const running = credential.renew('access-2')
    expect(await credential.renew('access-1')).toBe(true)
    expect(await credential.token()).toBe('access-3')
    expect(await running).toBe(true)
    expect(server.state.refreshes).toBe(2)
  })

  it('stores the new refresh token before the new access token', async () => {
    const { credential, computer } = await signedIn()
    computer.secrets.order.length = 0
    await credential.renew(await credential.token())
    expect(computer.secrets.order).toEqual(['refresh-token', 'access-token'])
  })

  it.each(['\r\nX-Admin: 1', '\n', '\0', ' x'])(
    'stores no token that ends in %j, and says why',
    async (end) => {
      const options: ServerOptions = {}
      const { credential, computer } = await signedIn(options)
      options.tokenEnd = end
      const before = new Map(computer.secrets.entries)
      await expect(credential.renew('access-1')).rejects.toMatchObject({
        code: 'notSignedIn',
        message: expect.stringContaining('line breaks'),
      })
      expect(computer.secrets.entries).toEqual(before)
    },
  )

  it('happens some minutes before the token expires if requests are running', async () => {
    const { server, credential, advance } = await signedIn()
    for (let minute = 0; minute < 24 * 60 - 8; minute++) {
      await credential.token()
      await advance(minuteMs)
    }
    expect(server.state.refreshes).toBe(0)
    for (let minute = 0; minute < 6; minute++) {
      await credential.token()
      await advance(minuteMs)
    }
    expect(server.state.refreshes).toBe(1)
    expect(await credential.token()).toBe('access-2')
  })

  it('does not depend on the clock alone: a token is used until it is refused', async () => {
    const { server, credential, advance } = await signedIn()
    await credential.token()
    await advance(24 * hourMs - 3 * minuteMs)
    expect(await credential.token()).toBe('access-1')
    await advance(30 * 24 * hourMs)
    expect(await credential.token()).toBe('access-1')
    expect(server.state.refreshes).toBe(0)
    expect(await credential.renew('access-1')).toBe(true)
    expect(server.state.refreshes).toBe(1)
  })

  it('adopts tokens that another of our processes renewed', async () => {
    const first = await signedIn()
    const used = await first.credential.token()
    const second = await setUpSession({ computer: first.computer })
    const other = second.session.live(first.profile).credential
    expect(await other.token()).toBe(used)
    expect(await first.credential.renew(used)).toBe(true)
    expect(await other.renew(used)).toBe(true)
    expect(await other.token()).toBe('access-2')
    expect(first.server.state.refreshes).toBe(1)
  })

  it('ends the sign-in, once, when the refresh token is no longer accepted', async () => {
    const { server, credential, session, computer, changes } = await signedIn()
    server.state.refreshStatus = 400
    const before = changes()
    const used = await credential.token()
    const renewed = await Promise.all(Array.from({ length: 20 }, () => credential.renew(used)))
    expect(renewed.some(Boolean)).toBe(false)
    expect(await credential.renew(used)).toBe(false)
    expect(session.signedIn()).toBe(false)
    expect(changes() - before).toBe(1)
    expect(computer.secrets.entries.size).toBe(0)
    expect(server.state.refreshes).toBe(1)
    await expect(credential.token()).rejects.toMatchObject({ code: 'notSignedIn' })
  })

  it.each<[string, number, unknown]>([
    ['invalid_request', 400, { error: 'invalid_request' }],
    ['access_denied', 400, { error: 'access_denied' }],
    ['invalid_token', 401, { error: 'invalid_token' }],
    ['a word of its own', 403, { error: 'session_expired' }],
    ['an empty body', 400, ''],
    ['a page', 401, '<h1>Unauthorized</h1>'],
    ['an envelope', 200, { code: 401, message: 'Please sign in again' }],
    ['an envelope with a longer code', 200, { code: 40103, message: 'token expired' }],
    ['an object', 200, { error: { message: 'refresh token expired' } }],
    ['success: false', 200, { success: false, message: 'expired' }],
  ])('ends the sign-in when the refresh is refused with %s', async (_what, status, body) => {
    const { credential, session, computer, faulty } = await signedInThenAnswered({ status, body })
    faulty.now = true
    expect(await credential.renew('access-1')).toBe(false)
    expect(session.signedIn()).toBe(false)
    expect(computer.secrets.entries.size).toBe(0)
    await expect(credential.token()).rejects.toMatchObject({ code: 'notSignedIn', message: /Sign in again/ })
  })

  it.each<[string, number, unknown]>([
    ['an envelope that says 503', 200, { code: 503, message: 'busy' }],
    ['an envelope that says 50001', 200, { code: 50_001, message: 'busy' }],
    ['a page of a gateway', 200, '<html>Please log in to this network</html>'],
  ])('keeps the sign-in when the answer is %s', async (_what, status, body) => {
    const { credential, session, advance, faulty } = await signedInThenAnswered({ status, body })
    faulty.now = true
    await expect(credential.renew('access-1')).rejects.toHaveProperty('code')
    expect(session.signedIn()).toBe(true)
    faulty.now = false
    await advance(31_000)
    expect(await credential.renew('access-1')).toBe(true)
  })

  it('stores no token that a request could not carry', async () => {
    const tokens = { access_token: 'access-2\r\nX-Other: 1', refresh_token: 'refresh-2', expires_in: 60 }
    const { credential, computer, faulty } = await signedInThenAnswered({ body: tokens })
    faulty.now = true
    await expect(credential.renew('access-1')).rejects.toMatchObject({ code: 'notSignedIn' })
    expect([...computer.secrets.entries.values()].join()).not.toContain('X-Other')
  })

  it.each([
    ['has no time', 429, 'slow_down', 'serviceFailed'],
    ['is broken', 503, 'invalid_grant', 'serviceFailed'],
    ['does not know the client any more', 401, 'invalid_client', 'notSignedIn'],
    ['fails in its own words', 400, 'temporarily_unavailable', 'serviceFailed'],
    ['is not there', 404, 'http_404', 'notSignedIn'],
  ])(
    'keeps the sign-in when the token endpoint %s, and retries only later',
    async (_what, status, error, code) => {
      const { server, credential, session, advance } = await signedIn()
      Object.assign(server.state, { refreshStatus: status, refreshError: error })
      const used = await credential.token()
      const renewing = Array.from({ length: 20 }, () => credential.renew(used))
      const outcomes = await Promise.allSettled(renewing)
      expect(outcomes).toEqual(
        renewing.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code }) as object })),
      )
      await expect(credential.renew(used)).rejects.toMatchObject({ code })
      expect(server.state.refreshes).toBe(1)
      expect(session.signedIn()).toBe(true)
      await advance(31_000)
      server.state.refreshStatus = 200
      expect(await credential.renew(used)).toBe(true)
    },
  )

  it('keeps using the old token while an early renewal fails', async () => {
    const { server, credential, advance } = await signedIn({ expiresInS: 3600 })
    server.state.refreshStatus = 503
    for (let minute = 0; minute < 62; minute++) {
      expect(await credential.token()).toBe('access-1')
      await advance(minuteMs)
    }
    expect(server.state.refreshes).toBe(1)
  })

  it('continues in memory if the keychain cannot store the new tokens, and the status shows it', async () => {
    const { credential, computer, session, changes } = await signedIn()
    computer.secrets.loseKeychain()
    const before = changes()
    expect(await credential.renew('access-1')).toBe(true)
    expect(await credential.token()).toBe('access-2')
    expect(changes()).toBeGreaterThan(before)
    expect((await session.secrets()).map(({ place }) => place)).toEqual(['memory', 'memory'])
    expect(await credential.renew('access-2')).toBe(true)
  })

  it('needs no browser at the next start', async () => {
    const { computer, profile } = await signedIn()
    const second = await setUpSession({ computer })
    expect(await second.session.live(profile).credential.token()).toBe('access-1')
  })
})
