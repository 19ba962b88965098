import { describe, expect, it } from 'vitest'
import type { Proxy } from '../../shared/domain/settings.ts'
import { NotSent } from '../../shared/notSent.ts'
import { createProxyTurns } from './proxyTurns.ts'

const none: Proxy = { mode: 'none' }
const system: Proxy = { mode: 'system' }
const other: Proxy = { mode: 'manual', address: 'http://proxy.lab:3128' }
const turns = async (): Promise<void> => {
  for (let count = 0; count < 50; count++) await Promise.resolve()
}

function start() {
  const said: string[] = []
  let way = ''
  let fails = false
  const proxies = createProxyTurns(async ({ mode }, isFirst) => {
    if (fails) throw new Error('refused by Chromium')
    way = mode
    said.push(`${mode}${isFirst ? ' first' : ''}`)
  })
  const answers: ((response: Response) => void)[] = []
  const send = proxies.through(() => {
    said.push(`sent by ${way}`)
    return new Promise((resolve) => answers.push(resolve))
  })
  const ask = (signal?: AbortSignal) => send('http://service.test/', signal ? { signal } : {})
  const fail = (now: boolean): void => {
    fails = now
  }
  return { proxies, said, answers, ask, fail }
}

describe('a changed proxy', () => {
  it('lets a request that left end with its whole answer, and leads those that come after', async () => {
    const { proxies, said, answers, ask } = start()
    await proxies.use(none)
    const first = ask()
    await turns()
    const change = proxies.use(system)
    const second = ask()
    await turns()
    expect(said).toEqual(['none first', 'sent by none'])
    answers[0]?.(new Response('hello'))
    const answer = await first
    await turns()
    expect(said).toHaveLength(2)
    expect(await answer.text()).toBe('hello')
    await change
    await turns()
    expect(said).toEqual(['none first', 'sent by none', 'system', 'sent by system'])
    answers[1]?.(new Response(null, { status: 204 }))
    expect((await second).status).toBe(204)
    await proxies.use(other)
    expect(said.at(-1)).toBe('manual')
  })

  it('does not wait for what was given up', async () => {
    const { proxies, said, answers, ask } = start()
    await proxies.use(none)
    const [given, cancelled] = [new AbortController(), ask()]
    void ask(given.signal)
    await turns()
    const change = proxies.use(system)
    given.abort()
    answers[0]?.(new Response('hello'))
    await (await cancelled).body?.cancel()
    await change
    expect(said.at(-1)).toBe('system')
  })

  it('ends a request that waits for it as one that never left', async () => {
    const { proxies, said, ask } = start()
    await proxies.use(none)
    void ask()
    await turns()
    void proxies.use(system)
    const waiting = new AbortController()
    const second = ask(waiting.signal)
    waiting.abort()
    await expect(second).rejects.toBeInstanceOf(NotSent)
    expect(said).toEqual(['none first', 'sent by none'])
  })

  it('that cannot be set lets nothing leave, says so, and is tried again', async () => {
    const { proxies, said, ask, fail } = start()
    await proxies.use(none)
    fail(true)
    const offline = { code: 'offline', details: { reason: 'network' } }
    await expect(proxies.use(other)).rejects.toMatchObject(offline)
    await expect(ask()).rejects.toMatchObject(offline)
    expect(said).toEqual(['none first'])
    fail(false)
    await proxies.use(other)
    void ask()
    await turns()
    expect(said).toEqual(['none first', 'manual', 'sent by manual'])
  })
})
