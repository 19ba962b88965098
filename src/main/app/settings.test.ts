import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Failure, isFailure } from '../../shared/contract/failures.ts'
import { defaultSettings, recoverSettings, settingsSchema } from '../../shared/domain/app/settings.ts'
import { createJsonFile, createSharedJsonFile } from '../adapters/files/jsonFile.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import { systemClock } from '../adapters/system.ts'
import { newFolder } from '../testing/newFolder.ts'
import { createSettings } from './settings.ts'

let folder = ''
beforeEach(() => {
  folder = newFolder()
})

const path = () => join(folder, 'settings.json')
const locks = () => createLocks(join(folder, 'locks'), systemClock)
const open = () =>
  createSettings({
    file: createSharedJsonFile(
      locks(),
      path(),
      settingsSchema,
      defaultSettings,
      () => undefined,
      recoverSettings,
    ),
    offline: false,
    onChange: () => undefined,
  })
const readStored = async () =>
  settingsSchema.parse(JSON.parse(await readFile(path(), 'utf8').catch(() => '{}')))
const failureOf = async (work: () => unknown): Promise<Failure> => {
  try {
    await work()
  } catch (error) {
    if (isFailure(error)) return error
  }
  return expect.unreachable('it was not refused')
}

describe('the settings', () => {
  it('store the address of a proxy in one form', async () => {
    const settings = await open()
    await settings.set({ proxy: { mode: 'manual', address: ' proxy.lab:3128 ' } })
    expect(settings.proxy()).toEqual({ mode: 'manual', address: 'http://proxy.lab:3128' })
  })

  it('reject a proxy with a password, and store it nowhere', async () => {
    const settings = await open()
    await settings.set({ quotaShare: 50 })
    const proxy = { mode: 'manual' as const, address: 'http://ann:hidden-word@proxy.lab:3128' }
    const failure = await failureOf(() => settings.set({ proxy, quotaShare: 20 }))
    expect(failure.code).toBe('rejected')
    expect(JSON.stringify(failure.toData())).not.toContain('hidden-word')
    expect(await readFile(path(), 'utf8')).not.toContain('hidden-word')
    expect(settings.get({})).toMatchObject({ quotaShare: 50, proxy: { mode: 'system' } })
  })

  it('send nothing through a proxy with a password that was written into their file', async () => {
    const settings = await open()
    const proxy = { mode: 'manual' as const, address: 'http://ann:hidden-word@proxy.lab:3128' }
    await createJsonFile(path(), settingsSchema, defaultSettings).write({ ...defaultSettings, proxy })
    const failure = await failureOf(() => settings.proxy())
    // Not `rejected`, which an order would treat as a response of the service.
    expect(failure.toData()).toMatchObject({ code: 'offline', details: { reason: 'network' } })
    expect(failure.message).toContain('does not store')
    expect(failure.message).not.toContain('hidden-word')
    expect(JSON.stringify(settings.get({}))).not.toContain('hidden-word')
    expect(settings.get({})).toMatchObject({ proxy: { mode: 'manual', address: '***@***' } })
    const other = await settings.set({ quotaShare: 40 })
    expect(JSON.stringify(other)).not.toContain('hidden-word')
    expect(await readFile(path(), 'utf8')).not.toContain('hidden-word')
    expect((await failureOf(() => settings.proxy())).code).toBe('offline')
  })

  it.each([
    '{"offlineSwitch":true,"keepCrashReports":false,"theme":"a theme of another release"}',
    '{"offlineSwitch":true,"keepCrashReports":false,"proxy":{"mode":"script"},"quotaShare":1e9}',
  ])('keep their values except for unreadable ones in %s, at the next start too', async (text) => {
    await writeFile(path(), text)
    for (const settings of [await open(), await open()]) {
      expect(settings.offlineSwitch()).toBe(true)
      expect(settings.get({})).toEqual({ ...defaultSettings, offlineSwitch: true, keepCrashReports: false })
    }
  })

  it.each(['', '[]', 'null', '{"offlineSwitch":true'])(
    'have their defaults if the file contains %j',
    async (text) => {
      await writeFile(path(), text)
      expect((await open()).get({})).toEqual(defaultSettings)
    },
  )

  it('report the changes of another process once, and not their own', async () => {
    const [here, there] = [await open(), await open()]
    await here.set({ density: 'comfortable' })
    expect(here.changedElsewhere()).toBe(false)
    await there.set({ quotaShare: 40 })
    expect(here.changedElsewhere()).toBe(true)
    expect(here.changedElsewhere()).toBe(false)
    expect(here.get({})).toMatchObject({ density: 'comfortable', quotaShare: 40 })
  })

  it('apply immediately, and are merged with simultaneous changes of another process', async () => {
    const here = await open()
    const [read, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const there = locks().withLock('settings.json', async () => {
      const stored = await readStored()
      read.resolve()
      await free.promise
      await createJsonFile(path(), settingsSchema, defaultSettings).write({ ...stored, quotaShare: 40 })
    })
    await read.promise
    const [offline, density] = [here.set({ offlineSwitch: true }), here.set({ density: 'comfortable' })]
    expect(here.get({})).toMatchObject({ offlineSwitch: true, density: 'comfortable' })
    await new Promise((resolve) => setImmediate(resolve))
    free.resolve()
    await Promise.all([there, offline, density])
    expect(await readStored()).toMatchObject({ offlineSwitch: true, density: 'comfortable', quotaShare: 40 })
    expect(here.changedElsewhere()).toBe(true)
  })

  it('lose no change when two processes change settings repeatedly', async () => {
    const child = fork(join(import.meta.dirname, '../testing/processes/settingsWriter.ts'), [folder, '10'])
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await once(child, 'message')
    const here = await open()
    const lost: number[] = []
    for (let quotaShare = 10; quotaShare < 30; quotaShare += 1) {
      const before = (await readStored()).quotaShare
      if (quotaShare > 10 && before !== quotaShare - 1) lost.push(quotaShare)
      await here.set({ quotaShare })
    }
    expect(await ended).toEqual([0, null])
    expect(lost).toEqual([])
    expect(await readStored()).toMatchObject({ quotaShare: 29, density: 'comfortable' })
  })

  it('apply for this run if they cannot be written, which is reported', async () => {
    const here = await open()
    await mkdir(path())
    await expect(here.set({ offlineSwitch: true })).rejects.toMatchObject({ code: 'file' })
    expect(here.offlineSwitch()).toBe(true)
  })
})
