import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { startScriptedServer } from '../service/testing/scriptedServer.ts'
import { createComputer, setUpSession } from './testing/setUpSession.ts'

const servers: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** An authorization server that checks PKCE and serves every code and refresh token once. */
async function startAuthorizationServer(options: { metadata?: boolean; expiresInS?: number } = {}) {
  const state = {
    refreshes: 0,
    refreshStatus: 200,
    refreshError: 'invalid_grant',
    current: '',
    challenge: '',
    generation: 0,
  }
  const issue = () => {
    state.generation += 1
    state.current = `refresh-${state.generation}`
    const tokens = { access_token: `access-${state.generation}`, refresh_token: state.current }
    return { body: { ...tokens, token_type: 'Bearer', expires_in: options.expiresInS ?? 86_400 } }
  }
  const refuse = () => ({ status: 400, body: { error: 'invalid_grant' } })
  const server = await startScriptedServer(({ path, body, headers }) => {
    if (path === '/.well-known/oauth-authorization-server') {
      if (!options.metadata) return { status: 404, body: '<html>not found</html>' }
      const issuer = `http://${headers.host}`
      const named = {
        authorization_endpoint: `${issuer}/other/authorize`,
        token_endpoint: `${issuer}/other/token`,
      }
      return { body: { issuer, ...named, response_types_supported: ['code'] } }
    }
    const form = new URLSearchParams(body)
    if (form.get('grant_type') === 'authorization_code') {
      const digest = createHash('sha256').update(form.get('code_verifier') ?? '')
      return digest.digest('base64url') === state.challenge ? issue() : refuse()
    }
    state.refreshes += 1
    if (state.refreshStatus !== 200)
      return { status: state.refreshStatus, body: { error: state.refreshError } }
    return form.get('refresh_token') === state.current ? issue() : refuse()
  })
  const opened: URL[] = []
  /** The person says yes (or what `answer` says) on the sign-in page. */
  const browse = async (url: URL, answer: Record<string, string> = { code: 'code-1' }): Promise<void> => {
    opened.push(url)
    state.challenge = url.searchParams.get('code_challenge') ?? ''
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    const query = { state: url.searchParams.get('state') ?? '', ...answer }
    for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value)
    await fetch(back)
  }
  const made = { ...server, state, opened, browse }
  servers.push(made)
  return made
}

async function signedIn(options: Parameters<typeof startAuthorizationServer>[0] = {}) {
  const server = await startAuthorizationServer(options)
  const parts = await setUpSession({ browse: (url) => server.browse(url) })
  const profile = await parts.session.connectOAuth({ serviceUrl: server.url, clientId: 'client-1' })
  return { server, profile, credential: parts.session.credential(profile), ...parts }
}

describe('signing in through the browser', () => {
  it('uses PKCE, state and a loopback redirect at the assumed endpoints', async () => {
    const { server, profile, credential, session } = await signedIn()
    const url = server.opened[0]!
    expect(url.pathname).toBe('/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client-1',
      code_challenge_method: 'S256',
    })
    expect(url.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/)
    expect(server.seen.at(-1)?.path).toBe('/oauth/token')
    expect(profile).toMatchObject({ signIn: 'oauth', clientId: 'client-1' })
    expect(await credential.token()).toBe('access-1')
    expect(session.signedIn()).toBe(true)
  })

  it('uses the endpoints that the service names in its metadata', async () => {
    const { server } = await signedIn({ metadata: true })
    expect(server.opened[0]?.pathname).toBe('/other/authorize')
    expect(server.seen.at(-1)?.path).toBe('/other/token')
  })

  it.each([
    ['the person refuses', { error: 'access_denied', code: '' }, 'forbidden'],
    ['the state is another one', { code: 'code-1', state: 'forged' }, 'unreadable'],
  ])('saves nothing when %s', async (_what, answer, code) => {
    const server = await startAuthorizationServer()
    const { session, computer } = await setUpSession({
      browse: (url) => server.browse(url, Object.fromEntries(Object.entries(answer).filter(([, v]) => v))),
    })
    const failing = session.connectOAuth({ serviceUrl: server.url, clientId: 'c' })
    await expect(failing).rejects.toMatchObject({ code })
    expect(computer.secrets.kept.size).toBe(0)
    expect(session.profiles()).toEqual([])
  })

  it('can be cancelled, and ends by itself after 5 minutes', async () => {
    const server = await startAuthorizationServer()
    const reached = Promise.withResolvers<void>()
    let opened = reached
    const { session, advance } = await setUpSession({ browse: () => opened.resolve() })
    const first = session.connectOAuth({ serviceUrl: server.url, clientId: 'c' })
    first.catch(() => undefined)
    await opened.promise
    session.cancelOAuth()
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    opened = Promise.withResolvers<void>()
    const second = session.connectOAuth({ serviceUrl: server.url, clientId: 'c' })
    second.catch(() => undefined)
    await opened.promise
    await advance(5 * 60_000)
    await expect(second).rejects.toMatchObject({ code: 'timeout' })
  })

  it('says that the service cannot be reached', async () => {
    const server = await startAuthorizationServer()
    await server.close()
    const { session } = await setUpSession({})
    const failing = session.connectOAuth({ serviceUrl: server.url, clientId: 'c' })
    await expect(failing).rejects.toMatchObject({ code: 'offline' })
  })
})

