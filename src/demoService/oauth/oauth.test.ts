import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DemoClient, type Reply, startDemo } from '../testing/demoClient.ts'

const verifier = 'a-verifier-of-more-than-forty-three-characters-indeed'
const challenge = createHash('sha256').update(verifier).digest('base64url')
const redirectUri = 'http://127.0.0.1:49321/callback'
const dayMs = 24 * 60 * 60 * 1000
const form = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: '' }

let demo: DemoClient

beforeEach(async () => {
  demo = await startDemo()
})
afterEach(() => demo.service.close())

const question = (changes: Record<string, string> = {}): string =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: demo.service.clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'state-7',
    ...changes,
  })}`

async function decide(decision: 'allow' | 'deny', changes?: Record<string, string>): Promise<URL> {
  const page = await demo.request('GET', question(changes))
  const ticket = /name="request" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const answer = await postForm('/oauth/authorize', { request: ticket, decision })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('Location') ?? '')
}

const postForm = (path: string, fields: Record<string, string>): Promise<Reply> =>
  demo.request('POST', path, String(new URLSearchParams(fields)), form)

const token = (fields: Record<string, string>): Promise<Reply> =>
  postForm('/oauth/token', { client_id: demo.service.clientId, ...fields })

const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri, code_verifier: verifier }
const exchange = (code: string, changes: Record<string, string> = {}): Promise<Reply> =>
  token({ ...grant, code, ...changes })

const refresh = (refreshToken: string): Promise<Reply> =>
  token({ grant_type: 'refresh_token', refresh_token: refreshToken })

/** Allows the sign-in, and gives its code. */
const allow = async (changes?: Record<string, string>): Promise<string> =>
  (await decide('allow', changes)).searchParams.get('code') ?? ''

async function signIn(scope?: string): Promise<{ access: string; refresh: string }> {
  const { body } = await exchange(await allow(scope === undefined ? {} : { scope }))
  return { access: body.access_token ?? '', refresh: body.refresh_token ?? '' }
}

const as = (access: string, path = '/api/v1/users/me'): Promise<Reply> =>
  demo.request('GET', path, undefined, { Authorization: `Bearer ${access}` })

it.each(['refresh_token', 'access_token'] as const)(
  'the revocation endpoint ends the sign-in of a %s',
  async (kind) => {
    const { body } = await exchange(await allow())
    const revoke = (text = '', client_id = demo.service.clientId) =>
      postForm('/oauth/revoke', { client_id, token: text })
    expect((await revoke('unknown')).status).toBe(200)
    expect((await revoke(body[kind], 'nobody')).status).toBe(401)
    expect((await revoke(body[kind])).status).toBe(200)
    expect((await refresh(body.refresh_token ?? '')).status).toBe(400)
  },
)

describe('consent', () => {
  it('shows a page that names the scopes, and sends code and state back when allowed', async () => {
    const page = await demo.request('GET', question())
    expect(page.text).toContain('write:screening')
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const back = await decide('allow')
    expect(back.origin + back.pathname).toBe(redirectUri)
    expect(back.searchParams.get('state')).toBe('state-7')
    expect(back.searchParams.get('code')).not.toBeNull()
  })

  it('sends access_denied back when denied', async () => {
    const back = await decide('deny')
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'state-7' })
    expect(back.searchParams.has('code')).toBe(false)
  })

  it('never redirects to another computer or for an unknown client', async () => {
    const others = [
      'https://example.org/cb',
      'http://127.0.0.1.example.org:80/',
      'http://user@127.0.0.1:5000/',
    ]
    for (const address of [...others, 'custom:cb', '']) {
      const refused = await demo.request('GET', question({ redirect_uri: address }))
      expect(refused.status).toBe(400)
      expect(refused.headers.get('Location')).toBeNull()
    }
    expect((await demo.request('GET', question({ client_id: 'stranger' }))).status).toBe(400)
    const local = question({ redirect_uri: 'http://localhost:5000/cb' })
    expect((await demo.request('GET', local)).status).toBe(200)
  })

  it('requires PKCE with S256', async () => {
    const cases = [
      { code_challenge: '' },
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
      { scope: 'write:everything' },
      { response_type: 'token' },
    ]
    for (const changes of cases) {
      const answer = await demo.request('GET', question(changes))
      expect(answer.status).toBe(303)
      const target = new URL(answer.headers.get('Location') ?? '')
      expect(target.searchParams.get('error')).toMatch(/invalid_(request|scope)|unsupported_response_type/)
      expect(target.searchParams.get('state')).toBe('state-7')
    }
  })
})

describe('tokens', () => {
  it('an access token carries user, scopes, issuer and 24 hours, and serves', async () => {
    const { access } = await signIn('read:sample read:drug')
    const claims = decodeJwt(access)
    expect(claims.scope).toBe('read:sample read:drug')
    expect(claims.iss).toBe(demo.service.url)
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(86_400)
    const me = await as(access)
    expect(me.data).toMatchObject({ user_id: claims.sub, scopes: ['read:sample', 'read:drug'] })
  })

  it('a scope that was not granted is forbidden, and the message names it', async () => {
    const { access } = await signIn('read:drug')
    expect((await as(access, '/api/v1/drugs')).status).toBe(200)
    const refused = await as(access, '/api/v1/samples/x')
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('read:sample')
    const screening = await demo.post('screening', {}, { Authorization: `Bearer ${access}` })
    expect(screening.body.message).toContain('write:screening')
  })

  it('an access token ends after 24 hours; a forged one never begins', async () => {
    const { access } = await signIn()
    const [head, body] = access.split('.')
    const forged = [
      `${access.slice(0, -4)}AAAA`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`,
      `${head}.${body}.`,
    ]
    for (const text of forged) expect((await as(text)).status).toBe(401)
    demo.clock.now += dayMs - 1000
    expect((await as(access)).status).toBe(200)
    demo.clock.now += 2000
    expect((await as(access)).status).toBe(401)
  })

  it('a wrong verifier or redirect address gets no token, and burns the code', async () => {
    for (const changes of [{ code_verifier: 'wrong' }, { redirect_uri: 'http://127.0.0.1:1/' }]) {
      const code = await allow()
      expect(await exchange(code, changes)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
      expect((await exchange(code)).body.error).toBe('invalid_grant')
    }
  })

  it('a code serves once; used again it takes back what it gave', async () => {
    const code = await allow()
    const first = await exchange(code)
    expect(first.status).toBe(200)
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect((await as(first.body.access_token ?? '')).status).toBe(401)
  })

  it('a code ends after ten minutes', async () => {
    const code = await allow()
    demo.clock.now += 600_001
    expect((await exchange(code)).body.error).toBe('invalid_grant')
  })

  it('a refresh token is rotated on use and ends after 30 days', async () => {
    const { refresh: first } = await signIn('read:drug')
    demo.clock.now += 29 * dayMs
    const second = await refresh(first)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first)
    expect((await as(second.body.access_token ?? '')).data.scopes).toEqual(['read:drug'])
    demo.clock.now += 31 * dayMs
    expect((await refresh(second.body.refresh_token ?? '')).body.error).toBe('invalid_grant')
  })

  it('a refresh token used twice revokes the whole family', async () => {
    const { refresh: first } = await signIn()
    const other = await signIn()
    const second = await refresh(first)
    expect((await refresh(first)).body.error).toBe('invalid_grant')
    expect((await refresh(second.body.refresh_token ?? '')).body.error).toBe('invalid_grant')
    expect((await as(second.body.access_token ?? '')).status).toBe(401)
    expect((await refresh(other.refresh)).status).toBe(200)
  })

  it('the token endpoint takes forms of a known client only', async () => {
    expect((await token({ grant_type: 'password' })).body.error).toBe('unsupported_grant_type')
    expect((await token({ grant_type: 'refresh_token', client_id: 'stranger' })).status).toBe(401)
    const json = await demo.request('POST', '/oauth/token', { grant_type: 'refresh_token' })
    expect(json.body.error).toBe('invalid_request')
  })
})

