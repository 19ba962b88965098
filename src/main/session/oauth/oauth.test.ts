import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../shared/contract/failures.ts'
import {
  metadataAt,
  type ServerOptions,
  setUpSignIn,
  signedIn,
  startAuthorizationServer,
} from '../testing/authorizationServer.ts'
import { setUpSession } from '../testing/setUpSession.ts'

describe('signing in through the browser', () => {
  it('uses PKCE, state and a loopback redirect at the assumed endpoints', async () => {
    const { server, profile, credential, session, shownAt } = await signedIn()
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
    const { server } = await signedIn({ metadata: metadataAt() })
    expect(server.opened[0]?.pathname).toBe('/other/authorize')
    expect(server.seen.at(-1)?.path).toBe('/other/token')
  })

  it('hides the address of the sign-in page once the browser is back', async () => {
    const shownDuringProbe: (string | null)[] = []
    const { server, signIn, shownAt } = await setUpSignIn(undefined, {
      probe: async () => {
        shownDuringProbe.push(...shownAt)
        return {}
      },
    })
    await signIn()
    expect(shownDuringProbe).toEqual([server.opened[0]?.href, null])
    expect(shownAt).toHaveLength(2)
  })

  it('reports success to the browser only after it succeeded', async () => {
    const good = await signedIn()
    await expect.poll(() => good.server.pages.join()).toContain('Signed in to Pathclock')
    const { server, signIn } = await setUpSignIn(undefined, {
      probe: () => Promise.reject(new Error('the service is down')),
    })
    await expect(signIn()).rejects.toThrow('down')
    await expect.poll(() => server.pages.join()).toContain('did not succeed')
  })

  it('saves nothing when the user refuses, and explains it in plain words', async () => {
    const { server, signIn, session, computer, shownAt } = await setUpSignIn(undefined, {
      browse: (url, at) => at.browse(url, { error: 'access_denied' }),
    })
    await expect(signIn()).rejects.toMatchObject({ code: 'forbidden', message: /refused/ })
    expect(computer.secrets.entries.size).toBe(0)
    expect(session.profiles()).toEqual([])
    expect(shownAt.at(-1)).toBeNull()
    await expect.poll(() => server.pages.join()).toContain('Access was refused')
  })

  it('keeps waiting after a redirect with another state, which any page could send', async () => {
    const { server, signIn, session } = await setUpSignIn(undefined, {
      browse: async (url, at) => {
        await at.browse(url, { code: 'stolen', state: 'forged' })
        await at.browse(url)
      },
    })
    await signIn()
    expect(session.signedIn()).toBe(true)
    expect(server.pages[0]).toContain('not the answer')
    expect(server.state.exchanges).toBe(1)
  })

  it('can be cancelled, and times out after 5 minutes', async () => {
    let opened = Promise.withResolvers<void>()
    const { signIn, session, advance, shownAt } = await setUpSignIn(undefined, {
      browse: () => opened.resolve(),
    })
    const first = signIn()
    first.catch(() => undefined)
    await opened.promise
    session.cancelOAuth()
    await expect(first).rejects.toMatchObject({ code: 'cancelled' })
    opened = Promise.withResolvers<void>()
    const second = signIn()
    second.catch(() => undefined)
    await opened.promise
    await advance(5 * 60_000)
    await expect(second).rejects.toMatchObject({ code: 'timeout' })
    expect(shownAt.map((url) => url === null)).toEqual([false, true, false, true])
  })

  it('reports that the service cannot be reached', async () => {
    const { server, signIn } = await setUpSignIn()
    await server.close()
    await expect(signIn()).rejects.toMatchObject({
      code: 'offline',
      message: /nothing answers.*Check the network and the address of the sign-in server\.$/,
    })
  })

  it('fails with a typed failure for a missing or oversized response', async () => {
    const { transport, arrived } = silentTransport()
    const parts = await setUpSignIn(undefined, { transport })
    const waiting = parts.signIn()
    waiting.catch(() => undefined)
    await arrived
    await parts.advance(30_000)
    await expect(waiting).rejects.toMatchObject({ code: 'timeout' })
    const endless = () => Promise.resolve(new Response(new Uint8Array(2 * 1024 * 1024)))
    const { signIn } = await setUpSignIn(undefined, { transport: endless })
    await expect(signIn()).rejects.toMatchObject({ code: 'unreadable' })
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
    const opened = Promise.withResolvers<URL>()
    const { server, signIn, session } = await setUpSignIn(undefined, { browse: (url) => opened.resolve(url) })
    const paste = (address: string) => () => session.pasteRedirect(address)
    expect(paste('http://127.0.0.1:1/oauth/callback?code=c&state=s')).toThrow('No sign-in is in progress')
    const signingIn = signIn()
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
    const login = await startAuthorizationServer({ metadata: metadataAt() })
    const { signIn, computer, ...api } = await setUpSignIn(
      { metadata: metadataAt(login.url) },
      { browse: (url) => login.browse(url) },
    )
    const naming = signIn()
    await expect(naming).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining(login.url) as string,
      details: { problems: [{ field: 'authServer' }] },
    })
    expect(login.opened).toEqual([])
    const profile = await signIn({ authServer: `${login.url}/` })
    expect(profile).toMatchObject({ serviceUrl: api.server.url, authServer: login.url })
    expect(api.server.state.exchanges).toBe(0)
    const credential = (await setUpSession({ computer })).session.live(profile).credential
    expect(await credential.renew('access-1')).toBe(true)
    expect([api.server.state.refreshes, login.state.refreshes]).toEqual([0, 1])
  })

  it('may not name another one', async () => {
    const { server: login, signIn } = await setUpSignIn({ metadata: metadataAt('https://evil.example') })
    const naming = signIn({ serviceUrl: 'https://api.example.org', authServer: login.url })
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
    const { server, signIn, session, computer } = await setUpSignIn(options)
    const profile = await signIn(input)
    expect(server.state).toMatchObject({ exchanges: 1, refreshes: 0 })
    expect(profile.hasClientSecret).toBe('clientSecret' in input)
    expect(JSON.stringify(computer.file.value)).not.toContain('s-1')
    const credential = session.live(profile).credential
    expect(await credential.renew('access-1')).toBe(true)
    server.state.current = 'revoked'
    expect(await credential.renew('access-2')).toBe(false)
    expect(server.state).toMatchObject({ exchanges: 1, refreshes: 2 })
    expect(session.signedIn()).toBe(false)
  })

  it('is not guessed: a wrong setting costs one refused request, and the message explains where to look', async () => {
    const { server, signIn, computer } = await setUpSignIn({ takes: 'json' })
    await expect(signIn()).rejects.toMatchObject({
      code: 'notSignedIn',
      message: /settings of this connection/,
    })
    expect(server.state.exchanges).toBe(1)
    expect(computer.secrets.entries.size).toBe(0)
  })

  it('reports a missing secret', async () => {
    const { signIn } = await setUpSignIn({ secret: 's-1' })
    await expect(signIn()).rejects.toMatchObject({ code: 'notSignedIn', message: /client secret/ })
  })
})

describe('the client secret', () => {
  const connect = async () => {
    const parts = await setUpSignIn({ secret: 's-1' })
    return { ...parts, profile: await parts.signIn({ clientSecret: 's-1' }) }
  }

  it('is stored in the keychain and used for the next sign-in', async () => {
    const { computer, signIn, profile } = await connect()
    expect(computer.secrets.entries.get(`pathclock/${profile.id}/client-secret`)).toBe('s-1')
    expect(await signIn()).toMatchObject({ id: profile.id, hasClientSecret: true })
  })

  it('is sent only to the server and client it was entered for', async () => {
    const { server, signIn } = await connect()
    const other = await startAuthorizationServer()
    other.browse = server.browse
    await expect(signIn({ clientId: 'client-2' })).rejects.toMatchObject({ code: 'notSignedIn' })
    expect(server.seen.at(-1)?.body).not.toContain('s-1')
    await expect(signIn({ authServer: other.url })).rejects.toHaveProperty('code')
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
