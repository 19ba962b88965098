import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ElectronSim } from '../index.ts'
import { useHost } from './startHost.ts'

const { start, end } = useHost()

type Bridge = { pathclock: { call(name: string, input: unknown): Promise<unknown> } }
const call = (app: ElectronSim, name: string, input: unknown = {}): Promise<unknown> =>
  app.page.evaluate(([method, given]) => (window as unknown as Bridge).pathclock.call(method, given), [
    name,
    input,
  ] as const)
const job = { jobId: 'j', kind: 'import', title: { template: 'Order' }, done: 1, total: 2, failed: 0 }
const push = (app: ElectronSim, name: string, change: object = {}) =>
  call(app, 'imports.send', { name, payload: { ...job, ...change } })
const windowOf = async (app: ElectronSim) => (await app.recorded()).windows[0]

describe('a start while the app closes', () => {
  const held = { FIXTURE: 'held' }
  const release = ({ dataFolder }: { dataFolder: string }) => writeFileSync(join(dataFolder, 'mayClose'), '')
  const isClosing = ({ dataFolder }: { dataFolder: string }) => existsSync(join(dataFolder, 'closing'))

  it('starts the app again once it has closed, on the same data and with the given file', async () => {
    const app = await start({ env: held, args: ['--offline'] })
    await app.page.close()
    await expect.poll(() => isClosing(app)).toBe(true)
    const second = start({ dataFolder: app.dataFolder, args: [join('/lab', 'cohort.csv')] })
    await expect(second).rejects.toThrow('ended with code 0 before its window was loaded')
    release(app)
    expect(await app.relaunched).toEqual({
      args: ['--data', app.dataFolder, '--offline', join('/lab', 'cohort.csv')],
      execPath: null,
    })
    expect(await app.ended).toBe(0)
    expect(readFileSync(join(app.dataFolder, 'closed'), 'utf8')).toBe('closed')
  })

  it('opens no window on closing services', async () => {
    const app = await start({ env: held })
    await app.page.close()
    await expect.poll(() => isClosing(app)).toBe(true)
    await app.secondInstance([join('/lab', 'first.csv')])
    await app.secondInstance(['pathclock://drugs/D1', join('/lab', 'of-the-link.csv')])
    await app.openFile(join('/lab', 'second.csv'))
    expect((await app.recorded()).windows).toEqual([])
    release(app)
    const files = ['first.csv', 'second.csv'].map((name) => join('/lab', name))
    const { args } = await app.relaunched
    expect(args).toEqual(['--data', app.dataFolder, ...files, 'pathclock://drugs/D1'])
  })
})

describe('an immediate update', () => {
  it('is installed when the services have closed and the lock is free', async () => {
    const app = await start()
    await call(app, 'updates.install').catch(() => undefined)
    expect(await app.ended).toBe(0)
    const seen: unknown = JSON.parse(readFileSync(join(app.dataFolder, 'installed'), 'utf8'))
    expect(seen).toEqual({ closed: true, locked: false })
  })

  it('restarts the app on the same data if its installer cannot be started', async () => {
    const program = '/lab/pathclock.AppImage'
    const app = await start({ env: { FIXTURE: 'noInstaller', APPIMAGE: program } })
    await call(app, 'updates.install').catch(() => undefined)
    expect(await app.relaunched).toEqual({ args: ['--data', app.dataFolder], execPath: program })
    expect(await app.ended).toBe(0)
  })
})

describe('a quit that the user declines', () => {
  it('does not install or restart anything at a later quit', async () => {
    const app = await start()
    await push(app, 'job.progressed')
    await app.answerMessageBox(0)
    await call(app, 'updates.install')
    await expect.poll(async () => (await app.recorded()).dialogs.length).toBe(1)
    await push(app, 'job.ended')
    await end()
    expect(existsSync(join(app.dataFolder, 'closed'))).toBe(true)
    expect(existsSync(join(app.dataFolder, 'installed'))).toBe(false)
  })
})

describe('the end of the session', () => {
  it('is delayed while orders are placed, with a question', async () => {
    const app = await start()
    await push(app, 'job.progressed')
    await app.answerMessageBox(0)
    expect(await app.endSession()).toBe(true)
    await expect.poll(async () => (await app.recorded()).dialogs.length).toBe(1)
    expect((await app.recorded()).dialogs).toMatchObject([
      { options: { message: 'Orders are being placed. Quit all the same?' } },
    ])
    await push(app, 'job.ended')
  })

  it('closes the services anyway if the system does not wait for the answer', async () => {
    const app = await start()
    await push(app, 'job.progressed')
    expect(await app.endSession(true)).toBe(true)
    expect(await app.ended).toBe(0)
    expect(existsSync(join(app.dataFolder, 'closed'))).toBe(true)
  })

  it('waits on Linux and macOS until the services have closed', async () => {
    const app = await start()
    expect(await app.shutDown()).toBe(true)
    expect(await app.ended).toBe(0)
    expect(existsSync(join(app.dataFolder, 'closed'))).toBe(true)
  })

  it('closes the services if no orders are placed', async () => {
    const app = await start()
    expect(await app.endSession()).toBe(false)
    expect(await app.ended).toBe(0)
    expect(existsSync(join(app.dataFolder, 'closed'))).toBe(true)
  })
})