describe('renewing', () => {
  it('happens once for all who were refused with the same token', async () => {
    const { server, credential } = await signedIn()
    const used = await credential.token()
    const renewed = await Promise.all(Array.from({ length: 50 }, () => credential.renew(used)))
    expect(renewed.every(Boolean)).toBe(true)
    expect(server.state.refreshes).toBe(1)
    expect(await credential.token()).toBe('access-2')
    expect(await credential.renew('access-1')).toBe(true)
    expect(server.state.refreshes).toBe(1)
  })

  it('stores the new refresh token before the new access token', async () => {
    const { credential, computer } = await signedIn()
    computer.secrets.order.length = 0
    await credential.renew(await credential.token())
    expect(computer.secrets.order).toEqual(['refresh-token', 'access-token'])
  })

  it('comes some minutes before the token ends, and at most once a day', async () => {
    const { server, credential, advance } = await signedIn()
    const start = server.state.refreshes
    for (let hour = 0; hour < 45 * 24; hour++) {
      await advance(3_600_000)
      await credential.token()
    }
    expect(server.state.refreshes - start).toBeLessThanOrEqual(45)
    expect(server.state.refreshes - start).toBeGreaterThanOrEqual(44)
  })

  it('takes over what another process of ours renewed', async () => {
    const first = await signedIn()
    const used = await first.credential.token()
    const second = await setUpSession({ computer: first.computer })
    const other = second.session.credential(first.profile)
    expect(await other.token()).toBe(used)
    expect(await first.credential.renew(used)).toBe(true)
    expect(await other.renew(used)).toBe(true)
    expect(await other.token()).toBe('access-2')
    expect(first.server.state.refreshes).toBe(1)
  })

  it('ends the sign-in when the refresh token is not accepted any more', async () => {
    const { server, credential, session } = await signedIn()
    server.state.refreshStatus = 400
    expect(await credential.renew(await credential.token())).toBe(false)
    expect(session.signedIn()).toBe(false)
    await expect(credential.token()).rejects.toMatchObject({ code: 'notSignedIn' })
  })

  it('keeps the sign-in when the token endpoint only has no time', async () => {
    const { server, credential, session } = await signedIn()
    server.state.refreshStatus = 429
    server.state.refreshError = 'slow_down'
    await expect(credential.renew(await credential.token())).rejects.toHaveProperty('code')
    expect(session.signedIn()).toBe(true)
  })

  it('goes on with the old token while the renewal fails and the token has not ended', async () => {
    const { server, credential, advance } = await signedIn({ expiresInS: 3600 })
    server.state.refreshStatus = 503
    await advance(3_590_000)
    expect(await credential.token()).toBe('access-1')
    await advance(20_000)
    await expect(credential.token()).rejects.toHaveProperty('code')
  })

  it('needs no browser at the next start', async () => {
    const computer = createComputer()
    const server = await startAuthorizationServer()
    const first = await setUpSession({ computer, browse: (url) => server.browse(url) })
    const profile = await first.session.connectOAuth({ serviceUrl: server.url, clientId: 'c' })
    const second = await setUpSession({ computer })
    expect(await second.session.credential(profile).token()).toBe('access-1')
  })
})
