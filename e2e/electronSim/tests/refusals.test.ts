import { readFile } from 'node:fs/promises'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../../../src/main/testing/faults.ts'
import { type Fixture, writeFixture } from '../fixtureApps.ts'
import { type ElectronSim, launchElectronSim } from '../index.ts'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env['PATHCLOCK_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
})
afterAll(() => browser.close())

const fixtures: Fixture[] = []
const running: ElectronSim[] = []
afterEach(async () => {
  for (const app of running.splice(0)) await app.close()
  for (const fixture of fixtures.splice(0)) await fixture.remove()
})

async function start(given?: Parameters<typeof writeFixture>[0]): Promise<ElectronSim> {
  const fixture = await writeFixture(given)
  fixtures.push(fixture)
  const app = await launchElectronSim({ browser, main: fixture.main })
  running.push(app)
  return app
}
const withMain = (body: string) => start({ main: `import electron from 'electron'\n${body}` })

type Bridge = {
  invoke(channel: string, value?: unknown): Promise<unknown>
  pathOf(file: File): string
  listen(listener: (value: unknown) => void): void
}

// Tests of the simulator itself, for the full run only.
describe.runIf(isFull)('the simulator at the start', () => {
  const early = 'before app is ready|when app is ready|after app is ready'
  it.each([
    [
      'a window before ready',
      'new electron.BrowserWindow()',
      /Cannot create BrowserWindow before app is ready/,
    ],
    ['a protocol handler before ready', "electron.protocol.handle('app', () => {})", new RegExp(early)],
    ['the default session before ready', 'electron.session.defaultSession', new RegExp(early)],
    ['a dialog before ready', 'await electron.dialog.showOpenDialog({})', new RegExp(early)],
    ['a request before ready', "await electron.net.fetch('http://127.0.0.1:1')", new RegExp(early)],
    ['a helper process before ready', "electron.utilityProcess.fork('x.js')", new RegExp(early)],
    ['the screen before ready', 'electron.screen.getAllDisplays()', /before the app 'ready' event/],
    [
      'schemes registered twice',
      'electron.protocol.registerSchemesAsPrivileged([]); electron.protocol.registerSchemesAsPrivileged([])',
      /only once/,
    ],
    [
      'schemes registered after ready',
      'electron.app.whenReady().then(() => electron.protocol.registerSchemesAsPrivileged([]))',
      /should be called before app is ready/,
    ],
    [
      'the sandbox switched on after ready',
      'electron.app.whenReady().then(() => electron.app.enableSandbox())',
      /can only be called before app is ready/,
    ],
    [
      'a second handler for a channel',
      "electron.ipcMain.handle('a', () => 1); electron.ipcMain.handle('a', () => 2)",
      /second handler for 'a'/,
    ],
    ['a removed module', 'electron.remote', /electron\.remote does not exist in Electron 45/],
    [
      'a removed member',
      'electron.app.allowRendererProcessReuse',
      /app\.allowRendererProcessReuse does not exist/,
    ],
    [
      'a removed event',
      "electron.app.on('gpu-process-crashed', () => {})",
      /gpu-process-crashed.*does not exist/,
    ],
    [
      'a module that is not simulated',
      'electron.globalShortcut.isRegistered("F9")',
      /globalShortcut exists.*not simulated/,
    ],
    [
      'a removed option',
      'electron.app.whenReady().then(() => new electron.BrowserWindow({ webPreferences: { enableRemoteModule: true } }))',
      /enableRemoteModule.*does not exist/,
    ],
    [
      'an error that nobody catches',
      "setTimeout(() => { throw new Error('lost') })",
      /uncaught in main.*lost/s,
    ],
  ])('refuses %s', async (_what, body, message) => {
    await expect(withMain(body)).rejects.toThrow(message)
  })

  it('reports a removed module that is imported by name', async () => {
    await expect(start({ main: "import { remote } from 'electron'; remote" })).rejects.toThrow(
      /electron\.remote does not exist in Electron 45/,
    )
  })

  it('refuses a page of a scheme that is not privileged', async () => {
    const main = `import { app, BrowserWindow, protocol } from 'electron'
      app.whenReady().then(() => {
        protocol.handle('app', () => new Response(''))
        new BrowserWindow().loadURL('app://fixture/')
      })`
    await expect(start({ main })).rejects.toThrow(/no standard scheme/)
  })

  it.each([
    ['is an ES module', "import { contextBridge } from 'electron'", /import statement outside a module/],
    ['requires a package', "require('zod')", /module not found: zod/],
    ["requires Node's files", "require('node:fs')", /module not found: node:fs/],
    [
      'uses what only main has',
      "require('electron').dialog",
      /electron\.dialog is not there in a sandboxed preload/,
    ],
    [
      'exposes one name twice',
      "const { contextBridge: b } = require('electron'); b.exposeInMainWorld('x', 1); b.exposeInMainWorld('x', 2)",
      /existing property on the window object/,
    ],
  ])('refuses a preload that %s', async (_what, preload, message) => {
    await expect(start({ preload })).rejects.toThrow(message)
  })
})

