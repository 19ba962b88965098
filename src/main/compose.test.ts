import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReferenceService } from '../demoService/index.ts'
import type { Call } from '../shared/contract/contract.ts'
import { forkHelper } from './adapters/keychain/forkHelper.ts'
import { createApp } from './compose.ts'
import { createCall } from './dispatch.ts'

const memoryHelper = join(import.meta.dirname, 'adapters/keychain/testing/memoryHelper.ts')

let folder: string
const endings: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-compose-'))
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
  await rm(folder, { recursive: true, force: true })
})

async function openApp(): Promise<Call> {
  const app = await createApp({
    host: 'loopback',
    version: '0',
    dataFolder: folder,
    entry: { folder: import.meta.dirname, extension: '.ts' },
    dialogs: {
      chooseOpen: async () => null,
      chooseSave: async () => null,
      reveal: async () => {},
      openExternal: async () => {},
    },
    launchKeychainHelper: forkHelper(memoryHelper),
  })
  endings.push(() => app.close())
  return createCall(app.dispatch)
}

async function startService(options: Parameters<typeof startReferenceService>[0]) {
  const service = await startReferenceService(options)
  endings.push(() => service.close())
  return service
}

describe('connecting', () => {
  it('takes a key that may not read the user for a valid one, and keeps what was found', async () => {
    const service = await startService({
      variants: ['base-v1'],
      faults: [{ match: { path: '/v1/users/me' }, fault: 'status', status: 403 }],
    })
    const call = await openApp()
    const { serviceUrl, apiKey } = { serviceUrl: service.url, apiKey: service.apiKey }
    const status = await call('session.connectApiKey', { serviceUrl, apiKey })
    expect(status).toMatchObject({
      signedIn: true,
      profile: { conventions: { found: { base_path: '/v1' } } },
    })
    const before = service.summary().requests
    expect((await call('drugs.search', { text: 'rapa' })).source).toBe('service')
    // Nothing had to be found a second time.
    expect(service.summary().requests).toBe(before + 1)
  })
})

describe('a register whose profile is not known any more', () => {
  it('is told of', async () => {
    await mkdir(join(folder, 'profiles/p-1'), { recursive: true })
    await writeFile(join(folder, 'profiles/p-1/journal.db'), '')
    const call = await openApp()
    expect((await call('app.status', {})).notices).toEqual([expect.stringContaining('profiles/p-1')])
  })
})

describe('several profiles', () => {
  it('have data, settings and credentials of their own, and change places without a restart', async () => {
    const [first, second] = [await startService({ seed: 1 }), await startService({ seed: 2 })]
    const call = await openApp()
    const connect = async (service: typeof first, name: string) => {
      const { url: serviceUrl, apiKey } = service
      const { profile } = await call('session.connectApiKey', { serviceUrl, apiKey, name })
      return profile?.id ?? ''
    }
    const firstId = await connect(first, 'First')
    const secondId = await connect(second, 'Second')
    await call('profiles.change', { profileId: firstId, conventions: { activity_unit: 'AU' } })
    const user = await call('session.user', {})
    const selected = await call('profiles.select', { profileId: firstId })
    expect(selected.profile).toMatchObject({ name: 'First', conventions: { set: { activity_unit: 'AU' } } })
    expect((await call('session.user', {})).userId).not.toBe(user.userId)
    await call('session.signOut', { clearCache: true })
    await expect(call('session.user', {})).rejects.toMatchObject({ code: 'notSignedIn' })
    await call('profiles.select', { profileId: secondId })
    expect((await call('session.user', {})).userId).toBe(user.userId)
  })
})
