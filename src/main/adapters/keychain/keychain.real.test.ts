import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../system.ts'
import { forkHelper } from './helperClient.ts'
import { createSecretStore } from './secretStore.ts'

const entry = fileURLToPath(new URL('../../threads/keychainHelper.ts', import.meta.url))
const available = process.env.PATHCLOCK_KEYRING === '1'
const locked = process.env.KEYRING === 'locked'

let closeStore: () => void = () => undefined
afterEach(() => closeStore())

function openStore() {
  const store = createSecretStore({ launch: forkHelper(entry), clock: systemClock })
  closeStore = () => store.close()
  return store
}

describe.skipIf(!available || locked)('the real keychain (needs a Secret Service)', () => {
  it('returns stored values of any length and script, and null for removed ones', async () => {
    const name = `pathclock/test-${process.pid}/secret`
    const store = openStore()
    expect(await store.get(name)).toBeNull()
    for (const value of ['short', 'ключ 钥匙 🔑 "quoted"', '🔑ключ'.repeat(500), 'x'.repeat(6000), '']) {
      await store.set(name, value)
      expect(await store.get(name)).toBe(value)
    }
    await store.remove(name)
    expect(await store.get(name)).toBeNull()
    expect(store.status()).toEqual({ kind: 'keychain' })
  })

  it('can be read by another process, such as the command line', async () => {
    const name = `pathclock/test-${process.pid}/shared`
    const first = openStore()
    await first.set(name, 'k'.repeat(6000))
    first.close()
    const second = openStore()
    expect(await second.get(name)).toBe('k'.repeat(6000))
    await second.remove(name)
  })
})

describe.skipIf(!available || !locked)('a locked keychain (needs a Secret Service)', () => {
  it('holds the secret for this session only, and explains how to unlock', async () => {
    const store = openStore()
    await expect(store.get('pathclock/test/secret')).rejects.toMatchObject({ code: 'keychain' })
    await store.set('pathclock/test/secret', 'kept')
    expect(await store.get('pathclock/test/secret')).toBe('kept')
    const status = store.status()
    expect(status).toMatchObject({ kind: 'session', cause: expect.stringMatching(/locked|not answer/) })
  })
})
