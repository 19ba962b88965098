import { describe, expect, it, onTestFinished } from 'vitest'
import { listenForRedirect } from '../../adapters/network/redirectListener.ts'
import {
  type AuthorizationServer,
  metadataAt,
  startAuthorizationServer,
} from '../testing/authorizationServer.ts'
import { setUpSession } from '../testing/setUpSession.ts'

const serviceUrl = 'https://api.example.org/v1'
const realm = '/realms/lab'
/** The path of the metadata of an issuer with a path: as RFC 8414 has it, and as OpenID Connect has it. */
const inserted = `/.well-known/oauth-authorization-server${realm}`
const appended = `${realm}/.well-known/openid-configuration`
/** Returns metadata of an issuer with a path, whose endpoints are below it. */
const ofRealm =
  (more: object = {}) =>
  (origin: string) => ({ ...metadataAt(`${origin}${realm}`)(`${origin}${realm}`), ...more })

/** Signs in at a separate sign-in server. */
async function signIn(
  server: AuthorizationServer,
  input: object = {},
  browse = (url: URL) => server.browse(url),
) {
  const parts = await setUpSession({ browse })
  const authServer = `${server.url}${realm}`
  const connect = (more: object) =>
    parts.session.connectOAuth({ serviceUrl, clientId: 'client-1', authServer, ...more })
  const profile = await connect(input)
  return { ...parts, connect, profile, credential: parts.session.live(profile).credential }
}
const discovered = ({ seen }: AuthorizationServer) =>
  seen.map(({ path }) => path).filter((path) => path.includes('.well-known'))
const tokenRequests = ({ seen }: AuthorizationServer) =>
  seen.filter(({ method }) => method === 'POST').map(({ body }) => new URLSearchParams(body))
const sentTo = ({ seen }: AuthorizationServer) =>
  JSON.stringify(seen.map(({ body, headers }) => [body, headers]))

describe('an issuer with a path', () => {
  it.each([
    ['between host and path, as RFC 8414 has it', inserted, [inserted]],
    ['behind the path, as OpenID Connect has it', appended, [inserted, appended]],
  ])('has its metadata %s', async (_where, metadataPath, expectedPaths) => {
    const server = await startAuthorizationServer({ metadata: ofRealm(), metadataPath })
    const { profile, credential, session } = await signIn(server)
    expect(discovered(server)).toEqual(expectedPaths)
    expect(server.opened[0]?.pathname).toBe(`${realm}/other/authorize`)
    expect(profile.authServer).toBe(`${server.url}${realm}`)
    expect(await credential.renew('access-1')).toBe(true)
    expect(server.seen.at(-1)?.path).toBe(`${realm}/other/token`)
    expect(await session.live(profile).signInServer()).toMatchObject({
      issuer: `${server.url}${realm}`,
      metadataUrl: `${server.url}${metadataPath}`,
      token: { url: `${server.url}${realm}/other/token`, how: 'metadata' },
    })
  })

  it.each([
    ['another path', (origin: string) => `${origin}/realms/other`, 'exactly so'],
    ['another server', () => 'https://evil.example/realms/lab', 'https://evil.example'],
  ])('is rejected if its metadata name %s', async (_what, issuer, why) => {
    const server = await startAuthorizationServer({
      metadata: (origin) => ({ ...ofRealm()(origin), issuer: issuer(origin) }),
      metadataPath: appended,
    })
    await expect(signIn(server)).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining(why) as string,
      details: { problems: [{ field: 'authServer' }] },
    })
    expect(server.opened).toEqual([])
  })

  it('may be a service without its own metadata, at the assumed paths of its origin', async () => {
    const server = await startAuthorizationServer()
    const { session, profile } = await signIn(server)
    expect(server.opened[0]?.pathname).toBe('/oauth/authorize')
    expect(await session.live(profile).signInServer()).toMatchObject({
      token: { how: 'assumed' },
      scopes: null,
    })
  })

  it('is not assumed while its metadata cannot be read, so that codes and tokens are not sent elsewhere', async () => {
    const down = { now: false }
    const server = await startAuthorizationServer({
      metadata: ofRealm(),
      metadataPath: inserted,
      otherwise: ({ path }) => (down.now && path.includes('.well-known') ? { status: 503 } : null),
    })
    const { credential, session } = await signIn(server)
    down.now = true
    await expect(credential.renew('access-1')).rejects.toMatchObject({ code: 'serviceFailed' })
    expect(server.state.refreshes).toBe(0)
    expect(session.signedIn()).toBe(true)
  })
})

