import { afterEach, describe, expect, it } from 'vitest'
import type { Failure } from '../../../shared/contract/failures.ts'
import {
  metadataAt,
  type ServerOptions,
  signedIn,
  startAuthorizationServer,
} from '../testing/authorizationServer.ts'
import { createComputer, setUpSession } from '../testing/setUpSession.ts'

const servers: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
const start = async (options: ServerOptions = {}) => {
  const server = await startAuthorizationServer(options)
  servers.push(server)
  return server
}
const client = { clientId: 'client-1' }

describe('signing in through the browser', () => {
  it('uses PKCE, state and a loopback redirect at the assumed endpoints', async () => {
    const { server, profile, credential, session, shownAt } = await signedIn(await start())
    const url = server.opened[0]!
    expect(url.pathname).toBe('/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client-1',
      code_challenge_method: 'S256',
    })
    expect(url.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/)
    expect(server.seen.at(-1)?.path).toBe('/oauth/token')
    expect(profile).toMatchObject({ signIn: 'oauth', clientId: 'client-1', hasClientSecret: false })
    expect(await credential.token()).toBe('access-1')
    expect(session.signedIn()).toBe(true)
    expect(shownAt).toEqual([url.href, null])
  })

  it('uses the endpoints that the service names in its metadata', async () => {
    const { server } = await signedIn(await start({ metadata: metadataAt() }))
    expect(server.opened[0]?.pathname).toBe('/other/authorize')
    expect(server.seen.at(-1)?.path).toBe('/other/token')
  })

  it('hides the address of the sign-in page once the browser is back', async () => {
    const server = await start()
    const shownDuringProbe: (string | null)[] = []
    const { session, shownAt } = await setUpSession({
      browse: (url) => server.browse(url),
      probe: async () => {
        shownDuringProbe.push(...shownAt)
        return {}
      },
    })
    await session.connectOAuth({ serviceUrl: server.url, ...client })
    expect(shownDuringProbe).toEqual([server.opened[0]?.href, null])
    expect(shownAt).toHaveLength(2)
  })

  it('reports success to the browser only after it succeeded', async () => {
    const server = await start()
    await signedIn(server)
    await expect.poll(() => server.pages.join()).toContain('Signed in to Pathclock')
    const { session } = await setUpSession({
      browse: (url) => server.browse(url),
      probe: () => Promise.reject(new Error('the service is down')),
    })
    await expect(session.connectOAuth({ serviceUrl: server.url, ...client })).rejects.toThrow('down')
    await expect.poll(() => server.pages.join()).toContain('did not succeed')
  })

  it('saves nothing when the user refuses, and explains it in plain words', async () => {
    const server = await start()
    const { session, computer, shownAt } = await setUpSession({
      browse: (url) => server.browse(url, { error: 'access_denied' }),
    })
    const failing = session.connectOAuth({ serviceUrl: server.url, ...client })
    await expect(failing).rejects.toMatchObject({ code: 'forbidden', message: /refused/ })
    expect(computer.secrets.entries.size).toBe(0)
    expect(session.profiles()).toEqual([])
    expect(shownAt.at(-1)).toBeNull()
    await expect.poll(() => server.pages.join()).toContain('Access was refused')
  })

  it('includes other errors of the sign-in page', async () => {
    const server = await start()
    const { session } = await setUpSession({
      browse: (url) => server.browse(url, { error: 'invalid_scope' }),
    })
    const failing = session.connectOAuth({ serviceUrl: server.url, ...client })
    await expect(failing).rejects.toMatchObject({ code: 'notSignedIn', message: /invalid_scope/ })
  })

  it('keeps waiting after a redirect with another state, which any page could send', async () => {
    const server = await start()
    const { session } = await setUpSession({
      browse: async (url) => {
        await server.browse(url, { code: 'stolen', state: 'forged' })
        await server.browse(url)
      },
    })
    await session.connectOAuth({ serviceUrl: server.url, ...client })
    expect(session.signedIn()).toBe(true)
    expect(server.pages[0]).toContain('not the answer')
    expect(server.state.exchanges).toBe(1)
  })

  it('can be cancelled, and times out after 5 minutes', async () => {
    const server = await start()
    let opened = Promise.withResolvers<void>()
    const { session, advance, shownAt } = await setUpSession({ browse: () => opened.resolve() })
    const first = session.connectOAuth({ serviceUrl: server.url, ...client })
    first.catch(() => undefined)
    await opened.promise
    session.cancelOAuth()
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    opened = Promise.withResolvers<void>()
    const second = session.connectOAuth({ serviceUrl: server.url, ...client })
    second.catch(() => undefined)
    await opened.promise
    await advance(5 * 60_000)
    await expect(second).rejects.toMatchObject({ code: 'timeout' })
    expect(shownAt.map((url) => url === null)).toEqual([false, true, false, true])
  })

  it('reports that the service cannot be reached', async () => {
    const server = await startAuthorizationServer()
    await server.close()
    const { session } = await setUpSession({})
    const failing = session.connectOAuth({ serviceUrl: server.url, ...client })
    await expect(failing).rejects.toMatchObject({
      code: 'offline',
      message: /nothing answers.*Check the network and the address of the sign-in server\.$/,
    })
  })

  it('fails with a typed failure for a missing or oversized response', async () => {
    const server = await start()
    const { transport, arrived } = silentTransport()
    const parts = await setUpSession({ browse: (url) => server.browse(url), transport })
    const waiting = parts.session.connectOAuth({ serviceUrl: server.url, ...client })
    waiting.catch(() => undefined)
    await arrived
    await parts.advance(30_000)
    await expect(waiting).rejects.toMatchObject({ code: 'timeout' })
    const endless = () => Promise.resolve(new Response(new Uint8Array(2 * 1024 * 1024)))
    const { session } = await setUpSession({ transport: endless })
    const flooded = session.connectOAuth({ serviceUrl: server.url, ...client })
    await expect(flooded).rejects.toMatchObject({ code: 'unreadable' })
  })
})