describe('the window', () => {
  it('is hidden until its page is painted, even if it was maximized', async () => {
    const first = await start()
    await first.moveWindow({ x: 40, y: 60, width: 1100, height: 700 }, true)
    await end()
    const { dataFolder } = first
    const app = await start({ dataFolder })
    expect(await windowOf(app)).toMatchObject({ maximized: true, visible: true, shownUnpainted: false })
  })

  it('reopens on a second screen of another scale, or on the first if that is gone', async () => {
    const area = { x: 0, y: 0, width: 1920, height: 1080 }
    const first = { bounds: area, workArea: area, scaleFactor: 1 }
    const right = { x: 1920, y: -200, width: 1707, height: 1067 }
    const second = { bounds: right, workArea: { ...right, height: 1027 }, scaleFactor: 1.5 }
    const { dataFolder, ...app } = await start({ displays: [first, second] })
    const bounds = { x: 2000, y: -100, width: 1100, height: 700 }
    await app.moveWindow(bounds)
    await end()
    expect((await windowOf(await start({ dataFolder, displays: [first, second] })))?.options).toMatchObject(
      bounds,
    )
    await end()
    const options = (await windowOf(await start({ dataFolder, displays: [first] })))?.options
    expect(options).toMatchObject({ width: 1280, height: 820 })
    expect(options).not.toHaveProperty('x')
  })

  it('is reloaded if it does not respond and the user chooses to reload it', async () => {
    const app = await start()
    await app.answerMessageBox(0)
    const reloaded = app.page.waitForEvent('load')
    await app.becomeUnresponsive()
    await reloaded
    expect((await app.recorded()).dialogs).toMatchObject([
      { options: { message: 'This window does not respond', buttons: ['Reload', 'Wait'] } },
    ])
    await expect.poll(() => existsSync(join(app.dataFolder, 'crashes'))).toBe(true)
    expect(readFileSync(join(app.dataFolder, 'crashes'), 'utf8')).toBe('window unresponsive')
  })
})

describe('About Pathclock', () => {
  it('names the app, its version and its license', async () => {
    const app = await start()
    await app.clickMenu('About Pathclock')
    expect((await app.recorded()).aboutPanels).toEqual([
      {
        applicationName: 'Pathclock',
        applicationVersion: '1.2.3',
        copyright: '© The Pathclock authors. MIT License.',
        credits: 'Signal-pathway analysis, the pathway aging clock and virtual screening.',
      },
    ])
  })
})

describe('the computer', () => {
  it('stays awake while a job runs here, and may sleep while only the service works', async () => {
    const app = await start()
    const blockers = async () => (await app.recorded()).powerSaveBlockers
    await push(app, 'job.progressed', { kind: 'screening', jobId: 's' })
    expect(await blockers()).toEqual([])
    await push(app, 'job.progressed', { kind: 'analysis' })
    await push(app, 'job.progressed', { kind: 'export', jobId: 'e' })
    expect(await blockers()).toEqual(['prevent-app-suspension'])
    await push(app, 'job.ended', { kind: 'export', jobId: 'e', state: 'done' })
    expect(await blockers()).toEqual(['prevent-app-suspension'])
    await push(app, 'job.ended', { kind: 'analysis', state: 'done' })
    expect(await blockers()).toEqual([])
  })
})

describe('an uncaught error', () => {
  it('is shown in the language of the app, which restarts if the user agrees', async () => {
    const app = await start({ languages: ['zh-CN'] })
    await app.answerMessageBox(0)
    await app.throwInMain('lost')
    expect(await app.relaunched).toEqual({ args: ['--data', app.dataFolder], execPath: null })
    expect(await app.ended).toBe(0)
  })

  it('does not end the app if the user continues', async () => {
    const app = await start({ languages: ['zh-CN'] })
    await app.answerMessageBox(1)
    await app.throwInMain('lost')
    await expect.poll(async () => (await app.recorded()).dialogs.length).toBe(1)
    const { dialogs, caught } = await app.recorded()
    expect(dialogs).toMatchObject([{ options: { message: 'Pathclock 出现故障' } }])
    expect(caught).toEqual(['lost'])
  })
})