describe.runIf(isFull)('between page and main', () => {
  const call = (app: ElectronSim, channel: string, value?: unknown) =>
    app.page.evaluate(
      ([name, given]) => (window as unknown as { bridge: Bridge }).bridge.invoke(name, given),
      [channel, value] as const,
    )

  it('transfers plain values both ways', async () => {
    const app = await start()
    const value = { text: 'α', list: [1, null, true, -0], $: 'odd', deep: { a: {} } }
    expect(await call(app, 'echo', value)).toEqual(value)
    expect(await call(app, 'who')).toEqual({ url: 'app://fixture/index.html', main: true })
  })

  it('refuses values that cannot be cloned, in either direction', async () => {
    const app = await start()
    const refused = await app.page.evaluate(() => {
      const { bridge } = window as unknown as { bridge: Bridge }
      const values = [{ f: () => 1 }, Promise.resolve(1), new File(['x'], 'x.csv'), document.body]
      return Promise.all(
        values.map((value) => bridge.invoke('echo', value).catch((error: Error) => error.message)),
      )
    })
    expect(refused).toEqual(Array.from({ length: 4 }, () => 'An object could not be cloned.'))
    await expect(call(app, 'function')).rejects.toThrow(
      /Error invoking remote method 'function'.*could not be cloned/,
    )
    expect((await app.recorded()).faults).toHaveLength(1)
  })

  it("returns errors with Electron's messages", async () => {
    const app = await start()
    await expect(call(app, 'throws')).rejects.toThrow(
      "Error invoking remote method 'throws': TypeError: as it is",
    )
    await expect(call(app, 'nothing')).rejects.toThrow("No handler registered for 'nothing'")
  })

  it('refuses an event that cannot be cloned', async () => {
    const app = await start({ extra: "setTimeout(() => window.webContents.send('push', () => 1), 50)" })
    await expect.poll(async () => (await app.recorded()).faults.join()).toContain('could not be cloned')
  })

  it('delivers events in order', async () => {
    const app = await start({
      extra: "setTimeout(() => { for (let i = 0; i < 20; i++) window.webContents.send('push', i) }, 300)",
    })
    const received = await app.page.evaluate(
      () =>
        new Promise<unknown[]>((done) => {
          const values: unknown[] = []
          const { bridge } = window as unknown as { bridge: Bridge }
          bridge.listen((value) => {
            if (values.push(value) === 20) done(values)
          })
        }),
    )
    expect(received).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  it('shows the page a frozen bridge, and nothing of the simulation', async () => {
    const app = await start()
    const seen = await app.page.evaluate(() => {
      const page = window as unknown as Record<string, unknown>
      const bridge = page['bridge'] as object
      return {
        frozen: Object.isFrozen(bridge),
        names: Object.keys(page).filter((name) => /electron|require|process/i.test(name)),
      }
    })
    expect(seen).toEqual({ frozen: true, names: [] })
  })

  it('gives a file of the page a path that main can read', async () => {
    const app = await start()
    const path = await app.page.evaluate(async () => {
      const { bridge } = window as unknown as { bridge: Bridge }
      const path = bridge.pathOf(new File(['a,b\n1,2\n'], 'table.csv'))
      await bridge.invoke('echo', path)
      return path
    })
    expect(path).toMatch(/table\.csv$/)
    expect(await readFile(path, 'utf8')).toBe('a,b\n1,2\n')
  })

  it('refuses a dialog that the test did not expect', async () => {
    const app = await start({
      extra:
        "const { dialog } = await import('electron'); setTimeout(() => dialog.showOpenDialog(window, {}), 300)",
    })
    await expect.poll(async () => (await app.recorded()).faults.join()).toContain('showOpenDialog was opened')
  })
})
