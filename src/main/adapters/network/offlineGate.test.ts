import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RequestNotSent, waitBeforeSending } from '../../../shared/requestNotSent.ts'
import { CutOff, type OnSend, type Transport, type TransportInit } from '../../ports.ts'
import { createOfflineGate } from './offlineGate.ts'
import { createNodeTransport } from './transport.ts'

let server: Server
let url: string
let waiting: ServerResponse[] = []

beforeEach(async () => {
  waiting = []
  server = createServer((request, response) => {
    if (request.url === '/begun') response.write('half ')
    if (request.url === '/') response.end('whole')
    else waiting.push(response)
    server.emit('asked')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const response of waiting) response.end()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const sending = (onSend: OnSend): Transport => createNodeTransport({}, onSend)

function gateWith(on: boolean, createTransport = sending) {
  const state = { on, changes: 0 }
  const gate = createOfflineGate({
    createTransport,
    isOn: () => state.on,
    onChange: () => void (state.changes += 1),
  })
  const setSwitch = (now: boolean) => {
    state.on = now
    return gate.detectSwitch()
  }
  return { gate, state, setSwitch }
}

const at = (path = '/') => `${url}${path}`
const switchedOff = { code: 'offline', details: { reason: 'switch' } }

describe('the offline gate', () => {
  it('blocks everything while the switch is on, and lets everything through while it is off', async () => {
    const { gate, setSwitch } = gateWith(true)
    expect(gate.sentCount()).toBe(0)
    await expect(gate.transport(at())).rejects.toMatchObject(switchedOff)
    await expect(gate.runUnlessOffline(async () => 'the browser')).rejects.toMatchObject(switchedOff)
    expect([gate.sentCount(), setSwitch(false), gate.sentCount()]).toEqual([0, 'off', null])
    expect(await (await gate.transport(at())).text()).toBe('whole')
    expect(await gate.runUnlessOffline(async () => 'the browser')).toBe('the browser')
    expect([gate.sentCount(), setSwitch(true), setSwitch(true), gate.sentCount()]).toEqual([
      null,
      'on',
      null,
      0,
    ])
  })

  it('forwards the body and the headers', async () => {
    const seen: (TransportInit | undefined)[] = []
    const { gate } = gateWith(false, () => async (address, init) => {
      seen.push(init)
      return fetch(address, init)
    })
    const body = JSON.stringify({ a: 1 })
    await (await gate.transport(url, { method: 'POST', body, headers: { 'X-A': 'b' } })).text()
    expect(seen).toMatchObject([{ method: 'POST', body, headers: { 'X-A': 'b' } }])
  })

  it('aborts a request that waits for its response', async () => {
    const { gate, setSwitch } = gateWith(false)
    const requestReceived = once(server, 'asked')
    const answer = gate.transport(at('/never'))
    await requestReceived
    const gone = once(waiting[0] as ServerResponse, 'close')
    expect(setSwitch(true)).toBe('on')
    await expect(answer).rejects.toBeInstanceOf(CutOff)
    await gone
    expect(gate.sentCount()).toBe(0)
  })

  it('aborts a response that is being read', async () => {
    const { gate, setSwitch } = gateWith(false)
    const response = await gate.transport(at('/begun'))
    const gone = once(waiting[0] as ServerResponse, 'close')
    const text = response.text()
    setSwitch(true)
    await expect(text).rejects.toBeInstanceOf(CutOff)
    await gone
  })

  it('waits for the response to a changing request that has left, and does not count it as sent offline', async () => {
    const { gate, setSwitch } = gateWith(false)
    const requestReceived = once(server, 'asked')
    const answer = gate.transport(at('/never'), { method: 'POST', body: '{}' })
    await requestReceived
    expect(setSwitch(true)).toBe('on')
    await setImmediate()
    waiting[0]?.end('placed')
    expect(await (await answer).text()).toBe('placed')
    expect(gate.sentCount()).toBe(0)
    await expect(gate.transport(at(), { method: 'POST', body: '{}' })).rejects.toMatchObject(switchedOff)
  })

  it('does not wait for a transport that ignores its signal', async () => {
    const { gate, setSwitch } = gateWith(false, () => () => new Promise(() => undefined))
    const answer = gate.transport(at())
    setSwitch(true)
    await expect(answer).rejects.toMatchObject({ name: 'CutOff', failure: switchedOff })
  })

  it.each(['GET', 'POST'])('reports that a waiting %s request never left', async (method) => {
    const { gate, setSwitch } = gateWith(false, () => async (address, init) => {
      await waitBeforeSending(new Promise(() => undefined), init?.signal)
      return fetch(address, init)
    })
    const answer = gate.transport(at(), { method })
    setSwitch(true)
    const error = await answer.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RequestNotSent)
    expect(error).toMatchObject({ cause: { name: 'CutOff' } })
  })

  it('passes on an abort by the caller unchanged', async () => {
    const { gate } = gateWith(false)
    const stop = new AbortController()
    const answer = gate.transport(at('/never'), { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
  })

  it('counts a request that leaves while the switch is on, and reports it', async () => {
    const { gate, state } = gateWith(true)
    const answers = [false, true]
    // Simulates a race: the switch is off at the first check, and on when the request leaves.
    Object.defineProperty(state, 'on', { get: () => answers.shift() ?? true })
    await (await gate.transport(at())).text()
    expect([gate.sentCount(), state.changes]).toEqual([1, 1])
  })
})
