import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createUpdateClient, type UpdateLibrary } from './updateClient.ts'

/**
 * Imitates electron-updater: it prepares to install at quit if the flag is set when a download ends, and reads the flag
 * again at quit.
 */
function createFakeUpdater(fails = false) {
  const events = new EventEmitter()
  const done: string[] = []
  let armed = false
  const autoUpdater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: false,
    allowPrerelease: false,
    logger: console,
    requestHeaders: null,
    set channel(name: string | null) {
      this.allowDowngrade = true
      done.push(`channel ${name}`)
    },
    on: (name: string, listener: () => void) => events.on(name, listener),
    off: (name: string, listener: () => void) => events.off(name, listener),
    async checkForUpdates() {
      return { isUpdateAvailable: !fails, updateInfo: { version: '2.0.0' } }
    },
    async downloadUpdate(token: { cancelled: boolean }) {
      events.emit('download-progress', { percent: 50 })
      await Promise.resolve()
      if (token.cancelled) throw new Error('cancelled')
      armed ||= this.autoInstallOnAppQuit
      return []
    },
    quitAndInstall: (...args: boolean[]) => void done.push(`quit and install ${args.join()}`),
  }
  class CancellationToken {
    cancelled = false
    cancel() {
      this.cancelled = true
    }
  }
  const library = { autoUpdater, CancellationToken } as unknown as UpdateLibrary
  const installsAtQuit = () => armed && autoUpdater.autoInstallOnAppQuit
  return { library, autoUpdater, events, done, installsAtQuit }
}

const options = {
  isMac: false,
  userAgent: 'Pathclock/1.0.0',
  quitAndInstall: (install: () => Promise<void>) => void install().catch(() => undefined),
}
const anySignal = () => new AbortController().signal

/** Opens a client of a fake updater. */
function open(more: Partial<typeof options> = {}, fails = false) {
  const fake = createFakeUpdater(fails)
  return { ...fake, client: createUpdateClient(async () => fake.library, { ...options, ...more }) }
}

describe('the update client', () => {
  it('loads the library at the first check and disables its automatic actions', async () => {
    const { library, autoUpdater, events, done } = createFakeUpdater()
    let loads = 0
    const client = createUpdateClient(async () => (loads++, library), options)
    expect(loads).toBe(0)
    expect(await client.check('beta')).toEqual({ version: '2.0.0' })
    expect(await client.check('latest')).toEqual({ version: '2.0.0' })
    expect(loads).toBe(1)
    expect(autoUpdater).toMatchObject({
      autoDownload: false,
      allowDowngrade: false,
      allowPrerelease: false,
      logger: null,
      requestHeaders: { 'x-user-staging-id': 'none', 'User-Agent': 'Pathclock/1.0.0' },
    })
    expect(done).toEqual(['channel beta', 'channel latest'])
    expect(() => events.emit('error', new Error('unheard'))).not.toThrow()
  })

  it('loads the library again after a failure to load it', async () => {
    let loads = 0
    const client = createUpdateClient(async () => {
      loads += 1
      if (loads === 1) throw new Error('EMFILE')
      return createFakeUpdater().library
    }, options)
    await expect(client.check('latest')).rejects.toThrow('EMFILE')
    expect(await client.check('latest')).toEqual({ version: '2.0.0' })
  })

  it('returns null if this release is the newest', async () => {
    expect(await open({}, true).client.check('latest')).toBeNull()
  })

  it('installs at a quit only if requested', async () => {
    const { client, installsAtQuit } = open()
    const seen: number[] = []
    await client.download((percent) => seen.push(percent), anySignal())
    expect(seen).toEqual([50])
    expect(installsAtQuit()).toBe(false)
    client.installAtQuit()
    expect(installsAtQuit()).toBe(true)
  })

  it('leaves the installation to macOS after a download there', async () => {
    const { client, installsAtQuit } = open({ isMac: true })
    await client.download(() => undefined, anySignal())
    expect(installsAtQuit()).toBe(true)
  })

  it('cancels a download on request and does not install it', async () => {
    const { client, done } = open()
    const abort = new AbortController()
    await expect(client.download(() => abort.abort(), abort.signal)).rejects.toThrow('cancelled')
    client.installNow()
    expect(done).toEqual([])
  })

  it('shows the installer and restarts the app when it should install now', async () => {
    const { client, done } = open()
    await client.download(() => undefined, anySignal())
    client.installNow()
    expect(done).toEqual(['quit and install false,true'])
  })

  it('starts the installer when the services have closed, and reports if it could not be started', async () => {
    const installs: (() => Promise<void>)[] = []
    const quitAndInstall = (install: () => Promise<void>) => void installs.push(install)
    const { client, done, events } = open({ quitAndInstall })
    await client.download(() => undefined, anySignal())
    client.installNow()
    expect(done).toEqual([])
    const installing = installs[0]?.()
    expect(done).toEqual(['quit and install false,true'])
    events.emit('error', new Error('No update filepath provided'))
    await expect(installing).rejects.toThrow('No update filepath')
  })
})
