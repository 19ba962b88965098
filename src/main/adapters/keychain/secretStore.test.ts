import { describe, expect, it } from 'vitest'
import type { Clock, HelperProcess } from '../../ports.ts'
import { createSecretStore } from './secretStore.ts'
import { createMemoryKeychain } from './testing/memoryKeychain.ts'

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Creates a keychain in memory whose helper processes reply in a later turn, and counts their work. */
function createKeychain() {
  const keychain = createMemoryKeychain()
  const counts = { launched: 0, killed: 0, requests: 0, atOnce: 0 }
  keychain.state.gate = yieldToEventLoop
  const state = Object.assign(keychain.state, counts)
  const launch = (): HelperProcess => {
    state.launched += 1
    let busy = 0
    const helper = keychain.launch()
    return {
      ...helper,
      send: (message) => {
        busy += 1
        state.requests += 1
        state.atOnce = Math.max(state.atOnce, busy)
        helper.send(message)
      },
      onMessage: (listener) =>
        helper.onMessage((message) => {
          busy -= 1
          listener(message)
        }),
      kill: () => void (state.killed += 1),
    }
  }
  let now = 0
  const waiting: (() => void)[] = []
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        expect(ms).toBe(4000)
        waiting.push(resolve)
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  /** Lets the running call reach its limit of 4 s. */
  const expire = async (): Promise<void> => {
    await yieldToEventLoop()
    now += 4000
    for (const wake of waiting.splice(0)) wake()
    await yieldToEventLoop()
  }
  const pass = (ms: number): void => {
    now += ms
  }
  return { entries: keychain.entries, state, expire, pass, store: createSecretStore({ launch, clock }) }
}

const longest = (entries: Map<string, string>): number =>
  Math.max(...[...entries.values()].map((value) => Buffer.byteLength(value)))

describe('the secret store', () => {
  it('starts no process before its first use', () => {
    const { store, state } = createKeychain()
    expect(store.status()).toEqual({ kind: 'unused' })
    expect(state.launched).toBe(0)
  })

  it('splits long values into parts below the limit of one entry, and leaves no part behind', async () => {
    const { store, entries } = createKeychain()
    const long = '🔑ключ'.repeat(600)
    await store.set('a', long)
    expect(await store.get('a')).toBe(long)
    expect(longest(entries)).toBeLessThanOrEqual(2400)
    await store.set('a', 'y'.repeat(5000))
    expect(await store.get('a')).toBe('y'.repeat(5000))
    await store.set('a', 'short')
    expect([...entries.keys()].filter((name) => name !== 'pathclock/canary')).toEqual(['a'])
    await store.remove('a')
    expect(await store.get('a')).toBeNull()
  })

  it('stores a value that looks like a manifest unchanged', async () => {
    const { store } = createKeychain()
    await store.set('a', 'pathclock-parts:{}')
    expect(await store.get('a')).toBe('pathclock-parts:{}')
  })

  it('ignores and replaces a manifest written by another program', async () => {
    const { store, entries } = createKeychain()
    for (const foreign of [
      'pathclock-parts:',
      'pathclock-parts:{"generation":"g","count":1e9,"digest":""}',
    ]) {
      entries.set('a', foreign)
      expect(await store.get('a')).toBeNull()
      await store.set('a', 'key')
      expect(await store.get('a')).toBe('key')
    }
  })

  it('keeps the complete old value if writing the new one stops halfway', async () => {
    const { store, entries, state } = createKeychain()
    await store.set('a', 'o'.repeat(5000))
    const before = new Map(entries)
    const writing = store.set('a', 'n'.repeat(9000))
    for (let turns = 0; turns < 8; turns++) await yieldToEventLoop()
    state.mode = 'failed'
    await writing
    state.mode = 'open'
    expect(entries.size).toBeGreaterThan(before.size)
    expect(entries.get('a')).toBe(before.get('a'))
  })

  it('sends one request at a time', async () => {
    const { store, state } = createKeychain()
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.set(name, name)))
    expect(state.atOnce).toBe(1)
    expect(state.launched).toBe(1)
  })

  it('does not trust a "not found" from a locked keyring', async () => {
    const { store, state, pass } = createKeychain()
    await store.set('a', 'kept')
    state.mode = 'locked'
    await expect(store.get('a')).rejects.toMatchObject({ code: 'keychain', details: { cause: 'locked' } })
    expect(store.status()).toMatchObject({ kind: 'session', fix: expect.stringContaining('Unlock') })
    await expect(store.remove('a')).rejects.toMatchObject({ code: 'keychain' })
    state.mode = 'open'
    pass(31_000)
    expect(await store.get('a')).toBe('kept')
    expect(store.status()).toEqual({ kind: 'keychain' })
  })

  it('checks the keychain before anything is stored, and again after the user unlocked it', async () => {
    const { store, state, entries } = createKeychain()
    state.mode = 'locked'
    expect(await store.check()).toMatchObject({ kind: 'session', cause: 'The keychain is locked.' })
    state.mode = 'no-service'
    expect(await store.check()).toMatchObject({ kind: 'session', cause: 'No keychain service is running.' })
    state.mode = 'open'
    expect(await store.check()).toEqual({ kind: 'keychain' })
    expect(await Promise.all([store.check(), store.get('a'), store.check()])).toEqual([
      { kind: 'keychain' },
      null,
      { kind: 'keychain' },
    ])
    expect([...entries.keys()]).toEqual(['pathclock/canary'])
  })

  it('kills a helper that does not reply within 4 s, and starts another one', async () => {
    const { store, state, expire } = createKeychain()
    state.mode = 'silent'
    const failing = store.get('a')
    failing.catch(() => undefined)
    await expire()
    await expect(failing).rejects.toMatchObject({ details: { cause: 'not-answering' } })
    expect(state.killed).toBe(1)
    state.mode = 'open'
    await store.set('a', 'x')
    expect(await store.get('a')).toBe('x')
    expect(state.launched).toBe(2)
    expect(store.status()).toEqual({ kind: 'keychain' })
  })

  it.each([
    ['missing-library', 'install libsecret-1-0 and gnome-keyring'],
    ['no-bus', 'dbus-run-session'],
    ['no-service', 'install libsecret-1-0 and gnome-keyring'],
  ] as const)('holds secrets in memory when there is %s, with advice on what to do', async (cause, fix) => {
    const { store, state } = createKeychain()
    state.mode = cause
    await store.set('a', 'kept')
    expect(await store.get('a')).toBe('kept')
    expect([store.isInMemory('a'), store.isInMemory('b')]).toEqual([true, false])
    expect(store.status()).toMatchObject({ kind: 'session', fix: expect.stringContaining(fix) })
    const requestCount = state.requests
    await expect(store.get('b')).rejects.toMatchObject({ code: 'keychain' })
    expect(state.requests).toBe(requestCount)
    await store.remove('a')
    expect(store.isInMemory('a')).toBe(false)
    await expect(store.get('a')).rejects.toMatchObject({ code: 'keychain' })
    // Another run may have stored it.
    await expect(store.remove('b')).rejects.toThrow(/signed out.*may still hold the credential/)
  })

  it('describes a failing keychain the same way for writing and removing', async () => {
    const { store, state } = createKeychain()
    state.mode = 'failed'
    await store.set('a', 'kept')
    expect(store.status()).toMatchObject({ cause: 'The keychain does not work.' })
    await expect(store.remove('a')).rejects.toThrow(/may still hold the credential.*does not work/)
  })
})
