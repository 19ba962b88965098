import { afterEach, describe, expect, it } from 'vitest'
import type { RedirectListener, RedirectOutcome } from '../../ports.ts'
import { listenForRedirect } from './redirectListener.ts'

let listener: RedirectListener | undefined
afterEach(() => listener?.close())

async function open(
  outcome: (address: URL) => RedirectOutcome | Promise<RedirectOutcome> = () => 'signed-in',
) {
  const arrived: URL[] = []
  listener = await listenForRedirect(async (address) => {
    arrived.push(address)
    return outcome(address)
  })
  return { arrived, close: listener.close, redirectUri: listener.redirectUri }
}

describe('the redirect listener', () => {
  it('passes on the full address, and shows the user the outcome', async () => {
    const { redirectUri, arrived } = await open()
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/)
    const response = await fetch(`${redirectUri}?code=c-1&state=s-1`)
    expect(await response.text()).toContain('You can close this window')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(arrived.map(({ search }) => search)).toEqual(['?code=c-1&state=s-1'])
  })

  it('serves one redirect, on its own path only', async () => {
    const { redirectUri, arrived } = await open()
    const statusOf = async (path: string, init?: RequestInit) => (await fetch(path, init)).status
    expect(await statusOf(redirectUri.replace('/oauth/callback', '/favicon.ico'))).toBe(404)
    expect(await statusOf(redirectUri)).toBe(404)
    expect(await statusOf(`${redirectUri}/x?code=1`)).toBe(404)
    expect(await statusOf(`${redirectUri}?code=1`, { method: 'POST' })).toBe(404)
    expect(await statusOf(`${redirectUri.replace('127.0.0.1', 'localhost')}?code=1`)).toBe(404)
    expect(arrived).toEqual([])
    expect(await statusOf(`${redirectUri}?code=1`)).toBe(200)
    expect(await statusOf(`${redirectUri}?code=2`)).toBe(404)
  })

  it('keeps listening after an address that does not belong to this sign-in', async () => {
    const { redirectUri } = await open(({ searchParams }) =>
      searchParams.get('state') === 'right' ? 'signed-in' : 'foreign',
    )
    const forged = await fetch(`${redirectUri}?code=1&state=wrong`)
    expect(forged.status).toBe(400)
    expect(await forged.text()).toContain('not the answer')
    expect((await fetch(`${redirectUri}?code=1&state=right`)).status).toBe(200)
  })

  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'refused', '访问被拒绝'],
    ['en-GB,en;q=0.9,zh;q=0.8', 'refused', 'Access was refused'],
    ['en;q=0.2, zh-TW', 'failed', '登录未成功'],
    ['de', 'failed', 'did not succeed'],
    ['zh', 'signed-in', '已登录'],
  ] as const)('chooses the language for a browser that prefers %s', async (language, outcome, words) => {
    const { redirectUri } = await open(() => outcome)
    const response = await fetch(`${redirectUri}?code=1`, { headers: { 'Accept-Language': language } })
    expect(await response.text()).toContain(words)
  })

  it('responds to the browser before it closes', async () => {
    const outcome = Promise.withResolvers<RedirectOutcome>()
    const { redirectUri, close, arrived } = await open(() => outcome.promise)
    const page = fetch(`${redirectUri}?code=1`).then((response) => response.text())
    await expect.poll(() => arrived.length).toBe(1)
    const closed = close()
    outcome.resolve('signed-in')
    expect(await page).toContain('Signed in')
    await closed
    await expect(fetch(`${redirectUri}?code=1`)).rejects.toThrow('fetch failed')
  })
})
