import { describe, expect, it } from 'vitest'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import type { Transport } from '../../ports.ts'
import { printFigure } from '../../testing/faults.ts'
import { startScriptedServer } from '../testing/scriptedServer.ts'
import { setUpClient } from '../testing/setUpClient.ts'
import { urlAtOrigin } from './exchange.ts'

const token = 'canary-token-7f3a'

/** Returns base paths that lead elsewhere if they are simply appended to an origin. */
const hostilePaths = (foreign: string): string[] => [
  `@${foreign}`,
  `:x@${foreign}`,
  `:80@${foreign}/api/v1`,
  `.${foreign}`,
  '.evil.example',
  'evil.example',
  '0',
  ':1',
  ':65535/api/v1',
  `\\@${foreign}`,
  `\t@${foreign}`,
  `\n@${foreign}`,
  `%40${foreign}`,
  `?@${foreign}`,
  `#@${foreign}`,
  `api/v1@${foreign}`,
]
/** Returns paths that stay at the origin although they look odd. */
const oddPaths = (foreign: string): string[] => [
  '',
  '/',
  `//${foreign}`,
  `/\\${foreign}`,
  `///${foreign}/api/v1`,
  `/..//${foreign}`,
  `/@${foreign}`,
  `/http://${foreign}`,
  '/%2e%2e/api',
]

describe('the address of a request', () => {
  type AddressAt = (origin: string, path: string) => string
  const [origin, foreign] = ['https://service.example', 'evil.example']

  const astray = (address: AddressAt): string[] =>
    [...hostilePaths(foreign), ...oddPaths(foreign)].filter((path) => {
      try {
        return new URL(address(origin, `${path}/users/me`)).origin !== origin
      } catch {
        return false
      }
    })

  it('is at the configured origin, or refused', () => {
    expect(astray(urlAtOrigin)).toEqual([])
    for (const path of oddPaths(foreign))
      expect(urlAtOrigin(origin, `${path}/users/me`)).toMatch(/^https:\/\/service\.example\//)
    for (const path of hostilePaths(foreign))
      expect(() => urlAtOrigin(origin, `${path}/users/me`)).toThrow(/leads away/)
  })

  it('(mutant: no guard) leads elsewhere', () => {
    expect(astray((at, path) => new URL(at + path).href).length).toBeGreaterThan(3)
  })
})

/** A broken transport that follows redirects to the other server with all headers. */
const following: Transport = async (url, init) => {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const target = response.headers.get('Location')
  if (target === null) return response
  return fetch(new URL(target, url), { headers: init?.headers ?? {} })
}

/**
 * Makes all calls of the client against services that redirect each request to another server. Returns what arrived
 * there and how many calls failed.
 */
async function scenario(transport: Transport) {
  const foreign = await startScriptedServer(() => ({
    body: { code: 200, data: { user_id: 'u', sample_id: 'S-1' } },
  }))
  const strayed = (): number =>
    foreign.seen.filter((request) => JSON.stringify(request).includes(token)).length
  let failed = 0
  let callCount = 0
  const ended: Promise<unknown>[] = []
  const note = (call: Promise<unknown>): void => {
    callCount += 1
    ended.push(call.catch(() => void (failed += 1)))
  }
  const credential = { token: async () => token, renew: async () => false }
  const closing: (() => Promise<void>)[] = [foreign.close]

  for (const status of [301, 302, 303, 307, 308])
    for (const dialect of [{ base_path: '/api/v1' }, {}]) {
      const toForeign = () => ({
        status,
        headers: { Location: `${foreign.url}/api/v1/users/me` },
        body: { code: status },
      })
      const { remote, close } = await setUpClient(toForeign, {
        credential,
        dialect,
        transport,
        base: '/lab/v1',
      })
      closing.push(close)
      note(remote.me())
      note(remote.sampleReport('S-1'))
      note(remote.createOrder({ client_reference: 'A' }, { idempotencyKey: 'k' }))
      note(remote.updateMe({ name: 'Ada' }))
      note(remote.locate().then(() => (dialect.base_path ? Promise.reject(new Error('known')) : undefined)))
    }
  for (const base_path of hostilePaths(new URL(foreign.url).host)) {
    const { remote, close } = await setUpClient(() => ({ body: {} }), {
      credential,
      dialect: { base_path },
      transport,
    })
    closing.push(close)
    note(remote.me())
    note(remote.createScreening({ sampleId: 'S-1' }))
    note(remote.exchange({ endpoint: 'GET /users/me', path: '/users/me' }))
  }
  for (const path of hostilePaths(new URL(foreign.url).host)) {
    const { remote, close } = await setUpClient(() => ({ body: {} }), { credential, transport })
    closing.push(close)
    note(remote.exchange({ endpoint: 'GET /', path, absolute: true }))
  }
  await Promise.all(ended)
  const figures = { callCount, failed, strayed: strayed(), reached: foreign.seen.length }
  for (const close of closing) await close()
  return figures
}

describe('the token (quality, security)', () => {
  it('is protected if a transport follows a redirect on its own: the call fails', async () => {
    const followed: Transport = async (url, init) => fetch(url, { ...init, redirect: 'follow' })
    const here = await setUpClient(
      ({ path }) =>
        path.startsWith('/api')
          ? { status: 302, headers: { Location: '/else' } }
          : { body: { code: 200, data: { user_id: 'u' } } },
      { transport: followed },
    )
    await expect(here.remote.me()).rejects.toThrow(/answered with a redirect/)
    await here.close()
  })

  it('is sent only to the exact configured origin, and every redirect is an error', async () => {
    const { callCount, failed, strayed, reached } = await scenario(createNodeTransport())
    printFigure('security', `${callCount} calls that lead to another origin`, {
      tokens: strayed,
      requests: reached,
    })
    expect([strayed, reached]).toEqual([0, 0])
    expect(failed).toBe(callCount)
  })

  it('(mutant: redirects followed) reaches the other origin', async () => {
    expect((await scenario(following)).strayed).toBeGreaterThan(0)
  })

  it('is not sent elsewhere while the base path is detected', async () => {
    const { remote, seen, url, close } = await setUpClient(() => ({ status: 404, body: { code: 404 } }), {
      dialect: {},
      base: '//evil.example/@evil.example/..//v1?redirect=https://evil.example#@evil.example',
    })
    await expect(remote.locate()).rejects.toMatchObject({ code: 'notFound' })
    expect(seen.every(({ headers }) => `http://${headers.host}` === url)).toBe(true)
    await close()
  })
})