function silentTransport() {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  const transport = () => {
    resolve()
    return new Promise<Response>(() => undefined)
  }
  return { transport, arrived }
}

describe('a pasted address', () => {
  it('signs in if the browser cannot reach this computer; wrong ones change nothing', async () => {
    const server = await start()
    const opened = Promise.withResolvers<URL>()
    const { session } = await setUpSession({ browse: (url) => opened.resolve(url) })
    const paste = (address: string) => () => session.pasteRedirect(address)
    expect(paste('http://127.0.0.1:1/oauth/callback?code=c&state=s')).toThrow('No sign-in is in progress')
    const signingIn = session.connectOAuth({ serviceUrl: server.url, ...client })
    const right = server.answerOf(await opened.promise).href
    expect(paste('no address')).toThrow('This is not an address')
    expect(paste(right.replace('127.0.0.1', 'localhost'))).toThrow('begins with')
    expect(paste(right.replace(/code=[^&]+/, ''))).toThrow('no response')
    expect(paste(right.replace(/state=[^&]+/, 'state=forged'))).toThrow('another sign-in')
    session.pasteRedirect(` ${right.slice(0, 40)}\n${right.slice(40)} `)
    expect(paste(right)).toThrow('already')
    expect(await signingIn).toMatchObject({ signIn: 'oauth' })
    expect(paste(right)).toThrow('No sign-in is in progress')
    expect(server.state.exchanges).toBe(1)
  })

  it('is rejected as user input', async () => {
    const { session } = await setUpSession({})
    let failure: unknown
    try {
      session.pasteRedirect('x')
    } catch (error) {
      failure = error
    }
    expect((failure as Failure<'rejected'>).details.problems[0]?.field).toBe('address')
  })
})

describe('a separate sign-in server', () => {
  it('is rejected if only the service names it, and used if the user does', async () => {
    const login = await start({ metadata: metadataAt() })
    const api = await start({ metadata: metadataAt(login.url) })
    const { session, computer } = await setUpSession({ browse: (url) => login.browse(url) })
    const naming = session.connectOAuth({ serviceUrl: api.url, ...client })
    await expect(naming).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining(login.url) as string,
      details: { problems: [{ field: 'authServer' }] },
    })
    expect(login.opened).toEqual([])
    const profile = await session.connectOAuth({
      serviceUrl: api.url,
      authServer: `${login.url}/`,
      ...client,
    })
    expect(profile).toMatchObject({ serviceUrl: api.url, authServer: login.url })
    expect(api.state.exchanges).toBe(0)
    const credential = (await setUpSession({ computer })).session.credential(profile)
    expect(await credential.renew('access-1')).toBe(true)
    expect([api.state.refreshes, login.state.refreshes]).toEqual([0, 1])
  })

  it('may not name another one', async () => {
    const login = await start({ metadata: metadataAt('https://evil.example') })
    const { session } = await setUpSession({})
    const naming = session.connectOAuth({
      serviceUrl: 'https://api.example.org',
      authServer: login.url,
      ...client,
    })
    await expect(naming).rejects.toMatchObject({ code: 'rejected' })
    expect(login.seen.map(({ path }) => path)).toEqual(['/.well-known/oauth-authorization-server'])
  })
})

