import { describe, expect, it } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../shared/domain/app/dialect.ts'
import { joinMessages, message } from '../../shared/words/message.ts'
import { profilesFileSchema } from './profiles/profiles.ts'
import { createComputer, setUpSession } from './testing/setUpSession.ts'

const input = { serviceUrl: 'https://api.example.org/', apiKey: ' sk-1 ' }
const demo = { url: 'http://127.0.0.1:4001', apiKey: 'k', clientId: 'c' }

describe('connecting with an API key', () => {
  it('asks the service first, then stores the key in the keychain and the profile without it', async () => {
    const probed: string[] = []
    const { session, computer, changes } = await setUpSession({
      probe: async (profile, credential) => {
        probed.push(`${profile.serviceUrl} ${await credential.token()}`)
        expect(computer.secrets.entries.size).toBe(0)
        return { base_path: '/v1' }
      },
    })
    const profile = await session.connectApiKey(input)
    expect(probed).toEqual(['https://api.example.org sk-1'])
    expect(profile).toMatchObject({
      name: 'api.example.org',
      signIn: 'api-key',
      dialect: {},
      detected: { base_path: '/v1' },
    })
    expect([...computer.secrets.entries]).toEqual([[`pathclock/${profile.id}/api-key`, 'sk-1']])
    expect(JSON.stringify(computer.file.value)).not.toContain('sk-1')
    expect(session.active()).toEqual(profile)
    expect(session.signedIn()).toBe(true)
    expect(await session.live(profile).credential.token()).toBe('sk-1')
    expect(changes()).toBeGreaterThan(0)
  })

  it.each([
    ['a refused key', new Failure('notSignedIn', message('report.no'), {}), 'notSignedIn'],
    [
      'an address without the service',
      new Failure('notFound', message('report.no'), { what: joinMessages([`x`]) }),
      'rejected',
    ],
    ['no network', new Failure('offline', message('report.no'), { reason: 'network' }), 'offline'],
  ])('saves nothing after %s', async (_what, failure, code) => {
    const { session, computer } = await setUpSession({ probe: () => Promise.reject(failure) })
    await expect(session.connectApiKey(input)).rejects.toMatchObject({ code })
    expect(computer.secrets.entries.size).toBe(0)
    expect(computer.file.value.profiles).toEqual([])
  })

  it('explains what to do about a refused key, and keeps the request ID', async () => {
    const refused = new Failure('notSignedIn', message('report.no'), { requestId: 'req-1' })
    const { session } = await setUpSession({ probe: () => Promise.reject(refused) })
    await expect(session.connectApiKey(input)).rejects.toMatchObject({
      message: expect.stringContaining('API key'),
      details: { requestId: 'req-1' },
    })
  })

  it('updates the profile of the same service and name instead of duplicating it', async () => {
    const { session, computer } = await setUpSession({})
    const first = await session.connectApiKey(input)
    const again = await session.connectApiKey({ ...input, apiKey: 'sk-2' })
    const other = await session.connectApiKey({ ...input, name: 'Second lab' })
    expect(again.id).toBe(first.id)
    expect(session.profiles().map(({ name }) => name)).toEqual(['api.example.org', 'Second lab'])
    expect(await session.live(first).credential.token()).toBe('sk-2')
    expect(other.id).not.toBe(first.id)
    expect(computer.secrets.entries.size).toBe(2)
  })

  it('is still signed in at the next start, without reading the keychain', async () => {
    const first = await setUpSession({})
    const profile = await first.session.connectApiKey(input)
    const second = await setUpSession({ computer: first.computer })
    expect(second.session.signedIn()).toBe(true)
    expect(await second.session.live(profile).credential.token()).toBe('sk-1')
  })

  it('is signed in for this run only if there is no keychain', async () => {
    const first = await setUpSession({})
    first.computer.secrets.loseKeychain()
    await first.session.connectApiKey(input)
    expect(first.session.signedIn()).toBe(true)
    const second = await setUpSession({ computer: first.computer })
    expect(second.session.signedIn()).toBe(false)
  })

  it('adopts a key that another process stored, once the old one is refused', async () => {
    const { session, computer } = await setUpSession({})
    const profile = await session.connectApiKey(input)
    const credential = session.live(profile).credential
    expect(await credential.renew('sk-1')).toBe(false)
    computer.secrets.entries.set(`pathclock/${profile.id}/api-key`, 'sk-9')
    expect(await credential.renew('sk-1')).toBe(true)
    expect(await credential.token()).toBe('sk-9')
  })
})

