import { afterEach, describe, expect, it } from 'vitest'
import { type ServerOptions, signedIn, startAuthorizationServer } from './testing/authorizationServer.ts'
import { createComputer, setUpSession } from './testing/setUpSession.ts'

const servers: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
const start = async (options: ServerOptions = {}) => {
  const server = await startAuthorizationServer(options)
  servers.push(server)
  return server
}
const minuteMs = 60_000
const hourMs = 60 * minuteMs

describe('renewing', () => {
  it('happens once for all who were refused with the same token', async () => {
    const { server, credential } = await signedIn(await start())
    const used = await credential.token()
    const renewed = await Promise.all(Array.from({ length: 50 }, () => credential.renew(used)))
    expect(renewed.every(Boolean)).toBe(true)
    expect(server.state.refreshes).toBe(1)
    expect(await credential.token()).toBe('access-2')
    expect(await credential.renew('access-1')).toBe(true)
    expect(server.state.refreshes).toBe(1)
  })

  it('is waited for by those who were refused with a still older token', async () => {
    const { server, credential } = await signedIn(await start())
    await credential.renew('access-1')
    const running = credential.renew('access-2')
    expect(await credential.renew('access-1')).toBe(true)
    expect(await credential.token()).toBe('access-3')
    expect(await running).toBe(true)
    expect(server.state.refreshes).toBe(2)
  })

  it('stores the new refresh token before the new access token', async () => {
    const { credential, computer } = await signedIn(await start())
    computer.secrets.order.length = 0
    await credential.renew(await credential.token())
    expect(computer.secrets.order).toEqual(['refresh-token', 'access-token'])
  })

  it.each(['\r\nX-Admin: 1', '\n', '\0', ' x'])(
    'stores no token that ends in %j, and says why',
    async (end) => {
      const options: ServerOptions = {}
      const { credential, computer } = await signedIn(await start(options))
      options.tokenEnd = end
      const before = new Map(computer.secrets.kept)
      await expect(credential.renew('access-1')).rejects.toMatchObject({
        code: 'notSignedIn',
        message: expect.stringContaining('line breaks'),
      })
      expect(computer.secrets.kept).toEqual(before)
    },
  )

  it('comes some minutes before the token ends where work is under way', async () => {
    const { server, credential, advance } = await signedIn(await start())
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

  it('does not follow from the clock alone: a token is used until it is refused', async () => {
    const { server, credential, advance } = await signedIn(await start())
    await credential.token()
    await advance(24 * hourMs - 3 * minuteMs)
    expect(await credential.token()).toBe('access-1')
    await advance(30 * 24 * hourMs)
    expect(await credential.token()).toBe('access-1')
    expect(server.state.refreshes).toBe(0)
    expect(await credential.renew('access-1')).toBe(true)
    expect(server.state.refreshes).toBe(1)
  })

  it('takes over what another process of ours renewed', async () => {
    const first = await signedIn(await start())
    const used = await first.credential.token()
    const second = await setUpSession({ computer: first.computer })
    const other = second.session.credential(first.profile)
    expect(await other.token()).toBe(used)
    expect(await first.credential.renew(used)).toBe(true)
    expect(await other.renew(used)).toBe(true)
    expect(await other.token()).toBe('access-2')
    expect(first.server.state.refreshes).toBe(1)
  })

  it('ends the sign-in, once, when the refresh token is not accepted any more', async () => {
    const { server, credential, session, computer, changes } = await signedIn(await start())
    server.state.refreshStatus = 400
    const before = changes()
    const used = await credential.token()
    const renewed = await Promise.all(Array.from({ length: 20 }, () => credential.renew(used)))
    expect(renewed.some(Boolean)).toBe(false)
    expect(await credential.renew(used)).toBe(false)
    expect(session.signedIn()).toBe(false)
    expect(changes() - before).toBe(1)
    expect(computer.secrets.kept.size).toBe(0)
    expect(server.state.refreshes).toBe(1)
    await expect(credential.token()).rejects.toMatchObject({ code: 'notSignedIn' })
  })

  it.each([
    ['has no time', 429, 'slow_down', 'serviceFailed'],
    ['is broken', 503, 'invalid_grant', 'serviceFailed'],
    ['does not know the client any more', 401, 'invalid_client', 'notSignedIn'],
    ['says something else', 400, 'invalid_request', 'unreadable'],
  ])(
    'keeps the sign-in when the token endpoint %s, and asks it again only later',
    async (_what, status, error, code) => {
      const { server, credential, session, advance } = await signedIn(await start())
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

  it('goes on with the old token while an early renewal fails', async () => {
    const { server, credential, advance } = await signedIn(await start({ expiresInS: 3600 }))
    server.state.refreshStatus = 503
    for (let minute = 0; minute < 62; minute++) {
      expect(await credential.token()).toBe('access-1')
      await advance(minuteMs)
    }
    expect(server.state.refreshes).toBe(1)
  })

  it('goes on in memory where the keychain does not keep the new tokens, and the person is told', async () => {
    const { credential, computer, session, changes } = await signedIn(await start())
    computer.secrets.loseKeychain()
    const before = changes()
    expect(await credential.renew('access-1')).toBe(true)
    expect(await credential.token()).toBe('access-2')
    expect(changes()).toBeGreaterThan(before)
    expect((await session.secrets()).map(({ place }) => place)).toEqual(['memory', 'memory'])
    expect(await credential.renew('access-2')).toBe(true)
  })

  it('needs no browser at the next start', async () => {
    const computer = createComputer()
    const server = await start()
    const first = await setUpSession({ computer, browse: (url) => server.browse(url) })
    const profile = await first.session.connectOAuth({ serviceUrl: server.url, clientId: 'c' })
    const second = await setUpSession({ computer })
    expect(await second.session.credential(profile).token()).toBe('access-1')
  })
})