describe('other shapes of the token endpoint', () => {
  it.each<[string, ServerOptions, object]>([
    ['JSON bodies', { takes: 'json' }, { dialect: { sign_in: { token_body: 'json' } } }],
    ['an envelope', { enveloped: true }, {}],
    [
      'JSON bodies and an envelope',
      { takes: 'json', enveloped: true },
      { dialect: { sign_in: { token_body: 'json' } } },
    ],
    ['a client secret in the body', { secret: 's-1' }, { clientSecret: ' s-1\n' }],
    [
      'a client secret in the header',
      { secret: 's-1' },
      { clientSecret: 's-1', dialect: { sign_in: { client_secret_in: 'header' } } },
    ],
    [
      'a secret and JSON',
      { secret: 's-1', takes: 'json' },
      { clientSecret: 's-1', dialect: { sign_in: { token_body: 'json' } } },
    ],
  ])('%s: signing in, renewing and ending take one request each', async (_what, options, input) => {
    const server = await start(options)
    const { session, computer } = await setUpSession({ browse: (url) => server.browse(url) })
    const profile = await session.connectOAuth({ serviceUrl: server.url, ...client, ...input })
    expect(server.state).toMatchObject({ exchanges: 1, refreshes: 0 })
    expect(profile.hasClientSecret).toBe('clientSecret' in input)
    expect(JSON.stringify(computer.file.value)).not.toContain('s-1')
    const credential = session.credential(profile)
    expect(await credential.renew('access-1')).toBe(true)
    server.state.current = 'revoked'
    expect(await credential.renew('access-2')).toBe(false)
    expect(server.state).toMatchObject({ exchanges: 1, refreshes: 2 })
    expect(session.signedIn()).toBe(false)
  })

  it('uses the header if the metadata offer nothing else', async () => {
    const metadata = (issuer: string) => ({
      ...metadataAt()(issuer),
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    })
    const server = await start({ secret: 's-1', metadata })
    const { session } = await setUpSession({ browse: (url) => server.browse(url) })
    await session.connectOAuth({ serviceUrl: server.url, clientSecret: 's-1', ...client })
    expect(server.seen.at(-1)?.headers.authorization).toMatch(/^Basic /)
    expect(server.seen.at(-1)?.body).not.toContain('s-1')
  })

  it('is not guessed: a wrong setting costs one refused request, and the message explains where to look', async () => {
    const server = await start({ takes: 'json' })
    const { session, computer } = await setUpSession({ browse: (url) => server.browse(url) })
    const failing = session.connectOAuth({ serviceUrl: server.url, ...client })
    await expect(failing).rejects.toMatchObject({
      code: 'notSignedIn',
      message: /settings of this connection/,
    })
    expect(server.state.exchanges).toBe(1)
    expect(computer.secrets.entries.size).toBe(0)
  })

  it('reports a missing secret', async () => {
    const server = await start({ secret: 's-1' })
    const { session } = await setUpSession({ browse: (url) => server.browse(url) })
    const failing = session.connectOAuth({ serviceUrl: server.url, ...client })
    await expect(failing).rejects.toMatchObject({ code: 'notSignedIn', message: /client secret/ })
  })
})

describe('the client secret', () => {
  const connect = async (options: { computer?: ReturnType<typeof createComputer> } = {}) => {
    const server = await start({ secret: 's-1' })
    const parts = await setUpSession({ ...options, browse: (url) => server.browse(url) })
    const again = (input: object = {}) =>
      parts.session.connectOAuth({ serviceUrl: server.url, ...client, ...input })
    const profile = await again({ clientSecret: 's-1' })
    return { ...parts, server, again, profile }
  }

  it('is stored in the keychain and used for the next sign-in', async () => {
    const { computer, again, profile } = await connect()
    expect(computer.secrets.entries.get(`pathclock/${profile.id}/client-secret`)).toBe('s-1')
    expect(await again()).toMatchObject({ id: profile.id, hasClientSecret: true })
  })

  it('is sent only to the server and client it was entered for', async () => {
    const { server, again } = await connect()
    const other = await start()
    other.browse = server.browse
    await expect(again({ clientId: 'client-2' })).rejects.toMatchObject({ code: 'notSignedIn' })
    expect(server.seen.at(-1)?.body).not.toContain('s-1')
    const elsewhere = again({ authServer: other.url })
    await expect(elsewhere).rejects.toHaveProperty('code')
    expect(other.seen.map(({ body }) => body).join('')).not.toContain('s-1')
  })

  it('is removed at a sign-out, and when the user signs in another way', async () => {
    const { computer, session, server, profile } = await connect()
    await session.connectApiKey({ serviceUrl: server.url, apiKey: 'key' })
    expect([...computer.secrets.entries.keys()]).toEqual([`pathclock/${profile.id}/api-key`])
    await session.signOut()
    expect(computer.secrets.entries.size).toBe(0)
  })
})