describe('signing out', () => {
  it('removes the credential and keeps the profile', async () => {
    const { session, computer } = await setUpSession({})
    const profile = await session.connectApiKey(input)
    await session.signOut()
    expect(computer.secrets.entries.size).toBe(0)
    expect(session.signedIn()).toBe(false)
    expect(session.active()).toEqual(profile)
    await expect(session.live(profile).credential.token()).rejects.toMatchObject({ code: 'notSignedIn' })
  })

  it('succeeds if the keychain is unavailable and never had the credential', async () => {
    const { session, computer } = await setUpSession({})
    computer.secrets.loseKeychain()
    const profile = await session.connectApiKey(input)
    const removedNames = computer.secrets.refuseRemoval()
    await session.signOut()
    expect(session.signedIn()).toBe(false)
    expect(removedNames).toHaveLength(4)
    await expect(session.live(profile).credential.token()).rejects.toMatchObject({ code: 'notSignedIn' })
  })

  it('reports a credential that remains in an unavailable keychain', async () => {
    const first = await setUpSession({})
    await first.session.connectApiKey(input)
    const { session, computer } = await setUpSession({ computer: first.computer })
    computer.secrets.loseKeychain()
    await session.connectApiKey(input)
    computer.secrets.refuseRemoval()
    await expect(session.signOut()).rejects.toMatchObject({ code: 'keychain' })
    expect(session.signedIn()).toBe(false)
  })
})

describe('the demo', () => {
  it('has one profile, whatever port it uses, and stores no key', async () => {
    const { session, computer } = await setUpSession({})
    const first = await session.startDemo(demo)
    const again = await session.startDemo({ ...demo, url: 'http://127.0.0.1:4002', apiKey: 'k2' })
    expect(again).toMatchObject({
      id: first.id,
      name: 'Demo',
      signIn: 'demo',
      dialect: { requests_per_minute: 6000 },
    })
    expect(again.detected).toEqual({ base_path: '/api/v1', envelope: { success: [200] } })
    expect(session.profiles()).toHaveLength(1)
    expect(session.active()?.serviceUrl).toBe('http://127.0.0.1:4002')
    expect(await session.live(again).credential.token()).toBe('k2')
    expect(computer.secrets.entries.size).toBe(0)
    const next = await setUpSession({ computer })
    expect(next.session.signedIn()).toBe(false)
  })

  it('can be opened for one run without becoming the active profile of the next', async () => {
    const { session, computer } = await setUpSession({})
    const lab = await session.connectApiKey(input)
    const opened = await session.startDemo(demo, false)
    expect(session.active()?.id).toBe(opened.id)
    expect(computer.file.value.activeId).toBe(lab.id)
  })
})

describe('profiles', () => {
  it('are selected by ID, and the choice outlives the run', async () => {
    const { session, computer } = await setUpSession({})
    const first = await session.connectApiKey(input)
    await session.connectApiKey({ ...input, name: 'Other' })
    await session.select(first.id)
    expect((await setUpSession({ computer })).session.active()?.id).toBe(first.id)
    await expect(session.select('nobody')).rejects.toMatchObject({ code: 'notFound' })
  })

  it('stay the same objects when others change', async () => {
    const { session } = await setUpSession({})
    const first = await session.connectApiKey(input)
    const before = session.active()
    await session.connectApiKey({ ...input, name: 'Other' })
    await session.select(first.id)
    expect(session.active()).toBe(before)
  })
})

describe("the environment's key", () => {
  it('is used for this run in the profile of its service, which is created if missing, and is not stored', async () => {
    const environmentKey = { serviceUrl: 'https://api.example.org', apiKey: 'env-key' }
    const { session, computer } = await setUpSession({ environmentKey })
    const profile = session.active()
    expect(profile).toMatchObject({ name: 'api.example.org', signIn: 'api-key' })
    expect(session.signedIn()).toBe(true)
    expect(profile && (await session.live(profile).credential.token())).toBe('env-key')
    expect(profile && (await session.live(profile).credential.renew('env-key'))).toBe(false)
    expect(JSON.stringify(computer.file.value)).not.toContain('env-key')
    expect(computer.secrets.entries.size).toBe(0)
    const again = await setUpSession({ computer, environmentKey })
    expect(again.session.profiles()).toHaveLength(1)
    const without = await setUpSession({ computer })
    expect(without.session.signedIn()).toBe(false)
  })
})