describe('endpoints that the user set', () => {
  it('take precedence over the metadata, and may be on another server', async () => {
    const other = await startAuthorizationServer()
    const server = await startAuthorizationServer({ metadata: ofRealm(), metadataPath: appended })
    const settings = { token_endpoint: `${other.url}/token` }
    const dialect = { sign_in: settings }
    const { session, profile } = await signIn(server, { dialect }, async (url) => {
      other.state.challenge = url.searchParams.get('code_challenge') ?? ''
      await server.browse(url)
    })
    expect([server.state.exchanges, other.state.exchanges]).toEqual([0, 1])
    expect(other.seen.map(({ path }) => path)).toEqual(['/token'])
    expect(await session.live(profile).signInServer()).toMatchObject({
      authorization: { how: 'metadata' },
      token: { url: `${other.url}/token`, how: 'set' },
    })
  })

  it('are required if the metadata name another server', async () => {
    const server = await startAuthorizationServer({
      metadata: ofRealm({ token_endpoint: 'https://tokens.example/token' }),
      metadataPath: inserted,
    })
    await expect(signIn(server)).rejects.toMatchObject({
      message: expect.stringContaining('https://tokens.example/token') as string,
      details: { problems: [{ field: 'token_endpoint' }] },
    })
  })

  it('are used while the metadata cannot be read, and do not send their stored secret elsewhere', async () => {
    const server = await startAuthorizationServer({
      otherwise: ({ path }) => (path.includes('.well-known') ? { status: 500 } : null),
    })
    const settings = { authorization_endpoint: `${server.url}/a`, token_endpoint: `${server.url}/t` }
    const { connect } = await signIn(server, { dialect: { sign_in: settings }, clientSecret: 'secret-1' })
    expect(server.seen.at(-1)?.path).toBe('/t')
    const elsewhere = await startAuthorizationServer()
    server.opened.length = 0
    const again = connect({ dialect: { sign_in: { token_endpoint: `${elsewhere.url}/t` } } })
    await expect(again).rejects.toHaveProperty('code')
    expect(sentTo(elsewhere)).not.toContain('secret-1')
  })

  it('get the stored secret at a sign-out only if they had it before', async () => {
    const server = await startAuthorizationServer()
    const { session, connect } = await signIn(server, { clientSecret: 'secret-1' })
    const elsewhere = await startAuthorizationServer()
    server.opened.length = 0
    await connect({ dialect: { sign_in: { revocation_endpoint: `${elsewhere.url}/revoke` } } })
    await session.signOut()
    expect(elsewhere.seen.map(({ path }) => path)).toContain('/revoke')
    expect(sentTo(elsewhere)).not.toContain('secret-1')
  })

  it('can be changed only by a sign-in, since tokens are sent there', async () => {
    const { session, profile } = await signIn(await startAuthorizationServer())
    const change = (signIn: object) => session.change({ profileId: profile.id, dialect: { sign_in: signIn } })
    for (const field of ['token_endpoint', 'revocation_endpoint'])
      await expect(change({ [field]: 'https://evil.example/token' })).rejects.toMatchObject({
        code: 'rejected',
        details: { problems: [{ field }] },
      })
    expect((await change({ audience: 'lab', token_endpoint: '' })).dialect.sign_in).toEqual({
      audience: 'lab',
    })
  })

  it('are rejected if their host only looks like another', async () => {
    const server = await startAuthorizationServer()
    const settings = { token_endpoint: 'https://lоgin.example.org/token' }
    await expect(signIn(server, { dialect: { sign_in: settings } })).rejects.toMatchObject({
      code: 'rejected',
    })
  })
})

