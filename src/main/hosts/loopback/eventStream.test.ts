import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from './testing/startServer.ts'

describe('pushes', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(() => server.close())

  type Offer = {
    cookie: string
    token: string
    pushes?: number
    origin?: string
    host?: string
    path?: string
  }
  const connect = ({ cookie, token, pushes, origin, host, path = '/events' }: Offer) =>
    new WebSocket(
      `ws://${server.url.host}${path}`,
      [`pathclock.${token}`, ...(pushes === undefined ? [] : [`after.${pushes}`])],
      { origin: origin ?? server.url.origin, headers: { cookie, host: host ?? server.url.host } },
    )
  const outcome = (socket: WebSocket): Promise<string> =>
    new Promise((done) => {
      socket.on('open', () => done('open'))
      socket.on('error', (error) => done(error.message))
    })

  it('arrive at a page with cookie and token', async () => {
    const socket = connect(await server.signIn())
    expect(await outcome(socket)).toBe('open')
    const arrived = once(socket, 'message')
    server.push({ name: 'samples.changed', payload: { batchId: 'b1' } })
    expect(JSON.parse(String((await arrived)[0]))).toEqual({
      name: 'samples.changed',
      payload: { batchId: 'b1' },
    })
  })

  it('begin with those since the page signed in', async () => {
    const { cookie, token, pushes } = await server.signIn()
    const push = (batchId: string) => server.push({ name: 'samples.changed', payload: { batchId } })
    push('b1')
    push('b2')
    const arrived: unknown[] = []
    connect({ cookie, token, pushes }).on('message', (data: Buffer) =>
      arrived.push(JSON.parse(data.toString('utf8'))),
    )
    await expect.poll(() => arrived).toHaveLength(2)
    push('b3')
    await expect.poll(() => arrived).toHaveLength(3)
    expect(arrived).toEqual(
      ['b1', 'b2', 'b3'].map((batchId) => ({ name: 'samples.changed', payload: { batchId } })),
    )
  })

  it('end immediately for a page that missed more than are stored, so that it reads all data again', async () => {
    const session = await server.signIn()
    for (let more = 0; more <= 100; more++)
      server.push({ name: 'samples.changed', payload: { batchId: `b${more}` } })
    const [code] = await once(connect(session), 'close')
    expect(code).toBe(1013)
  })

  it('are refused to every other client', async () => {
    const session = await server.signIn()
    const offers: Offer[] = [
      { ...session, cookie: '' },
      { ...session, cookie: `${session.cookie}x` },
      { ...session, token: 'wrong' },
      { ...session, origin: 'http://evil.example' },
      { ...session, origin: 'null' },
      { ...session, host: 'evil.example' },
      { ...session, host: `localhost:${server.url.port}` },
      { ...session, path: '/' },
      { ...session, path: '/events/' },
    ]
    const outcomes: string[] = []
    for (const offer of offers) outcomes.push(await outcome(connect(offer)))
    expect(outcomes).toEqual(offers.map(() => 'Unexpected server response: 403'))
  })

  it('pass the same gate as every request: of 100 combinations only ours is admitted', async () => {
    const { cookie, token } = await server.signIn()
    const { port, host: exact, origin: ours } = server.url
    const hosts = [exact, `localhost:${port}`, `[::1]:${port}`, `127.0.0.1.:${port}`, `evil.example:${port}`]
    const origins = [ours, 'null', `http://localhost:${port}`, `${ours}.evil.example`, `HTTP://${exact}`]
    const paths = ['/events', '/events/x', '//events', '/EVENTS']
    const open: string[] = []
    for (const host of hosts)
      for (const origin of origins)
        for (const path of paths)
          if ((await outcome(connect({ cookie, token, host, origin, path }))) === 'open')
            open.push(`${host} ${origin} ${path}`)
    expect(open).toEqual([`${exact} ${ours} /events`])
  })

  it('end for a page that sends data', async () => {
    const socket = connect(await server.signIn())
    await outcome(socket)
    const closed = once(socket, 'close')
    socket.send('{}')
    expect((await closed)[0]).toBe(1003)
  })

  it('end when the server closes', async () => {
    const socket = connect(await server.signIn())
    await outcome(socket)
    const closed = once(socket, 'close')
    await server.server.close()
    await closed
    expect(socket.readyState).toBe(WebSocket.CLOSED)
  })
})
