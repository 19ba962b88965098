import { describe, expect, it } from 'vitest'
import type { Proxy } from '../../../../shared/domain/app/settings.ts'
import { RequestNotSent } from '../../../../shared/requestNotSent.ts'
import { createProxySwitcher } from './proxySwitcher.ts'

const none: Proxy = { mode: 'none' }
const system: Proxy = { mode: 'system' }
const other: Proxy = { mode: 'manual', address: 'http://proxy.lab:3128' }
const flushMicrotasks = async (): Promise<void> => {
  for (let count = 0; count < 50; count++) await Promise.resolve()
}

/** Starts with no proxy. */
async function start() {
  const calls: string[] = []
  let currentMode = ''
  let fails = false
  const proxies = createProxySwitcher(async ({ mode }, isFirst) => {
    if (fails) throw new Error('refused by Chromium')
    currentMode = mode
    calls.push(`${mode}${isFirst ? ' first' : ''}`)
  })
  const answers: ((response: Response) => void)[] = []
  const send = proxies.wrapTransport(() => {
    calls.push(`sent by ${currentMode}`)
    return new Promise((resolve) => answers.push(resolve))
  })
  const sendRequest = (signal?: AbortSignal) => send('http://service.test/', signal ? { signal } : {})
  const fail = (now: boolean): void => {
    fails = now
  }
  await proxies.use(none)
  return { proxies, calls, answers, sendRequest, fail }
}

describe('a changed proxy', () => {
  it('lets running requests finish through the old proxy and sends later ones through the new one', async () => {
    const { proxies, calls, answers, sendRequest } = await start()
    const first = sendRequest()
    await flushMicrotasks()
    const change = proxies.use(system)
    const second = sendRequest()
    await flushMicrotasks()
    expect(calls).toEqual(['none first', 'sent by none'])
    answers[0]?.(new Response('hello'))
    const answer = await first
    await flushMicrotasks()
    expect(calls).toHaveLength(2)
    expect(await answer.text()).toBe('hello')
    await change
    await flushMicrotasks()
    expect(calls).toEqual(['none first', 'sent by none', 'system', 'sent by system'])
    answers[1]?.(new Response(null, { status: 204 }))
    expect((await second).status).toBe(204)
    await proxies.use(other)
    expect(calls.at(-1)).toBe('manual')
  })

  it('does not wait for aborted requests', async () => {
    const { proxies, calls, answers, sendRequest } = await start()
    const [given, cancelled] = [new AbortController(), sendRequest()]
    void sendRequest(given.signal)
    await flushMicrotasks()
    const change = proxies.use(system)
    given.abort()
    answers[0]?.(new Response('hello'))
    await (await cancelled).body?.cancel()
    await change
    expect(calls.at(-1)).toBe('system')
  })

  it('ends a waiting request as one that was never sent', async () => {
    const { proxies, calls, sendRequest } = await start()
    void sendRequest()
    await flushMicrotasks()
    void proxies.use(system)
    const waiting = new AbortController()
    const second = sendRequest(waiting.signal)
    waiting.abort()
    await expect(second).rejects.toBeInstanceOf(RequestNotSent)
    expect(calls).toEqual(['none first', 'sent by none'])
  })

  it('that cannot be set blocks all requests, reports it, and is tried again', async () => {
    const { proxies, calls, sendRequest, fail } = await start()
    fail(true)
    const offline = { code: 'offline', details: { reason: 'network' } }
    await expect(proxies.use(other)).rejects.toMatchObject(offline)
    await expect(sendRequest()).rejects.toMatchObject(offline)
    expect(calls).toEqual(['none first'])
    fail(false)
    await proxies.use(other)
    void sendRequest()
    await flushMicrotasks()
    expect(calls).toEqual(['none first', 'manual', 'sent by manual'])
  })
})