describe('a client with a secret', () => {
  const secret = 's3cret: with+signs&'
  beforeEach(async () => {
    await demo.service.close()
    demo = await startDemo({ clientSecret: secret })
  })

  it('must send it, in the body or in the header', async () => {
    const basic = [demo.service.clientId, secret].map((part) => encodeURIComponent(part)).join(':')
    expect((await exchange(await allow())).body.error).toBe('invalid_client')
    expect((await exchange(await allow(), { client_secret: 'wrong' })).status).toBe(401)
    expect((await exchange(await allow(), { client_secret: secret })).status).toBe(200)
    const body = String(new URLSearchParams({ ...grant, code: await allow() }))
    const Authorization = `Basic ${Buffer.from(basic).toString('base64')}`
    expect((await demo.request('POST', '/oauth/token', body, { ...form, Authorization })).status).toBe(200)
  })

  it('learns from the metadata how', async () => {
    const { body } = await demo.request('GET', '/.well-known/oauth-authorization-server')
    expect(body).toMatchObject({
      issuer: demo.service.url,
      token_endpoint: `${demo.service.url}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    })
  })
})

it('sign-ins last as long as the options set, and end when they are revoked', async () => {
  await demo.service.close()
  demo = await startDemo({ accessLifetimeS: 60, refreshLifetimeS: 600, metadata: false })
  const first = await signIn()
  expect((await demo.request('GET', '/.well-known/oauth-authorization-server')).status).not.toBe(200)
  demo.clock.now += 61_000
  expect((await as(first.access)).status).toBe(401)
  const second = await refresh(first.refresh)
  expect((await as(second.body.access_token ?? '')).status).toBe(200)
  demo.service.revokeSignIns()
  expect((await as(second.body.access_token ?? '')).status).toBe(401)
  expect((await refresh(second.body.refresh_token ?? '')).body.error).toBe('invalid_grant')
  const third = await signIn()
  demo.clock.now += 601_000
  expect((await refresh(third.refresh)).body.error).toBe('invalid_grant')
})
