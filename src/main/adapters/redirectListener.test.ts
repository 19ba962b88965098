import { afterEach, describe, expect, it } from 'vitest'
import type { RedirectListener } from '../ports.ts'
import { listenForRedirect } from './redirectListener.ts'

let listener: RedirectListener | undefined
afterEach(() => listener?.close())

async function open(): Promise<RedirectListener> {
  listener = await listenForRedirect()
  return listener
}
const never = new AbortController().signal

describe('the redirect listener', () => {
  it('gives the whole address, and tells the person that the window can be closed', async () => {
    const waiting = await open()
    const { redirectUri } = waiting
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/)
    const response = await fetch(`${redirectUri}?code=c-1&state=s-1`)
    expect(await response.text()).toContain('You can close this window')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect((await waiting.received(never)).searchParams.get('code')).toBe('c-1')
  })

  it('serves one redirect, on its own path only', async () => {
    const { redirectUri } = await open()
    const statusOf = async (path: string, init?: RequestInit) => (await fetch(path, init)).status
    expect(await statusOf(redirectUri.replace('/oauth/callback', '/favicon.ico'))).toBe(404)
    expect(await statusOf(redirectUri)).toBe(404)
    expect(await statusOf(`${redirectUri}/x?code=1`)).toBe(404)
    expect(await statusOf(`${redirectUri}?code=1`, { method: 'POST' })).toBe(404)
    expect(await statusOf(`${redirectUri.replace('127.0.0.1', 'localhost')}?code=1`)).toBe(404)
    expect(await statusOf(`${redirectUri}?code=1`)).toBe(200)
    expect(await statusOf(`${redirectUri}?code=2`)).toBe(404)
  })

  it('stops waiting when it is aborted', async () => {
    const stop = new AbortController()
    const opened = await open()
    const waiting = opened.received(stop.signal)
    stop.abort(new Error('too late'))
    await expect(waiting).rejects.toThrow('too late')
  })
})
