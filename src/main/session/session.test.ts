import { describe, expect, it } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { setUpSession } from './testing/setUpSession.ts'

const input = { serviceUrl: 'https://api.example.org/', apiKey: ' sk-1 ' }

describe('connecting with an API key', () => {
  it('asks the service first, then keeps the key in the keychain and the profile without it', async () => {
    const asked: string[] = []
    const { session, computer, changes } = await setUpSession({
      probe: async (profile, credential) => {
        asked.push(`${profile.serviceUrl} ${await credential.token()}`)
        expect(computer.secrets.kept.size).toBe(0)
        return { found: { base_path: '/v1' } }
      },
    })
    const profile = await session.connectApiKey(input)
    expect(asked).toEqual(['https://api.example.org sk-1'])
    expect(profile).toMatchObject({ name: 'api.example.org', signIn: 'api-key', requestsPerMinute: 100 })
    expect(profile.conventions).toEqual({ set: {}, found: { base_path: '/v1' } })
    expect([...computer.secrets.kept]).toEqual([[`pathclock/${profile.id}/api-key`, 'sk-1']])
    expect(JSON.stringify(computer.file.value)).not.toContain('sk-1')
    expect(session.active()).toEqual(profile)
    expect(session.signedIn()).toBe(true)
    expect(await session.credential(profile).token()).toBe('sk-1')
    expect(changes()).toBeGreaterThan(0)
  })

  it.each([
    ['a refused key', new Failure('notSignedIn', 'no', {}), 'notSignedIn'],
    ['an address without the service', new Failure('notFound', 'no', { what: 'x' }), 'rejected'],
    ['no network', new Failure('offline', 'no', { reason: 'network' }), 'offline'],
  ])('saves nothing after %s', async (_what, failure, code) => {
    const { session, computer } = await setUpSession({ probe: () => Promise.reject(failure) })
    await expect(session.connectApiKey(input)).rejects.toMatchObject({ code })
    expect(computer.secrets.kept.size).toBe(0)
    expect(computer.file.value.profiles).toEqual([])
  })

  it('takes a key that may not read the user for a valid one', async () => {
    const { session } = await setUpSession({
      probe: () => Promise.reject(new Failure('forbidden', 'no', {})),
    })
    await session.connectApiKey(input)
    expect(session.signedIn()).toBe(true)
  })

  it('updates the profile of the same service and name in place of doubling it', async () => {
    const { session, computer } = await setUpSession({})
    const first = await session.connectApiKey(input)
    const again = await session.connectApiKey({ ...input, apiKey: 'sk-2' })
    const other = await session.connectApiKey({ ...input, name: 'Second lab' })
    expect(again.id).toBe(first.id)
    expect(session.profiles().map(({ name }) => name)).toEqual(['api.example.org', 'Second lab'])
    expect(await session.credential(first).token()).toBe('sk-2')
    expect(other.id).not.toBe(first.id)
    expect(computer.secrets.kept.size).toBe(2)
  })

  it('is still signed in at the next start, without asking the keychain', async () => {
    const first = await setUpSession({})
    const profile = await first.session.connectApiKey(input)
    const second = await setUpSession({ computer: first.computer })
    expect(second.session.signedIn()).toBe(true)
    expect(await second.session.credential(profile).token()).toBe('sk-1')
  })

  it('is signed in for this run only where there is no keychain', async () => {
    const first = await setUpSession({})
    first.computer.secrets.loseKeychain()
    await first.session.connectApiKey(input)
    expect(first.session.signedIn()).toBe(true)
    const second = await setUpSession({ computer: first.computer })
    expect(second.session.signedIn()).toBe(false)
  })

  it('takes over a key that another process stored, once the old one is refused', async () => {
    const { session, computer } = await setUpSession({})
    const profile = await session.connectApiKey(input)
    const credential = session.credential(profile)
    expect(await credential.renew('sk-1')).toBe(false)
    computer.secrets.kept.set(`pathclock/${profile.id}/api-key`, 'sk-9')
    expect(await credential.renew('sk-1')).toBe(true)
    expect(await credential.token()).toBe('sk-9')
  })
})

describe('signing out', () => {
  it('removes the credential and keeps the profile', async () => {
    const { session, computer } = await setUpSession({})
    const profile = await session.connectApiKey(input)
    await session.signOut()
    expect(computer.secrets.kept.size).toBe(0)
    expect(session.signedIn()).toBe(false)
    expect(session.active()).toEqual(profile)
    await expect(session.credential(profile).token()).rejects.toMatchObject({ code: 'notSignedIn' })
  })
})

describe('the demo', () => {
  it('has one profile, whatever port it runs on, and stores no key', async () => {
    const { session, computer } = await setUpSession({})
    const first = await session.startDemo({ url: 'http://127.0.0.1:4001', apiKey: 'k1', clientId: 'c' })
    const again = await session.startDemo({ url: 'http://127.0.0.1:4002', apiKey: 'k2', clientId: 'c' })
    expect(again).toMatchObject({ id: first.id, name: 'Demo', signIn: 'demo', requestsPerMinute: 6000 })
    expect(again.conventions.found).toEqual({ base_path: '/api/v1', success_code: 200 })
    expect(session.profiles()).toHaveLength(1)
    expect(session.active()?.serviceUrl).toBe('http://127.0.0.1:4002')
    expect(await session.credential(again).token()).toBe('k2')
    expect(computer.secrets.kept.size).toBe(0)
    const next = await setUpSession({ computer })
    expect(next.session.signedIn()).toBe(false)
  })
})

describe('profiles', () => {
  it('are selected by id, and the choice outlives the run', async () => {
    const { session, computer } = await setUpSession({})
    const first = await session.connectApiKey(input)
    await session.connectApiKey({ ...input, name: 'Other' })
    await session.select(first.id)
    expect((await setUpSession({ computer })).session.active()?.id).toBe(first.id)
    await expect(session.select('nobody')).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('a profile that did not change', () => {
  it('stays the same object over changes of others', async () => {
    const { session } = await setUpSession({})
    const first = await session.connectApiKey(input)
    const before = session.active()
    await session.connectApiKey({ ...input, name: 'Other' })
    await session.select(first.id)
    expect(session.active()).toBe(before)
  })
})

describe("the environment's key", () => {
  it('serves this run in the profile of its service, made when missing, and is stored nowhere', async () => {
    const environmentKey = { serviceUrl: 'https://api.example.org', apiKey: 'env-key' }
    const { session, computer } = await setUpSession({ environmentKey })
    const profile = session.active()
    expect(profile).toMatchObject({ name: 'api.example.org', signIn: 'api-key' })
    expect(session.signedIn()).toBe(true)
    expect(profile && (await session.credential(profile).token())).toBe('env-key')
    expect(profile && (await session.credential(profile).renew('env-key'))).toBe(false)
    expect(JSON.stringify(computer.file.value)).not.toContain('env-key')
    expect(computer.secrets.kept.size).toBe(0)
    const again = await setUpSession({ computer, environmentKey })
    expect(again.session.profiles()).toHaveLength(1)
    const without = await setUpSession({ computer })
    expect(without.session.signedIn()).toBe(false)
  })
})
