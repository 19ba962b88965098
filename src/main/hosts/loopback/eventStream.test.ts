import { once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from './testing/startServer.ts'

describe('pushes', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeEach(async () => {
    server = await startServer()
  })

  const changed = (batchId: string) => ({ name: 'samples.changed' as const, payload: { batchId } })
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
    server.push(changed('b1'))
    expect(JSON.parse(String((await arrived)[0]))).toEqual(changed('b1'))
  })

  it('begin with those since the page signed in', async () => {
    const { cookie, token, pushes } = await server.signIn()
    server.push(changed('b1'))
    server.push(changed('b2'))
    const arrived: unknown[] = []
    connect({ cookie, token, pushes }).on('message', (data: Buffer) =>
      arrived.push(JSON.parse(data.toString('utf8'))),
    )
    await expect.poll(() => arrived).toHaveLength(2)
    server.push(changed('b3'))
    await expect.poll(() => arrived).toHaveLength(3)
    expect(arrived).toEqual(['b1', 'b2', 'b3'].map(changed))
  })

  it('end immediately for a page that missed more than are stored, so that it reads all data again', async () => {
    const session = await server.signIn()
    for (let more = 0; more <= 100; more++) server.push(changed(`b${more}`))
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
      { ...session, path: '//events' },
      { ...session, path: '/EVENTS' },
    ]
    const outcomes: string[] = []
    for (const offer of offers) outcomes.push(await outcome(connect(offer)))
    expect(outcomes).toEqual(offers.map(() => 'Unexpected server response: 403'))
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