describe('changing a profile', () => {
  const two = async () => {
    const parts = await setUpSession({ probe: async () => ({ base_path: '/v1' }) })
    const first = await parts.session.connectApiKey({ ...input, dialect: { idempotency: 'honoured' } })
    const second = await parts.session.connectApiKey({
      ...input,
      name: 'Other',
      serviceUrl: 'https://b.example',
    })
    return { ...parts, first, second }
  }

  it('changes the name and the dialect, keeps what was detected, and notifies', async () => {
    const { session, first, changes, computer } = await two()
    const before = changes()
    const changed = await session.change({
      profileId: first.id,
      name: ' Lab A ',
      dialect: { requests_per_minute: 500 },
    })
    expect(changed).toMatchObject({ name: 'Lab A', detected: { base_path: '/v1' } })
    expect(changed.dialect).toEqual({ requests_per_minute: 500 })
    expect(session.find(first.id)).toEqual(changed)
    expect(changes()).toBe(before + 1)
    expect((await setUpSession({ computer })).session.find(first.id)).toEqual(changed)
  })

  it.each([
    ['that another profile has', 'Other'],
    ['that is empty', '  '],
  ])('rejects a name %s', async (_what, name) => {
    const { session, first } = await two()
    const failing = session.change({ profileId: first.id, name, dialect: { requests_per_minute: 7 } })
    await expect(failing).rejects.toMatchObject({
      code: 'rejected',
      details: { problems: [{ field: 'name' }] },
    })
    expect(session.find(first.id)).toEqual(first)
  })

  it('does not rename the demo', async () => {
    const { session } = await setUpSession({})
    const { id } = await session.startDemo(demo)
    await expect(session.change({ profileId: id, name: 'Mine' })).rejects.toMatchObject({ code: 'rejected' })
    await expect(session.change({ profileId: 'nobody' })).rejects.toMatchObject({ code: 'notFound' })
  })

  it('stores detected settings without a notification, and writes only new ones', async () => {
    const { session, first, changes, computer } = await two()
    const before = changes()
    await session.live(first).saveDetected({ envelope: { success: [0] } })
    expect(session.find(first.id)).toMatchObject({
      dialect: { idempotency: 'honoured' },
      detected: { base_path: '/v1', envelope: { success: [0] } },
    })
    expect(changes()).toBe(before)
    const written = computer.file.value
    await session.live(first).saveDetected({ envelope: { success: [0] } })
    expect(computer.file.value).toBe(written)
  })

  it('adds the settings of a new sign-in to those set before', async () => {
    const { session, first } = await two()
    const again = await session.connectApiKey({ ...input, dialect: { sign_in: { token_body: 'json' } } })
    expect(again.id).toBe(first.id)
    expect(again.dialect).toEqual({ idempotency: 'honoured', sign_in: { token_body: 'json' } })
  })

  it('replaces the whole dialect on request, endpoints included, but keeps what was detected', async () => {
    const { session } = await two()
    const sign_in = { token_endpoint: 'https://login.example/token' }
    await session.connectApiKey({ ...input, dialect: { sign_in, activity_unit: 'a.u.' } })
    const dialect = { state_words: { Released: 'succeeded' } } as const
    const again = await session.connectApiKey({ ...input, dialect, isWholeDialect: true })
    expect(again).toMatchObject({ detected: { base_path: '/v1' } })
    expect(again.dialect).toEqual(dialect)
  })

  it('adds a state word to the existing ones, and removes settings that are set to empty', async () => {
    const { session } = await two()
    const set = (dialect: ServiceDialect) => session.connectApiKey({ ...input, dialect })
    await set({ state_words: { Released: 'succeeded' }, status: ['/state'] })
    const { dialect } = await set({ state_words: { 'On hold': 'queued' }, status: [] })
    expect(dialect).toEqual({
      idempotency: 'honoured',
      state_words: { Released: 'succeeded', 'On hold': 'queued' },
    })
    expect((await set({ state_words: {} })).dialect).toEqual({ idempotency: 'honoured' })
  })

  it('still uses a renamed profile for its service, since a second one would order everything again', async () => {
    const { session, first } = await two()
    await session.change({ profileId: first.id, name: 'Lab A' })
    expect(await session.connectApiKey(input)).toMatchObject({ id: first.id, name: 'Lab A' })
  })

  it('distinguishes two services of one host by name', async () => {
    const { session } = await two()
    const { name } = await session.connectApiKey({ ...input, serviceUrl: 'https://api.example.org/v2/' })
    expect(name).toBe('api.example.org/v2')
  })
})

