import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReferenceService } from '../../demoService/index.ts'
import type { Call } from '../../shared/contract/contract.ts'
import { createCall } from '../dispatch.ts'
import { orderElsewhere } from '../hosts/cli/testing/openApp.ts'
import { appOptions } from '../testing/appOptions.ts'
import { isFull } from '../testing/faults.ts'
import { newFolder } from '../testing/newFolder.ts'
import { startService } from '../testing/startService.ts'
import { createApp } from './composeApp.ts'

let folder: string
const endings: (() => Promise<unknown>)[] = []

beforeEach(() => {
  folder = newFolder()
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function openApp(): Promise<Call> {
  const app = await createApp(appOptions(folder))
  endings.push(() => app.close())
  return createCall(app.dispatch)
}

const connect = (call: Call, { url: serviceUrl, apiKey }: ReferenceService, name = 'Lab') =>
  call('session.connectApiKey', { serviceUrl, apiKey, name })

describe('connecting', () => {
  it('accepts a key that may not read the user, and keeps what was detected', async () => {
    const service = await startService({
      variants: ['base-v1'],
      faults: [{ match: { path: '/v1/users/me' }, fault: 'status', status: 403 }],
    })
    const call = await openApp()
    const status = await connect(call, service)
    expect(status).toMatchObject({ signedIn: true, profile: { detected: { base_path: '/v1' } } })
    const before = service.summary().requests
    expect((await call('drugs.search', { text: 'rapa' })).source).toBe('service')
    // Nothing had to be detected again.
    expect(service.summary().requests).toBe(before + 1)
  })
})

describe('a register without a known profile', () => {
  it('is reported', async () => {
    await mkdir(join(folder, 'profiles/p-1'), { recursive: true })
    await writeFile(join(folder, 'profiles/p-1/journal.db'), '')
    const call = await openApp()
    expect((await call('app.status', {})).notices).toEqual([expect.stringContaining('profiles/p-1')])
  })
})

describe('drugs', () => {
  const offlineNames = async (call: Call) =>
    (await call('drugs.search', { text: 'rapamycin', from: 'cache' })).hits.map(({ name }) => name)

  it('are stored by threads across a restart, and are removed with the cache', async () => {
    const service = await startService()
    const call = await openApp()
    const { profile } = await connect(call, service)
    const profileFolder = join(folder, 'profiles', profile?.id ?? '')
    // Opening a profile starts no thread and creates no file.
    expect(await readdir(profileFolder)).not.toContain('drugs.db')
    await call('drugs.search', { text: 'rapamycin' })
    const names = await offlineNames(call)
    expect(names.length).toBeGreaterThan(0)
    await endings.pop()?.()
    const again = await openApp()
    expect(await offlineNames(again)).toEqual(names)
    expect(await readdir(profileFolder)).toContain('drugs.db')
    const rows = (name: string, sql: string) => {
      const database = new DatabaseSync(join(profileFolder, name), { timeout: 5000 })
      try {
        return database.prepare(sql).all().length
      } finally {
        database.close()
      }
    }
    rows('cache.db', `INSERT INTO reports VALUES ('S', 'text/plain', x'41', '2026-01-01')`)
    rows('answers.db', `INSERT INTO screening_results VALUES ('T', '{}', '[]', '2026-01-01')`)
    await again('session.signOut', { clearCache: true })
    expect((await readdir(profileFolder)).filter((name) => name.startsWith('drugs.db'))).toEqual([])
    expect(rows('cache.db', 'SELECT * FROM reports')).toBe(0)
    // The service does not return these a second time.
    expect(rows('answers.db', 'SELECT * FROM screening_results')).toBe(1)
  })

  it('that are damaged are reported once, without losing results', async () => {
    const call = await openApp()
    const { profile } = await connect(call, await startService())
    await writeFile(join(folder, 'profiles', profile?.id ?? '', 'drugs.db'), 'no database '.repeat(1000))
    expect(await offlineNames(call)).toEqual([])
    await call('drugs.search', { text: 'rapamycin' })
    expect((await offlineNames(call)).length).toBeGreaterThan(0)
    expect((await call('app.status', {})).notices).toEqual([
      expect.stringMatching(/^The drug cache was damaged.*drugs\.db\.damaged-/),
    ])
    expect(await call('samples.list', {})).toMatchObject({ total: 0 })
  })
})

describe('the study of the demo', () => {
  const study = { name: 'Liver', question: 'Does it help?' }

  it('is created once, ordered at the demo and analyzed when ready, however often it is opened', async () => {
    const call = await openApp()
    const [{ studyId }, second] = await Promise.all([
      call('session.openDemoStudy', study),
      call('session.openDemoStudy', study),
    ])
    expect(second.studyId).toBe(studyId)
    expect((await call('app.status', {})).demo).toBe(true)
    const own = async () => (await call('studies.list', {})).filter((one) => one.studyId !== 'all')
    expect(await own()).toMatchObject([{ studyId, ...study }])
    // While orders are placed, samples and waiting orders are counted one after the other.
    while ((await own()).some(({ toOrder }) => toOrder > 0)) await new Promise(setImmediate)
    expect(await own()).toMatchObject([{ samples: 48 }])
    expect(await call('offlineSync.list', {})).toMatchObject([{ scope: { kind: 'catalogue' } }])
    // A study of the user is not mistaken for it.
    await call('studies.create', { name: 'Mine', question: '' })
    expect(await call('session.openDemoStudy', study)).toEqual({ studyId })
  })

  it.each(isFull ? [0, 3, 30, 300] : [3, 300])(
    'places no orders at a service that is opened %i turns after it',
    async (turns) => {
      const service = await startService()
      const call = await openApp()
      const { profile } = await connect(call, service)
      const before = service.summary().requests
      const opening = call('session.openDemoStudy', study).catch((error: unknown) => error)
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
      await call('profiles.select', { profileId: profile?.id ?? '' })
      await opening
      // Either of the two may have been opened last.
      await call('profiles.select', { profileId: profile?.id ?? '' })
      expect(service.summary()).toMatchObject({ orders: 0, requests: before })
      expect(await call('studies.list', {})).toMatchObject([{ studyId: 'all', samples: 0, toOrder: 0 }])
      expect(await call('offlineSync.list', {})).toEqual([])
    },
  )
})

describe('an unknown state word', () => {
  it('takes effect for all samples as soon as the user sets its meaning, without new requests', async () => {
    const startedMs = Date.now()
    let passedMs = 0
    const service = await startService({ variants: ['unknown-states'], now: () => startedMs + passedMs })
    const sampleId = await orderElsewhere(service, { client_reference: 'a' })
    // By then the reference service reports a sample in progress.
    passedMs = 35_000
    const call = await openApp()
    const { profile } = await connect(call, service)
    await call('samples.adopt', { from: { samples: [{ sampleId, fields: {} }] } })
    await expect
      .poll(() => call('samples.unknownWords', {}))
      .toEqual({ words: [{ word: 'Sequencing', count: 1 }] })
    const stateOf = async () => (await call('samples.get', { sampleId })).state
    const set = (state_words: Record<string, 'failed' | 'succeeded'>) =>
      call('profiles.change', { profileId: profile?.id ?? '', dialect: { state_words } })
    await set({ sequencing: 'succeeded' })
    expect(await stateOf()).toBe('succeeded')
    expect(await call('samples.unknownWords', {})).toEqual({ words: [] })
    await set({ Sequencing: 'failed' })
    expect(await stateOf()).toBe('failed')
  })
})

describe('several profiles', () => {
  it('have separate data, settings and credentials, and can be switched without a restart', async () => {
    const [first, second] = [await startService({ seed: 1 }), await startService({ seed: 2 })]
    const call = await openApp()
    const firstId = (await connect(call, first, 'First')).profile?.id ?? ''
    const secondId = (await connect(call, second, 'Second')).profile?.id ?? ''
    await call('profiles.change', { profileId: firstId, dialect: { activity_unit: 'AU' } })
    const user = await call('session.user', {})
    const selected = await call('profiles.select', { profileId: firstId })
    expect(selected.profile).toMatchObject({ name: 'First', dialect: { activity_unit: 'AU' } })
    expect((await call('session.user', {})).userId).not.toBe(user.userId)
    await call('session.signOut', { clearCache: true })
    await expect(call('session.user', {})).rejects.toMatchObject({ code: 'notSignedIn' })
    await call('profiles.select', { profileId: secondId })
    expect((await call('session.user', {})).userId).toBe(user.userId)
  })
})