describe('the scope of a sign-in', () => {
  const authorizationParams = (server: AuthorizationServer) =>
    Object.fromEntries(server.opened[0]?.searchParams ?? [])
  const documented = 'read:sample read:pathway write:screening read:drug'

  it.each([
    ['the documented scopes', {}, {}, documented],
    [
      'offline_access too where it is offered',
      { scopes_supported: ['offline_access'] },
      {},
      `${documented} offline_access`,
    ],
    [
      'what is set, exactly',
      { scopes_supported: ['offline_access'] },
      { requested_scopes: 'openid a/b.read' },
      'openid a/b.read',
    ],
  ])('is %s', async (_what, more, settings, scope) => {
    const server = await startAuthorizationServer({ metadata: ofRealm(more), metadataPath: appended })
    await signIn(server, { dialect: { sign_in: settings } })
    expect(authorizationParams(server)['scope']).toBe(scope)
    expect(authorizationParams(server)['prompt']).toBe(
      scope.includes('offline_access') ? 'consent' : undefined,
    )
  })

  it('uses the prompt that is set', async () => {
    const metadata = ofRealm({ scopes_supported: ['offline_access'] })
    const server = await startAuthorizationServer({ metadata, metadataPath: appended })
    await signIn(server, { dialect: { sign_in: { prompt: 'select_account' } } })
    expect(authorizationParams(server)['prompt']).toBe('select_account')
  })

  it('includes audience and resource if they are set, and the resource in every token request', async () => {
    const server = await startAuthorizationServer({ metadata: ofRealm(), metadataPath: appended })
    const settings = { audience: 'lab', resource: 'https://api.example.org' }
    const { credential } = await signIn(server, { dialect: { sign_in: settings } })
    await credential.renew('access-1')
    expect(authorizationParams(server)).toMatchObject(settings)
    expect(tokenRequests(server).map((form) => form.get('resource'))).toEqual([
      'https://api.example.org',
      'https://api.example.org',
    ])
  })

  it('is reported if the sign-in server does not grant it', async () => {
    const server = await startAuthorizationServer({ metadata: ofRealm(), metadataPath: appended })
    const failing = signIn(server, {}, (url) => server.browse(url, { error: 'invalid_scope' }))
    await expect(failing).rejects.toMatchObject({
      code: 'notSignedIn',
      message: expect.stringMatching(/invalid_scope.*read:sample.*requested_scopes/) as string,
    })
  })

  it('is marked if it yields no refresh token', async () => {
    const given = await signIn(await startAuthorizationServer())
    expect(given.profile.hasRefreshToken).toBe(true)
    const { profile, credential } = await signIn(await startAuthorizationServer({ once: true }))
    expect(profile.hasRefreshToken).toBe(false)
    expect(await credential.renew('access-1')).toBe(false)
  })
})

describe('the client secret', () => {
  it.each<[string, object | null, object, 'body' | 'header']>([
    ['header where the metadata do not say, as RFC 8414 has it', {}, {}, 'header'],
    ['body where there are no metadata', null, {}, 'body'],
    [
      'body where only that is offered',
      { token_endpoint_auth_methods_supported: ['client_secret_post'] },
      {},
      'body',
    ],
    [
      'header where both are offered',
      { token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] },
      {},
      'header',
    ],
    ['place that a person set', {}, { client_secret_in: 'body' }, 'body'],
    [
      'place that a person set, whatever is offered',
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      { client_secret_in: 'header' },
      'header',
    ],
  ])('goes to the %s', async (_where, more, settings, place) => {
    const metadata = more && ofRealm(more)
    const server = await startAuthorizationServer({ metadata, secret: 's-1', metadataPath: appended })
    await signIn(server, { dialect: { sign_in: settings }, clientSecret: 's-1' })
    const sent = server.seen.at(-1)
    expect([sent?.body.includes('s-1'), sent?.headers.authorization !== undefined]).toEqual(
      place === 'body' ? [true, false] : [false, true],
    )
  })

  it('is not sent to a server that accepts none', async () => {
    const metadata = ofRealm({ token_endpoint_auth_methods_supported: ['private_key_jwt'] })
    const server = await startAuthorizationServer({ metadata, metadataPath: appended })
    await expect(signIn(server, { clientSecret: 's-1' })).rejects.toMatchObject({
      message: expect.stringContaining('private_key_jwt') as string,
      details: { problems: [{ field: 'clientSecret' }] },
    })
    expect(server.opened).toEqual([])
  })
})

describe('the redirect address', () => {
  it('is the configured one, with its host, path and port', async () => {
    const free = await listenForRedirect(async () => 'foreign')
    const { port } = new URL(free.redirectUri)
    await free.close()
    const server = await startAuthorizationServer()
    const redirect_uri = `http://localhost:${port}/callback`
    const { session } = await signIn(server, { dialect: { sign_in: { redirect_uri } } })
    expect(server.opened[0]?.searchParams.get('redirect_uri')).toBe(redirect_uri)
    expect(tokenRequests(server)[0]?.get('redirect_uri')).toBe(redirect_uri)
    expect(session.signedIn()).toBe(true)
  })

  it('reports which port is in use before a browser is opened', async () => {
    const taken = await listenForRedirect(async () => 'foreign')
    onTestFinished(taken.close)
    const server = await startAuthorizationServer()
    const failing = signIn(server, { dialect: { sign_in: { redirect_uri: taken.redirectUri } } })
    await expect(failing).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining(new URL(taken.redirectUri).port) as string,
    })
    expect(server.opened).toEqual([])
  })
})

it('removes a sign-in setting for an empty text', async () => {
  const server = await startAuthorizationServer()
  const { session, profile, connect } = await signIn(server, {
    dialect: { sign_in: { audience: 'lab', prompt: 'login' } },
  })
  expect(session.find(profile.id)?.dialect).toEqual({ sign_in: { audience: 'lab', prompt: 'login' } })
  const again = await connect({ dialect: { sign_in: { audience: '' } } })
  expect(again.dialect).toEqual({ sign_in: { prompt: 'login' } })
})
