import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isFailure } from '../../shared/contract/failures.ts'
import { createLoopbackTransport } from './loopbackTransport.ts'

type RecordedRequest = { path: string; headers: Record<string, string>; body: unknown }

const requests: RecordedRequest[] = []
const sockets: FakeSocket[] = []

/** A fake WebSocket that remembers its arguments. */
class FakeSocket {
  onmessage: (event: { data: string }) => void = () => undefined
  onopen: () => void = () => undefined
  onclose: () => void = () => undefined
  readonly url: string
  readonly protocols: string[]
  constructor(url: string, protocols: string[]) {
    this.url = url
    this.protocols = protocols
    sockets.push(this)
  }
}

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status })
const session = () => json({ headerToken: 'h1', pushes: 7, first: [{ ok: true, value: 'settings' }, null] })
let reply: (path: string) => Response | Promise<Response> = session

beforeEach(() => {
  requests.length = 0
  sockets.length = 0
  sessionStorage.clear()
  localStorage.clear()
  reply = session
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    requests.push({ path, headers: headers as Record<string, string>, body })
    return reply(path)
  })
  history.replaceState(null, '', '/#token=once')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Runs the script of index.html, then creates the transport. */
async function open() {
  vi.resetModules()
  await import('../firstRequest.ts')
  return createLoopbackTransport()
}

async function connected() {
  const transport = await open()
  await transport.connect()
  return transport
}

describe('the page in a browser', () => {
  it('exchanges the one-time token by POST and removes it from the address', async () => {
    await connected()
    expect(requests[0]?.path).toBe('/session')
    expect(JSON.parse(String(requests[0]?.body))).toMatchObject({ token: 'once' })
    expect(location.hash).toBe('#/')
    expect(Object.values(sessionStorage).join()).not.toContain('once')
  })

  it('sends each request in its own task if the browser supports that', async () => {
    const { call } = await connected()
    const tasks: (() => void)[] = []
    const postTask = <T,>(task: () => T) => new Promise<T>((done) => tasks.push(() => done(task())))
    vi.stubGlobal('scheduler', { postTask })
    void call('jobs.list', {})
    expect(requests).toHaveLength(1)
    tasks[0]?.()
    expect(requests[1]?.path).toBe('/call/jobs.list')
  })

  it('works after a reload before the response arrived, as the same tab', async () => {
    let answer: (response: Response) => void = () => undefined
    reply = () => new Promise((done) => (answer = done))
    const unanswered = (await open()).connect()
    expect(location.hash).toBe('#/')
    reply = session
    await connected()
    expect(requests).toHaveLength(2)
    expect(requests[1]?.body).toBe(requests[0]?.body)
    expect(JSON.parse(String(requests[1]?.body))).toEqual({
      token: 'once',
      tab: expect.stringMatching(/.{30}/),
    })
    answer(session())
    await unanswered
  })

  it('works after a reload before the response was read', async () => {
    const halfRead = json({})
    const read = vi.spyOn(halfRead, 'json').mockReturnValue(new Promise(() => undefined))
    reply = () => halfRead
    void (await open()).connect()
    await expect.poll(() => read).toHaveBeenCalled()
    reply = session
    await connected()
    expect(requests[1]?.body).toBe(requests[0]?.body)
  })

  it('opens a second tab with the token of the first, at its own address', async () => {
    await connected()
    sessionStorage.clear()
    history.replaceState(null, '', '/#/study/all/samples')
    await connected()
    expect(requests[1]).toMatchObject({ body: '{}', headers: { 'X-Pathclock-Token': 'h1' } })
    expect(location.hash).toBe('#/study/all/samples')
  })

  it('works after a reload with the token that this browser stores, at the same address', async () => {
    await connected()
    history.replaceState(null, '', '/#/study/all/explore/table?view=bars')
    await connected()
    expect(requests[1]).toMatchObject({ body: '{}', headers: { 'X-Pathclock-Token': 'h1' } })
    expect(location.hash).toBe('#/study/all/explore/table?view=bars')
  })

  it('delivers an event that arrived early to the first listener', async () => {
    const transport = await connected()
    sockets[0]?.onmessage({ data: JSON.stringify({ name: 'status.changed', payload: {} }) })
    const heard: string[] = []
    transport.listen('status.changed', () => heard.push('first'))
    transport.listen('status.changed', () => heard.push('second'))
    expect(heard).toEqual(['first'])
  })

  it('reports when events stop and when they resume after a gap, but not the first connection', async () => {
    vi.useFakeTimers()
    const transport = await connected()
    let disconnects = 0
    let reconnects = 0
    transport.whenDisconnected(() => void (disconnects += 1))
    transport.whenReconnected(() => void (reconnects += 1))
    sockets[0]?.onopen()
    expect(reconnects).toBe(0)
    sockets[0]?.onclose()
    expect(disconnects).toBe(1)
    await vi.advanceTimersByTimeAsync(1500)
    expect(sockets[1]?.protocols).toEqual(['pathclock.h1'])
    sockets[1]?.onclose()
    expect(disconnects).toBe(1)
    await vi.runAllTimersAsync()
    sockets[2]?.onopen()
    expect(reconnects).toBe(1)
  })

  it('explains what to do without a start token, and with one that another browser used', async () => {
    reply = () => json({}, 401)
    const failures: unknown[] = []
    for (const hash of ['', '#token=once']) {
      history.replaceState(null, '', `/${hash}`)
      failures.push(await connected().catch((error: unknown) => error))
    }
    expect(failures.every((failure) => isFailure(failure, 'notSignedIn'))).toBe(true)
    expect(failures.map(String)).toEqual([
      expect.stringContaining('needs the whole address'),
      expect.stringContaining('was used in another browser'),
    ])
  })

  it('sends the header token with every call, and requests the events since the session began', async () => {
    const transport = await connected()
    reply = () => json({ ok: true, value: 1 })
    expect(await transport.call('app.status', {})).toEqual({ ok: true, value: 1 })
    expect(requests.at(-1)).toMatchObject({
      path: '/call/app.status',
      headers: { 'X-Pathclock-Token': 'h1' },
    })
    expect(sockets[0]).toMatchObject({
      url: `ws://${location.host}/events`,
      protocols: ['pathclock.h1', 'after.7'],
    })
  })

  it('replies with a failure when the host is gone', async () => {
    const transport = await connected()
    reply = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await transport.call('app.status', {})).toMatchObject({ ok: false, failure: { code: 'offline' } })
  })

  it('delivers events to the listeners of their name until they unsubscribe', async () => {
    const transport = await connected()
    const received: unknown[] = []
    const stop = transport.listen('samples.changed', (payload) => received.push(payload))
    const push = (name: string) =>
      sockets[0]?.onmessage({ data: JSON.stringify({ name, payload: { batchId: name } }) })
    push('samples.changed')
    push('results.changed')
    stop()
    push('samples.changed')
    expect(received).toEqual([{ batchId: 'samples.changed' }])
  })

  it('uploads a file under its own name, whatever characters it contains', async () => {
    const transport = await connected()
    reply = () => json({ ok: true, value: { fileId: 'f', name: 'a&b.csv', sizeBytes: 1 } })
    await transport.adopt(new File(['x'], 'a&b.csv'))
    expect(requests.at(-1)?.path).toBe('/files?name=a%26b.csv')
  })
})