describe('processes that start together on a new folder', () => {
  const environmentKey = { serviceUrl: 'https://api.example.org', apiKey: 'sk-1' }

  it('share one profile of a service, and so one register', async () => {
    const computer = createComputer()
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => setUpSession({ computer, environmentKey })),
    )
    const ids = new Set(opened.map(({ session }) => session.active()?.id))
    expect(ids.size).toBe(1)
    expect(computer.file.value.profiles).toHaveLength(1)
  })

  it('share it even if each signs in or starts the demo', async () => {
    const computer = createComputer()
    const opened = await Promise.all(Array.from({ length: 4 }, () => setUpSession({ computer })))
    await Promise.all(opened.map(({ session }) => session.connectApiKey(input)))
    await Promise.all(opened.map(({ session }) => session.startDemo(demo)))
    expect(computer.file.value.profiles.map(({ name }) => name)).toEqual(['api.example.org', 'Demo'])
    expect(computer.secrets.entries.size).toBe(1)
  })
})

describe('the record of each profile', () => {
  it('rebuilds a lost list', async () => {
    const { session, computer } = await setUpSession({})
    const first = await session.connectApiKey(input)
    const second = await session.connectApiKey({ ...input, name: 'Other' })
    computer.file.value = { profiles: [], activeId: null, signedInIds: [] }
    const { session: next } = await setUpSession({ computer })
    expect(next.profiles()).toEqual([first, second])
    expect(next.active()).toBeNull()
    await next.select(second.id)
    expect(next.signedIn()).toBe(true)
    expect(await next.live(second).credential.token()).toBe('sk-1')
    expect(computer.file.value.profiles).toHaveLength(2)
  })

  it('does not cause a failure if it cannot be written', async () => {
    const { session, computer } = await setUpSession({})
    computer.records.write = () => Promise.reject(new Error('disk full'))
    expect(await session.connectApiKey(input)).toMatchObject({ signIn: 'api-key' })
  })
})

describe('older files', () => {
  it('load with defaults for missing fields, and get their records at the first change', async () => {
    const computer = createComputer()
    const old = {
      id: 'p-1',
      name: 'Lab',
      serviceUrl: 'https://api.example.org',
      signIn: 'oauth',
      clientId: 'c',
      requestsPerMinute: 100,
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    computer.file.value = profilesFileSchema.parse({ profiles: [old], activeId: 'p-1', signedInIds: ['p-1'] })
    const { session } = await setUpSession({ computer })
    const { requestsPerMinute: _, ...others } = old
    expect(session.active()).toEqual({
      ...others,
      authServer: null,
      hasClientSecret: false,
      dialect: {},
      detected: {},
    })
    expect(session.signedIn()).toBe(true)
    expect(computer.records.profiles.size).toBe(0)
    await session.connectApiKey({ ...input, serviceUrl: 'https://other.example' })
    expect([...computer.records.profiles.keys()]).toContain('p-1')
  })
})

describe('the location of secrets', () => {
  it('is returned for each profile, without the secret', async () => {
    const { session, computer } = await setUpSession({})
    const profile = await session.connectApiKey(input)
    await session.startDemo(demo)
    const places = await session.secrets()
    expect(places).toEqual([
      {
        profileId: profile.id,
        profile: 'api.example.org',
        kind: 'api-key',
        place: 'keychain',
        entry: `pathclock/${profile.id}/api-key`,
      },
      expect.objectContaining({ profile: 'Demo', kind: 'api-key', place: 'memory' }),
    ])
    expect(JSON.stringify(places)).not.toContain('sk-1')
    const placeOfKey = async () => (await session.secrets())[0]?.place
    computer.secrets.loseKeychain()
    await session.connectApiKey(input)
    expect(await placeOfKey()).toBe('memory')
    computer.secrets.entries.clear()
    const next = await setUpSession({ computer })
    expect((await next.session.secrets()).map(({ place }) => place)).toEqual(['none', 'none'])
  })

  it('is unknown if the keychain fails, and “environment” if the key comes from there', async () => {
    const environmentKey = { serviceUrl: 'https://api.example.org', apiKey: 'env-key' }
    const { session, computer } = await setUpSession({ environmentKey })
    expect((await session.secrets())[0]?.place).toBe('environment')
    computer.secrets.store.get = () =>
      Promise.reject(new Failure('keychain', joinMessages([`locked`]), { cause: 'locked' }))
    const next = await setUpSession({ computer })
    expect((await next.session.secrets())[0]?.place).toBe('unknown')
  })
})
